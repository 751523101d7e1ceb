/** The reward all voting methods share: 1 where a rollout's answer equals the label, else 0. */
import type { Answer } from "../tasks/task.ts";
import type { Exchange } from "./method.ts";

/** Rewards of one agent's rollouts, [P * K], against one label per prompt, [P]. An unlabelled prompt rewards nobody. */
export function agreementExchange(answers: readonly Answer[], labels: readonly Answer[], perPrompt: number): Exchange {
  const rewards = new Float32Array(answers.length);
  for (let row = 0; row < answers.length; row++) {
    const label = labels[Math.floor(row / perPrompt)] ?? null;
    if (label !== null && answers[row] === label) rewards[row] = 1;
  }
  return { labels, rewards };
}
