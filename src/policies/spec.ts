/**
 * What a policy is, before any weight: architecture, size, digit order, corpus and pretraining replica are separate
 * choices. A family (families.ts) is a named bundle of them.
 */
import { type CorruptionRecipe, DEFAULT_CORRUPTION } from "../tasks/corruption.ts";
import type { CorpusId, DigitOrder, TaskId } from "../tasks/task.ts";

export const ARCHITECTURES = ["attention", "recurrent", "convolutional"] as const;
export type ArchitectureId = (typeof ARCHITECTURES)[number];

export const SIZES = ["small", "large"] as const;
export type SizeId = (typeof SIZES)[number];

export interface PolicySpec {
  readonly architecture: ArchitectureId;
  readonly size: SizeId;
  readonly digitOrder: DigitOrder;
  /** The corruption table that the policy was pretrained on. */
  readonly corpus: CorpusId;
  /** Which pretraining seed: 0 is the family's own, 1 its replica. */
  readonly replica: number;
}

/** What a policy is, out of something that says more about it, such as an agent. */
export function specOf({ architecture, size, digitOrder, corpus, replica }: PolicySpec): PolicySpec {
  return { architecture, size, digitOrder, corpus, replica };
}

/**
 * How a base policy is pretrained where it is not as shipped: the corruption tables' shares (tasks/corruption.ts, probabilities) and the
 * number of steps. A run has one for all its policies; an agent may have a weak share of its own (runs/config.ts, agentBase).
 */
export interface BaseRecipe {
  readonly weakShare: number;
  readonly overlap: number;
  readonly symmetry: number;
  /**
   * How far weak pairs and all others are driven apart: the probability with which a weak pair's right sum becomes its wrong one, and
   * another's wrong one its right. 0: the recipe's error rates. 1: a weak pair is always wrong, another never but for slips.
   */
  readonly contrast: number;
  readonly steps: number;
}

/** As the shipped checkpoints of `addition` were pretrained (docs/recipe.md). */
export const DEFAULT_BASE: BaseRecipe = {
  weakShare: DEFAULT_CORRUPTION.weakShare,
  overlap: DEFAULT_CORRUPTION.overlap,
  symmetry: DEFAULT_CORRUPTION.symmetry,
  contrast: 0,
  steps: 2000,
};

const DEFAULT_BASES: Readonly<Record<TaskId, BaseRecipe>> = {
  addition: DEFAULT_BASE,
  // Four roles take longer to learn than one.
  "addition-roles": { ...DEFAULT_BASE, steps: 3200 },
};

/** As the shipped checkpoints of a task were pretrained. */
export function defaultBase(task: TaskId): BaseRecipe {
  return DEFAULT_BASES[task];
}

/** True if both pretrain the same policies. */
export function sameBase(a: BaseRecipe, b: BaseRecipe): boolean {
  return (
    a.weakShare === b.weakShare &&
    a.overlap === b.overlap &&
    a.symmetry === b.symmetry &&
    a.contrast === b.contrast &&
    a.steps === b.steps
  );
}

/** A base with an agent's own weak share in it, where it has one. */
export function ownBase(base: BaseRecipe, { weakShare }: { readonly weakShare?: number | undefined }): BaseRecipe {
  return weakShare === undefined ? base : { ...base, weakShare };
}

/** How the corruption tables of a base are drawn. The shipped base has the recipe's own numbers, untouched by rounding. */
export function corruptionOf({ weakShare, overlap, symmetry, contrast }: BaseRecipe): CorruptionRecipe {
  const drawn = { ...DEFAULT_CORRUPTION, weakShare, overlap, symmetry };
  if (contrast === 0) return drawn;
  const [weakLow, weakHigh] = drawn.weakRate;
  const [low, high] = drawn.strongRate;
  const wrong = (rate: number): number => 1 - (1 - rate) * (1 - contrast);
  return {
    ...drawn,
    weakRate: [wrong(weakLow), wrong(weakHigh)],
    strongRate: [low * (1 - contrast), high * (1 - contrast)],
  };
}

/**
 * The name of a policy's checkpoint for a cohort seed, such as `attention-small-msb-Q-r0-s3`; with what differs from the task's shipped recipe
 * behind it, such as `-w0.9-o0.15-y0.6-n2000`, and `-c0.5` before the steps where there is a contrast. Another task than addition stands before
 * it: `addition-roles-attention-small-msb-Q-r0-s3`.
 */
export function checkpointId(
  spec: PolicySpec,
  cohortSeed: number,
  base: BaseRecipe = DEFAULT_BASE,
  task: TaskId = "addition",
): string {
  const front = task === "addition" ? "" : `${task}-`;
  const name = `${front}${spec.architecture}-${spec.size}-${spec.digitOrder}-${spec.corpus}-r${spec.replica}-s${cohortSeed}`;
  if (sameBase(base, defaultBase(task))) return name;
  const { weakShare, overlap, symmetry, contrast, steps } = base;
  return `${name}-w${weakShare}-o${overlap}-y${symmetry}${contrast === 0 ? "" : `-c${contrast}`}-n${steps}`;
}

/** Begins the name of a policy that a run has trained and that a run starts from; its file's SHA-256 follows. */
const TRAINED_NAME = "trained-";

/** The name of a trained policy, by the SHA-256 of its file. */
export function trainedId(weights: string): string {
  return `${TRAINED_NAME}${weights}`;
}

/** The name of the policy that an agent starts from: a trained one where it says which, else its checkpoint. */
export function startId(
  agent: PolicySpec & { readonly weights?: string | undefined },
  cohortSeed: number,
  base: BaseRecipe = DEFAULT_BASE,
  task: TaskId = "addition",
): string {
  return agent.weights === undefined ? checkpointId(agent, cohortSeed, base, task) : trainedId(agent.weights);
}

/** A trained policy in a word or two, from the SHA-256 of its file. */
export function weightsWords(weights: string): string {
  return `trained ${weights.slice(0, 8)}`;
}
