/** Who supervises whom: three families under every label rule. */
import { eachFamily } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const SUPERVISION = definePlan({
  id: "supervision",
  title: "Who supervises whom",
  description:
    "Three families, 16 prompts a step: does it matter which of two peers labels a prompt, and how? The ring's fixed predecessor against rules that look at both peers prompt by prompt, and against one label for all (RLCCF). The prototype found everything from the ring to RLCCF tied within noise.",
  rows: [
    { id: "ttrl", title: "TTRL", cohort: eachFamily("ttrl") },
    { id: "ring", title: "Ring", preset: "co-rl-ring-3" },
    { id: "majority", title: "Majority of the others", preset: "co-rl-majority-3" },
    { id: "smallest-entropy", title: "Smallest entropy", preset: "co-rl-entropy-3" },
    { id: "largest-share", title: "Largest vote share", preset: "co-rl-adaptive" },
    { id: "agree-else-surest", title: "Others agree, else the surest", preset: "co-rl-agree-3" },
    { id: "rlccf", title: "RLCCF", preset: "rlccf" },
    { id: "rlccf-others", title: "RLCCF without oneself", preset: "rlccf-others" },
    { id: "gt-reward", title: "GT-Reward (not label-free)", cohort: eachFamily("gt-reward") },
  ],
  seeds: [0, 1, 2, 3, 4],
  training: { promptsPerStep: 16 },
  baseline: "ring",
});
