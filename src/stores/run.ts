/**
 * The run on the page: drives one session at a time and keeps what it told. The store's state is small and changes at every step;
 * what was measured stands in `data`, which is appended to in place, and whoever draws it watches `version`.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent, RunListener, RunPhase, RunSession } from "../cohort/events.ts";
import type { KeptState } from "../cohort/keeper.ts";
import type { Resume } from "../cohort/resume.ts";
import type { BackendId } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import type { RunConfig } from "../runs/config.ts";
import type { Change, Changeable, Environment, Fault } from "../runs/record.ts";
import type { ResumePoint } from "../runs/stored-run.ts";
import { restoredData } from "./restored-data.ts";
import { createRunData, type RunData } from "./run-data.ts";

export interface RunState {
  readonly phase: RunPhase;
  /** What is going on or what went wrong, from the session. */
  readonly message: string;
  readonly environment: Environment | null;
  readonly data: RunData | null;
  /** Counts changes of `data`. */
  readonly version: number;
  /** Steps done. */
  readonly step: number;
  /** Steps, ascending, after which held-out accuracy is still being measured. */
  readonly measuring: readonly number[];
  /** Steps that the run will do. */
  readonly total: number;
  readonly stepsPerSecond: number | null;
  /** What the run was started with, to tell whether the choices have changed since. */
  readonly started: RunOrder | null;
  /** Pause was asked for; the step in progress is still going on. */
  readonly pausing: boolean;
  /** Steps that the run can be restarted from, ascending. */
  readonly kept: readonly number[];
  /** The last thing that went wrong in this run, until it is dismissed. */
  readonly fault: Fault | null;
  /** The tab was asleep in the middle of the run: for how many seconds at a stretch, and the steps done then. */
  readonly slept: { readonly seconds: number; readonly step: number } | null;
  /** Steps were measured that no exported file holds. */
  readonly unsaved: boolean;
  /** The states of all agents at the last kept step; null before the first. */
  readonly latest: KeptState | null;
}

/** What to run. */
export interface RunOrder {
  /** The link of these choices: two orders are the same if their links are. */
  readonly link: string;
  readonly config: RunConfig;
  readonly backend: "auto" | BackendId;
  readonly titles: { readonly main: string; readonly compare: string };
  /** Changes of a recorded run, to replay it. */
  readonly changes?: readonly Change[];
  /** simd's build, where the recorded run's is to be repeated; absent: the fastest that runs here. */
  readonly build?: SimdBuild;
}

export interface RunController {
  readonly store: StoreApi<RunState>;
  /** Goes on with the run, or starts one where there is none or it has ended. */
  run(order: RunOrder): void;
  step(order: RunOrder): void;
  pause(): void;
  /**
   * Puts a run that was broken off where it can go on, to stand there; nothing is loaded before run or step. The run on the page ends. Resolves when
   * it stands, with false where another run was started meanwhile.
   */
  restore(order: RunOrder, point: ResumePoint): Promise<boolean>;
  /** Changes a setting from the next step on. Throws RangeError with a sentence where it cannot. */
  change(name: Changeable, value: number): void;
  /** Takes the run back to a kept step, to stand there. Throws RangeError where that step is not kept. */
  restartFrom(step: number): Promise<void>;
  /** The states of all agents at the kept steps, ascending; none where no run is shown, or where it has been let go. */
  keptStates(): readonly KeptState[];
  /** The tab was asleep for so many seconds: noted where a run was under way. */
  slept(seconds: number): void;
  /** What was measured so far has been exported. */
  saved(): void;
  /** Ends the run and forgets it. */
  reset(): void;
}

export type SessionFactory = (options: {
  readonly order: RunOrder;
  readonly config: RunConfig;
  readonly backend: "auto" | BackendId;
  readonly listener: RunListener;
  readonly changes?: readonly Change[];
  readonly build?: SimdBuild;
  readonly resume?: Resume;
}) => RunSession;

const IDLE: RunState = {
  phase: "idle",
  message: "",
  environment: null,
  data: null,
  version: 0,
  step: 0,
  measuring: [],
  total: 0,
  stepsPerSecond: null,
  started: null,
  pausing: false,
  kept: [],
  fault: null,
  slept: null,
  unsaved: false,
  latest: null,
};

/** Steps over which the pace is averaged. */
const PACE_STEPS = 20;

/** A run has work in progress or could go on: its settings must not change under it. */
export function isActive(phase: RunPhase): boolean {
  return phase === "preparing" || phase === "running" || phase === "paused" || phase === "evaluating";
}

/** A run has work in progress. */
export function isBusy(phase: RunPhase): boolean {
  return isActive(phase) && phase !== "paused";
}

/** Whether leaving would lose something: a run in progress, or steps that no exported file holds. */
export function holdsWork({ phase, unsaved }: Pick<RunState, "phase" | "unsaved">): boolean {
  return isActive(phase) || unsaved;
}

