/** What methods share. Voting ones: labels from the supervisors' votes, and the reward 1 where a rollout's answer equals the label, else 0. */
import type { Answer } from "../tasks/task.ts";
import { labelRuleById } from "./label-rules/index.ts";
import type { AgentRollouts, Exchange, MethodStep, RolloutGroups } from "./method.ts";

/** Rewards of one agent's rollouts, [P * K], against one label per prompt, [P]. An unlabelled prompt rewards nobody. */
export function agreementExchange(answers: readonly Answer[], labels: readonly Answer[], perPrompt: number): Exchange {
  const rewards = new Float32Array(answers.length);
  for (let row = 0; row < answers.length; row++) {
    const label = labels[Math.floor(row / perPrompt)] ?? null;
    if (label !== null && answers[row] === label) rewards[row] = 1;
  }
  return { labels, rewards };
}

/** The labels that a group of rollouts votes for, [P]. */
export function labelsOf({ votes }: Pick<RolloutGroups, "votes">): Answer[] {
  return votes.map(({ label }) => label);
}

/** An agent's second view. Throws RangeError where it was not sampled. */
export function secondOf({ second }: Pick<AgentRollouts, "second">): RolloutGroups {
  if (!second) throw new RangeError("This method needs a second view of every prompt, and there is none.");
  return second;
}

/** Rewards that come of the completions themselves, [P * K]: no prompt has a label. */
export function intrinsicExchange(rewards: Float32Array, prompts: number): Exchange {
  return { labels: Array.from({ length: prompts }, () => null), rewards: rewards.slice() };
}

/**
 * The labels that agent n's supervisors give it, [P]. One supervisor: its vote (Co-RL, arXiv 2608.17253, eq. 3). Several: by the step's label
 * rule (label-rules/). The paper has rings only.
 */
export function suppliedLabels(step: MethodStep, n: number): Answer[] {
  const supervisors = (step.supervisors[n] ?? []).flatMap((from) => step.agents[from] ?? []);
  const [only, second] = supervisors;
  if (only && !second) return only.votes.map((own) => own.label);
  const rule = labelRuleById(step.labelRule);
  return Array.from({ length: step.prompts }, (_, p) => {
    const opinions = supervisors.flatMap(({ answers, votes }) => {
      const own = votes[p];
      return own ? [{ answers: answers.slice(p * step.perPrompt, (p + 1) * step.perPrompt), vote: own }] : [];
    });
    return rule.label(opinions, step.voting);
  });
}
