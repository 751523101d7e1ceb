/** The list of past runs leads, the database follows: what leaves the list is deleted, what changes or joins it is stored. */
import { changeStoredRun, deleteStoredRun, storeRun } from "../runs/run-store.ts";
import type { PastRunList } from "./past-runs.ts";

/** Does something with the database, and says what it refused; whether it was done. */
export type Attempt = (what: string, action: () => Promise<void>) => Promise<boolean>;

/** `done` is called after each change. */
export function followPast(past: PastRunList, attempt: Attempt, done: () => Promise<void>): void {
  past.store.subscribe(({ runs }, before) => {
    for (const one of before.runs) {
      const now = runs.find(({ id }) => id === one.id);
      const { stored } = one;
      if (stored === null) continue;
      if (!now) void attempt(`“${one.name}” was not deleted`, () => deleteStoredRun(stored)).then(done);
      else if (now.name !== one.name || now.saved !== one.saved)
        void attempt(`“${now.name}” was not stored`, () => changeStoredRun(stored, { title: now.name, saved: now.saved }));
    }
    for (const one of runs) {
      if (one.stored !== null || before.runs.some(({ id }) => id === one.id)) continue;
      void attempt(`“${one.name}” is in this page only`, async () => {
        const id = await storeRun(one.run, one.name, one.saved);
        // It may have been removed meanwhile.
        if (past.store.getState().runs.some((run) => run.id === one.id)) past.stored(one.id, id);
        else await deleteStoredRun(id);
      }).then(done);
    }
  });
}
