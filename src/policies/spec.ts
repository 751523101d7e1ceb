/**
 * What a policy is, before any weight: architecture, size, digit order, corpus and pretraining replica are separate
 * choices. A family (families.ts) is a named bundle of them.
 */
import { DEFAULT_CORRUPTION } from "../tasks/corruption.ts";
import type { CorpusId, DigitOrder } from "../tasks/task.ts";

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

/**
 * How a base policy is pretrained where it is not as shipped: the corruption tables' shares (tasks/corruption.ts, probabilities) and the
 * number of steps. All policies of a run share it, for the tables of its corpora are drawn together.
 */
export interface BaseRecipe {
  readonly weakShare: number;
  readonly overlap: number;
  readonly symmetry: number;
  readonly steps: number;
}

/** As the shipped checkpoints were pretrained (docs/recipe.md). */
export const DEFAULT_BASE: BaseRecipe = {
  weakShare: DEFAULT_CORRUPTION.weakShare,
  overlap: DEFAULT_CORRUPTION.overlap,
  symmetry: DEFAULT_CORRUPTION.symmetry,
  steps: 2000,
};

/** True if both pretrain the same policies. */
export function sameBase(a: BaseRecipe, b: BaseRecipe): boolean {
  return a.weakShare === b.weakShare && a.overlap === b.overlap && a.symmetry === b.symmetry && a.steps === b.steps;
}

/**
 * The name of a policy's checkpoint for a cohort seed, such as `attention-small-msb-Q-r0-s3`; with what differs from the shipped recipe
 * behind it, such as `-w0.9-o0.15-y0.6-n2000`.
 */
export function checkpointId(spec: PolicySpec, cohortSeed: number, base: BaseRecipe = DEFAULT_BASE): string {
  const name = `${spec.architecture}-${spec.size}-${spec.digitOrder}-${spec.corpus}-r${spec.replica}-s${cohortSeed}`;
  return sameBase(base, DEFAULT_BASE) ? name : `${name}-w${base.weakShare}-o${base.overlap}-y${base.symmetry}-n${base.steps}`;
}
