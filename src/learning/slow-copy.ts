/**
 * The slow copy of Co-rewarding-II (arXiv 2508.00410): a second set of parameters that follows the policy, ref <- alpha pi + (1 - alpha) ref
 * after each update. alpha falls along a cosine from 0.01 to 1e-5 over the run, as in the released script, or stays at 0.01.
 */

/** Which phrasing of a prompt the copy answers: the one that its agent sees, or the other one. */
export const COPY_PHRASINGS = ["same", "other"] as const;
export type CopyPhrasing = (typeof COPY_PHRASINGS)[number];

export const COPY_SCHEDULES = ["cosine", "constant"] as const;
export type CopySchedule = (typeof COPY_SCHEDULES)[number];

const FIRST = 0.01;
const LAST = 1e-5;

/** How far the copy goes towards the policy after update `step`, from 1, of `steps`: alpha, 0 to 1. */
export function copyRate(schedule: CopySchedule, step: number, steps: number): number {
  if (schedule === "constant") return FIRST;
  const progress = steps > 1 ? Math.min(1, (step - 1) / (steps - 1)) : 0;
  return LAST + (FIRST - LAST) * 0.5 * (1 + Math.cos(Math.PI * progress));
}

/** The copy after it has followed, in float32; of as many parameters as the policy. */
export function followed(copy: Float32Array, policy: Float32Array, rate: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(copy, (value, i) => value + rate * ((policy[i] ?? 0) - value));
}
