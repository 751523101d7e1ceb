/**
 * Which tab a run belongs to (Web Locks API): a run is held by the tab that computes it, and let go when that tab closes, crashes or is done with
 * it. A browser without the API, or a page that is not served over https or from localhost, holds nothing: there two tabs may take one run.
 */

const PREFIX = "co-rl-playground/run/";

/** Lets the run go. */
export type Release = () => void;

function locks(): LockManager | null {
  return globalThis.navigator?.locks ?? null;
}

/** Takes a run for this tab; null where another tab has it. Never rejects. */
export function holdRun(id: string): Promise<Release | null> {
  const manager = locks();
  if (!manager) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    manager
      .request(`${PREFIX}${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return;
        }
        // The lock is held until this promise is fulfilled.
        return new Promise<void>((done) => resolve(() => done()));
      })
      .catch(() => resolve(() => {}));
  });
}

/** Calls back once when the tab that has a run lets it go; never where the browser has no such API. */
export function whenFree(id: string, free: () => void): void {
  locks()
    ?.request(`${PREFIX}${id}`, {}, () => {})
    .then(free)
    .catch(() => {});
}

/** The ids of the runs that a tab holds, this one or another. Never rejects. */
export async function heldRuns(): Promise<ReadonlySet<string>> {
  try {
    const held = (await locks()?.query())?.held ?? [];
    const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    return new Set(names);
  } catch {
    return new Set();
  }
}
