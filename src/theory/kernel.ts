/**
 * phi_K, S_K and the self-rewarding pull G_K of one setting, tabulated once as polynomials and then cheap to evaluate in log-odds:
 * what maps, integrators and the first integral call millions of times. Formulas: `vote.ts`, `spread.ts`; G_K is P1 of Co-RL
 * (arXiv 2608.17253), E[sign(C - K/2) s_K(C)].
 */
import { checkRollouts, logit } from "./binomial.ts";
import { evaluatePolynomial, type SpreadOptions, spreadPolynomial, updateSize } from "./spread.ts";
import { votePolynomial } from "./vote.ts";

export interface KernelOptions extends SpreadOptions {
  /** Rollouts per prompt and agent, 1 to 256. Below 3 there is no self-rewarding drift, at 1 no drift at all. */
  readonly K: number;
  /** Least share of the winner for a vote to count; default 0. */
  readonly tau?: number;
}

export interface Kernel {
  readonly K: number;
  readonly tau: number;
  readonly ddof: 0 | 1;
  readonly epsilon: number;
  /** phi_K at log-odds x, odd; +-1 at +-Infinity. */
  phi(x: number): number;
  /** S_K at log-odds x, even; 0 at +-Infinity. */
  spread(x: number): number;
  /** S_K by the odds u in [0, 1] of the less likely outcome. */
  spreadAtOdds(u: number): number;
  /** G_K at log-odds x, odd: the self-rewarding drift of x per eta. */
  selfPull(x: number): number;
  /** Writes phi_K to out[0] and S_K to out[1], for less than two calls. */
  pair(x: number, out: Float64Array): void;
  /** phi_K / S_K at log-odds x, the integrand of the first integral; grows like e^|x| / sqrt(K - 1). */
  ratio(x: number): number;
  /** Derivatives by x at x = 0, and S_K(0), for the eigenvalues of the saddle. */
  readonly atHalf: { readonly phiSlope: number; readonly selfSlope: number; readonly spread: number };
  /** Polynomials of `vote.ts` and `spread.ts`: phi's quotient Q and the spread's T, for expansions at the corner. */
  readonly polynomials: { readonly phi: Float64Array; readonly spread: Float64Array };
}

const kernels = new Map<string, Kernel>();

/** The kernel of a setting, kept for the next call. Throws RangeError on a K, tau or epsilon out of range. */
export function kernelFor({ K, tau = 0, ddof = 0, epsilon = 0 }: KernelOptions): Kernel {
  const key = `${K},${tau},${ddof},${epsilon}`;
  const known = kernels.get(key);
  if (known) return known;
  if (kernels.size > 512) kernels.clear();
  const made = makeKernel(K, tau, ddof, epsilon);
  kernels.set(key, made);
  return made;
}

function makeKernel(K: number, tau: number, ddof: 0 | 1, epsilon: number): Kernel {
  checkRollouts(K);
  if (!(epsilon >= 0)) throw new RangeError(`epsilon must be >= 0, not ${epsilon}.`);
  const Q = votePolynomial(K, tau, () => 1);
  const R = votePolynomial(K, tau, (j) => updateSize(K, j, { ddof, epsilon }));
  const T = spreadPolynomial(K, { ddof, epsilon });
  const degree = K - 1;
  // (1 + u)^-K by squaring: K is a whole number, and this is twice as fast as exp and log1p, to the same accuracy.
  const scale = (u: number): number => {
    let square = 1 / (1 + u);
    let value = 1;
    for (let bits = K; bits > 0; bits >>= 1) {
      if (bits & 1) value *= square;
      square *= square;
    }
    return value;
  };
  const odd = (coefficients: Float64Array, x: number): number => {
    const a = Math.abs(x);
    const u = Math.exp(-a);
    const size = -Math.expm1(-a) * evaluatePolynomial(coefficients, u) * scale(u);
    // Never -0.
    return x < 0 && size > 0 ? -size : size;
  };
  const spreadAtOdds = (u: number): number => u * evaluatePolynomial(T, u) * scale(u);
  const spread = (x: number): number => spreadAtOdds(Math.exp(-Math.abs(x)));
  const atHalf = { phiSlope: evaluatePolynomial(Q, 1) / 2 ** K, selfSlope: evaluatePolynomial(R, 1) / 2 ** K, spread: spread(0) };
  return {
    K,
    tau,
    ddof,
    epsilon,
    phi: (x) => odd(Q, x),
    spread,
    spreadAtOdds,
    selfPull: (x) => odd(R, x),
    pair: (x, out) => {
      const u = Math.exp(x < 0 ? x : -x);
      let q = 0;
      let t = 0;
      // One pass for both: T has one coefficient less than Q.
      q = Q[degree] as number;
      for (let i = degree - 1; i >= 0; i--) {
        q = q * u + (Q[i] as number);
        t = t * u + (T[i] as number);
      }
      const s = scale(u);
      // 1 - u is off by at most one unit of 1, relative to a drift that then is of that size itself.
      out[0] = (x < 0 ? u - 1 : 1 - u) * q * s;
      out[1] = u * t * s;
    },
    ratio: (x) => {
      const a = Math.abs(x);
      const u = Math.exp(-a);
      const size = (-Math.expm1(-a) * evaluatePolynomial(Q, u)) / (u * evaluatePolynomial(T, u));
      return x < 0 ? -size : size;
    },
    atHalf,
    polynomials: { phi: Q, spread: T },
  };
}

/** G_K(p), self-rewarding: dp/dt = eta p (1 - p) G_K(p). */
export function selfPull(p: number, options: KernelOptions): number {
  return kernelFor(options).selfPull(logit(p));
}

/** dp/dt of a self-rewarding agent (Co-RL, P1); 0 for K below 3. */
export function selfDrift(p: number, eta: number, options: KernelOptions): number {
  return eta * p * (1 - p) * selfPull(p, options);
}
