/**
 * Which of an experiment's runs are at work: a state machine over sessions, with no session, worker or database of its own. At most `parallel`
 * runs at once, in the plan's order; a run that fails is kept with its reason and the others go on.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent, RunListener, RunSession } from "../../cohort/events.ts";
import type { PlannedRun } from "../../runs/plan-expand.ts";

/** skipped: its policies are missing, and the others were to be run without it. */
export type RunState = "waiting" | "running" | "done" | "failed" | "skipped";

export interface RunStatus {
  readonly key: string;
  readonly state: RunState;
  /** Steps done, of `total`; 0 of 0 where nothing is trained. */
  readonly step: number;
  readonly total: number;
  /** What the run is doing; for a failed or skipped one why, in a sentence. */
  readonly message: string;
}

/** ended: nothing waits and nothing runs. */
export type SchedulerPhase = "idle" | "running" | "pausing" | "paused" | "ended";

export interface SchedulerState {
  readonly phase: SchedulerPhase;
  readonly runs: readonly RunStatus[];
  readonly parallel: number;
}

export interface SchedulerTools {
  /** A session of a planned run, new or going on where it was broken off. Rejects with a sentence where there can be none. */
  start(planned: PlannedRun, listener: RunListener): Promise<RunSession>;
  /** Takes in a run that has finished. Rejects with a sentence where that fails. */
  finished(planned: PlannedRun): Promise<void>;
  /** The session of a run is over, whatever came of it. */
  ended?(planned: PlannedRun, state: RunState): void;
}

export interface Scheduler {
  readonly store: StoreApi<SchedulerState>;
  /** Another experiment: what was at work ends. Runs in `done` need not be run; those in `failed` failed before, with their reasons. */
  load(runs: readonly PlannedRun[], done: ReadonlySet<string>, failed?: ReadonlyMap<string, string>): void;
  /** Starts, or goes on. */
  run(): void;
  /** Every run stops after its step and stands there. */
  pause(): Promise<void>;
  /** Ends what is at work; it waits again, as do all others. */
  stop(): void;
  /** Failed and skipped runs wait again: one, or all. Starts them if the experiment goes on. */
  retry(key?: string): void;
  /** Leaves out runs that wait, with the reason. */
  skip(keys: readonly string[], reason: string): void;
  /** Runs that came from elsewhere, from a file say, need not be run. */
  took(keys: readonly string[]): void;
  setParallel(parallel: number): void;
}

interface Worked {
  readonly planned: PlannedRun;
  session: RunSession | null;
  over: boolean;
}

