/**
 * The finite world: K rollouts are really drawn, the vote is really taken, and the log-odds move by eta times the realised update. An exact
 * simulation of what the differential equation averages, seeded, so that the same numbers come out again.
 *
 * One step of Co-RL (arXiv 2608.17253, section 5) on one prompt: all agents draw C_n ~ Bin(K, p_n), the labels follow, then every agent
 * updates. Ours: more than one update per batch with PPO's clip (with one update the ratio is 1 and the clip has no effect), and a KL penalty to
 * the start. Both keep the symmetry between right and wrong, so p_A + p_B = 1 stays invariant on average; a KL penalty can hold a start beside
 * it for ever (docs/theory.md).
 */
import { type Interval, wilson } from "../math/intervals.ts";
import { createRng, mixSeed, type Rng } from "../math/rng.ts";
import { checkRollouts, expit, logit } from "./binomial.ts";
import { checkRates } from "./invariant.ts";
import type { KernelOptions } from "./kernel.ts";
import { updateSize } from "./spread.ts";
import { trajectory } from "./trajectory.ts";
import { type KlToStart, klGradient, type Supervision, type TwoOutcomeSetting, twoOutcomeSystem } from "./two-outcome.ts";

export interface FiniteOptions extends KernelOptions {
  readonly rates: readonly number[];
  readonly supervision: Supervision;
  /** p of every agent at the start. */
  readonly start: readonly number[];
  /** Steps T; each draws K rollouts per agent. */
  readonly steps: number;
  readonly seed: number;
  /** Updates per batch of rollouts; default 1. */
  readonly updates?: number;
  /** Half-width of PPO's clip interval; default 0.2. Matters from the second update on. */
  readonly clip?: number;
  /** KL penalty to the start; default none. "k3" uses the sampled estimator of GRPO, "reverse" the exact gradient. */
  readonly kl?: { readonly beta: number; readonly form: KlToStart["form"] };
  /** Record p every so many steps (and at the start and the end); default 1. */
  readonly recordEvery?: number;
}

/** A number from Bin(K, p) by log-odds, by inversion of one 53-bit uniform number. */
export function sampleBinomial(rng: Rng, K: number, x: number): number {
  const target = ((rng.uint32() >>> 5) * 67108864 + (rng.uint32() >>> 6)) / 9007199254740992;
  const u = Math.exp(-Math.abs(x));
  let weight = Math.exp(-K * Math.log1p(u));
  let sum = weight;
  let j = 0;
  while (sum <= target && j < K) {
    weight *= (u * (K - j)) / (j + 1);
    sum += weight;
    j++;
  }
  return x >= 0 ? K - j : j;
}

/** The label of c right votes among n: 1 right, -1 wrong, 0 where the winner's share is below tau. A coin decides a tie. */
function vote(rng: Rng, c: number, n: number, tau: number): -1 | 0 | 1 {
  if (Math.max(c, n - c) / n < tau) return 0;
  if (2 * c === n) return rng.uniform() < 0.5 ? 1 : -1;
  return 2 * c > n ? 1 : -1;
}

/** The recorded steps: 0, recordEvery, ..., T. */
export function recordedSteps({ steps, recordEvery = 1 }: FiniteOptions): number[] {
  const times: number[] = [];
  for (let t = 0; t < steps; t += recordEvery) times.push(t);
  return [...times, steps];
}

/** One repeat: p at the recorded steps, [times, agents]. Depends on the options and the repeat's number only. */
export function simulateRepeat(options: FiniteOptions, repeat: number): Float32Array {
  const { K, tau = 0, rates, supervision, start, steps, updates = 1, clip = 0.2, kl, recordEvery = 1 } = options;
  checkRollouts(K);
  checkRates(rates);
  const agents = rates.length;
  if (start.length !== agents) throw new RangeError(`${agents} agents need as many starts, not ${start.length}.`);
  const rng = createRng(mixSeed(options.seed, repeat));
  const sizes = Array.from({ length: K + 1 }, (_, c) => updateSize(K, c, options));
  const x = start.map(logit);
  const x0 = [...x];
  const counts = new Int32Array(agents);
  const labels = new Int8Array(agents);
  const path = new Float32Array(recordedSteps(options).length * agents);
  let written = 0;
  const record = (): void => {
    for (const value of x) path[written++] = expit(value);
  };

  const labelFor = (n: number): -1 | 0 | 1 => {
    const own = counts[n] as number;
    const peer = counts[n === 0 ? agents - 1 : n - 1] as number;
    switch (supervision.kind) {
      case "self":
        return vote(rng, own, K, tau);
      case "cross":
        return vote(rng, peer, K, tau);
      case "mixture":
        return vote(rng, rng.uniform() < supervision.ownWeight ? own : peer, K, tau);
      case "pooled":
        return vote(rng, own + peer, 2 * K, tau);
    }
  };

  for (let t = 0; t < steps; t++) {
    if (t % recordEvery === 0) record();
    for (let n = 0; n < agents; n++) counts[n] = sampleBinomial(rng, K, x[n] as number);
    for (let n = 0; n < agents; n++) labels[n] = labelFor(n);
    for (let n = 0; n < agents; n++) {
      const rate = rates[n] as number;
      const count = counts[n] as number;
      const label = labels[n] as number;
      const sampled = x[n] as number;
      for (let update = 0; update < updates; update++) {
        const now = x[n] as number;
        const push = update === 0 ? 1 : clippedPush(label * sampled, label * now, clip);
        let move = label * (sizes[count] as number) * push;
        if (kl)
          move -=
            kl.beta *
            (kl.form === "reverse" ? klGradient("reverse", now, x0[n] as number) : sampledK3(count / K, now, x0[n] as number));
        x[n] = now + rate * move;
      }
    }
  }
  record();
  return path;
}

