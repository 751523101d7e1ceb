/**
 * The first integral of cross supervision between two agents, and what follows from it without integrating anything.
 *
 * Co-RL (arXiv 2608.17253, T1): at equal rates F(p_A) - F(p_B) is conserved. With rates eta_A, eta_B (derived in docs/theory.md) put
 *     F(p) = integral from 1/2 to p of phi_K(u) / (u (1 - u) S_K(u)) du = integral from 0 to x of phi_K / S_K dx,  x log-odds;
 * then H = eta_B F(p_A) - eta_A F(p_B) is constant along a trajectory, and the separatrix is H = 0 on the branch where p_A and p_B lie
 * on different sides of 1/2. F is even in x and grows with |x|, so the agent with the larger F / eta wins: the slower one weighs more.
 * That makes a basin one comparison, with the signed potential W_n = sign(x_n) F(x_n) / eta_n: right if W_A + W_B > 0. At equal rates
 * it reads p_A + p_B > 1.
 *
 * F by quadrature in log-odds: panels of a quarter, 14 Gauss-Legendre points each, cumulated once per setting up to |x| = 24; further
 * out the integrand is h0 / u + h1 to double precision (u = e^-|x|), and is integrated in closed form.
 */
import { expit, logit } from "./binomial.ts";
import { type Kernel, type KernelOptions, kernelFor } from "./kernel.ts";
import { RIGHT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { gaussLegendre, integrateWith } from "./quadrature.ts";

const PANEL = 0.25;
const PANELS = 96;
const REACH = PANEL * PANELS;
const RULE = gaussLegendre(14);
/** Below this relative size of W_A + W_B a start counts as lying on the separatrix: rounding of p and of F cannot tell. */
export const ON_SEPARATRIX = 1e-10;

export interface Invariant {
  readonly kernel: Kernel;
  /** F at log-odds x: even, 0 at 0, Infinity at the corners. */
  F(x: number): number;
  /** The log-odds a >= 0 with F(a) = value. Throws RangeError on a negative value. */
  inverse(value: number): number;
}

const invariants = new Map<Kernel, Invariant>();

/** The first integral of a setting. Throws RangeError for K = 1, where nothing moves. */
export function invariantFor(options: KernelOptions): Invariant {
  const kernel = kernelFor(options);
  if (kernel.K < 2)
    throw new RangeError("With one rollout no group has any spread: nothing moves and there is no first integral.");
  const known = invariants.get(kernel);
  if (known) return known;
  const made = makeInvariant(kernel);
  if (invariants.size > 256) invariants.clear();
  invariants.set(kernel, made);
  return made;
}

function makeInvariant(kernel: Kernel): Invariant {
  const cumulated = new Float64Array(PANELS + 1);
  for (let i = 0; i < PANELS; i++) {
    cumulated[i + 1] = (cumulated[i] ?? 0) + integrateWith(RULE, kernel.ratio, i * PANEL, (i + 1) * PANEL);
  }
  // (1 - u) Q / T = h0 + h1 u + ..., and the integrand is that over u.
  const { phi: Q, spread: T } = kernel.polynomials;
  const t0 = T[0] ?? 1;
  const h0 = (Q[0] ?? 0) / t0;
  const h1 = ((Q[1] ?? 0) - (Q[0] ?? 0)) / t0 - (h0 * (T[1] ?? 0)) / t0;
  const F = (x: number): number => {
    const a = Math.abs(x);
    if (a >= REACH) {
      if (a === Number.POSITIVE_INFINITY) return a;
      return (cumulated[PANELS] ?? 0) + h0 * (Math.exp(a) - Math.exp(REACH)) + h1 * (a - REACH);
    }
    const panel = Math.floor(a / PANEL);
    return (cumulated[panel] ?? 0) + integrateWith(RULE, kernel.ratio, panel * PANEL, a);
  };
  const inverse = (value: number): number => {
    if (!(value >= 0)) throw new RangeError(`F is never negative, so ${value} has no inverse.`);
    if (value === 0 || value === Number.POSITIVE_INFINITY) return value;
    let low = 0;
    let high = 1;
    while (F(high) < value) {
      low = high;
      high *= 2;
    }
    let a = (low + high) / 2;
    for (let round = 0; round < 200; round++) {
      const error = F(a) - value;
      if (error > 0) high = a;
      else low = a;
      let next = a - error / kernel.ratio(a);
      if (!(next > low && next < high)) next = (low + high) / 2;
      if (Math.abs(next - a) <= 4e-16 * a || next === a) return next;
      a = next;
    }
    return a;
  };
  return { kernel, F, inverse };
}

/** Two learning rates, of A and of B. */
export type RatePair = readonly [number, number];

/** Throws RangeError unless every rate is positive and finite. */
export function checkRates(rates: readonly number[]): void {
  for (const rate of rates) {
    if (!(rate > 0 && rate < Number.POSITIVE_INFINITY)) throw new RangeError(`A learning rate must be positive, not ${rate}.`);
  }
}

/** H = eta_B F(p_A) - eta_A F(p_B) at log-odds (xA, xB): constant along a trajectory, 0 on the separatrix. */
export function conserved(xA: number, xB: number, rates: RatePair, options: KernelOptions): number {
  const { F } = invariantFor(options);
  return rates[1] * F(xA) - rates[0] * F(xB);
}

/** The p_B on the separatrix above p_A: below it both end wrong, above it both end right. At equal rates it is 1 - p_A. */
export function separatrix(pA: number, rates: RatePair, options: KernelOptions): number {
  checkRates(rates);
  const { F, inverse } = invariantFor(options);
  const xA = logit(pA);
  const distance = rates[0] === rates[1] ? Math.abs(xA) : inverse((rates[1] / rates[0]) * F(xA));
  return expit(xA > 0 ? -distance : distance);
}

/** W = sign(x) F(x) / eta, the weight of an agent's opinion; see the top of the file. */
export function potential(x: number, rate: number, invariant: Invariant): number {
  const size = invariant.F(x) / rate;
  return x < 0 ? -size : size;
}

/** Where cross supervision of two agents ends: RIGHT, WRONG, or UNDECIDED on the separatrix (and where nothing moves, K = 1). */
export function crossBasin(pA: number, pB: number, rates: RatePair, options: KernelOptions): 0 | 1 | 2 {
  checkRates(rates);
  if (options.K < 2) return UNDECIDED;
  const invariant = invariantFor(options);
  const a = potential(logit(pA), rates[0], invariant);
  const b = potential(logit(pB), rates[1], invariant);
  const sum = a + b;
  if (!(Math.abs(sum) > ON_SEPARATRIX * (Math.abs(a) + Math.abs(b)))) {
    return Math.abs(sum) === Number.POSITIVE_INFINITY ? (sum > 0 ? RIGHT : WRONG) : UNDECIDED;
  }
  return sum > 0 ? RIGHT : WRONG;
}

export interface BasinMap {
  /** Cells along each axis; cell i covers p from i / n to (i + 1) / n and is judged at its centre. */
  readonly n: number;
  /** Outcome codes, n x n, row-major: cells[iB * n + iA], the row of the smallest p_B first. */
  readonly cells: Uint8Array;
}

/** The centre of cell i of n on an axis of probabilities. */
export function cellCentre(i: number, n: number): number {
  return (i + 0.5) / n;
}

/**
 * The basins of two agents under cross supervision on an n x n grid. F is evaluated n / 2 times in all; W grows along both axes, so
 * each row is two fills whose borders only move left from one row to the next.
 */
export function crossBasinMap(n: number, rates: RatePair, options: KernelOptions): BasinMap {
  checkRates(rates);
  const cells = new Uint8Array(n * n).fill(UNDECIDED);
  if (options.K < 2) return { n, cells };
  const invariant = invariantFor(options);
  const values = new Float64Array(n);
  for (let i = 0; i < n >> 1; i++) {
    const value = invariant.F(logit(cellCentre(i, n)));
    values[i] = -value;
    values[n - 1 - i] = value;
  }
  const margin = ON_SEPARATRIX / rates[0];
  // Cells from `right` on end right, cells below `wrong` end wrong.
  let right = n;
  let wrong = n;
  for (let iB = 0; iB < n; iB++) {
    const b = (values[iB] as number) / rates[1];
    const slack = ON_SEPARATRIX * Math.abs(b);
    while (right > 0) {
      const value = values[right - 1] as number;
      if (value / rates[0] + b <= slack + margin * Math.abs(value)) break;
      right--;
    }
    while (wrong > 0) {
      const value = values[wrong - 1] as number;
      if (value / rates[0] + b < -slack - margin * Math.abs(value)) break;
      wrong--;
    }
    cells.fill(WRONG, iB * n, iB * n + wrong);
    cells.fill(RIGHT, iB * n + right, (iB + 1) * n);
  }
  return { n, cells };
}
