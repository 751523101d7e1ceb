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
