/**
 * The runs that are over, newest first: those made here when the next one begins, and those read from files. At most MOST of them: a run of
 * 10,000 steps of two cohorts takes some 9 MB.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type PackedRun, samePacked, stepsOf } from "../runs/packed.ts";
import { type ChartData, pastData } from "./past-data.ts";

export interface PastRun {
  /** Its number: 1 for the first. Stands at its lines in the charts. */
  readonly id: number;
  readonly name: string;
  /** Drawn in the charts. */
  readonly shown: boolean;
  /** A file holds it. */
  readonly saved: boolean;
  /** Its id in the page's database; null where it is in this page only. */
  readonly stored: string | null;
  readonly run: PackedRun;
  readonly data: ChartData;
}

export interface PastRuns {
  readonly runs: readonly PastRun[];
  /** What has to be said about the last import or about a run that was let go; sentences. */
  readonly notes: readonly string[];
}

export const MOST = 6;
export const MOST_NAME = 60;

export interface PastRunList {
  readonly store: StoreApi<PastRuns>;
  /** A run made here that is over. Where there are too many the oldest is let go, and that is said. */
  keep(run: PackedRun, name: string, saved: boolean, stored?: string | null): void;
  /** A run from a file. A sentence where it is here already or there is no room; null where it was added. */
  add(run: PackedRun, name: string): string | null;
  rename(id: number, name: string): void;
  show(id: number, shown: boolean): void;
  /** A file holds it now. */
  saved(id: number): void;
  /** The page's database holds it now. */
  stored(id: number, stored: string): void;
  remove(id: number): void;
  clear(): void;
  note(...notes: string[]): void;
}

/** True for a run that has something to show: a step or an evaluation. */
export function hasResults({ main }: PackedRun): boolean {
  return stepsOf(main) > 0 || main.final !== null;
}

export function createPastRuns(): PastRunList {
  const store = createStore<PastRuns>(() => ({ runs: [], notes: [] }));
  let count = 0;
  const insert = (run: PackedRun, name: string, saved: boolean, stored: string | null): void =>
    store.setState(({ runs }) => ({
      runs: [{ id: ++count, name: name.slice(0, MOST_NAME), shown: true, saved, stored, run, data: pastData(run) }, ...runs],
    }));
  const change = (id: number, changes: Partial<PastRun>): void =>
    store.setState(({ runs }) => ({ runs: runs.map((one) => (one.id === id ? { ...one, ...changes } : one)) }));
  return {
    store,
    keep(run, name, saved, stored = null) {
      insert(run, name, saved, stored);
      const { runs, notes } = store.getState();
      const oldest = runs[MOST];
      if (!oldest) return;
      store.setState({
        runs: runs.slice(0, MOST),
        notes: [
          ...notes,
          `At most ${MOST} past runs are kept: the oldest, ${oldest.id} ${oldest.name}, was let go${oldest.saved ? "" : "; no file holds it"}.`,
        ],
      });
    },
    add(run, name) {
      const { runs } = store.getState();
      const twin = runs.find((one) => samePacked(one.run, run));
      if (twin) return `It is here already, as ${twin.id} ${twin.name}.`;
      if (runs.length >= MOST) return `There is room for ${MOST} past runs: remove one first.`;
      insert(run, name, true, null);
      return null;
    },
    rename: (id, name) => change(id, { name: name.slice(0, MOST_NAME) }),
    show: (id, shown) => change(id, { shown }),
    saved: (id) => change(id, { saved: true }),
    stored: (id, stored) => change(id, { stored }),
    remove: (id) => store.setState(({ runs }) => ({ runs: runs.filter((one) => one.id !== id) })),
    clear: () => store.setState({ runs: [], notes: [] }),
    note: (...notes) => store.setState({ notes }),
  };
}
