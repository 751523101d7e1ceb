/** Settings under which nothing, or next to nothing, can be learnt: said beside the field before a run and in words during it. */
import type { Estimator } from "../../learning/loss.ts";
import { methodById } from "../../learning/methods/index.ts";
import type { CohortConfig, RunConfig, TrainingConfig } from "../../runs/config.ts";

export type Caution = "rollouts" | "learningRate" | "threshold";

/** How a cohort's rewards become advantages: its method's own estimator where it has one, else the run's. */
function estimatorOf({ method: id }: CohortConfig, training: TrainingConfig): Estimator {
  const method = methodById(id);
  return (method.roles ? method.update.estimator : undefined) ?? training.estimator;
}

/** One sentence per setting that stands in the way of learning; none for a run that can learn, nor for one that does not train. */
export function cautions({ cohort, compare, training }: RunConfig): Partial<Record<Caution, string>> {
  const cohorts = [cohort, ...(compare ? [compare] : [])].filter(({ method }) => methodById(method).trains);
  if (cohorts.length === 0) return {};
  const labelled = cohorts.some(({ method }) => methodById(method).labels && !methodById(method).needsTruth);
  const still =
    training.learningRate === 0 || cohorts.every(({ agents }) => agents.every((agent) => agent.learningRateScale === 0));
  const grouped = cohorts.filter((each) => estimatorOf(each, training) === "grpo");
  // Where the other cohort does learn, whose rollouts stand alone is said.
  const whose = grouped.length < cohorts.length ? ` of ${grouped.map(({ method }) => methodById(method).title).join(", ")}` : "";
  return {
    ...(training.rollouts === 1 && grouped.length > 0
      ? {
          rollouts: `With K = 1 a rollout${whose} is compared with nothing but itself: every advantage is 0 and nothing is learnt.`,
        }
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
