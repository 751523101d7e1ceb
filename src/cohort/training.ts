/** The run loop: trains both cohorts step by step as long as it may, has held-out accuracy measured on the way, and evaluates at the end. */
import { ENSEMBLE } from "../learning/ensemble.ts";
import type { Changes } from "./changes.ts";
import { both, type Cohorts, stateOf } from "./cohorts.ts";
import type { Course } from "./course.ts";
import type { Evaluations } from "./evaluations.ts";
import type { Grader } from "./grader.ts";
import type { KeptState } from "./keeper.ts";
import type { Telling } from "./telling.ts";

/** How far a run is. */
export interface Position {
  /** Steps done. */
  done: number;
  /** The last step that has begun: what it runs with is fixed. */
  begun: number;
  /** Steps that may still be done before the session stands still. */
  budget: number;
}

export interface TrainingTools {
  readonly course: Course;
  readonly at: Position;
  readonly changes: Changes;
  readonly evaluations: Evaluations;
  readonly grader: Grader;
  readonly told: Telling;
  /** Keeps the state of all agents, so that the run can be restarted from it. */
  readonly keep: (state: KeptState) => void;
}

/** Trains as many steps as it may, and evaluates after the last. */
export async function train(ready: Cohorts, tools: TrainingTools): Promise<void> {
  const { at, course, evaluations, told } = tools;
  await evaluations.between(ready, at.done);
  while (at.budget > 0 && at.done < course.steps && !told.silent) {
    if (told.phase !== "running") told.enter("running", "Training.");
    await trainStep(ready, tools);
    if (!told.silent) await evaluations.between(ready, at.done);
  }
  if (told.silent) return;
  if (at.done >= course.steps) await finish(ready, tools);
  else told.enter("paused", `Paused after step ${at.done}.`);
}

async function trainStep(ready: Cohorts, tools: TrainingTools): Promise<void> {
  const { at, changes, course, grader, told } = tools;
  const step = at.done + 1;
  const batch = course.batch(step);
  at.begun = step;
  const settings = changes.at(step);
  for (const change of changes.due(step)) told.tell({ type: "change", change });
  const started = performance.now();
  const [first, second] = await both(ready, (c) => c.step(step, batch, settings));
  const milliseconds = performance.now() - started;
  if (told.silent) return;
  markStep(started);
  const due = course.isDue(step);
  // Before anything is told of the step: a broken state is not kept, nor measured.
  const state = due || step === course.steps ? await stateOf(ready, step) : null;
  at.done = step;
  if (at.budget > 0) at.budget--;
  told.tell({
    type: "step",
    cohort: first.metrics,
    compare: second?.metrics ?? null,
    measuring: due,
    rollouts: {
      step,
      prompts: batch,
      truths: grader.truths(batch),
      cohort: first.rollouts,
      compare: second?.rollouts ?? null,
    },
    milliseconds,
  });
  if (!state) return;
  tools.keep(state);
  if (due) tools.evaluations.add(state);
}

async function finish(ready: Cohorts, { course, evaluations, told }: TrainingTools): Promise<void> {
  const { heldOutPrompts, finalSamples } = course.config.training;
  told.enter(
    "evaluating",
    `Final evaluation: ${heldOutPrompts} held-out prompts, ${finalSamples} samples each, then ${ENSEMBLE.samples} at temperature ${ENSEMBLE.temperature} for maj@${ENSEMBLE.samples}.`,
  );
  const [cohort, compare] = await course.final(ready);
  await evaluations.settle(ready, course.steps);
  told.tell({ type: "final", cohort, compare });
  const { steps, trains } = course;
  told.enter(
    "finished",
    trains ? `Finished after ${steps} steps.` : "Finished: the policies were evaluated; Base does not train.",
  );
}

/** Shows each step in the browser's performance timeline, where the benchmarks read it; keeps the buffer empty. */
function markStep(start: number): void {
  performance.measure("co-rl step", { start, end: performance.now() });
  performance.clearMeasures("co-rl step");
}
