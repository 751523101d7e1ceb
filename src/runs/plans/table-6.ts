/** The ladder of diversity, with controls that change one thing alone. */
import { oneThing } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const TABLE_6 = definePlan({
  id: "table-6",
  title: "Diversity ladder with controls",
  description:
    "What must two peers differ in? From one checkpoint twice to different families, agent A (family Q) being the same throughout. The paper's table shows how decoupled errors are before training (kappa of correctness); the figures here are what training makes of it. The large policy of “other size” is shipped for seeds 0 to 2; for others it is pretrained first.",
  rows: [
    { id: "base", title: "Base", preset: "base" },
    { id: "ttrl", title: "TTRL", preset: "ttrl" },
    { id: "co-rl-same", title: "Same checkpoint", preset: "co-rl-same", paper: ["seed only"] },
    { id: "co-rl-replica", title: "Other pretraining seed", preset: "co-rl-replica", paper: ["same family"] },
    { id: "size-only", title: "Other size only", cohort: oneThing("other-size") },
    { id: "order-only", title: "Other digit order only", cohort: oneThing("other-digit-order") },
    { id: "architecture-only", title: "Other architecture only", cohort: oneThing("other-architecture") },
    { id: "corpus-only", title: "Other corpus only", cohort: oneThing("other-corpus") },
    { id: "co-rl-different", title: "Different families", preset: "co-rl-different", paper: ["different family"] },
    { id: "co-rl-different-plus", title: "Different families, paraphrased prompt", preset: "co-rl-different-plus" },
    { id: "gt-reward", title: "GT-Reward (not label-free)", preset: "gt-reward" },
  ],
  seeds: [0, 1, 2, 3, 4],
  baseline: "ttrl",
  paper: "6",
});
