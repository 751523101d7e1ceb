/** A stored run's data as the page shows a run: filled from its rows in slices, for a run of 10,000 steps would hold the page for a second. */
import { type PackedRun, stepsOf, unpackStep } from "../runs/packed.ts";
import { createRunData, type RunData } from "./run-data.ts";

/** Steps a slice: a few milliseconds. */
const SLICE = 100;

/** Lets the page do what waits. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** The data of a run that is to go on. What was written in its rollouts is not stored, and so not there. */
export async function restoredData(
  run: PackedRun,
  titles: { readonly main: string; readonly compare: string },
): Promise<RunData> {
  const { head, main, compare } = run;
  const data = createRunData(head.config, titles);
  if (main.initial) data.addInitial(main.initial, compare?.initial ?? null);
  const steps = stepsOf(main);
  for (let step = 1; step <= steps; step++) {
    data.addStep(unpackStep(main, step), compare && unpackStep(compare, step));
    if (step % SLICE === 0) await breathe();
  }
  for (const change of head.changes) data.addChange(change);
  for (const fault of head.faults) data.addFault(fault);
  if (main.final) data.addFinal(main.final, compare?.final ?? null);
  return data;
}
