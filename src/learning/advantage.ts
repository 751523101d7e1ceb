/**
 * Group-relative advantages (GRPO, arXiv 2402.03300): (r - mean) / (std + epsilon) inside each group of K rollouts. A group whose
 * rewards are all equal gives 0, never NaN. dr-grpo (arXiv 2503.20783) leaves the division out.
 */
import type { GrpoOptions } from "./loss.ts";
import { type RewardedPart, reinforceAdvantages, type SampledTokens } from "./reinforce.ts";

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

/**
 * The advantages of a batch in parts, as its estimator has them: one per rollout, [R], or one per token, [R, T]; cut to the size that the
 * options allow. Throws RangeError where REINFORCE++ has a KL penalty and no reference.
 */
export function batchAdvantages(parts: readonly RewardedPart[], tokens: SampledTokens, options: GrpoOptions): Float32Array {
  const advantages = options.estimator === "grpo" ? byGroup(parts, options) : reinforceAdvantages(parts, tokens, options);
  const most = options.advantageClip;
  return most > 0 ? advantages.map((advantage) => Math.max(-most, Math.min(most, advantage))) : advantages;
}

function byGroup(parts: readonly RewardedPart[], options: GrpoOptions): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { rewards }) => sum + rewards.length, 0));
  let at = 0;
  for (const { rewards, group } of parts) {
    all.set(groupAdvantages(rewards, group, options), at);
    at += rewards.length;
  }
  return all;
}
