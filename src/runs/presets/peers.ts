/** Two agents that label each other: from one checkpoint twice to different families. */
import { families, familyAgent, grouped } from "./preset.ts";

export const PEERS = grouped("Peers", [
  {
    id: "co-rl-different",
    title: "Co-RL, different families",
    description: "Two families whose mistakes differ label each other.",
    cohort: families("co-rl"),
  },
  {
    id: "co-rl-different-plus",
    title: "Co-RL, different families +",
    description: "Two families whose mistakes differ label each other, and the second agent sees each prompt paraphrased.",
    cohort: { method: "co-rl", agents: [familyAgent("Q"), familyAgent("L", { paraphrase: true })] },
  },
  {
    id: "co-rl-replica",
    title: "Co-RL, same family",
    description: "One family, two pretraining seeds, one corpus: they share most mistakes.",
    cohort: { method: "co-rl", agents: [familyAgent("Q"), familyAgent("Q", { replica: 1 })] },
  },
  {
    id: "co-rl-same",
    title: "Co-RL, same checkpoint",
    description: "One checkpoint twice: only the samples differ.",
    cohort: { method: "co-rl", agents: [familyAgent("Q"), familyAgent("Q")] },
  },
]);
