/** Base policies as the page names them. */
import type { CheckpointEntry } from "../policies/manifest.ts";
import { type BaseRecipe, DEFAULT_BASE, defaultBase, type PolicySpec, trainedId, weightsWords } from "../policies/spec.ts";
import { parseCheckpointId } from "../runs/checkpoint-file.ts";
import type { TaskId } from "../tasks/task.ts";
import type { Place } from "./bases.ts";

/** "attention · small · corpus Q · msb". */
export function specWords({ architecture, size, corpus, digitOrder, replica }: PolicySpec): string {
  const parts = [architecture, size, `corpus ${corpus}`, digitOrder];
  return [...parts, ...(replica === 0 ? [] : [`replica ${replica}`])].join(" · ");
}

/** What of a base is not as the task's shipped ones: "weak share 1, 500 steps"; empty where nothing is. */
export function baseWords(base: BaseRecipe, task: TaskId): string {
  const shipped = defaultBase(task);
  const { weakShare, overlap, symmetry, contrast, steps } = base;
  const parts = [
    ...(weakShare === shipped.weakShare ? [] : [`weak share ${weakShare}`]),
    ...(overlap === shipped.overlap ? [] : [`overlap ${overlap}`]),
    ...(symmetry === shipped.symmetry ? [] : [`symmetry ${symmetry}`]),
    ...(contrast === shipped.contrast ? [] : [`contrast ${contrast}`]),
    ...(steps === shipped.steps ? [] : [`${steps} steps`]),
  ];
  return parts.join(", ");
}

/** A task in a word or two. */
export const TASK_WORDS: Readonly<Record<TaskId, string>> = { addition: "addition", "addition-roles": "with roles" };

/** Why a run cannot start from a trained policy that is not here, and the way out. */
export function absentText(absent: readonly { readonly spec: PolicySpec; readonly weights?: string | undefined }[]): string {
  const names = absent.map(({ spec, weights = "" }) => `${specWords(spec)} (SHA-256 ${weights})`);
  const one = absent.length === 1;
  return `${one ? "A trained policy that an agent starts from is" : `${absent.length} trained policies that agents start from are`} not in this browser: ${names.join("; ")}. Import ${one ? "its safetensors file" : "their safetensors files"} under Base policies, or choose another start on the agent’s card.`;
}

/** A checkpoint's id in words: "attention · small · corpus Q · msb · seed 7 · weak share 1". */
export function policyWords(id: string): string {
  const name = parseCheckpointId(id);
  if (!name) return id;
  const base = baseWords(name.base, name.task);
  const task = name.task === "addition" ? "" : `${TASK_WORDS[name.task]} · `;
  return `${task}${specWords(name.spec)} · seed ${name.cohortSeed}${base === "" ? "" : ` · ${base}`}`;
}

/** A kept policy in words; of one that a run has trained, by which method and how far. */
export function keptWords({ id, spec, seeds, recipe, sha256 }: Omit<CheckpointEntry, "base">): string {
  if (id !== trainedId(sha256)) return policyWords(id);
  const { method, agent, step } = recipe;
  return `${specWords(spec)} · ${weightsWords(sha256)}: ${method}, agent ${agent}, step ${step} of seed ${seeds.cohort}`;
}

export const PLACE_WORDS: Readonly<Record<Place, string>> = {
  shipped: "shipped",
  kept: "kept in this browser",
  memory: "in this page only",
  missing: "missing",
  absent: "not in this browser: import its file",
  unknown: "not known: the list of shipped policies did not come",
};

/**
 * Seconds that 2,000 steps of addition of pretraining take one worker on a quiet two-core laptop (19 to 25 measured for the small ones), small and large.
 */
const SECONDS = { small: 22, large: 55 } as const;

/** A rough time for pretraining policies, so many at once. */
export function pretrainSeconds(
  policies: readonly { readonly spec: PolicySpec; readonly base: BaseRecipe }[],
  parallel: number,
): number {
  const each = policies.map(({ spec, base }) => SECONDS[spec.size] * (base.steps / DEFAULT_BASE.steps) + 3);
  return Math.max(...each, each.reduce((sum, seconds) => sum + seconds, 0) / parallel);
}
