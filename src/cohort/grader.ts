/**
 * The only holder of the truth. It gives truths to the metrics and to methods whose definition needs them; agents are handed
 * prompts as text and nothing else.
 */
import type { Exchange, MethodStep, VotingMethod } from "../learning/method.ts";
import { createRng, hashString, mixSeed } from "../math/rng.ts";
import type { Task, UnlabelledPrompt } from "../tasks/task.ts";

export interface Grader {
  /** One right answer per prompt: what is measured against. */
  truths(prompts: readonly UnlabelledPrompt[]): readonly string[];
  /** One answer per prompt as a method is taught it that is rewarded for the truth: some may be wrong. */
  taught(prompts: readonly UnlabelledPrompt[]): readonly string[];
}

/** Labels that are wrong where the truth is taught. */
export interface WrongLabels {
  /** Share of the prompts, 0 to 1. */
  readonly share: number;
  readonly cohortSeed: number;
}

/** How far a wrong label lies from the truth: the slips of one digit that the corpora teach too, so that some rollouts say the same. */
const SLIPS = [-10, -1, 1, 10] as const;

/**
 * What is taught for a prompt whose right answer is `truth`, a whole number. Which prompts are wrong, and how, follows from the cohort seed and
 * the prompt's text alone, so it is the same in every step; those that are wrong at a smaller share are wrong at a larger one.
 */
export function taughtAnswer(prompt: string, truth: string, { share, cohortSeed }: WrongLabels): string {
  if (share === 0) return truth;
  const rng = createRng(mixSeed(hashString("wrong label"), cohortSeed, hashString(prompt)));
  return rng.uniform() < share ? String(Number(truth) + rng.pick(SLIPS)) : truth;
}

export function createGrader(task: Task, wrong: WrongLabels = { share: 0, cohortSeed: 0 }): Grader {
  return {
    truths: (prompts) => prompts.map((prompt) => task.truth(prompt)),
    taught: (prompts) => prompts.map((prompt) => taughtAnswer(prompt.text, task.truth(prompt), wrong)),
  };
}

/** Lets the method label and reward. A label-free one is called without the truth: there is no argument it could stand in. */
export function exchangeOf(
  method: VotingMethod,
  step: MethodStep,
  prompts: readonly UnlabelledPrompt[],
  grader: Grader,
): readonly Exchange[] {
  return method.needsTruth ? method.exchange(step, grader.taught(prompts)) : method.exchange(step);
}
