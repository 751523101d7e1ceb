/** Steps that a run does again after it was broken off, held against what they were before. */
import type { RunEvent } from "../cohort/events.ts";
import type { CohortStep, Fault, HeldOut } from "../runs/record.ts";
import { againDifference, type ResumePoint } from "../runs/stored-run.ts";

interface Again {
  readonly cohort: CohortStep;
  readonly compare: CohortStep | null;
}

function withHeldOut(step: CohortStep, { agents }: HeldOut): CohortStep {
  return { ...step, agents: step.agents.map((agent, n) => ({ ...agent, heldOut: agents[n]?.heldOut ?? null })) };
}

/** Tells where a step that is done again does not come to what it was, once; of a step whose held-out accuracy comes later, when it is there. */
export function checking({ before, state }: ResumePoint): (event: RunEvent) => Fault | null {
  let told = false;
  let waiting: readonly Again[] = [];
  const compared = ({ cohort, compare }: Again): Fault | null => {
    const difference = againDifference(before, cohort, compare);
    if (difference === null) return null;
    told = true;
    const reason = `Step ${cohort.step}, done again, is not what it was before: ${difference}.`;
    return { step: cohort.step, reason: reason.slice(0, 500), resumedFrom: state.step };
  };
  return (event) => {
    if (told) return null;
    switch (event.type) {
      case "step": {
        const { cohort, compare } = event;
        if (!event.measuring) return compared({ cohort, compare });
        waiting = [...waiting, { cohort, compare }];
        return null;
      }
      case "held-out": {
        const { step, cohort, compare } = event;
        const again = waiting.find((one) => one.cohort.step === step);
        waiting = waiting.filter((one) => one !== again);
        if (!again) return null;
        return compared({
          cohort: withHeldOut(again.cohort, cohort),
          compare: again.compare && compare && withHeldOut(again.compare, compare),
        });
      }
      case "rewound":
        waiting = waiting.filter((one) => one.cohort.step <= event.step);
        return null;
      default:
        return null;
    }
  };
}
