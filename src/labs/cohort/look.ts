/** What the prompt map and the rollouts show, one for both: a click on a dot opens its prompt there. */
import { createStore } from "zustand/vanilla";
import type { CohortName, RunData } from "../../stores/run-data.ts";
import type { FilterId } from "./rollout-view.ts";

export interface Look {
  /** The step that was chosen; null follows the run. The charts' cursor goes before both. */
  readonly step: number | null;
  readonly cohort: CohortName;
  /** The chosen prompt's id. */
  readonly prompt: number | null;
  readonly filter: FilterId;
}

const FRESH: Look = { step: null, cohort: "main", prompt: null, filter: "all" };

export const look = createStore<Look>(() => FRESH);

/** Another run has other prompts and steps. */
export function forgetLook(): void {
  look.setState(FRESH);
}

/** Stays at a step, or with null follows the run. */
export function stayAt(step: number | null): void {
  look.setState({ step });
}

/** Opens a prompt's rollouts at a step. A filter that could hide it goes. */
export function openPrompt(cohort: CohortName, step: number, prompt: number): void {
  look.setState({ cohort, step, prompt, filter: "all" });
}

/** The step shown: the charts' cursor, else the chosen one, else the latest; never one that is not there (any more). */
export function shownStep(data: RunData, cursor: number | null, chosen: number | null): number {
  return Math.max(0, Math.min(cursor ?? chosen ?? data.steps.length, data.steps.length));
}
