/** Twice the recipe's learning rate: who collapses, and when. */
import { twice } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const COLLAPSE = definePlan({
  id: "collapse",
  title: "Collapse at twice the learning rate",
  description:
    "At a learning rate of 0.0012, twice the recipe's, which agents end in a few constant answers, and from which step on? TTRL on both families, Co-RL between two agents of one checkpoint, and Co-RL between different families. What the health line saw in each run stands with the results.",
  rows: [
    { id: "ttrl", title: "TTRL", preset: "ttrl" },
    { id: "co-rl-same", title: "Co-RL, same checkpoint, Q", preset: "co-rl-same" },
    { id: "co-rl-same-L", title: "Co-RL, same checkpoint, L", cohort: twice("L") },
    { id: "co-rl-different", title: "Co-RL, different families", preset: "co-rl-different" },
  ],
  training: { learningRate: 0.0012 },
  seeds: [0, 1, 2],
  baseline: "ttrl",
});
