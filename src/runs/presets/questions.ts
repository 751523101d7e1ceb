/** Cohorts that ask what the usual base policies do not: other overlap of mistakes, weaker policies, other rates. */
import type { CohortConfig } from "../config.ts";
import { families, familyAgent, grouped } from "./preset.ts";

/** A strong Q and a weak L that label each other, with these factors on the learning rates of their recipes. */
function strongWeak(strongRate: number, weakRate: number): CohortConfig {
  const [strong, weak] = [familyAgent("Q", { weakShare: 0.15 }), familyAgent("L", { weakShare: 0.6 })];
  const slowed = (agent: typeof strong, factor: number) => ({ ...agent, learningRateScale: agent.learningRateScale * factor });
  return { method: "co-rl", agents: [slowed(strong, strongRate), slowed(weak, weakRate)] };
}

export const QUESTIONS = grouped("Questions", [
  {
    id: "co-rl-kappa-38",
    title: "Co-RL, families with kappa near .38",
    description:
      "Two families whose errors coincide about as much as those of the paper’s Qwen and Llama: kappa of correctness .386, measured before training, mean of cohort seeds 0 to 4.",
    cohort: families("co-rl"),
    // Measured by npm run diversity, tuned on seeds 0 to 4 (docs/results.md). The recipe's rates allow a kappa of .29 at most.
    base: { overlap: 0.94, symmetry: 1, contrast: 0.55 },
  },
  {
    id: "co-rl-weak",
    title: "Co-RL, weak bases",
    description: "Both corpora are mostly wrong on every pair of digits: base pass@1 24 to 29 %. Does a peer’s vote still help?",
    cohort: families("co-rl"),
    base: { weakShare: 1 },
  },
  {
    id: "matched-budget",
    title: "Matched budget, Co-RL and TTRL",
    description:
      "Two agents that label each other beside the same two trained apart, with as many rollouts each. When the run has finished, the six rows of the paper’s table 10 for this toy stand under the charts: each agent alone, and both in one vote.",
    cohort: families("co-rl"),
    compare: "ttrl",
  },
  {
    id: "ttrl-collapse",
    title: "TTRL, collapse at twice the learning rate",
    description:
      "At a learning rate of 0.0012, twice the recipe’s: do agents that label themselves end in a few constant answers? Seen beside Co-RL from one checkpoint; compare it with different families too. The health line says what it sees, and from which step on.",
    cohort: families("ttrl"),
    training: { learningRate: 0.0012 },
    compare: "co-rl-same",
  },
  {
    id: "co-rl-strong-weak",
    title: "Co-RL, strong with weak",
    description:
      "A strong Q (weak share .15) and a weak L (.6) label each other. Does the strong one lift the weak one, or sink with it?",
    cohort: strongWeak(1, 1),
  },
  {
    id: "co-rl-strong-weak-slow-strong",
    title: "Co-RL, strong with weak, the strong one slow",
    description:
      "A strong Q and a weak L label each other, and the strong one learns at a quarter of its rate. In the theory the opinion of the slower learner weighs more.",
    cohort: strongWeak(1 / 4, 1),
  },
  {
    id: "co-rl-strong-weak-slow-weak",
    title: "Co-RL, strong with weak, the weak one slow",
    description:
      "A strong Q and a weak L label each other, and the weak one learns at a quarter of its rate: its opinion should weigh more, to the harm of both.",
    cohort: strongWeak(1, 1 / 4),
  },
  {
    id: "co-rl-strong-weak-both-slow",
    title: "Co-RL, strong with weak, both slow",
    description:
      "The control: a strong Q and a weak L label each other, and both learn at a quarter of their rates, so that what slowness alone does is told from what unequal rates do.",
    cohort: strongWeak(1 / 4, 1 / 4),
  },
]);
