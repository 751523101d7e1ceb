/**
 * The dynamics with many answers: agent n holds logits theta over M answers, answer 0 is right, pi = softmax(theta).
 *
 * Ours; Co-RL's analysis (arXiv 2608.17253, section 5) lumps all wrong answers into one. Real wrong answers scatter, and then a plurality
 * can be right at p < 1/2. With L the law of the peer's label (`plurality.ts`) and S_K the spread (derivation in docs/theory.md):
 *     cross  g_m = L_m S_K(pi_m) - sum over l != m of L_l S_K(pi_l) pi_m / (1 - pi_l),
 *     self   g   = the pull of the joint law of label and rollouts.
 *
 * What eta means: with M = 2 the gap of the two logits moves at twice the rate of P1's log-odds, since P1 has one parameter where a softmax
 * has two. This file moves the logits by eta / 2 times g, so that eta is P1's rate for every M, and M = 2 is the two-outcome system exactly.
 */
import type { Drift } from "./integrate.ts";
import { checkRates } from "./invariant.ts";
import { type Kernel, type KernelOptions, kernelFor } from "./kernel.ts";
import { type AgentOutcome, codeOf, type OutcomeCode, RIGHT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { createPlurality, type Plurality } from "./plurality.ts";
import { MAX_AGENTS } from "./two-outcome.ts";

/** Logits move at this multiple of eta; see the top of the file. */
export const LOGIT_RATE = 0.5;

export interface ManyAnswerSetting extends KernelOptions {
  /** Number of answers, 2 to 8; K at most 64. */
  readonly answers: number;
  readonly rates: readonly number[];
  readonly supervision: { readonly kind: "self" } | { readonly kind: "cross" };
}

export interface ManyAnswerSystem {
  readonly setting: ManyAnswerSetting;
  readonly agents: number;
  readonly answers: number;
  /** Length of a state: agents times answers, agent by agent. */
  readonly dimension: number;
  readonly drift: Drift;
  /** Outcome once it is certain (self: for every agent), else null. */
  fate(theta: Float64Array): OutcomeCode | null;
  /** The code of a state at rest by the agents' p: all above one half, all below, or neither. */
  atRest(theta: Float64Array): OutcomeCode;
  /** p of every agent. */
  right(theta: Float64Array): number[];
}

/** pi = softmax of M logits of `theta` from `offset`, written to `out`. */
export function softmax(theta: ArrayLike<number>, offset: number, M: number, out: Float64Array): void {
  let top = Number.NEGATIVE_INFINITY;
  for (let m = 0; m < M; m++) top = Math.max(top, theta[offset + m] as number);
  let sum = 0;
  for (let m = 0; m < M; m++) {
    const e = Math.exp((theta[offset + m] as number) - top);
    out[m] = e;
    sum += e;
  }
  for (let m = 0; m < M; m++) out[m] = (out[m] as number) / sum;
}

/** g of cross supervision from an agent's pi and its label's law L, per unit step on the logits; written to `out`. Sums to 0. */
export function crossPull(kernel: Kernel, pi: Float64Array, L: Float64Array, out: Float64Array): void {
  const M = pi.length;
  out.fill(0);
  for (let l = 0; l < M; l++) {
    const p = pi[l] as number;
    // 1 - p as a sum keeps its digits where p is close to 1.
    let rest = 0;
    for (let m = 0; m < M; m++) if (m !== l) rest += pi[m] as number;
    if (p === 0 || rest === 0) continue;
    const push = (L[l] as number) * kernel.spreadAtOdds(p < rest ? p / rest : rest / p);
    out[l] = (out[l] as number) + push;
    const share = push / rest;
    for (let m = 0; m < M; m++) if (m !== l) out[m] = (out[m] as number) - share * (pi[m] as number);
  }
}

/** The system of a setting. Throws RangeError on numbers out of range. */
export function manyAnswerSystem(setting: ManyAnswerSetting): ManyAnswerSystem {
  const { answers: M, rates, supervision } = setting;
  checkRates(rates);
  const agents = rates.length;
  const self = supervision.kind === "self";
  if (agents < (self ? 1 : 2) || agents > MAX_AGENTS)
    throw new RangeError(`${agents} agents cannot train by ${supervision.kind} supervision.`);
  const vote: Plurality = createPlurality({ ...setting, M });
  const kernel = kernelFor(setting);
  const pi = Array.from({ length: agents }, () => new Float64Array(M));
  const labels = Array.from({ length: agents }, () => new Float64Array(M));
  const pull = new Float64Array(M);
  const scratch = new Float64Array(M);

  const drift: Drift = (theta, out) => {
    for (let n = 0; n < agents; n++) softmax(theta, n * M, M, pi[n] as Float64Array);
    if (!self) for (let n = 0; n < agents; n++) vote.winner(pi[n] as Float64Array, labels[n] as Float64Array);
    for (let n = 0; n < agents; n++) {
      if (self) vote.selfPull(pi[n] as Float64Array, pull);
      else crossPull(kernel, pi[n] as Float64Array, labels[n === 0 ? agents - 1 : n - 1] as Float64Array, pull);
      const scale = LOGIT_RATE * (rates[n] as number);
      for (let m = 0; m < M; m++) out[n * M + m] = scale * (pull[m] as number);
    }
  };

  /** The answer that has more than half of an agent's mass, or -1. */
  const majority = (theta: Float64Array, n: number): number => {
    softmax(theta, n * M, M, scratch);
    for (let m = 0; m < M; m++) if ((scratch[m] as number) > 0.5) return m;
    return -1;
  };
  const right = (theta: Float64Array): number[] =>
    Array.from({ length: agents }, (_, n) => {
      softmax(theta, n * M, M, scratch);
      return scratch[0] as number;
    });
  // K = 2, or a threshold that only unanimity passes, leaves the own vote without a pull whatever M is.
  const still = vote.K < 2 || (self && kernel.atHalf.selfSlope === 0);

  return {
    setting,
    agents,
    answers: M,
    dimension: agents * M,
    drift,
    right,
    // More than half of everybody's mass on one answer is never lost again under cross supervision: at one half the drift points outwards
    // (docs/theory.md has the proof). That a self-rewarding agent keeps its own majority answer is checked numerically only.
    fate: (theta) => {
      if (still) return UNDECIDED;
      const first = majority(theta, 0);
      if (first < 0) return null;
      const outcomes: AgentOutcome[] = [first === 0 ? 1 : 0];
      for (let n = 1; n < agents; n++) {
        const answer = majority(theta, n);
        if (answer < 0 || (!self && answer !== first)) return null;
        outcomes.push(answer === 0 ? 1 : 0);
      }
      return codeOf(outcomes);
    },
    // Two wrong answers may hold each other in balance for ever; that is wrong all the same.
    atRest: (theta) => {
      const p = right(theta);
      if (p.every((value) => value > 0.55)) return RIGHT;
      return p.every((value) => value < 0.45) ? WRONG : UNDECIDED;
    },
  };
}
