/**
 * Many prompts at once: a weighted set of starts, and the accuracy that each way of training would come to.
 *
 * The example of Co-RL (arXiv 2608.17253, section 5): half of the prompts at (0.9, 0.2), half at (0.2, 0.9). Self-rewarding ends at accuracy 0.5,
 * cross supervision at 1. Ours: prompts drawn from two correlated Beta laws, joined by a Gaussian copula. They are drawn (seeded), not
 * integrated over, since the page shows the very prompts; with n prompts an accuracy has a standard error of at most 0.5 / sqrt(n).
 */
import { createRng } from "../math/rng.ts";
import { expit } from "./binomial.ts";
import { type BasinSetting, createForecaster } from "./forecast.ts";

export interface WeightedPrompt {
  /** p of every agent on this prompt. */
  readonly p: readonly number[];
  /** Relative weight, >= 0. */
  readonly weight: number;
}

export const PAPER_EXAMPLE: readonly WeightedPrompt[] = [
  { p: [0.9, 0.2], weight: 0.5 },
  { p: [0.2, 0.9], weight: 0.5 },
];

export interface ExpectedAccuracy {
  /** Without training: the weighted mean of p over prompts and agents. */
  readonly base: number;
  /** In the limit of self-rewarding, and of the setting's exchange. */
  readonly self: number;
  readonly cross: number;
  /** The same by agent. */
  readonly byAgent: { readonly base: number[]; readonly self: number[]; readonly cross: number[] };
}

/** Expected final accuracy of a population. Throws RangeError on no weight at all, or a negative one. */
export function expectedAccuracy(prompts: readonly WeightedPrompt[], setting: BasinSetting): ExpectedAccuracy {
  const ask = createForecaster(setting);
  const zeros = (): number[] => setting.rates.map(() => 0);
  const byAgent = { base: zeros(), self: zeros(), cross: zeros() };
  let total = 0;
  for (const { p, weight } of prompts) {
    if (!(weight >= 0)) throw new RangeError(`A prompt's weight must be >= 0, not ${weight}.`);
    if (weight === 0) continue;
    total += weight;
    const { final } = ask(p);
    p.forEach((value, n) => {
      byAgent.base[n] = (byAgent.base[n] ?? 0) + weight * value;
      byAgent.self[n] = (byAgent.self[n] ?? 0) + weight * (final.self[n] ?? 0);
      byAgent.cross[n] = (byAgent.cross[n] ?? 0) + weight * (final.cross[n] ?? 0);
    });
  }
  if (!(total > 0)) throw new RangeError("A population needs at least one prompt with weight.");
  const divide = (sums: number[]): number => {
    sums.forEach((sum, n) => {
      sums[n] = sum / total;
    });
    return sums.reduce((sum, value) => sum + value, 0) / sums.length;
  };
  return { base: divide(byAgent.base), self: divide(byAgent.self), cross: divide(byAgent.cross), byAgent };
}

export interface BetaPair {
  /** Mean of p_A and of p_B, strictly between 0 and 1. */
  readonly means: readonly [number, number];
  /** a + b of the two Beta laws, at least 0.1: large is narrow, below 2 piles up at the ends. */
  readonly concentrations: readonly [number, number];
  /** Correlation of the underlying normal pair, -1 to 1. */
  readonly correlation: number;
  readonly count: number;
  readonly seed: number;
}

/** Prompts drawn from a correlated Beta pair, equal weights. Throws RangeError on a parameter out of range. */
export function drawBetaPair({ means, concentrations, correlation, count, seed }: BetaPair): WeightedPrompt[] {
  if (!(Math.abs(correlation) <= 1)) throw new RangeError(`A correlation lies between -1 and 1, not ${correlation}.`);
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`At least one prompt is needed, not ${count}.`);
  const quantiles = means.map((mean, i) => betaQuantile(mean, concentrations[i] ?? 1));
  const rng = createRng(seed);
  const mixed = Math.sqrt(1 - correlation * correlation);
  return Array.from({ length: count }, () => {
    const zA = rng.normal();
    const zB = correlation * zA + mixed * rng.normal();
    return { p: [zA, zB].map((z, i) => quantiles[i]?.(normalDistribution(z)) ?? 0.5), weight: 1 / count };
  });
}

/**
 * The quantile function of Beta(mean c, (1 - mean) c), tabulated. In log-odds its density is proportional to p^a (1 - p)^b, smooth with
 * exponential tails, so a cumulated trapezoid sum is accurate; inverted by interpolation, to some 1e-5.
 */
export function betaQuantile(mean: number, concentration: number): (share: number) => number {
  if (!(mean > 0 && mean < 1)) throw new RangeError(`A Beta mean lies strictly between 0 and 1, not ${mean}.`);
  if (!(concentration >= 0.1)) throw new RangeError(`A Beta concentration is at least 0.1, not ${concentration}.`);
  const a = mean * concentration;
  const b = concentration - a;
  const centre = Math.log(a / b);
  // The tails fall like e^(-a |x|) and e^(-b x), the middle has this width. Beyond the ends lies less than 1e-13, or p is within 1e-300 of a corner.
  const width = 1 / Math.sqrt(concentration * mean * (1 - mean));
  const low = Math.max(-690, centre - 30 / a - 12 * width);
  const high = Math.min(690, centre + 30 / b + 12 * width);
  const points = 4096;
  const step = (high - low) / points;
  const logDensity = (x: number): number => -a * Math.log1p(Math.exp(-x)) - b * Math.log1p(Math.exp(x));
  const top = logDensity(centre);
  const sums = new Float64Array(points + 1);
  let previous = Math.exp(logDensity(low) - top);
  for (let i = 1; i <= points; i++) {
    const density = Math.exp(logDensity(low + i * step) - top);
    sums[i] = (sums[i - 1] as number) + (previous + density) / 2;
    previous = density;
  }
  const total = sums[points] as number;
  return (share) => {
    const target = Math.min(1, Math.max(0, share)) * total;
    let from = 0;
    let to = points;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((sums[middle] as number) <= target) from = middle;
      else to = middle;
    }
    const rise = (sums[to] as number) - (sums[from] as number);
    return expit(low + step * (from + (rise > 0 ? (target - (sums[from] as number)) / rise : 0)));
  };
}

/** The standard normal distribution function, to 1e-15 or so: Marsaglia's series (J. Stat. Software 11(4), 2004), the tails clamped. */
export function normalDistribution(z: number): number {
  if (z < -8.2) return 0;
  if (z > 8.2) return 1;
  let sum = z;
  let term = z;
  for (let i = 3; Math.abs(term) > 1e-17 * Math.abs(sum) && i < 400; i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-z * z * 0.5 - 0.9189385332046728);
}
