/** At which learning rate which method collapses. */
import { definePlan } from "./define.ts";

export const LEARNING_RATE = definePlan({
  id: "learning-rate",
  title: "Learning rate and collapse",
  description:
    "Which method holds as the learning rate rises? A collapsed policy votes for a few constant answers: held-out accuracy and distinct majorities fall towards 0 while agreement with oneself is perfect. The recipe's rate is 0.0006.",
  rows: [
    { id: "ttrl", title: "TTRL", preset: "ttrl" },
    { id: "co-rl-same", title: "Co-RL, same checkpoint", preset: "co-rl-same" },
    { id: "co-rl-different", title: "Co-RL, different families", preset: "co-rl-different" },
  ],
  seeds: [0, 1, 2],
  grid: [{ setting: "learningRate", values: [0.0003, 0.0006, 0.0012, 0.0024] }],
  baseline: "ttrl",
});
