/** A ring of three families. */
import { eachFamily } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const TABLE_3 = definePlan({
  id: "table-3",
  title: "Ring of three",
  description: "Does the gain hold with three families, each labelled by its predecessor: A (Q) by C (P), B (L) by A, C by B?",
  rows: [
    { id: "base", title: "Base", cohort: eachFamily("base"), paper: ["Base"] },
    { id: "gt-reward", title: "GT-Reward (not label-free)", cohort: eachFamily("gt-reward"), paper: ["GT-Reward"] },
    { id: "ttrl", title: "TTRL", cohort: eachFamily("ttrl"), paper: ["TTRL"] },
    { id: "co-rl-ring-3", title: "Co-RL, ring of three", preset: "co-rl-ring-3", paper: ["Co-RL (Different family)"] },
  ],
  seeds: [0, 1, 2, 3, 4],
  baseline: "ttrl",
  paper: "3",
});
