/** Settings under which nothing, or next to nothing, can be learnt: said beside the field before a run and in words during it. */
import { methodById } from "../../learning/methods/index.ts";
import type { RunConfig } from "../../runs/config.ts";

export type Caution = "rollouts" | "learningRate" | "threshold";

/** One sentence per setting that stands in the way of learning; none for a run that can learn, nor for one that does not train. */
export function cautions({ cohort, compare, training }: RunConfig): Partial<Record<Caution, string>> {
  const cohorts = [cohort, ...(compare ? [compare] : [])].filter(({ method }) => methodById(method).trains);
  if (cohorts.length === 0) return {};
  const labelled = cohorts.some(({ method }) => methodById(method).labels && !methodById(method).needsTruth);
  const still =
    training.learningRate === 0 || cohorts.every(({ agents }) => agents.every((agent) => agent.learningRateScale === 0));
  return {
    ...(training.rollouts === 1 && training.estimator === "grpo"
      ? { rollouts: "With K = 1 a rollout is compared with nothing but itself: every advantage is 0 and nothing is learnt." }
      : {}),
    ...(still ? { learningRate: "The learning rate is 0: the agents stay as they are." } : {}),
    ...(labelled && training.threshold === 1 && training.rollouts > 1
      ? {
          threshold:
            "At a vote threshold of 1 a prompt has a label only where all parsed answers agree: few labels, and self-rewarding learns almost nothing from them.",
        }
      : {}),
  };
}
