/**
 * Student's t distribution: the share of its mass up to t, and the quantile. Through the regularised incomplete beta function (continued
 * fraction, Lentz's method: Press et al., Numerical Recipes, 3rd ed., 6.4) and Lanczos' log-gamma (g = 7, 9 terms). Tested against values
 * computed with 50 digits (statistics.test.ts); right to 1e-10 of the value.
 */

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Natural logarithm of gamma(x), x > 0. */
function logGamma(x: number): number {
  const y = x - 1;
  const sum = LANCZOS.reduce((total, term, i) => (i === 0 ? term : total + term / (y + i)), 0);
  const t = y + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The continued fraction of the incomplete beta function; converges fast for x < (a + 1) / (a + b + 2). */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m <= 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return h;
}

/** The regularised incomplete beta function I_x(a, b), and 1 - x as `rest`, which may be smaller than 1's rounding. */
function incompleteBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(rest, b, a)) / b;
}

/** The mass above t >= 0. */
function upperTail(t: number, df: number): number {
  const square = t * t;
  return 0.5 * incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}

/** The share of the t distribution's mass up to t. Throws RangeError unless df > 0. */
export function tShare(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`The t distribution needs more than 0 degrees of freedom, not ${df}.`);
  return t >= 0 ? 1 - upperTail(t, df) : upperTail(-t, df);
}

/** The t below which the share p lies. Throws RangeError unless 0 < p < 1 and df > 0. */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`A quantile needs a share between 0 and 1, not ${p}.`);
  if (!(df > 0)) throw new RangeError(`The t distribution needs more than 0 degrees of freedom, not ${df}.`);
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  let low = 0;
  let high = 1;
  while (upperTail(high, df) > tail && high < 1e300) high *= 2;
  // Bisection: the tail falls steadily, and 200 halvings reach the last bit from any bracket.
  for (let i = 0; i < 200; i++) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (upperTail(middle, df) > tail) low = middle;
    else high = middle;
  }
  return p < 0.5 ? -high : high;
}
