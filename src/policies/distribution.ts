/**
 * A token's distribution in double precision: what the oracle draws by, and what other engines are compared with. Probabilities are by
 * the number of the active token, not by its id.
 */
import { NotFiniteError } from "./not-finite.ts";

export interface Distribution {
  /** log p of each active token. */
  readonly logs: Float64Array;
  /** p of each active token. */
  readonly shares: Float64Array;
}

/** Room for the distribution of an alphabet with this many active tokens. */
export function emptyDistribution(active: number): Distribution {
  return { logs: new Float64Array(active), shares: new Float64Array(active) };
}

/**
 * Fills in the softmax of logits / temperature over the active tokens, whose logits start at `at`. Throws NotFiniteError where they are not finite.
 */
export function soften(to: Distribution, logits: Float32Array, at: number, active: readonly number[], temperature: number): void {
  const { logs, shares } = to;
  let top = Number.NEGATIVE_INFINITY;
  for (const id of active) top = Math.max(top, logits[at + id] ?? 0);
  let total = 0;
  for (const [i, id] of active.entries()) {
    logs[i] = ((logits[at + id] ?? 0) - top) / temperature;
    total += Math.exp(logs[i] ?? 0);
  }
  if (!Number.isFinite(total)) throw new NotFiniteError("The policy's logits are not finite: its parameters have diverged.");
  const logTotal = Math.log(total);
  for (let i = 0; i < active.length; i++) {
    shares[i] = Math.exp(logs[i] ?? 0) / total;
    logs[i] = (logs[i] ?? 0) - logTotal;
  }
}

/** H(p), nats. */
export function entropyOf({ logs, shares }: Distribution): number {
  let sum = 0;
  for (let i = 0; i < shares.length; i++) if (shares[i]) sum -= (shares[i] ?? 0) * (logs[i] ?? 0);
  return sum;
}

/** KL(U || p) against the uniform distribution over as many tokens, nats. */
export function certaintyOf({ logs }: Distribution): number {
  let sum = 0;
  for (const log of logs) sum += log;
  return -Math.log(logs.length) - sum / logs.length;
}

/**
 * The nucleus: p where the tokens that rank before have a mass below topP, 0 elsewhere; not renormalised. Higher p ranks before, then the
 * lower number. Every token of it but the last is needed to reach topP.
 */
export function nucleusOf(shares: Float64Array, topP: number): Float64Array {
  if (topP >= 1) return shares;
  return shares.map((share, i) => {
    let before = 0;
    for (let j = 0; j < shares.length; j++) {
      const other = shares[j] ?? 0;
      if (other > share || (other === share && j < i)) before += other;
    }
    return before < topP ? share : 0;
  });
}

/** The number of the token where the cumulative distribution, scaled to end at 1, passes u. One with p = 0 has no interval and cannot be met. */
export function invert(shares: Float64Array, u: number): number {
  let mass = 0;
  for (const share of shares) mass += share;
  let sum = 0;
  let last = 0;
  for (let i = 0; i < shares.length; i++) {
    if (!shares[i]) continue;
    last = i;
    sum += shares[i] ?? 0;
    if (u * mass < sum) break;
  }
  return last;
}

/** Throws RangeError on a temperature or topP that makes no sense. */
export function checkSampling(temperature: number, topP: number): void {
  if (!(temperature > 0)) throw new RangeError("The temperature must be above 0.");
  if (!(topP > 0 && topP <= 1)) throw new RangeError("Top-p must be above 0 and at most 1.");
}
