/**
 * The cohort lab's runs in the page's database: the run on the page is written as it goes, past runs follow their list, and what a closed tab or a
 * crash broke off is found again. Runs of experiments are left alone.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent, RunSession } from "../cohort/events.ts";
import { writing } from "../cohort/keep-run.ts";
import { StorageError } from "../runs/database.ts";
import { heldRuns, holdRun, type Release, whenFree } from "../runs/run-lock.ts";
import { changeStoredRun, type DamagedRun, deleteStoredRun, loadResumePoint, loadRun, storedRuns } from "../runs/run-store.ts";
import { createRunWriter, type RunWriter } from "../runs/run-writer.ts";
import { askForPersistence, type StorageUse, storageUse } from "../runs/storage-use.ts";
import type { ResumePoint, StoredRun } from "../runs/stored-run.ts";
import { checking } from "./done-again.ts";
import { type Attempt, followPast } from "./follow-past.ts";
import { hasResults, type PastRunList } from "./past-runs.ts";
import type { RunOrder, SessionFactory } from "./run.ts";

export interface Keeping {
  /** What is stored has been read, or could not be. */
  readonly read: boolean;
  /** Runs that were broken off and can go on, the newest first. */
  readonly unfinished: readonly StoredRun[];
  /** Runs that another tab is at. */
  readonly elsewhere: readonly StoredRun[];
  readonly damaged: readonly DamagedRun[];
  /** Why the run on the page is not being kept, a sentence; null while it is, or there is none. */
  readonly problem: string | null;
  /** The run on the page is in the database up to a fraction of a second ago. */
  readonly kept: boolean;
  /** What could not be done, sentences. */
  readonly notes: readonly string[];
  /** Room; null where the browser does not say. */
  readonly use: StorageUse | null;
}

export interface RunKeeping {
  readonly store: StoreApi<Keeping>;
  /** Makes a session whose run is written as it goes. */
  session(options: Parameters<SessionFactory>[0], make: SessionFactory): RunSession;
  /** The id under which a run that has left the page is stored; null where it is not. */
  idOf(order: RunOrder): string | null;
  /** A run that left the page with nothing to show is not kept. */
  drop(order: RunOrder): void;
  /** Reads what is stored: past runs join their list, the rest is offered. Never rejects. */
  open(): Promise<void>;
  /** Looks again for runs that were broken off: another tab may have been closed. Never rejects. */
  look(): Promise<void>;
  /** Takes a broken-off run for this tab, for `restore` to put it on the page; whether it stands there. Never rejects. */
  goOn(id: string, restore: (point: ResumePoint) => Promise<boolean>): Promise<boolean>;
  /** Puts a broken-off run with the past ones. */
  putAside(id: string): Promise<void>;
  /** Deletes a stored run that no tab is at. */
  remove(id: string): Promise<void>;
  /** Deletes all of the lab's stored runs but the one on the page and those that another tab is at. */
  clear(): Promise<void>;
  /** Whether a file holds the run on the page. */
  saved(order: RunOrder, saved: boolean): void;
  /** Writes what waits, now: the page may be about to go. */
  settle(): void;
  measure(): Promise<void>;
  /** Asks the browser to delete nothing unasked. */
  persist(): Promise<void>;
  dismiss(): void;
}

/** A run that has not come to an end. */
function isOpen({ phase }: StoredRun): boolean {
  return phase === "running" || phase === "paused";
}

