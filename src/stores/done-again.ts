/** Steps that a run does again after it was broken off, held against what they were before. */
import type { RunEvent } from "../cohort/events.ts";
import { packStep } from "../runs/packed.ts";
import type { Fault } from "../runs/record.ts";
import { againDifference, type ResumePoint } from "../runs/stored-run.ts";

/** Tells where a step that is done again does not come to what it was, once. */
export function checking({ before, state }: ResumePoint): (event: RunEvent) => Fault | null {
  let told = false;
  return (event) => {
    if (event.type !== "step" || told) return null;
    const { cohort, compare } = event;
    const difference = againDifference(before, cohort.step, packStep(cohort), compare && packStep(compare));
    if (difference === null) return null;
    told = true;
    const reason = `Step ${cohort.step}, done again, is not what it was before: ${difference}.`;
    return { step: cohort.step, reason: reason.slice(0, 500), resumedFrom: state.step };
  };
}
