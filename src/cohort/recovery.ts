/**
 * Going on after a worker or a device was lost: fresh workers at the last kept state. What was changed by hand holds as before, so that the steps
 * done again give the same numbers.
 */
import type { Changes } from "./changes.ts";
import { type Cohorts, restoreAll } from "./cohorts.ts";
import { isLost } from "./faults.ts";
import type { Keeper, KeptState } from "./keeper.ts";
import { reasonOf, sentence } from "./sentence.ts";
import type { Telling } from "./telling.ts";
import type { Position } from "./training.ts";

/** At most so many recoveries within so many steps: a worker that dies again and again has a reason that fresh ones share. */
const MOST_RECOVERIES = 2;
const RECOVERY_STEPS = 20;

export interface RecoveryTools {
  readonly at: Position;
  readonly changes: Changes;
  readonly keeper: Keeper;
  readonly told: Telling;
  /** Fresh agents; `lead` begins what is said meanwhile. */
  readonly open: (lead: string) => Promise<Cohorts>;
  /** The agents stand at a kept state: everything after it is void. */
  readonly rewound: (state: KeptState) => void;
}

/** Gives what goes on after an error: agents at the last kept state. Rejects with the reason to stop where there is no going on. */
export function createRecovery({
  at,
  changes,
  keeper,
  told,
  open,
  rewound,
}: RecoveryTools): (error: unknown) => Promise<Cohorts> {
  /** The steps done at each recovery. */
  const recoveries: number[] = [];

  return async (first) => {
    const reasons: string[] = [];
    const { done } = at;
    for (let problem = first; ; ) {
      const state = keeper.latest();
      if (told.silent || !isLost(problem) || !state) throw problem;
      const reason = sentence(problem);
      if (recoveries.filter((step) => Math.abs(step - done) < RECOVERY_STEPS).length >= MOST_RECOVERIES)
        throw new Error(
          `${reason} It was the third such fault within ${RECOVERY_STEPS} steps, so the run does not go on by itself.`,
        );
      recoveries.push(done);
      reasons.push(reason);
      try {
        const ready = await open(`${reason} The run goes on from step ${state.step} in fresh workers. `);
        await restoreAll(ready, state);
        for (const each of reasons)
          told.tell({ type: "fault", fault: { step: done, reason: reasonOf(each), resumedFrom: state.step } });
        // A single step that was asked for is done all the same.
        if (at.budget > 0) at.budget += done - state.step;
        rewound(state);
        for (const change of changes.byHandAfter(state.step)) told.tell({ type: "change", change });
        return ready;
      } catch (next) {
        if (!isLost(next)) throw new Error(`${reason} Fresh workers failed too: ${sentence(next)}`);
        problem = next;
      }
    }
  };
}
