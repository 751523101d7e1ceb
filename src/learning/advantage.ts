/**
 * Group-relative advantages (GRPO, arXiv 2402.03300): (r - mean) / (std + epsilon) inside each group of K rollouts. A group whose
 * rewards are all equal gives 0, never NaN. dr-grpo (arXiv 2503.20783) leaves the division out.
 */
import type { GrpoOptions } from "./loss.ts";

/** Mean and standard deviation of one group; 0 where the group is smaller than ddof + 1. */
export function groupMoments(
  rewards: Float32Array,
  start: number,
  size: number,
  ddof: 0 | 1,
): { readonly mean: number; readonly std: number } {
  let sum = 0;
  for (let k = 0; k < size; k++) sum += rewards[start + k] ?? 0;
  const mean = sum / size;
  let squares = 0;
  for (let k = 0; k < size; k++) squares += ((rewards[start + k] ?? 0) - mean) ** 2;
  return { mean, std: size > ddof ? Math.sqrt(squares / (size - ddof)) : 0 };
}

/** Advantages of P groups of `perPrompt` rollouts, [P * K] in and out. */
export function groupAdvantages(
  rewards: Float32Array,
  perPrompt: number,
  options: Pick<GrpoOptions, "ddof" | "epsilon" | "normalisation">,
): Float32Array {
  const advantages = new Float32Array(rewards.length);
  for (let start = 0; start < rewards.length; start += perPrompt) {
    const first = rewards[start];
    let equal = true;
    for (let k = 1; k < perPrompt; k++) if (rewards[start + k] !== first) equal = false;
    if (equal) continue;
    const { mean, std } = groupMoments(rewards, start, perPrompt, options.ddof);
    const scale = options.normalisation === "dr-grpo" ? 1 : 1 / (std + options.epsilon);
    for (let k = 0; k < perPrompt; k++) advantages[start + k] = ((rewards[start + k] ?? 0) - mean) * scale;
  }
  return advantages;
}