/** `leave` is told the state of a run that is about to be forgotten. */
export function createRunController(
  createSession: SessionFactory,
  now: () => number = () => performance.now(),
  leave: (state: RunState) => void = () => {},
): RunController {
  const store = createStore<RunState>(() => IDLE);
  let session: RunSession | null = null;
  /** Counts sessions: events of one that has been replaced are nobody's. */
  let current = 0;
  /** When the last steps ended, since training last began. */
  let ends: number[] = [];

  const changed = (change: Partial<RunState>): void => store.setState((state) => ({ ...change, version: state.version + 1 }));

  const hear = (data: RunData, event: RunEvent): void => {
    switch (event.type) {
      case "phase":
        if (event.phase !== "running") ends = [];
        // A pause that is asked for while preparing still stands when training would begin.
        changed({
          phase: event.phase,
          message: event.message,
          ...(event.phase === "preparing" || event.phase === "running" ? {} : { pausing: false }),
        });
        break;
      case "ready":
        changed({ environment: event.environment });
        break;
      case "initial":
        data.addInitial(event.cohort, event.compare);
        changed({});
        break;
      case "step": {
        data.addStep(event.cohort, event.compare, event.rollouts);
        ends = [...ends.slice(-PACE_STEPS), now()];
        const [first, last] = [ends[0] ?? 0, ends.at(-1) ?? 0];
        // With one step there is no distance between ends yet: its own time stands in.
        const pace = ends.length > 1 ? (1000 * (ends.length - 1)) / (last - first) : 1000 / event.milliseconds;
        const { step } = event.cohort;
        changed({
          step,
          stepsPerSecond: Number.isFinite(pace) && pace > 0 ? pace : null,
          unsaved: true,
          ...(event.measuring ? { measuring: [...store.getState().measuring, step] } : {}),
        });
        break;
      }
      case "held-out":
        data.addHeldOut(event.step, event.cohort, event.compare);
        changed({ measuring: store.getState().measuring.filter((step) => step !== event.step), unsaved: true });
        break;
      case "final":
        data.addFinal(event.cohort, event.compare);
        changed(data.steps.length > 0 ? { unsaved: true } : {});
        break;
      case "change":
        data.addChange(event.change);
        changed({});
        break;
      case "kept":
        changed({ kept: event.steps, latest: event.latest });
        break;
      case "rewound":
        data.rewind(event.step);
        ends = [];
        changed({
          step: event.step,
          measuring: store.getState().measuring.filter((step) => step <= event.step),
          unsaved: event.step > 0,
        });
        break;
      case "fault":
        data.addFault(event.fault);
        changed({ fault: event.fault });
        break;
    }
  };

  const end = (): void => {
    session?.dispose();
    session = null;
    current++;
    ends = [];
  };

  /** The page shows a run. */
  const begin = (order: RunOrder, data: RunData, state: Partial<RunState>): void => {
    const trains = data.cohorts.some((cohort) => cohort.trains);
    const total = trains ? order.config.training.steps : 0;
    store.setState(({ version }) => ({ ...IDLE, data, version: version + 1, total, started: order, ...state }));
  };

  /** A new session of the run that the page shows. */
  const make = (order: RunOrder, data: RunData, resume?: Resume): void => {
    const { config, backend, changes, build } = order;
    try {
      const own = current;
      session = createSession({
        order,
        config,
        backend,
        listener: (event) => own === current && hear(data, event),
        ...(changes ? { changes } : {}),
        ...(build ? { build } : {}),
        ...(resume ? { resume } : {}),
      });
    } catch (error) {
      changed({ phase: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };

  /** A session for the order: the one that is there if it can go on, else a new one. Null if it could not be made. */
  const sessionFor = (order: RunOrder): RunSession | null => {
    const { phase } = store.getState();
    if (session && phase !== "finished" && phase !== "failed") return session;
    end();
    leave(store.getState());
    const data = createRunData(order.config, order.titles);
    begin(order, data, {});
    make(order, data);
    return session;
  };

  return {
    store,
    run: (order) => sessionFor(order)?.run(),
    step: (order) => void sessionFor(order)?.step(),
    pause() {
      const { phase } = store.getState();
      if (!session) return;
      if (phase === "running" || phase === "preparing") changed({ pausing: true });
      void session.pause();
    },
    async restore(order, point) {
      end();
      leave(store.getState());
      store.setState((state) => ({ ...IDLE, version: state.version + 1 }));
      const own = current;
      const { state, run, stored } = point;
      const data = await restoredData(run, order.titles);
      if (own !== current) return false;
      const { environment } = run.head;
      const message = `Stands where it can go on, after step ${state.step}.`;
      begin(order, data, { phase: "paused", message, environment, step: state.step, kept: [state.step], latest: state });
      store.setState({ unsaved: !stored.saved });
      make(order, data, { state, reached: stored.steps, environment });
      return true;
    },
    change(name, value) {
      if (!session) throw new RangeError("No run is going on: set the value in the settings.");
      session.change(name, value);
    },
    async restartFrom(step) {
      if (!session) throw new RangeError("There is no run to restart.");
      await session.restartFrom(step);
    },
    keptStates: () => store.getState().kept.flatMap((step) => session?.keptAt(step) ?? []),
    slept(seconds) {
      const { phase, step } = store.getState();
      if (!isBusy(phase)) return;
      // The pace of steps that slept is nobody's.
      ends = [];
      changed({ slept: { seconds, step } });
    },
    saved: () => store.setState({ unsaved: false }),
    reset() {
      end();
      leave(store.getState());
      store.setState((state) => ({ ...IDLE, version: state.version + 1 }));
    },
  };
}
