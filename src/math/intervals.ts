/**
 * Intervals for shares. Wilson's score interval (E. B. Wilson, JASA 22, 1927; Brown, Cai, DasGupta, Statistical Science 16(2), 2001), and
 * a form for clustered observations: rollouts of one prompt are not independent, so the number of prompts, not of rollouts, is what counts.
 */

/** The 0.975 quantile of the normal distribution: two-sided 95 %. */
export const Z95 = 1.959963984540054;

export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's interval for a share. `successes` and `n` may be fractions (an effective sample size). With n = 0 nothing is known: the
 * estimate is NaN and the interval [0, 1]. Throws RangeError unless 0 <= successes <= n.
 */
export function wilson(successes: number, n: number, z = Z95): Interval {
  if (!(n >= 0 && successes >= 0 && successes <= n)) throw new RangeError(`${successes} successes of ${n} is no share.`);
  if (n === 0) return { estimate: Number.NaN, low: 0, high: 1 };
  const p = successes / n;
  const z2 = (z * z) / n;
  const centre = (p + z2 / 2) / (1 + z2);
  const half = (z / (1 + z2)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n));
  // At p = 0 and p = 1 the ends are exactly 0 and 1; rounding would miss them.
  return {
    estimate: p,
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The interval for the mean of one value in [0, 1] per cluster (a prompt's share of right rollouts): Wilson's with the effective sample
 * size p (1 - p) / SE^2, SE the standard error of the mean over clusters (sample variance). Never less than one observation, never more
 * than `observations`, the number of single ones behind the values where it is known; where all values are equal and SE says nothing, the
 * number of clusters. Throws RangeError on a value outside [0, 1].
 */
export function clusterInterval(values: readonly number[], z = Z95, observations = Number.POSITIVE_INFINITY): Interval {
  const n = values.length;
  let sum = 0;
  for (const value of values) {
    if (!(value >= 0 && value <= 1)) throw new RangeError(`A share lies between 0 and 1, not ${value}.`);
    sum += value;
  }
  if (n === 0) return wilson(0, 0, z);
  const mean = Math.min(1, sum / n);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const standardError2 = n > 1 ? squares / (n - 1) / n : 0;
  // Rounding of the mean leaves squares of 1e-33 or so where all values are equal.
  const equal = standardError2 <= 1e-24;
  const effective = equal ? n : Math.max(1, Math.min(observations, (mean * (1 - mean)) / standardError2));
  return { ...wilson(Math.min(effective, mean * effective), effective, z), estimate: mean };
}

/** Variance of sum(values) / sum(counts) over independent clusters, by linearisation (Cochran, Sampling Techniques, 1977, section 6.4). */
function ratioVariance(values: readonly number[], counts: readonly number[], ratio: number, total: number): number {
  const n = values.length;
  if (n < 2) return 0;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += ((values[i] ?? 0) - ratio * (counts[i] ?? 0)) ** 2;
  return (n / (n - 1)) * (squares / total ** 2);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * The interval for a share of single observations that come in clusters of unlike sizes: hits[i] of counts[i] in cluster i. As clusterInterval,
 * which it equals where all counts are one number. Throws RangeError where there are more hits than observations in a cluster.
 */
export function ratioInterval(hits: readonly number[], counts: readonly number[], z = Z95): Interval {
  const n = counts.length;
  for (let i = 0; i < n; i++) {
    const [hit = Number.NaN, count = Number.NaN] = [hits[i], counts[i]];
    if (!(hit >= 0 && hit <= count && count > 0)) throw new RangeError(`${hit} hits of ${count} are no share.`);
  }
  const total = sumOf(counts);
  if (n === 0) return wilson(0, 0, z);
  const share = Math.min(1, sumOf(hits) / total);
  const variance = ratioVariance(hits, counts, share, total);
  const effective = variance <= 1e-24 ? n : Math.max(1, Math.min(total, (share * (1 - share)) / variance));
  return { ...wilson(Math.min(effective, share * effective), effective, z), estimate: share };
}

/**
 * The mean of single observations that come in clusters, sum(sums) / sum(counts), which may be negative, with the normal interval by the
 * clusters' variance: for the difference of two shares of the same observations. Where all clusters are alike the variance says nothing, and the
 * half width is what Wilson's interval leaves open of none seen in so many clusters. With fewer than two clusters nothing is known.
 */
export function ratioMean(sums: readonly number[], counts: readonly number[], z = Z95): Interval {
  const total = sumOf(counts);
  const estimate = sumOf(sums) / total;
  if (counts.length < 2) return { estimate, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const variance = ratioVariance(sums, counts, estimate, total);
  const half = variance <= 1e-24 ? wilson(0, counts.length, z).high : z * Math.sqrt(variance);
  return { estimate, low: estimate - half, high: estimate + half };
}
