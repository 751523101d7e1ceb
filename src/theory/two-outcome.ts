/**
 * The dynamics of one prompt with two outcomes, right and (one aggregate) wrong, in log-odds x_n of each agent.
 *
 * Co-RL (arXiv 2608.17253) section 5, P1, divided by p (1 - p):
 *     self-rewarding   dx_n/dt = eta_n G_K(x_n),
 *     cross            dx_n/dt = eta_n S_K(x_n) phi_K(x_{n-1}),  a directed ring; with two agents each supervises the other.
 * Ours: a mixture (the label comes from the agent's own vote with probability w, else from the predecessor's: the drifts add with weights w
 * and 1 - w), the pooled vote of own and predecessor's rollouts, and a KL penalty to the start. Time counts updates: eta is the rate at
 * which P1 moves the log-odds per update.
 *
 * Every one of these drifts grows in the predecessor's x, so the flow keeps order (Kamke and Mueller): raising any start never lowers any
 * later state. Basin maps (`basin-map.ts`) live on that.
 */
import { binomialWeights, logit } from "./binomial.ts";
import type { Drift } from "./integrate.ts";
import { checkRates } from "./invariant.ts";
import { type Kernel, type KernelOptions, kernelFor } from "./kernel.ts";
import { type OutcomeCode, RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { updateSize } from "./spread.ts";

export const MAX_AGENTS = 8;

/** Who labels: the agent itself; its predecessor on the ring; itself with probability ownWeight; both agents' rollouts in one vote. */
export type Supervision =
  | { readonly kind: "self" }
  | { readonly kind: "cross" }
  | { readonly kind: "mixture"; readonly ownWeight: number }
  | { readonly kind: "pooled" };

/**
 * A KL penalty to the start, beta > 0. "reverse": the gradient of KL(pi || start), p (1 - p) (x - x0). "k3": what GRPO's estimator
 * yields on average when it is differentiated as a loss (TRL), which is the gradient of KL(start || pi), p - p0.
 */
export interface KlToStart {
  readonly beta: number;
  readonly form: "reverse" | "k3";
  /** Probabilities of a right answer at the start, one per agent. */
  readonly start: readonly number[];
}

export interface TwoOutcomeSetting extends KernelOptions {
  /** One learning rate per agent; their number is the number of agents, 2 to 8 (1 for self-rewarding). */
  readonly rates: readonly number[];
  readonly supervision: Supervision;
  readonly kl?: KlToStart;
}

export interface TwoOutcomeSystem {
  readonly setting: TwoOutcomeSetting;
  readonly kernel: Kernel;
  readonly agents: number;
  /** dx/dt by log-odds x, both of length `agents`. */
  readonly drift: Drift;
  /** Where the state must end, once that is certain; null before. Never certain with a KL penalty. */
  fate(x: Float64Array): OutcomeCode | null;
}

/** Throws RangeError on a setting that has no meaning. */
function check({ rates, supervision, kl }: TwoOutcomeSetting): void {
  checkRates(rates);
  const least = supervision.kind === "self" ? 1 : 2;
  if (rates.length < least || rates.length > MAX_AGENTS) {
    throw new RangeError(`${supervision.kind} supervision takes ${least} to ${MAX_AGENTS} agents, not ${rates.length}.`);
  }
  if (supervision.kind === "mixture" && !(supervision.ownWeight >= 0 && supervision.ownWeight <= 1)) {
    throw new RangeError(`The weight of the own vote must be between 0 and 1, not ${supervision.ownWeight}.`);
  }
  if (kl && !(kl.beta >= 0)) throw new RangeError(`beta must be >= 0, not ${kl.beta}.`);
  if (kl && kl.start.length !== rates.length) throw new RangeError("The KL penalty needs one start per agent.");
}

/** The smallest number of right votes among 2 K that labels a prompt right in a pooled vote. */
export function pooledQuorum(K: number, tau: number): number {
  let votes = K + 1;
  while (votes < 2 * K && votes / (2 * K) < tau) votes++;
  return votes;
}

/** E[s(C) (1[labelled right] - 1[labelled wrong])] for the pooled vote of C ~ own and D ~ peer, as weights over 0..K. */
function makePooledPull(K: number, tau: number, sizes: Float64Array): (own: Float64Array, peer: Float64Array) => number {
  const quorum = pooledQuorum(K, tau);
  const atLeast = new Float64Array(K + 2);
  const atMost = new Float64Array(K + 2);
  return (own, peer) => {
    for (let c = K; c >= 0; c--) atLeast[c] = (atLeast[c + 1] as number) + (peer[c] as number);
    for (let c = 0; c <= K; c++) atMost[c + 1] = (atMost[c] as number) + (peer[c] as number);
    let sum = 0;
    for (let c = 1; c < K; c++) {
      const right = quorum - c;
      const wrong = 2 * K - quorum - c;
      const up = right <= 0 ? 1 : right > K ? 0 : (atLeast[right] as number);
      const down = wrong >= K ? 1 : wrong < 0 ? 0 : (atMost[wrong + 1] as number);
      sum += (own[c] as number) * (sizes[c] as number) * (up - down);
    }
    return sum;
  };
}

/** The system of a setting. Throws RangeError on rates, K, tau, weights or numbers of agents out of range. */
export function twoOutcomeSystem(setting: TwoOutcomeSetting): TwoOutcomeSystem {
  check(setting);
  const { rates, supervision, kl } = setting;
  const kernel = kernelFor(setting);
  const { K, tau } = kernel;
  const agents = rates.length;
  const own = supervision.kind === "self" ? 1 : supervision.kind === "mixture" ? supervision.ownWeight : 0;
  const base = supervision.kind === "pooled" ? pooledDrift() : separateDrift();
  const drift: Drift = kl && kl.beta > 0 ? penalised(base, kl) : base;
  // K = 2, or a threshold that only unanimity passes: the own vote never finds a group with any spread.
  const still = K < 2 || (own === 1 && kernel.atHalf.selfSlope === 0);

  const fate = (x: Float64Array): OutcomeCode | null => {
    if (kl && kl.beta > 0) return null;
    if (still) return UNDECIDED;
    let up = 0;
    let down = 0;
    for (let n = 0; n < agents; n++) {
      if ((x[n] as number) > 0) up++;
      else if ((x[n] as number) < 0) down++;
    }
    // All on one side of 1/2: every drift points away from 1/2 and keeps doing so.
    if (up === agents) return RIGHT;
    if (down === agents) return WRONG;
    if (own === 1) return up + down === agents ? SPLIT : UNDECIDED;
    if (own <= 0.5 || up + down < agents) return null;
    // An agent whose own pull outweighs anything its peer can exert (|phi| <= 1) never turns: G / S grows with |x|.
    for (let n = 0; n < agents; n++) {
      const size = kernel.spread(x[n] as number);
      if (own * Math.abs(kernel.selfPull(x[n] as number)) <= (1 - own) * size) return null;
    }
    return SPLIT;
  };
  return { setting, kernel, agents, drift, fate };

  function separateDrift(): Drift {
    const both = new Float64Array(2);
    const phi = new Float64Array(agents);
    const size = new Float64Array(agents);
    return (x, out) => {
      if (own < 1) {
        for (let n = 0; n < agents; n++) {
          kernel.pair(x[n] as number, both);
          phi[n] = both[0] as number;
          size[n] = both[1] as number;
        }
      }
      for (let n = 0; n < agents; n++) {
        const self = own > 0 ? own * kernel.selfPull(x[n] as number) : 0;
        const cross = own < 1 ? (1 - own) * (size[n] as number) * (phi[n === 0 ? agents - 1 : n - 1] as number) : 0;
        out[n] = (rates[n] as number) * (self + cross);
      }
    };
  }

  function pooledDrift(): Drift {
    const sizes = Float64Array.from({ length: K + 1 }, (_, c) => updateSize(K, c, setting));
    const pull = makePooledPull(K, tau, sizes);
    const weights = Array.from({ length: agents }, () => new Float64Array(K + 1));
    return (x, out) => {
      for (let n = 0; n < agents; n++) binomialWeights(K, x[n] as number, weights[n]);
      for (let n = 0; n < agents; n++) {
        const peer = weights[n === 0 ? agents - 1 : n - 1] as Float64Array;
        out[n] = (rates[n] as number) * pull(weights[n] as Float64Array, peer);
      }
    };
  }

  function penalised(inner: Drift, { beta, form, start }: KlToStart): Drift {
    const x0 = start.map(logit);
    return (x, out) => {
      inner(x, out);
      for (let n = 0; n < agents; n++) {
        out[n] = (out[n] as number) - (rates[n] as number) * beta * klGradient(form, x[n] as number, x0[n] as number);
      }
    };
  }
}

/** The derivative by x of a KL penalty at log-odds x, start x0; see KlToStart. */
export function klGradient(form: KlToStart["form"], x: number, x0: number): number {
  const p = 1 / (1 + Math.exp(-x));
  if (form === "k3") return p - 1 / (1 + Math.exp(-x0));
  const weight = p * (1 - p);
  return weight === 0 ? 0 : weight * (x - x0);
}

/** dp/dt by probabilities: what an arrow of the vector field shows. */
export function velocity(system: TwoOutcomeSystem, p: readonly number[]): number[] {
  const out = new Float64Array(system.agents);
  system.drift(Float64Array.from(p, logit), out);
  return p.map((value, n) => value * (1 - value) * (out[n] ?? 0));
}