/**
 * What is left of an update's size after the ratio moved, x the log-odds of the labelled outcome when sampled and now: the labelled rollouts
 * (advantage > 0) count while their ratio is at most 1 + clip, the others while theirs is at least 1 - clip, each times its ratio. The two parts
 * are 1 - p and p at ratio 1.
 */
export function clippedPush(sampled: number, now: number, clip: number): number {
  const p = expit(now);
  const labelled = p / expit(sampled);
  const other = expit(-now) / expit(-sampled);
  return (labelled <= 1 + clip ? labelled * (1 - p) : 0) + (other >= 1 - clip ? other * p : 0);
}

/** GRPO's k3 estimator's gradient by x from a group with share m right: its mean over the draw is p - p0. */
function sampledK3(m: number, x: number, x0: number): number {
  const gap = expit(x) - expit(x0);
  return (m > 0 ? m * gap * Math.exp(-x) : 0) + (m < 1 ? (1 - m) * gap * Math.exp(x) : 0);
}

export interface FiniteResult {
  /** Recorded steps, length times. */
  readonly steps: readonly number[];
  /** p at the recorded steps, [repeats, times, agents]. */
  readonly paths: Float32Array;
  readonly repeats: number;
  readonly agents: number;
  /** Share of repeats in which each agent has p > 1/2 at T, with Wilson's 95 % interval. */
  readonly right: readonly Interval[];
  /** The same for all agents at once, and for none. */
  readonly allRight: Interval;
  readonly noneRight: Interval;
}

/** R repeats and what they add up to. */
export function simulateFinite(options: FiniteOptions, repeats: number): FiniteResult {
  if (!Number.isInteger(repeats) || repeats < 1) throw new RangeError(`At least one repeat is needed, not ${repeats}.`);
  return summarise(
    options,
    Array.from({ length: repeats }, (_, repeat) => simulateRepeat(options, repeat)),
  );
}

/** The result of repeats simulated one by one, so that a page can spread them over frames. */
export function summarise(options: FiniteOptions, runs: readonly Float32Array[]): FiniteResult {
  const agents = options.rates.length;
  const steps = recordedSteps(options);
  const length = steps.length * agents;
  const paths = new Float32Array(runs.length * length);
  const right = new Array<number>(agents).fill(0);
  let all = 0;
  let none = 0;
  runs.forEach((run, i) => {
    paths.set(run, i * length);
    const ends = right.map((_, n) => (run[length - agents + n] ?? 0) > 0.5);
    ends.forEach((end, n) => {
      if (end) right[n] = (right[n] ?? 0) + 1;
    });
    if (ends.every((end) => end)) all++;
    if (!ends.some((end) => end)) none++;
  });
  const n = runs.length;
  return {
    steps,
    paths,
    repeats: n,
    agents,
    right: right.map((count) => wilson(count, n)),
    allRight: wilson(all, n),
    noneRight: wilson(none, n),
  };
}

/** Quantiles of p over the repeats, [levels, times, agents], for a fan: by linear interpolation between order statistics. */
export function fan(result: FiniteResult, levels: readonly number[] = [0.05, 0.25, 0.5, 0.75, 0.95]): Float32Array {
  const { repeats, paths } = result;
  const length = result.steps.length * result.agents;
  const out = new Float32Array(levels.length * length);
  const column = new Float32Array(repeats);
  for (let i = 0; i < length; i++) {
    for (let r = 0; r < repeats; r++) column[r] = paths[r * length + i] as number;
    column.sort();
    levels.forEach((level, l) => {
      const at = level * (repeats - 1);
      const low = column[Math.floor(at)] ?? 0;
      const high = column[Math.ceil(at)] ?? low;
      out[l * length + i] = low + (at - Math.floor(at)) * (high - low);
    });
  }
  return out;
}

/** The differential equation that the finite world averages: rates times updates per batch, the clip left out, KL included. */
export function meanField(options: FiniteOptions): TwoOutcomeSetting {
  const { K, tau = 0, ddof = 0, epsilon = 0, supervision, updates = 1, kl, start } = options;
  const rates = options.rates.map((rate) => rate * updates);
  return { K, tau, ddof, epsilon, supervision, rates, ...(kl ? { kl: { ...kl, start } } : {}) };
}

/** p of every agent at step T by that equation. */
export function meanFieldEnd(options: FiniteOptions): number[] {
  const system = twoOutcomeSystem(meanField(options));
  const path = trajectory(system.drift, options.start.map(logit), { tEnd: options.steps });
  return Array.from(path.at(options.steps), expit);
}
