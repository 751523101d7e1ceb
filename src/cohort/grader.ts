/**
 * The only holder of the truth. It gives truths to the metrics and to methods whose definition needs them; agents are handed
 * prompts as text and nothing else.
 */
import type { Exchange, MethodStep, VotingMethod } from "../learning/method.ts";
import type { Task, UnlabelledPrompt } from "../tasks/task.ts";

export interface Grader {
  /** One answer per prompt. */
  truths(prompts: readonly UnlabelledPrompt[]): readonly string[];
}

export function createGrader(task: Task): Grader {
  return { truths: (prompts) => prompts.map((prompt) => task.truth(prompt)) };
}

/** Lets the method label and reward. A label-free one is called without the truth: there is no argument it could stand in. */
export function exchangeOf(
  method: VotingMethod,
  step: MethodStep,
  prompts: readonly UnlabelledPrompt[],
  grader: Grader,
): readonly Exchange[] {
  return method.needsTruth ? method.exchange(step, grader.truths(prompts)) : method.exchange(step);
}
