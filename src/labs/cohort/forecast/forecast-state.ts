/** Measuring the run on the page, when it is asked for: what goes on, what came of it, and when that is void. */
import { createStore } from "zustand/vanilla";
import { type Forecasted, forecastRings, type MeasuredStep, measureForecast } from "../../../cohort/forecast-measure.ts";
import { FORECAST_SAMPLES } from "../../../cohort/forecast-meter.ts";
import type { WorkerCall } from "../../../cohort/in-worker.ts";
import type { KeptState } from "../../../cohort/keeper.ts";
import type { RunState } from "../../../stores/run.ts";
import { type CohortName, cohortConfig, type RunData } from "../../../stores/run-data.ts";
import { bases } from "../bases.ts";
import { controller } from "../state.ts";

/** What was measured of one cohort of a run. */
export interface Measured {
  readonly data: RunData;
  readonly cohort: CohortName;
  /** The step whose states are the outcome. */
  readonly last: number;
  /** p at every measured step, ascending. */
  readonly steps: readonly MeasuredStep[];
  /** Null until forecasts and outcomes are known. */
  readonly result: Forecasted | null;
}

export interface ForecastState {
  readonly task: { readonly message: string; readonly share: number } | null;
  readonly problem: string | null;
  readonly measured: Measured | null;
  /** Said once when a measurement has ended. */
  readonly news: string;
}

const NOTHING: ForecastState = { task: null, problem: null, measured: null, news: "" };
export const forecasts = createStore<ForecastState>(() => NOTHING);

let running: WorkerCall<void> | null = null;

/** The step whose states would be the outcome now: the last kept one; null where nothing was trained or the run does not stand still. */
export function outcomeStep({ phase, kept }: Pick<RunState, "phase" | "kept">): number | null {
  const last = kept.at(-1) ?? 0;
  return last > 0 && (phase === "paused" || phase === "finished") ? last : null;
}

function statesOf(cohort: CohortName, states: readonly KeptState[]) {
  return states.flatMap(({ step, ...both }) => {
    const agents = cohort === "main" ? both.cohort : both.compare;
    return agents ? [{ step, agents }] : [];
  });
}

/** Why a cohort cannot be forecast, as a sentence; null where it can. */
export function problemOf(data: RunData, cohort: CohortName): string | null {
  const config = cohortConfig(data.config, cohort);
  if (!config) return "There is no such cohort.";
  const found = forecastRings(config);
  return "problem" in found ? found.problem : null;
}

/** Measures a cohort of the run on the page, in workers of its own; what was measured before is replaced. */
export function measure(data: RunData, name: CohortName): void {
  stopMeasuring();
  const cohort = cohortConfig(data.config, name);
  const states = statesOf(name, controller.keptStates());
  const last = states.at(-1)?.step ?? 0;
  if (!cohort) return;
  const measured: Measured = { data, cohort: name, last, steps: [], result: null };
  forecasts.setState({ ...NOTHING, task: { message: "Starting.", share: 0 }, measured });
  const add = (change: (before: Measured) => Partial<Measured>): void => {
    const { measured: before } = forecasts.getState();
    if (before) forecasts.setState({ measured: { ...before, ...change(before) } });
  };
  const task = measureForecast(
    {
      config: data.config,
      cohort,
      states,
      samples: FORECAST_SAMPLES,
      checkpointBase: new URL("checkpoints/", document.baseURI).href,
      checkpoints: bases.unstored,
    },
    {
      progress: (message, share) => forecasts.setState({ task: { message, share } }),
      measured: (step) => add(({ steps }) => ({ steps: [...steps, step].sort((a, b) => a.step - b.step) })),
      forecasted: (result) => {
        add(() => ({ result }));
        forecasts.setState({ news: "The tables are there; the steps between follow." });
      },
    },
  );
  running = task;
  task.result.then(
    () => {
      running = null;
      forecasts.setState({ task: null, news: "Measured." });
    },
    (error: unknown) => {
      running = null;
      forecasts.setState({ task: null, problem: error instanceof Error ? error.message : String(error) });
    },
  );
}

/** Stops measuring; the tables, if they are there, stay. */
export function stopMeasuring(): void {
  if (!running) return;
  running.stop();
  running = null;
  forecasts.setState(({ measured }) => ({
    task: null,
    measured: measured?.result ? measured : null,
    news: measured?.result ? "Stopped: the steps between are not all measured." : "Stopped: nothing is kept of it.",
  }));
}

export function dismissProblem(): void {
  forecasts.setState({ problem: null });
}

// Another run, or steps taken back that had been measured.
controller.store.subscribe((state) => {
  const { measured } = forecasts.getState();
  if (!measured || (state.data === measured.data && state.step >= measured.last)) return;
  stopMeasuring();
  forecasts.setState(NOTHING);
});
