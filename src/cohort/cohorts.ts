/** A run's one cohort or two, which do everything side by side. */
import type { Cohort } from "./cohort.ts";
import type { KeptState } from "./keeper.ts";

export interface Cohorts {
  readonly cohort: Cohort;
  readonly compare: Cohort | null;
}

/** What came of the first and of the compared cohort; null where none is compared. */
export type Both<T> = readonly [T, T | null];

/** Runs the same on both cohorts at once; workers of both overlap. */
export async function both<T>({ cohort, compare }: Cohorts, what: (cohort: Cohort) => Promise<T>): Promise<Both<T>> {
  const [first, second] = await Promise.all([what(cohort), compare ? what(compare) : Promise.resolve(null)]);
  return [first, second];
}

/** The state of all agents after so many steps. Throws NotFiniteError where one is broken. */
export async function stateOf(cohorts: Cohorts, step: number): Promise<KeptState> {
  const [cohort, compare] = await both(cohorts, (c) => c.snapshot(step));
  return { step, cohort, compare };
}

/** Puts a kept state into the agents. */
export async function restoreAll(cohorts: Cohorts, state: KeptState): Promise<void> {
  await both(cohorts, async (cohort) => {
    const states = cohort === cohorts.cohort ? state.cohort : state.compare;
    if (states) await cohort.restore(states);
  });
}
