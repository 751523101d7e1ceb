/** Noise in the truth: how many wrong labels a ceiling survives. */
import { definePlan } from "./define.ts";

export const WRONG_LABELS = definePlan({
  id: "wrong-labels",
  title: "Noise in the truth",
  description:
    "At which share of wrong labels does peer voting win? GT-Reward is taught a wrong answer for a share of the train prompts, the truth plus or minus 1 or 10, the same in every step; Co-RL between different families sees no label at any share, so its runs are the same at all.",
  rows: [
    { id: "gt-reward", title: "GT-Reward (not label-free)", preset: "gt-reward" },
    { id: "co-rl", title: "Co-RL, different families", preset: "co-rl-different" },
  ],
  seeds: [0, 1, 2],
  grid: [{ setting: "wrongLabels", values: [0, 0.1, 0.2, 0.3, 0.4, 0.5] }],
  baseline: "co-rl",
});
