/**
 * What the worker computes, as generators: each yields how far it is (0 to 1) whenever it may be interrupted, and returns its result. Pure, so
 * that tests run them without a worker.
 */

import { expit, logit } from "../../theory/binomial.ts";
import { type FiniteOptions, fan, meanField, simulateRepeat, summarise } from "../../theory/finite.ts";
import { createForecaster } from "../../theory/forecast.ts";
import { crossBasinMap } from "../../theory/invariant.ts";
import { manyAnswerSystem } from "../../theory/many-answers.ts";
import { systemMapJob } from "../../theory/ring-map.ts";
import { sliceMapJob } from "../../theory/slice.ts";
import { trajectory } from "../../theory/trajectory.ts";
import { twoOutcomeSystem } from "../../theory/two-outcome.ts";
import { flowOf, pathAt, pathOf, type Rule } from "./dynamics.ts";
import type { Fan, Request, Results } from "./protocol.ts";
import { fieldsOf, type Start, startOf } from "./scene.ts";

export interface Progress {
  readonly share: number;
  /** A map's cells so far. */
  readonly partial?: Results["map"];
}
export type Work<T> = Generator<Progress, T, void>;
type Asked<K extends Request["kind"]> = Omit<Extract<Request, { kind: K }>, "id" | "kind">;

/** Judgements between two interruptions: some 5 ms with two answers. */
const SLICE = 24;

export function* mapWork({ setting, p, axes, n }: Asked<"map">): Work<Results["map"]> {
  const { rates, exchange, answers } = setting;
  const [rateA = 1, rateB = 1] = rates;
  if (answers === 2 && exchange.kind === "cross" && rates.length === 2) {
    const [x] = axes;
    const { cells } = crossBasinMap(n, x === 0 ? [rateA, rateB] : [rateB, rateA], setting);
    return { cells, n, rows: n };
  }
  const job =
    answers === 2
      ? systemMapJob(twoOutcomeSystem({ ...setting, supervision: exchange }), { n, axes, at: p })
      : sliceMapJob(manyAnswerSystem({ ...setting, supervision: { kind: "cross" } }), {
          n,
          axes,
          at: p,
          profile: setting.profile,
          followBorders: true,
        });
  while (!job.advance(SLICE))
    yield { share: job.finished / job.lines, partial: { cells: job.cells.slice(), n, rows: job.finished } };
  return { cells: job.cells, n, rows: n };
}

/** Times recorded along a run; more would not be seen in a chart. */
const RECORDS = 60;
const REPEATS_AT_ONCE = 8;

export function* finiteWork({ setting, p, horizon, finite }: Asked<"finite">): Work<Results["finite"]> {
  const { repeats, seed, updates, clip, beta, klForm } = finite;
  const options = (rule: Rule): FiniteOptions => ({
    K: setting.K,
    tau: setting.tau,
    ddof: setting.ddof,
    epsilon: setting.epsilon,
    rates: setting.rates,
    supervision: rule === "self" ? { kind: "self" } : setting.exchange,
    start: p,
    steps: horizon,
    seed,
    updates,
    clip,
    recordEvery: Math.max(1, Math.ceil(horizon / RECORDS)),
    ...(beta > 0 ? { kl: { beta, form: klForm } } : {}),
  });
  function* runs(rule: Rule, from: number): Work<Fan> {
    const chosen = options(rule);
    const done: Float32Array[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      done.push(simulateRepeat(chosen, repeat));
      if (repeat % REPEATS_AT_ONCE === REPEATS_AT_ONCE - 1) yield { share: from + (0.5 * repeat) / repeats };
    }
    const result = summarise(chosen, done);
    const system = twoOutcomeSystem(meanField(chosen));
    const path = trajectory(system.drift, p.map(logit), { tEnd: horizon, rtol: 1e-7, atol: 1e-7 });
    return {
      steps: [...result.steps],
      levels: fan(result),
      mean: Float32Array.from(result.steps.flatMap((t) => Array.from(path.at(t), expit))),
      right: [...result.right],
      allRight: result.allRight,
      noneRight: result.noneRight,
    };
  }
  return { repeats, fan: { self: yield* runs("self", 0), cross: yield* runs("cross", 0.5) } };
}

const PROMPTS_AT_ONCE = 4;

export function* populationWork({ setting, prompts, horizon, frames }: Asked<"population">): Work<Results["population"]> {
  const ask = createForecaster(setting);
  const flows = { self: flowOf(setting, "self"), cross: flowOf(setting, "cross") };
  const paths = { self: new Float32Array(prompts.length * frames * 2), cross: new Float32Array(prompts.length * frames * 2) };
  const sums = { base: 0, self: 0, cross: 0 };
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  let total = 0;
  for (const [i, { p, weight }] of prompts.entries()) {
    const { final } = ask(p);
    total += weight;
    sums.base += weight * mean(p);
    sums.self += weight * mean(final.self);
    sums.cross += weight * mean(final.cross);
    for (const rule of ["self", "cross"] as const) {
      const path = pathOf(flows[rule], p, horizon);
      for (let frame = 0; frame < frames; frame++)
        paths[rule].set(pathAt(path, (horizon * frame) / (frames - 1)), (i * frames + frame) * 2);
    }
    if (i % PROMPTS_AT_ONCE === PROMPTS_AT_ONCE - 1) yield { share: i / prompts.length };
  }
  if (total === 0) throw new RangeError("A population needs at least one prompt.");
  const accuracy = { base: sums.base / total, self: sums.self / total, cross: sums.cross / total };
  return { accuracy, paths, weights: prompts.map(({ weight }) => weight), frames };
}

/** The work that a request asks for. */
export function* workOf(request: Request): Work<Results[Request["kind"]]> {
  switch (request.kind) {
    case "fields":
      return fieldsOf(request.setting, request.p, request.axes);
    case "starts": {
      const starts: Start[] = [];
      for (const p of request.starts) {
        starts.push(startOf(request.setting, p, request.horizon));
        yield { share: starts.length / request.starts.length };
      }
      return { starts };
    }
    case "map":
      return yield* mapWork(request);
    case "finite":
      return yield* finiteWork(request);
    case "population":
      return yield* populationWork(request);
  }
}