function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}.`;
}

/** Steps that a run will do. */
export function totalSteps({ config }: PlannedRun): number {
  return config.cohort.method === "base" ? 0 : config.training.steps;
}

export function createScheduler(tools: SchedulerTools, parallel = 1): Scheduler {
  const store = createStore<SchedulerState>(() => ({ phase: "idle", runs: [], parallel }));
  let planned = new Map<string, PlannedRun>();
  const working = new Map<string, Worked>();

  const change = (key: string, changes: Partial<RunStatus>): void =>
    store.setState(({ runs }) => ({ runs: runs.map((run) => (run.key === key ? { ...run, ...changes } : run)) }));

  /** Ends a run's session and lets the next begin. */
  const end = (work: Worked, state: RunState, changes: Partial<RunStatus>): void => {
    if (work.over) return;
    work.over = true;
    work.session?.dispose();
    working.delete(work.planned.key);
    change(work.planned.key, { ...changes, state });
    tools.ended?.(work.planned, state);
    pump();
  };

  const finish = async (work: Worked): Promise<void> => {
    change(work.planned.key, { message: "Taking in what was measured." });
    try {
      await tools.finished(work.planned);
      end(work, "done", { message: "", step: totalSteps(work.planned) });
    } catch (error) {
      end(work, "failed", { message: sentence(error) });
    }
  };

  const hear = (work: Worked, event: RunEvent): void => {
    if (work.over) return;
    const { key } = work.planned;
    if (event.type === "step") change(key, { step: event.cohort.step });
    else if (event.type === "rewound") change(key, { step: event.step });
    else if (event.type === "phase") {
      if (event.phase === "failed") end(work, "failed", { message: event.message });
      else if (event.phase === "finished") void finish(work);
      else change(key, { message: event.message });
    }
  };

  const begin = async (run: PlannedRun): Promise<void> => {
    const work: Worked = { planned: run, session: null, over: false };
    working.set(run.key, work);
    change(run.key, { state: "running", step: 0, message: "Starting." });
    try {
      const session = await tools.start(run, (event) => hear(work, event));
      if (work.over) session.dispose();
      else {
        work.session = session;
        if (store.getState().phase === "running") session.run();
      }
    } catch (error) {
      end(work, "failed", { message: sentence(error) });
    }
  };

  const pump = (): void => {
    const { phase, runs, parallel: most } = store.getState();
    if (phase !== "running") {
      if (phase === "pausing" && working.size === 0) store.setState({ phase: "paused" });
      return;
    }
    const waiting = runs.filter((run) => run.state === "waiting");
    for (const { key } of waiting.slice(0, Math.max(0, most - working.size))) {
      const run = planned.get(key);
      if (run) void begin(run);
    }
    if (working.size === 0 && waiting.length === 0) store.setState({ phase: "ended" });
  };

  /** Ends all that is at work, without a next. */
  const halt = (): void => {
    const all = [...working.values()];
    working.clear();
    for (const work of all) {
      work.over = true;
      work.session?.dispose();
      tools.ended?.(work.planned, "waiting");
    }
    store.setState(({ runs }) => ({
      runs: runs.map((run) => (run.state === "running" ? { ...run, state: "waiting", message: "" } : run)),
    }));
  };

  /** Whether anything is left to do: an experiment that has ended goes on when something is. */
  const wakes = (): void => {
    const { phase, runs } = store.getState();
    if (phase === "ended" && runs.some(({ state }) => state === "waiting")) store.setState({ phase: "running" });
    pump();
  };

  return {
    store,
    load(runs, done, failed = new Map()) {
      halt();
      planned = new Map(runs.map((run) => [run.key, run]));
      store.setState({
        phase: runs.length > 0 && runs.every(({ key }) => done.has(key) || failed.has(key)) ? "ended" : "idle",
        runs: runs.map((run) => {
          const total = totalSteps(run);
          if (done.has(run.key)) return { key: run.key, state: "done", step: total, total, message: "" };
          const reason = failed.get(run.key);
          return { key: run.key, state: reason === undefined ? "waiting" : "failed", step: 0, total, message: reason ?? "" };
        }),
      });
    },
    run() {
      store.setState({ phase: "running" });
      for (const { session } of working.values()) session?.run();
      pump();
    },
    async pause() {
      if (store.getState().phase !== "running") return;
      store.setState({ phase: "pausing" });
      await Promise.all([...working.values()].map(({ session }) => session?.pause()));
      if (store.getState().phase === "pausing") store.setState({ phase: "paused" });
    },
    stop() {
      halt();
      const { runs } = store.getState();
      store.setState({ phase: runs.some(({ state }) => state === "waiting") ? "idle" : "ended" });
    },
    retry(key) {
      store.setState(({ runs }) => ({
        runs: runs.map((run) =>
          (run.state === "failed" || run.state === "skipped") && (key === undefined || run.key === key)
            ? { ...run, state: "waiting", step: 0, message: "" }
            : run,
        ),
      }));
      wakes();
    },
    skip(keys, reason) {
      const left = new Set(keys);
      store.setState(({ runs }) => ({
        runs: runs.map((run) =>
          run.state === "waiting" && left.has(run.key) ? { ...run, state: "skipped", message: reason } : run,
        ),
      }));
      pump();
    },
    took(keys) {
      const taken = new Set(keys);
      for (const work of [...working.values()]) {
        if (!taken.has(work.planned.key)) continue;
        work.over = true;
        work.session?.dispose();
        working.delete(work.planned.key);
        tools.ended?.(work.planned, "done");
      }
      store.setState(({ runs }) => ({
        runs: runs.map((run) => (taken.has(run.key) ? { ...run, state: "done", step: run.total, message: "" } : run)),
      }));
      const { phase, runs } = store.getState();
      if (phase === "idle" && runs.length > 0 && runs.every(({ state }) => state === "done")) store.setState({ phase: "ended" });
      pump();
    },
    setParallel(next) {
      store.setState({ parallel: Math.max(1, Math.round(next)) });
      pump();
    },
  };
}
