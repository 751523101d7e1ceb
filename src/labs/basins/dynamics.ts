/**
 * What the pictures draw, computed from a setting: trajectories as lists of points, the vector field on a grid, and where self-rewarding
 * divides an axis. Pure; runs on the main thread for two answers and in the worker for more. Formulas: src/theory.
 */
import { logit } from "../../theory/binomial.ts";
import { createFollower } from "../../theory/fate.ts";
import type { BasinSetting } from "../../theory/forecast.ts";
import type { Drift } from "../../theory/integrate.ts";
import { kernelFor } from "../../theory/kernel.ts";
import { type ManyAnswerSystem, manyAnswerSystem, softmax } from "../../theory/many-answers.ts";
import { RIGHT } from "../../theory/outcome-codes.ts";
import { sliceDistribution, sliceStart } from "../../theory/slice.ts";
import { trajectory } from "../../theory/trajectory.ts";
import { twoOutcomeSystem } from "../../theory/two-outcome.ts";
import { FIELD } from "../../ui/field.ts";

/** The two pictures: each agent alone, and the cohort under the chosen exchange. */
export const RULES = ["self", "cross"] as const;
export type Rule = (typeof RULES)[number];

/** A system with its start and its reading in probabilities, whatever the number of answers. */
export interface Flow {
  readonly agents: number;
  readonly drift: Drift;
  /** The state at probabilities p. */
  start(p: readonly number[]): Float64Array;
  /** p of every agent in a state, written to `out`. */
  read(x: Float64Array, out: Float64Array): void;
  /** dp/dt at probabilities p, written to `out`. */
  velocity(p: readonly number[], out: Float64Array): void;
}

/** The flow of a rule. Throws RangeError on a setting out of range. */
export function flowOf(setting: BasinSetting, rule: Rule): Flow {
  return setting.answers === 2 ? twoOutcomeFlow(setting, rule) : manyAnswerFlow(setting, rule);
}

function twoOutcomeFlow(setting: BasinSetting, rule: Rule): Flow {
  const { agents, drift } = twoOutcomeSystem({
    ...setting,
    supervision: rule === "self" ? { kind: "self" } : setting.exchange,
  });
  const moved = new Float64Array(agents);
  return {
    agents,
    drift,
    start: (p) => Float64Array.from(p, logit),
    read: (x, out) => {
      for (let n = 0; n < agents; n++) out[n] = 1 / (1 + Math.exp(-(x[n] as number)));
    },
    velocity: (p, out) => {
      drift(Float64Array.from(p, logit), moved);
      p.forEach((value, n) => {
        out[n] = value * (1 - value) * (moved[n] as number);
      });
    },
  };
}

function manyAnswerFlow(setting: BasinSetting, rule: Rule): Flow {
  const { answers: M, profile } = setting;
  const system = manyAnswerSystem({ ...setting, supervision: { kind: rule } });
  const moved = new Float64Array(system.dimension);
  const pi = new Float64Array(M);
  return {
    agents: system.agents,
    drift: system.drift,
    start: (p) => sliceStart(p, M, profile),
    read: (x, out) => {
      for (let n = 0; n < system.agents; n++) {
        softmax(x, n * M, M, pi);
        out[n] = pi[0] as number;
      }
    },
    velocity: (p, out) => {
      const theta = sliceStart(p, M, profile);
      system.drift(theta, moved);
      for (let n = 0; n < system.agents; n++) {
        // dpi_0/dt = pi_0 (dtheta_0/dt - sum_m pi_m dtheta_m/dt)
        softmax(theta, n * M, M, pi);
        let mean = 0;
        for (let m = 0; m < M; m++) mean += (pi[m] as number) * (moved[n * M + m] as number);
        out[n] = (pi[0] as number) * ((moved[n * M] as number) - mean);
      }
    },
  };
}

/** A trajectory as points to draw. */
export interface Path {
  /** Times, rising, in updates; the first is 0. */
  readonly times: Float64Array;
  /** p of every agent at these times, [times, agents]. */
  readonly p: Float64Array;
  readonly agents: number;
}

