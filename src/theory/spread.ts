/**
 * The spread of 0/1 rewards inside a rollout group, and with it the size of an update.
 *
 * Co-RL (arXiv 2608.17253) section 5: with c of K rollouts rewarded, s_K(c) = sqrt(c (K - c)) / K is the population standard
 * deviation, S_K(p) = E[s_K(C)], C ~ Bin(K, p), and q_K(p) = eta p (1 - p) S_K(p).
 *
 * Why s_K is the size of the step (derived in docs/theory.md): the group's normalised advantages move the log-odds of the rewarded
 * outcome by m (1 - m) / std with m = c / K, which is s_K(c) where std is the population's. So a sample standard deviation (ddof 1,
 * the released launchers) or an epsilon in the denominator only changes this one function; it stays even, which is all that the
 * theorem needs.
 */
import { binomialCoefficients, checkProbability, checkRollouts, logit } from "./binomial.ts";

export interface SpreadOptions {
  /** 0: population standard deviation (the paper). 1: sample standard deviation (TRL, verl). Default 0. */
  readonly ddof?: 0 | 1;
  /** Added to the standard deviation: 0 in the paper, 1e-4 in TRL, 1e-6 in verl. Default 0. */
  readonly epsilon?: number;
}

/** How far an update moves the log-odds, per eta, when c of K rollouts share the labelled answer; 0 if all or none do. */
export function updateSize(K: number, c: number, { ddof = 0, epsilon = 0 }: SpreadOptions = {}): number {
  if (c <= 0 || c >= K) return 0;
  const variance = (c * (K - c)) / (K * K);
  return variance / (Math.sqrt(ddof === 1 ? (variance * K) / (K - 1) : variance) + epsilon);
}

/** The polynomial T with S_K = u T(u) / (1 + u)^K, u = e^-|x|: coefficients of u^0..u^(K-2). Empty for K = 1, where S_K is 0. */
export function spreadPolynomial(K: number, options: SpreadOptions = {}): Float64Array {
  checkRollouts(K);
  const binomials = binomialCoefficients(K);
  return Float64Array.from({ length: Math.max(0, K - 1) }, (_, i) => updateSize(K, i + 1, options) * (binomials[i + 1] ?? 0));
}

/** Horner's rule; coefficients from u^0 up. */
export function evaluatePolynomial(coefficients: Float64Array, u: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * u + (coefficients[i] as number);
  return value;
}

/** S_K(p). Slow form for checks and formulas; a map uses the kernel of `kernel.ts`. */
export function spread(K: number, p: number, options: SpreadOptions = {}): number {
  const u = Math.exp(-Math.abs(logit(p)));
  return u * evaluatePolynomial(spreadPolynomial(K, options), u) * Math.exp(-K * Math.log1p(u));
}

/** q_K(p) = eta p (1 - p) S_K(p), the size of an update of p. Throws RangeError on a K or p out of range. */
export function updateScale(K: number, p: number, eta = 1, options: SpreadOptions = {}): number {
  checkProbability(p);
  return eta * p * (1 - p) * spread(K, p, options);
}
