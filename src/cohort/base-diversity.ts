/**
 * How far the errors of two base policies are decoupled: both answer the held-out prompts, each with samples of its own, and sample s of one is
 * paired with sample s of the other (docs/methods.md, error decoupling).
 */
import { bootstrapOutcomes, type DiversityIntervals } from "../diversity/bootstrap.ts";
import { countOutcomes, outcomesOf } from "../diversity/cells.ts";
import { type Diversity, diversityOf } from "../diversity/measures.ts";
import { hashString, mixSeed } from "../math/rng.ts";
import { type BaseRecipe, type PolicySpec, specOf } from "../policies/spec.ts";
import { LIMITS } from "../runs/config.ts";
import { taskById } from "../tasks/index.ts";
import { createGrader } from "./grader.ts";
import type { AgentApi } from "./protocol.ts";

export interface BaseDiversity {
  readonly measured: Diversity;
  readonly intervals: DiversityIntervals;
}

export interface DiversityQuestion {
  readonly specs: readonly [PolicySpec, PolicySpec];
  readonly cohortSeed: number;
  readonly base: BaseRecipe;
  /** Samples a prompt: the cells of all pairs of samples are counted together. */
  readonly samples: number;
  readonly checkpointBase: string;
}

/** Measures a pair with two agents that nobody else uses. On simd's plain build: the same numbers on every machine. */
export async function measureBaseDiversity(
  agents: readonly [AgentApi, AgentApi],
  { specs, cohortSeed, base, samples, checkpointBase }: DiversityQuestion,
): Promise<BaseDiversity> {
  const task = taskById("addition");
  const { heldOut } = task.splits(cohortSeed, LIMITS.trainPrompts.default, LIMITS.heldOutPrompts.default);
  const prompts = heldOut.map((prompt) => prompt.text);
  const answersOf = async (n: 0 | 1): Promise<readonly (string | null)[]> => {
    await agents[n].setup({
      taskId: task.id,
      spec: specOf(specs[n]),
      cohortSeed,
      base,
      backend: "simd",
      build: "plain",
      checkpointBase,
      samplingSeed: mixSeed(hashString("diversity"), cohortSeed, n),
      paraphrase: false,
    });
    return (await agents[n].evaluate({ step: 0, prompts, samples, temperature: 1 })).answers;
  };
  const outcomes = outcomesOf(await answersOf(0), await answersOf(1), createGrader(task).truths(heldOut), samples);
  const measured = diversityOf(countOutcomes(outcomes));
  if (!measured) throw new RangeError("There are no held-out prompts to measure on.");
  return { measured, intervals: bootstrapOutcomes(outcomes, samples, { seed: mixSeed(hashString("bootstrap"), cohortSeed) }) };
}
