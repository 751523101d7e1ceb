/** How many rollouts a vote needs. */
import { definePlan } from "./define.ts";

export const K_SWEEP = definePlan({
  id: "k-sweep",
  title: "Rollouts a prompt",
  description:
    "How does the number of rollouts K change what a vote is worth, under self-rewarding and between peers? More rollouts also mean more samples an update.",
  rows: [
    { id: "ttrl", title: "TTRL", preset: "ttrl" },
    { id: "co-rl-different", title: "Co-RL, different families", preset: "co-rl-different" },
  ],
  seeds: [0, 1, 2],
  grid: [{ setting: "rollouts", values: [2, 4, 8, 16, 32] }],
  baseline: "ttrl",
});
