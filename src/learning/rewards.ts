/** What methods share. Voting ones: labels from the supervisors' votes, and the reward 1 where a rollout's answer equals the label, else 0. */
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

/** Rewards that come of the completions themselves, [P * K]: no prompt has a label. */
export function intrinsicExchange(rewards: Float32Array, prompts: number): Exchange {
  return { labels: Array.from({ length: prompts }, () => null), rewards: rewards.slice() };
}

/**
 * The labels that agent n's supervisors give it, [P]. One supervisor: its vote (Co-RL, arXiv 2608.17253, eq. 3). Several: one vote over
 * all their answers pooled, with the same threshold and tie rule. The paper has rings only. Pooled, because the plurality of two votes
 * that differ is a tie, which the first supervisor would win every time; pooled answers are taken by turns, so that being first seen
 * favours no supervisor for long.
 */
export function suppliedLabels(step: MethodStep, n: number): Answer[] {
  const supervisors = (step.supervisors[n] ?? []).flatMap((from) => step.agents[from] ?? []);
  const [only, second] = supervisors;
  if (only && !second) return only.votes.map((own) => own.label);
  return Array.from({ length: step.prompts }, (_, p) => {
    const pooled: Answer[] = [];
    for (let k = 0; k < step.perPrompt; k++)
      for (const { answers } of supervisors) pooled.push(answers[p * step.perPrompt + k] ?? null);
    return vote(pooled, step.voting).label;
  });
}
