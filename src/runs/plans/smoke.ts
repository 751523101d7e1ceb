/** Small enough for a test: the whole way from plan to report in seconds. Its figures mean nothing. */
import { definePlan } from "./define.ts";

export const SMOKE = definePlan({
  id: "smoke",
  title: "Smoke test",
  description: "Six runs of five steps on 32 prompts, to see that everything works. Nothing can be concluded from its figures.",
  rows: [
    { id: "base", title: "Base", preset: "base" },
    { id: "ttrl", title: "TTRL", preset: "ttrl" },
    { id: "co-rl-different", title: "Co-RL, different families", preset: "co-rl-different" },
  ],
  seeds: [0, 1],
  training: { steps: 5, promptsPerStep: 8, rollouts: 4, trainPrompts: 32, heldOutPrompts: 32, evaluateEvery: 2, finalSamples: 2 },
  baseline: "ttrl",
});
