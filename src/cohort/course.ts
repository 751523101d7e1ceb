/** What a run does, step by step: a function of its configuration. */
import { mixSeed } from "../math/rng.ts";
import type { RunConfig } from "../runs/config.ts";
import type { Final, HeldOut } from "../runs/record.ts";
import { taskById } from "../tasks/index.ts";
import type { UnlabelledPrompt } from "../tasks/task.ts";
import { type Both, both, type Cohorts } from "./cohorts.ts";
import { batchOf } from "./prompt-order.ts";

export interface Course {
  readonly config: RunConfig;
  /** Some cohort is trained. */
  readonly trains: boolean;
  /** Steps of the run; 0 where nothing is trained. */
  readonly steps: number;
  /** The prompts of a step, counted from 1. */
  batch(step: number): readonly UnlabelledPrompt[];
  /** Whether held-out accuracy is measured after a step. The final evaluation, with more samples, stands in for the one of the last. */
  isDue(step: number): boolean;
  /** How many evaluations are due after a step and before the final one. */
  dueAfter(step: number): number;
  /** Held-out accuracy of cohorts that stand after a step: before training and on the way. */
  evaluate(cohorts: Cohorts, step: number): Promise<Both<HeldOut>>;
  /** The final evaluation, of cohorts that stand after the last step. */
  final(cohorts: Cohorts): Promise<Both<Final>>;
}

export function createCourse(config: RunConfig): Course {
  const { training, cohort, compare } = config;
  const splits = taskById(config.task).splits(config.seed, training.trainPrompts, training.heldOutPrompts);
  const trains = cohort.method !== "base" || (compare !== null && compare.method !== "base");
  const steps = trains ? training.steps : 0;
  const dueUpTo = (step: number): number => Math.floor(Math.max(0, Math.min(step, steps - 1)) / training.evaluateEvery);
  return {
    config,
    trains,
    steps,
    batch: (step) => batchOf(splits.train, training.promptsPerStep, step, mixSeed(config.seed, config.samplingSeed)),
    isDue: (step) => step % training.evaluateEvery === 0 && step < steps,
    dueAfter: (step) => dueUpTo(steps) - dueUpTo(step),
    evaluate: (cohorts, step) => both(cohorts, (c) => c.evaluate(step, splits.heldOut, training.evaluateSamples)),
    final: (cohorts) => both(cohorts, (c) => c.final(steps, splits.heldOut, training.finalSamples)),
  };
}
