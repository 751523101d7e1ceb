/**
 * What an experiment will cost: runs, steps, time and storage. Work is counted in rollouts of one small agent (sampled and learnt from); how long
 * one takes is measured: on runs that finished here, or by a few steps made for it. Pure.
 */
import { methodById } from "../../learning/methods/index.ts";
import type { BackendId } from "../../policies/engine.ts";
import type { RunConfig } from "../../runs/config.ts";
import { rowShape, rowWidth } from "../../runs/packed.ts";
import type { PlannedRun } from "../../runs/plan-expand.ts";

/** A completion that is only sampled, against one that is also learnt from: about 4 of a step's 14 to 19 ms on simd (docs/performance.md). */
const SAMPLED = 0.28;
/** A large policy's work against a small one's: it has about twice the weights. */
const LARGE = 2;
/** Starting workers and loading policies, in rollouts: about a second where a pair's step of 512 rollouts takes 0.05 s. */
const START = 10_000;

/** The work of a run, in rollouts of one small agent. */
export function workOf({ cohort, training }: Pick<RunConfig, "cohort" | "training">): number {
  const agents = cohort.agents.reduce((sum, { size }) => sum + (size === "large" ? LARGE : 1), 0);
  const { trains, second } = methodById(cohort.method);
  const steps = trains ? training.steps : 0;
  const { promptsPerStep, rollouts, updates, heldOutPrompts, evaluateEvery, evaluateSamples, finalSamples } = training;
  const learning = SAMPLED + (1 - SAMPLED) * updates;
  // A policy's own second view is learnt from as well, a slow copy's is sampled alone.
  const seen = second === "other-phrasing" ? 2 * learning : learning + (second === "slow-copy" ? SAMPLED : 0);
  const learnt = steps * promptsPerStep * rollouts * seen;
  const evaluations = 1 + Math.max(0, Math.ceil(steps / evaluateEvery) - 1);
  const sampled = heldOutPrompts * (evaluations * evaluateSamples + finalSamples);
  return START + agents * (learnt + SAMPLED * sampled);
}

/** How fast this machine is, and how that is known. */
export interface Speed {
  /** Seconds a rollout of one small agent, with so many runs at once as there were. */
  readonly secondsEach: number;
  readonly source: "finished" | "measured" | "laptop";
}

/** A pair's step of 512 rollouts on a two-core laptop, in seconds (docs/results.md); a graphics card can be anything. */
const LAPTOP: Readonly<Record<"auto" | BackendId, number | null>> = {
  auto: 0.05,
  simd: 0.05,
  wasm: 0.26,
  cpu: 4,
  webgpu: null,
  "webgpu-plain": null,
};

export interface Timed {
  readonly config: RunConfig;
  /** What computed it. */
  readonly backend: BackendId;
  readonly seconds: number;
}

/** The speed that finished runs show, else what was measured for it, else a laptop's; null where nothing is known. */
export function speedOf(backend: "auto" | BackendId, finished: readonly Timed[], measured: number | null): Speed | null {
  const own = finished.filter((run) => run.seconds > 0 && (backend === "auto" || run.backend === backend));
  if (own.length > 0) {
    const seconds = own.reduce((sum, run) => sum + run.seconds, 0);
    return { secondsEach: seconds / own.reduce((sum, run) => sum + workOf(run.config), 0), source: "finished" };
  }
  if (measured !== null) return { secondsEach: measured, source: "measured" };
  const step = LAPTOP[backend];
  // Both agents' rollouts count, and both work at once.
  return step === null ? null : { secondsEach: step / 512, source: "laptop" };
}

export interface Cost {
  readonly runs: number;
  readonly steps: number;
  /** Wall time with so many runs at once; null where nothing is known of the speed. */
  readonly seconds: number | null;
  /** Bytes in the browser's storage. */
  readonly bytes: number;
}

/** Bytes of a run's record in the database, weights aside: those are let go when the run is done. */
export function recordBytes({ cohort, training }: Pick<RunConfig, "cohort" | "training">): number {
  const steps = methodById(cohort.method).trains ? training.steps : 0;
  return 4000 + 8 * steps * rowWidth(rowShape(cohort));
}

/** What runs will cost, `parallel` at once. */
export function costOf(runs: readonly PlannedRun[], speed: Speed | null, parallel: number): Cost {
  const work = runs.map(({ config }) => workOf(config));
  const all = work.reduce((sum, one) => sum + one, 0);
  // However many at once, none is faster than the longest alone. Agents of a run work beside each other.
  const seconds = speed
    ? Math.max((all * speed.secondsEach) / Math.max(1, Math.min(parallel, runs.length)), Math.max(0, ...work) * speed.secondsEach)
    : null;
  return {
    runs: runs.length,
    steps: runs.reduce((sum, { config }) => sum + (methodById(config.cohort.method).trains ? config.training.steps : 0), 0),
    seconds,
    bytes: runs.reduce((sum, { config }) => sum + recordBytes(config), 0),
  };
}

/** How many runs at once a machine bears: an agent a core. */
export function usualParallel(runs: readonly PlannedRun[], cores: number): number {
  const agents = Math.max(1, ...runs.map(({ config }) => config.cohort.agents.length));
  return Math.max(1, Math.floor(cores / agents));
}
