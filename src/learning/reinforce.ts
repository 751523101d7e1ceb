/**
 * REINFORCE++ (arXiv 2501.03262): advantages by token, without groups. Token t of a completion with reward r has
 *
 *   A_t = r - beta sum_{i >= t} KL_i,    KL_i = log pi_sampled(a_i) - log pi_reference(a_i),
 *
 * normalised to mean 0 and deviation 1 over all counted tokens of the batch, or of each pool of it where the order says so. The objective that
 * follows is the clipped one (loss.ts), without a KL term of its own: the penalty is in the advantages.
 */
import type { GrpoOptions } from "./loss.ts";

/** Some rollouts of a batch, one behind the other. */
export interface RewardedPart {
  /** One per rollout, [R]. */
  readonly rewards: Float32Array;
  /** Rollouts of one group, one group behind the other; REINFORCE++ has no groups. */
  readonly group: number;
  /** Parts with the same number are normalised together by REINFORCE++. */
  readonly pool: number;
}

/** The sampled tokens of a batch: R rollouts of at most T tokens. */
export interface SampledTokens {
  /** Tokens of each rollout as the loss counts them, [R]; 0 where a rollout is left out. */
  readonly lengths: Int32Array;
  /** T. */
  readonly width: number;
  /** Log-probabilities under the policy that sampled, [R, T]. */
  readonly sampled: Float32Array;
  /** Log-probabilities under the reference, [R, T]; needed where beta > 0. */
  readonly reference: Float32Array | null;
}

/** Rewards to go, before they are normalised, [R, T]; 0 after the end. Throws RangeError where beta > 0 and there is no reference. */
export function tokenReturns(rewards: Float32Array, tokens: SampledTokens, beta: number): Float64Array {
  const { lengths, width, sampled, reference } = tokens;
  if (beta > 0 && !reference) throw new RangeError("A KL penalty needs the reference's log-probabilities.");
  const returns = new Float64Array(lengths.length * width);
  for (const [row, length] of lengths.entries()) {
    let penalty = 0;
    for (let i = row * width + length - 1; i >= row * width; i--) {
      if (beta > 0 && reference) penalty += (sampled[i] ?? 0) - (reference[i] ?? 0);
      returns[i] = (rewards[row] ?? 0) - beta * penalty;
    }
  }
  return returns;
}

/** Normalises in place over the counted tokens of the given rows. Where all are equal they become 0, never NaN. */
function normalise(
  returns: Float64Array,
  rows: readonly number[],
  { lengths, width }: SampledTokens,
  { ddof, epsilon }: Pick<GrpoOptions, "ddof" | "epsilon">,
): void {
  const each = (act: (i: number) => void): void => {
    for (const row of rows) for (let t = 0; t < (lengths[row] ?? 0); t++) act(row * width + t);
  };
  let count = 0;
  let sum = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  each((i) => {
    const value = returns[i] ?? 0;
    count++;
    sum += value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  const mean = sum / count;
  let squares = 0;
  each((i) => {
    squares += ((returns[i] ?? 0) - mean) ** 2;
  });
  const std = count > ddof ? Math.sqrt(squares / (count - ddof)) : 0;
  each((i) => {
    returns[i] = low === high ? 0 : ((returns[i] ?? 0) - mean) / (std + epsilon);
  });
}

/** The advantages of a batch's tokens, [R, T]; 0 where a token does not count. */
export function reinforceAdvantages(
  parts: readonly RewardedPart[],
  tokens: SampledTokens,
  options: Pick<GrpoOptions, "ddof" | "epsilon" | "beta">,
): Float32Array {
  const rewards = new Float32Array(tokens.lengths.length);
  const pools = new Map<number, number[]>();
  let start = 0;
  for (const part of parts) {
    rewards.set(part.rewards, start);
    const rows = pools.get(part.pool) ?? [];
    for (let row = 0; row < part.rewards.length; row++) rows.push(start + row);
    pools.set(part.pool, rows);
    start += part.rewards.length;
  }
  const returns = tokenReturns(rewards, tokens, options.beta);
  for (const rows of pools.values()) normalise(returns, rows, tokens, options);
  return Float32Array.from(returns);
}
