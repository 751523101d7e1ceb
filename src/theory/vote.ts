/**
 * The vote of K rollouts on two outcomes, right and wrong.
 *
 * Co-RL (arXiv 2608.17253) section 5: V_K(p) = Pr(C > K/2) + Pr(C = K/2) / 2, phi_K(p) = 2 V_K(p) - 1. The first answer seen wins a
 * tie; rollouts are exchangeable, so a tie counts half. (The paper assumes an odd K; its experiments use K = 12.) With a threshold
 * tau the label is accepted only if the winner's share c / K is at least tau; otherwise nobody is rewarded, and phi_K is
 * Pr(labelled right) - Pr(labelled wrong).
 *
 * phi_K = (1 - u) Q(u) / (1 + u)^K for p >= 1/2, u = (1 - p) / p: the difference of the two tails is antisymmetric in its
 * coefficients, so 1 - u divides it and the quotient Q, the running sum of those coefficients, has none below 0. No cancellation.
 */
import { binomialCoefficients, binomialPmf, checkRollouts, logit } from "./binomial.ts";
import { evaluatePolynomial } from "./spread.ts";

/** Throws RangeError unless tau is a share. */
export function checkThreshold(tau: number): void {
  if (!(tau >= 0 && tau <= 1)) throw new RangeError(`The vote threshold tau must be between 0 and 1, not ${tau}.`);
}

/**
 * Q of an antisymmetric vote polynomial: minority counts j < K/2 weigh +weight(j) C(K, j), mirrored with a minus sign. Returns the
 * K coefficients of u^0..u^(K-1), symmetric, none negative. `weight` is asked only for j < K/2 whose share (K - j) / K is accepted.
 */
export function votePolynomial(K: number, tau: number, weight: (minority: number) => number): Float64Array {
  checkRollouts(K);
  checkThreshold(tau);
  const binomials = binomialCoefficients(K);
  const quotient = new Float64Array(K);
  let sum = 0;
  for (let j = 0; j <= K - 1 - j; j++) {
    if ((K - j) / K >= tau && 2 * j < K) sum += weight(j) * (binomials[j] ?? 0);
    quotient[j] = sum;
    quotient[K - 1 - j] = sum;
  }
  return quotient;
}

/** phi_K(p): Pr(labelled right) - Pr(labelled wrong), odd about p = 1/2. */
export function voteDirection(K: number, p: number, tau = 0): number {
  const x = logit(p);
  const u = Math.exp(-Math.abs(x));
  const size = evaluatePolynomial(
    votePolynomial(K, tau, () => 1),
    u,
  );
  return (x < 0 ? -1 : 1) * -Math.expm1(-Math.abs(x)) * size * Math.exp(-K * Math.log1p(u));
}

/** V_K(p): Pr(the vote labels the prompt right), ties half; with tau, right and accepted. Accurate also where it is tiny. */
export function voteRight(K: number, p: number, tau = 0): number {
  checkThreshold(tau);
  const weights = binomialPmf(K, p);
  let sum = 0;
  for (let c = Math.ceil(K / 2); c <= K; c++) {
    if (c / K >= tau) sum += (weights[c] ?? 0) * (2 * c === K ? 0.5 : 1);
  }
  return sum;
}

/** Pr(the vote yields a label at all); 1 without a threshold. */
export function votePasses(K: number, p: number, tau = 0): number {
  return voteRight(K, p, tau) + voteRight(K, 1 - p, tau);
}