function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}.`;
}

/** `title` names a run as the page does. */
export function createKeeping(past: PastRunList, title: (order: RunOrder) => string): RunKeeping {
  const store = createStore<Keeping>(() => ({
    read: false,
    unfinished: [],
    elsewhere: [],
    damaged: [],
    problem: null,
    kept: false,
    notes: [],
    use: null,
  }));
  const writers = new WeakMap<RunOrder, RunWriter>();
  /** A run taken for this tab whose session is about to be made. */
  let taken: { readonly point: ResumePoint; readonly release: Release } | null = null;
  let current: RunWriter | null = null;
  /** Runs of other tabs that are waited for. */
  const awaited = new Set<string>();

  const note = (text: string): void => store.setState(({ notes }) => ({ notes: [...notes.filter((old) => old !== text), text] }));
  /** Does something with the database, and says what it refused. */
  const attempt: Attempt = async (what, action) => {
    try {
      await action();
      return true;
    } catch (error) {
      note(`${what}: ${sentence(error)}`);
      return false;
    }
  };
  const measure = async (): Promise<void> => store.setState({ use: await storageUse() });
  const without = (id: string): void =>
    store.setState(({ unfinished, damaged }) => ({
      unfinished: unfinished.filter((run) => run.id !== id),
      damaged: damaged.filter((run) => run.id !== id),
    }));

  followPast(past, attempt, measure);

  /** The lab's runs that this page does not have yet: broken-off ones are offered, others returned, oldest first. */
  const find = async (): Promise<readonly StoredRun[]> => {
    const [{ runs, damaged }, held] = await Promise.all([storedRuns(null), heldRuns()]);
    const others = runs.filter((run) => run.id !== current?.id);
    const free = others.filter((run) => !held.has(run.id));
    const brokenOff = free.filter(isOpen);
    store.setState({
      read: true,
      // Those too whose steps were found damaged when they were to be shown.
      damaged: [
        ...damaged,
        ...store
          .getState()
          .damaged.filter(({ id }) => !damaged.some((one) => one.id === id) && runs.some((run) => run.id === id)),
      ],
      elsewhere: others.filter((run) => held.has(run.id) && isOpen(run)),
      unfinished: brokenOff.filter((run) => run.kept !== null).reverse(),
    });
    for (const { id } of store.getState().elsewhere) {
      if (awaited.has(id)) continue;
      awaited.add(id);
      whenFree(id, () => {
        awaited.delete(id);
        void look();
      });
    }
    // Of these nothing but settings is there.
    for (const run of brokenOff) if (run.kept === null && run.steps === 0) await deleteStoredRun(run.id);
    return free.filter((run) => !brokenOff.includes(run) || (run.kept === null && run.steps > 0));
  };

  const join = async ({ id }: Pick<StoredRun, "id">): Promise<boolean> => {
    const loaded = await loadRun(id);
    if ("problem" in loaded) {
      store.setState(({ damaged }) => ({ damaged: [...damaged, { id, problem: loaded.problem }] }));
      return false;
    }
    const { stored, run } = loaded;
    if (hasResults(run)) past.keep(run, stored.title, stored.saved, id);
    else await deleteStoredRun(id);
    return true;
  };

  /** Does something with a run that no other tab is at. */
  const alone = async (id: string, what: string, action: () => Promise<void>): Promise<void> => {
    const release = await holdRun(id);
    if (!release) {
      note(`${what}: another tab is at this run.`);
      await look();
      return;
    }
    await attempt(what, action);
    release();
    void measure();
  };

  const look = async (): Promise<void> => {
    await attempt("What is stored could not be looked at", async () => void (await find()));
  };

  const remove = (id: string): Promise<void> =>
    alone(id, "The run was not deleted", async () => {
      await deleteStoredRun(id);
      without(id);
    });

  return {
    store,
    session(options, make) {
      const { order, listener } = options;
      const resumed = options.resume ? taken : null;
      if (resumed) taken = null;
      const check = resumed ? checking(resumed.point) : () => null;
      let write: (event: RunEvent) => void = () => {};
      const tell = (event: RunEvent): void => {
        listener(event);
        write(event);
      };
      const session = make({
        ...options,
        listener: (event) => {
          tell(event);
          const fault = check(event);
          if (fault) tell({ type: "fault", fault });
        },
      });
      const { config, backend, build } = order;
      const writer = createRunWriter(
        { title: title(order), config, backend, ...(build ? { build } : {}) },
        {
          onProblem: (problem) => {
            if (current === writer) store.setState({ problem, kept: problem === null });
            void measure();
          },
          onWritten: () => {
            if (current === writer && !store.getState().kept) store.setState({ kept: true });
          },
          ...(resumed ? { resumed } : {}),
        },
      );
      write = writing(writer);
      writers.set(order, writer);
      current = writer;
      store.setState({ problem: null, kept: false });
      return {
        get phase() {
          return session.phase;
        },
        run: () => session.run(),
        pause: () => session.pause(),
        step: () => session.step(),
        change: (name, value) => session.change(name, value),
        restartFrom: (step) => session.restartFrom(step),
        keptAt: (step) => session.keptAt(step),
        dispose() {
          const { phase } = session;
          session.dispose();
          if (phase !== "finished" && phase !== "failed" && (resumed || phase !== "idle")) writer.phase("left");
          if (current === writer) current = null;
          store.setState({ problem: null, kept: false });
          void writer.close();
        },
      };
    },
    idOf: (order) => {
      const writer = writers.get(order);
      return writer?.stored ? writer.id : null;
    },
    drop(order) {
      const writer = writers.get(order);
      if (writer) void writer.close().then(() => deleteStoredRun(writer.id).catch(() => {}));
    },
    async open() {
      try {
        const rest = await find();
        for (const run of rest) await join(run);
      } catch (error) {
        store.setState({ read: true });
        // Nothing is stored in a private window, and the run itself will say so.
        if (!(error instanceof StorageError)) note(`What is stored could not be read: ${sentence(error)}`);
        else note(error.message);
      }
      await measure();
    },
    look,
    async goOn(id, restore) {
      const release = await holdRun(id);
      if (!release) {
        note("The run cannot go on here: another tab is at it.");
        await look();
        return false;
      }
      try {
        const point = await loadResumePoint(id);
        if ("problem" in point) {
          release();
          note(point.problem);
          return false;
        }
        taken = { point, release };
        if (await restore(point)) {
          without(id);
          return true;
        }
      } catch (error) {
        note(`The run cannot go on: ${sentence(error)}`);
      }
      if (taken) {
        taken = null;
        release();
      }
      return false;
    },
    putAside: (id) =>
      alone(id, "The run was not put with the past ones", async () => {
        await changeStoredRun(id, { phase: "left" });
        without(id);
        await join({ id });
      }),
    remove,
    async clear() {
      past.clear();
      const { unfinished, damaged } = store.getState();
      for (const { id } of [...unfinished, ...damaged]) await remove(id);
      await measure();
    },
    saved: (order, saved) => writers.get(order)?.saved(saved),
    settle: () => void current?.settle(),
    measure,
    async persist() {
      const granted = await askForPersistence();
      if (!granted)
        note(
          "The browser did not agree to keep this page’s data; it may when the page is bookmarked or used more often. Export what matters.",
        );
      await measure();
    },
    dismiss: () => store.setState({ notes: [] }),
  };
}
