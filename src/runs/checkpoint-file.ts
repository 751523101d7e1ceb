/**
 * A checkpoint as a file from outside: which policy it says it is, and whether it can be one. Nothing in it is trusted; what is refused is told in a
 * sentence.
 */
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { type CheckpointEntry, CheckpointError, type CheckpointFile, sha256 } from "../policies/checkpoint.ts";
import { flatten, readSafetensors } from "../policies/safetensors.ts";
import { type BaseRecipe, checkpointId, defaultBase, type PolicySpec, specOf } from "../policies/spec.ts";
import { taskById } from "../tasks/index.ts";
import { TASK_IDS, type TaskId } from "../tasks/task.ts";
import { agentSchema, baseSchema, runConfigSchema } from "./config.ts";
import { TRAINED } from "./trained-files.ts";

export interface CheckpointName {
  readonly spec: PolicySpec;
  readonly cohortSeed: number;
  readonly base: BaseRecipe;
  readonly task: TaskId;
}

const NUMBER = "(\\d+(?:\\.\\d+)?(?:e-\\d+)?)";
const NAME = new RegExp(
  `^(?:(${TASK_IDS.filter((task) => task !== "addition").join("|")})-)?([a-z]+)-([a-z]+)-([a-z]+)-([A-Z])-r(\\d+)-s(\\d+)(?:-w${NUMBER}-o${NUMBER}-y${NUMBER}(?:-c${NUMBER})?-n(\\d+))?$`,
);
const specSchema = agentSchema.pick({ architecture: true, size: true, digitOrder: true, corpus: true, replica: true });

/** The policy that a checkpoint's id names, or null where it names none: the inverse of checkpointId. */
export function parseCheckpointId(id: string): CheckpointName | null {
  const parts = NAME.exec(id);
  if (!parts) return null;
  const [, front, architecture, size, digitOrder, corpus, replica, seed, weak, overlap, symmetry, contrast = "0", steps] = parts;
  const task = TASK_IDS.find((known) => known === front) ?? "addition";
  const spec = specSchema.safeParse({ architecture, size, digitOrder, corpus, replica: Number(replica) });
  const cohortSeed = runConfigSchema.shape.seed.safeParse(Number(seed));
  const base = baseSchema.safeParse(
    weak === undefined
      ? defaultBase(task)
      : {
          weakShare: Number(weak),
          overlap: Number(overlap),
          symmetry: Number(symmetry),
          contrast: Number(contrast),
          steps: Number(steps),
        },
  );
  if (!spec.success || !cohortSeed.success || !base.success) return null;
  const name = { spec: specOf(spec.data), cohortSeed: cohortSeed.data, base: base.data, task };
  // Two ways to write one name would be two checkpoints of one policy.
  return checkpointId(name.spec, name.cohortSeed, name.base, task) === id ? name : null;
}

/** No policy of the page comes near. */
export const MAX_BYTES = 2_000_000;

/** The sentence for a file of more bytes than that. */
export function tooLarge(name: string, bytes: number): string {
  return `"${name.slice(0, 80)}" was not imported: it has ${bytes} bytes, and no policy of this page has over ${MAX_BYTES}.`;
}

/**
 * Reads a file; the entry still lacks its measured base pass@1. `name` is the file's, for sentences. Throws CheckpointError on anything that is not a
 * checkpoint of this page.
 */
export async function readCheckpointFile(
  name: string,
  file: Uint8Array<ArrayBuffer>,
): Promise<{
  readonly named: CheckpointName;
  readonly entry: Omit<CheckpointEntry, "base">;
  readonly file: CheckpointFile["file"];
}> {
  const refuse = (why: string): never => {
    throw new CheckpointError(`"${name.slice(0, 80)}" was not imported: ${why}.`);
  };
  if (file.length > MAX_BYTES) throw new CheckpointError(tooLarge(name, file.length));
  const content = (() => {
    try {
      return readSafetensors(file);
    } catch (error) {
      return refuse(clause(error));
    }
  })();
  const { id, task, kind, base: trainedFrom = "", agent = "", step = "" } = content.metadata;
  if (kind === TRAINED)
    return refuse(
      `it holds a policy that a run has trained (from ${trainedFrom.slice(0, 80)}, agent ${agent.slice(0, 1)}, step ${step.slice(0, 8)}), and runs start from base policies`,
    );
  if (id === undefined)
    return refuse("its metadata names no policy; only files that this page or npm run pretrain wrote can be read");
  const named = parseCheckpointId(id);
  if (!named) return refuse(`its metadata names the policy "${id.slice(0, 80)}", which this page does not know`);
  const { spec, cohortSeed, base } = named;
  if (task !== named.task)
    return refuse(`it was pretrained on the task "${String(task).slice(0, 40)}", not on ${named.task}, as its name says`);
  const layout = ARCHITECTURE_LIST[spec.architecture].layout(spec.size, taskById(named.task).vocabulary.characters.length);
  const parameters = (() => {
    try {
      return flatten(layout, content.tensors);
    } catch (error) {
      return refuse(clause(error));
    }
  })();
  if (!parameters.every(Number.isFinite)) return refuse("some of its numbers are not finite");
  const entry = {
    id,
    ...(named.task === "addition" ? {} : { task: named.task }),
    spec,
    file: `${id}.safetensors`,
    bytes: file.length,
    sha256: await sha256(file),
    parameters: layout.length,
    seeds: { cohort: cohortSeed, replica: spec.replica },
    recipe: { base, source: "imported file" },
  };
  return { named, entry, file };
}

/** An error's sentence as the end of another. */
function clause(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "").replace(/^The file/, "the file");
}
