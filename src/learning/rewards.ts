/** What all voting methods share: labels from the supervisors' votes, and the reward 1 where a rollout's answer equals the label, else 0. */
import type { Answer } from "../tasks/task.ts";
import type { Exchange, MethodStep } from "./method.ts";
import { vote } from "./vote.ts";

/** Rewards of one agent's rollouts, [P * K], against one label per prompt, [P]. An unlabelled prompt rewards nobody. */
export function agreementExchange(answers: readonly Answer[], labels: readonly Answer[], perPrompt: number): Exchange {
  const rewards = new Float32Array(answers.length);
  for (let row = 0; row < answers.length; row++) {
    const label = labels[Math.floor(row / perPrompt)] ?? null;
    if (label !== null && answers[row] === label) rewards[row] = 1;
  }
  return { labels, rewards };
}

/**
 * The labels that agent n's supervisors give it, [P]. One supervisor: its vote (Co-RL, arXiv 2608.17253, eq. 3). Several: the plurality
 * of their votes, abstentions left out; of equally frequent ones the first supervisor's. The paper has rings only; with one vote a
 * supervisor no agent's K rollouts outweigh another's.
 */
export function suppliedLabels(step: MethodStep, n: number): Answer[] {
  const votes = (step.supervisors[n] ?? []).map((from) => step.agents[from]?.votes ?? []);
  return Array.from(
    { length: step.prompts },
    (_, p) =>
      vote(
        votes.map((own) => own[p]?.label ?? null),
        { threshold: 0, tieRule: "first-seen" },
      ).label,
  );
}
