/**
 * What a policy is, before any weight: architecture, size, digit order, corpus and pretraining replica are separate
 * choices. A family (families.ts) is a named bundle of them.
 */
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

/** The name of a policy's checkpoint for a cohort seed, such as `attention-small-msb-Q-r0-s3`. */
export function checkpointId(spec: PolicySpec, cohortSeed: number): string {
  return `${spec.architecture}-${spec.size}-${spec.digitOrder}-${spec.corpus}-r${spec.replica}-s${cohortSeed}`;
}