/** Points drawn per accepted step, so that long steps stay round. */
const POINTS_PER_STEP = 3;

/** The trajectory of a flow from p over T updates, to 1e-7: far below a pixel. */
export function pathOf(flow: Flow, p: readonly number[], T: number): Path {
  const { agents } = flow;
  const solved = trajectory(flow.drift, flow.start(p), { tEnd: T, rtol: 1e-7, atol: 1e-7 });
  const steps = solved.times.length - 1;
  const count = steps * POINTS_PER_STEP + 1;
  const times = new Float64Array(count);
  const points = new Float64Array(count * agents);
  const x = new Float64Array(solved.dimension);
  const read = new Float64Array(agents);
  for (let i = 0; i < count; i++) {
    const step = Math.min(steps - 1, Math.floor(i / POINTS_PER_STEP));
    const from = solved.times[Math.max(0, step)] ?? 0;
    const to = solved.times[step + 1] ?? from;
    const t = i === count - 1 ? to : from + ((to - from) * (i % POINTS_PER_STEP)) / POINTS_PER_STEP;
    flow.read(solved.at(t, x), read);
    times[i] = t;
    points.set(read, i * agents);
  }
  return { times, p: points, agents };
}

/** p of every agent on a path at time t (clamped), between its points by straight lines. */
export function pathAt({ times, p, agents }: Path, t: number): number[] {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= t) low = middle;
    else high = middle;
  }
  const begin = times[low] ?? 0;
  const length = (times[high] ?? begin) - begin;
  const share = length > 0 ? Math.min(1, Math.max(0, (t - begin) / length)) : 0;
  return Array.from({ length: agents }, (_, n) => {
    const from = p[low * agents + n] ?? 0.5;
    return from + share * ((p[high * agents + n] ?? from) - from);
  });
}

/** dp/dt of the two agents on the axes at the centres of a FIELD x FIELD grid, [row of p_y, column of p_x, 2]; others stand at p. */
export function fieldOf(flow: Flow, rule: Rule, p: readonly number[], axes: readonly [number, number]): Float32Array {
  const field = new Float32Array(FIELD * FIELD * 2);
  const at = [...p];
  const out = new Float64Array(flow.agents);
  const [x, y] = axes;
  // A self-rewarding agent knows only itself: one row and one column say everything.
  const alone = rule === "self";
  for (let row = 0; row < FIELD; row++) {
    for (let column = 0; column < FIELD; column++) {
      if (alone && row > 0 && column !== row) continue;
      at[x] = (column + 0.5) / FIELD;
      at[y] = (row + 0.5) / FIELD;
      flow.velocity(at, out);
      field[(row * FIELD + column) * 2] = out[x] ?? 0;
      field[(row * FIELD + column) * 2 + 1] = out[y] ?? 0;
    }
  }
  if (!alone) return field;
  for (let row = 0; row < FIELD; row++) {
    const up = field[(row * FIELD + row) * 2 + 1] ?? 0;
    for (let column = 0; column < FIELD; column++) {
      field[(row * FIELD + column) * 2] = field[column * 2] ?? 0;
      field[(row * FIELD + column) * 2 + 1] = up;
    }
  }
  return field;
}

/**
 * The p above which a self-rewarding agent ends right: 1/2 with two answers (P2); with more it is found by bisection on the slice, to 1e-4, which
 * takes for granted that a larger p never harms. Null where self-rewarding does not move at all.
 */
export function selfThreshold(setting: BasinSetting): number | null {
  if (kernelFor(setting).atHalf.selfSlope === 0) return null;
  if (setting.answers === 2) return 0.5;
  const { answers, profile } = setting;
  const system: ManyAnswerSystem = manyAnswerSystem({ ...setting, rates: [1], supervision: { kind: "self" } });
  const follow = createFollower(system, system.dimension, { rtol: 1e-5, atol: 1e-5 });
  let low = 0;
  let high = 1;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (follow(sliceDistribution(middle, 0, answers, profile).map(Math.log)).code === RIGHT) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
