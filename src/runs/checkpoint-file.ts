/**
 * A checkpoint as a file from outside: which policy it says it is, and whether it can be one. Nothing in it is trusted; what is refused is told in a
 * sentence.
 */
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { type CheckpointEntry, CheckpointError, type CheckpointFile, sha256 } from "../policies/checkpoint.ts";
import { flatten, readSafetensors } from "../policies/safetensors.ts";
import { type BaseRecipe, checkpointId, defaultBase, type PolicySpec, specOf, startId, trainedId } from "../policies/spec.ts";
import { taskById } from "../tasks/index.ts";
import { TASK_IDS, type TaskId } from "../tasks/task.ts";
import { agentSchema, baseSchema, runConfigSchema } from "./config.ts";
import { TRAINED } from "./trained-files.ts";

/** A policy as it is named: how it was pretrained, or, where a run has trained it, by the SHA-256 of its file. */
export interface CheckpointName {
  readonly spec: PolicySpec;
  readonly cohortSeed: number;
  readonly base: BaseRecipe;
  readonly task: TaskId;
  /** Of a policy that a run has trained: the SHA-256 of its file. */
  readonly weights?: string | undefined;
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

type Refuse = (why: string) => never;

/** What the metadata of a trained policy's file says that it is. */
function trainedName(metadata: Readonly<Record<string, string>>, weights: string, refuse: Refuse): CheckpointName {
  const task = TASK_IDS.find((known) => known === metadata.task);
  if (!task) return refuse(`it was trained on the task "${String(metadata.task).slice(0, 40)}", which this page does not have`);
  // Files written before say it only by the name of the policy that it began as.
  const began = metadata.base === undefined ? null : parseCheckpointId(metadata.base);
  const { architecture, size, digitOrder, corpus, replica } = metadata;
  const made = architecture === undefined ? began?.spec : { architecture, size, digitOrder, corpus, replica: Number(replica) };
  const spec = specSchema.safeParse(made);
  const cohortSeed = runConfigSchema.shape.seed.safeParse(Number(metadata.seed));
  if (!spec.success || !cohortSeed.success)
    return refuse("it holds a trained policy, and its metadata does not say of what make and from which cohort seed");
  return { spec: specOf(spec.data), cohortSeed: cohortSeed.data, base: began?.base ?? defaultBase(task), task, weights };
}

/** What the metadata of a base policy's file says that it is. */
function pretrainedName({ id, task }: Readonly<Record<string, string>>, refuse: Refuse): CheckpointName {
  if (id === undefined)
    return refuse("its metadata names no policy; only files that this page or npm run pretrain wrote can be read");
  const named = parseCheckpointId(id);
  if (!named) return refuse(`its metadata names the policy "${id.slice(0, 80)}", which this page does not know`);
  if (task !== named.task)
    return refuse(`it was pretrained on the task "${String(task).slice(0, 40)}", not on ${named.task}, as its name says`);
  return named;
}

/** How it came to be, for the entry. */
function recipeOf({ base, weights }: CheckpointName, metadata: Readonly<Record<string, string>>): Record<string, unknown> {
  if (weights === undefined) return { base, source: "imported file" };
  const { method = "", agent = "", step = "", cohort = "", samplingSeed = "" } = metadata;
  const from = metadata.base ?? `${trainedId(metadata.start ?? "")}`;
  return { source: "trained in a run", method, cohort, agent, step, samplingSeed, from };
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
  const refuse: Refuse = (why) => {
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
  const { metadata } = content;
  const hash = await sha256(file);
  const named = metadata.kind === TRAINED ? trainedName(metadata, hash, refuse) : pretrainedName(metadata, refuse);
  const { spec, cohortSeed, base, task } = named;
  const id = startId({ ...spec, weights: named.weights }, cohortSeed, base, task);
  const layout = ARCHITECTURE_LIST[spec.architecture].layout(spec.size, taskById(task).vocabulary.characters.length);
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
    ...(task === "addition" ? {} : { task }),
    spec,
    file: `${id}.safetensors`,
    bytes: file.length,
    sha256: hash,
    parameters: layout.length,
    seeds: { cohort: cohortSeed, replica: spec.replica },
    recipe: recipeOf(named, metadata),
  };
  return { named, entry, file };
}

/** An error's sentence as the end of another. */
function clause(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "").replace(/^The file/, "the file");
}
