/**
 * Log-odds and binomial weights, accurate to a few units in the last place of the double, also next to p = 0 and p = 1.
 *
 * The whole room works in log-odds x = ln(p / (1 - p)): near a corner 1 - p loses its digits in p, but not in x. By symmetry only
 * the odds u = e^-|x| in (0, 1] of the less likely outcome are needed, and then
 *     Pr(the less likely outcome comes j times in K) = C(K, j) u^j / (1 + u)^K,
 * a polynomial with positive coefficients, which Horner's rule evaluates without cancellation.
 */

/** The largest number of rollouts that the two-outcome formulas accept. C(256, 128) = 5.8e75 still fits a double well. */
export const MAX_ROLLOUTS = 256;

/** Throws RangeError unless K is a whole number from 1 to MAX_ROLLOUTS. */
export function checkRollouts(K: number): void {
  if (!Number.isInteger(K) || K < 1 || K > MAX_ROLLOUTS) {
    throw new RangeError(`K must be a whole number from 1 to ${MAX_ROLLOUTS}, not ${K}.`);
  }
}

/** Throws RangeError unless p is a probability. */
export function checkProbability(p: number, name = "p"): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`${name} must be between 0 and 1, not ${p}.`);
}

const logFactorials: number[] = [0];

/** ln n!, n a whole number >= 0, summed once and kept. */
export function logFactorial(n: number): number {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`A factorial needs a whole number >= 0, not ${n}.`);
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
}

/** ln C(n, k); -Infinity where k is outside 0..n. */
export function logBinomial(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

const coefficientRows = new Map<number, Float64Array>();

/** C(K, 0..K), length K + 1, kept per K. Exact up to K = 56, later to K units in the last place. Do not write to it. */
export function binomialCoefficients(K: number): Float64Array {
  checkRollouts(K);
  const known = coefficientRows.get(K);
  if (known) return known;
  // Pascal's triangle: sums of whole numbers, exact as long as they fit.
  const row = new Float64Array(K + 1);
  row[0] = 1;
  for (let n = 1; n <= K; n++) for (let k = n; k > 0; k--) row[k] = (row[k] ?? 0) + (row[k - 1] ?? 0);
  coefficientRows.set(K, row);
  return row;
}

/** ln(p / (1 - p)): -Infinity at 0, Infinity at 1. */
export function logit(p: number): number {
  checkProbability(p);
  const d = p - 0.5;
  if (Math.abs(d) < 0.25) return 2 * Math.atanh(2 * d);
  // Exactly odd wherever 1 - p is exact.
  return p > 0.5 ? Math.log(p / (1 - p)) : -Math.log((1 - p) / p);
}

/** The probability with log-odds x; accurate also where it is tiny. */
export function expit(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const e = Math.exp(x);
  return e / (1 + e);
}

/** Pr(C = 0..K) of C ~ Bin(K, p) by log-odds x, written to `out` (length >= K + 1), which is returned. x may be infinite. */
export function binomialWeights(K: number, x: number, out: Float64Array = new Float64Array(K + 1)): Float64Array {
  const coefficients = binomialCoefficients(K);
  const u = Math.exp(-Math.abs(x));
  let power = Math.exp(-K * Math.log1p(u));
  for (let j = 0; j <= K; j++) {
    out[x >= 0 ? K - j : j] = (coefficients[j] ?? 0) * power;
    power *= u;
  }
  return out;
}

/** Pr(C = 0..K) of C ~ Bin(K, p), length K + 1. Throws RangeError on a K or p out of range. */
export function binomialPmf(K: number, p: number): Float64Array {
  return binomialWeights(K, logit(p));
}
