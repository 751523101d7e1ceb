/**
 * A recorded run done again: its configuration, backend and changes, and whether the numbers are the same. Each step is compared with the
 * record as it comes, so that the first difference is known at once.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { finalDifference, heldOutDifference, stepDifference } from "../runs/difference.ts";
import { type PackedRun, stepsOf } from "../runs/packed.ts";
import type { RunController, RunOrder, RunState } from "./run.ts";
import type { CohortName } from "./run-data.ts";

export interface Replay {
  /** What is replayed, as the page calls it. */
  readonly of: string;
  readonly order: RunOrder;
  readonly run: PackedRun;
  /** Steps that have been compared and are equal. */
  readonly equal: number;
  /** Steps of the record. */
  readonly total: number;
  /** The first difference as a clause, and after which step; null while there is none. */
  readonly difference: { readonly step: number; readonly what: string } | null;
  /** All that the record holds has been compared. */
  readonly done: boolean;
}

export interface Replays {
  readonly store: StoreApi<Replay | null>;
  /** Starts the replay. The controller must not be in the middle of another run. */
  start(of: string, run: PackedRun, order: RunOrder): void;
}

/** The build that a record of the simd engine names, for a replay on another machine. */
export function buildOf({ backend, adapter }: PackedRun["head"]["environment"]): RunOrder["build"] {
  if (backend !== "simd") return undefined;
  return /\bplain\b/.test(adapter) ? "plain" : /\brelaxed\b/.test(adapter) ? "relaxed" : undefined;
}

const DIFFERENCES = { initial: heldOutDifference, final: finalDifference } as const;

type Cohorts = readonly (readonly [CohortName, PackedRun["main"]])[];

/** The replay after what has been measured by now. */
function compared(replay: Replay, { data, step, measuring }: RunState): Replay {
  if (!data || replay.done || replay.difference) return replay;
  const { run, total } = replay;
  const cohorts: Cohorts = [["main", run.main], ...(run.compare ? ([["compare", run.compare]] as const) : [])];
  const evaluation = (when: "initial" | "final", at: number): Replay["difference"] => {
    for (const [name, part] of cohorts) {
      const now = data.measured(name);
      const what = now[when] && part[when] ? DIFFERENCES[when](part[when], now[when]) : null;
      if (what) return { step: at, what: name === "main" ? what : `in the compared cohort, ${what}` };
    }
    return null;
  };
  const first = evaluation("initial", 0);
  if (first) return { ...replay, equal: 0, difference: first };
  // A restart from a kept step takes steps back: they are compared anew.
  let equal = Math.min(replay.equal, step);
  // A step is whole when its held-out accuracy is in.
  const whole = Math.min(step, total, ...measuring.map((waiting) => waiting - 1));
  while (equal < whole) {
    for (const [name, part] of cohorts) {
      const what = stepDifference(part, equal + 1, data.measured(name).row(equal + 1));
      if (what)
        return {
          ...replay,
          equal,
          difference: { step: equal + 1, what: name === "main" ? what : `in the compared cohort, ${what}` },
        };
    }
    equal++;
  }
  const last = evaluation("final", total);
  if (last) return { ...replay, equal, difference: last };
  const ended = run.main.final === null || data.measured("main").final !== null;
  const done = equal === total && ended && data.measured("main").initial !== null;
  return equal === replay.equal && done === replay.done ? replay : { ...replay, equal, done };
}

export function createReplays(controller: RunController): Replays {
  const store = createStore<Replay | null>(() => null);
  controller.store.subscribe((state) => {
    const replay = store.getState();
    if (!replay) return;
    if (state.started !== replay.order) store.setState(null, true);
    else {
      const next = compared(replay, state);
      if (next !== replay) store.setState(next, true);
    }
  });
  return {
    store,
    start(of, run, order) {
      const { changes, environment } = run.head;
      const build = buildOf(environment);
      const whole: RunOrder = { ...order, backend: environment.backend, changes, ...(build ? { build } : {}) };
      controller.reset();
      store.setState({ of, order: whole, run, equal: 0, total: stepsOf(run.main), difference: null, done: false }, true);
      controller.run(whole);
    },
  };
}
