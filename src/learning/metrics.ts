/**
 * What is measured each step (docs/methods.md; Co-RL, arXiv 2608.17253, figures 2, 4 and 5). All diagnostic: nothing here flows back
 * into training, so the truth may be used.
 */
import type { Answer } from "../tasks/task.ts";
import { groupMoments } from "./advantage.ts";
import type { Exchange } from "./method.ts";
import type { Vote } from "./vote.ts";

/** Metrics of one agent in one step; null where there is nothing to divide by. Shares are 0 to 1. */
export interface AgentMetrics {
  /** Share of the training rollouts whose answer is the truth. */
  readonly passAt1: number;
  /** Share of labelled prompts whose exchanged label is the truth. */
  readonly pseudoLabelAccuracy: number | null;
  /** Share of rollouts whose reward is the one the truth would have given; where judges give parts of it, how near they come. */
  readonly rewardAccuracy: number | null;
  /** Share of prompts that got a label. */
  readonly labelledShare: number;
  /** Mean share of the winner among the parsed answers (self-consistency). */
  readonly voteShare: number;
  /** Share of prompts whose own plurality answer is the truth (maj@K). */
  readonly majorityAccuracy: number;
  /** Different own plurality answers in the batch, over the number of prompts; near 0 is collapse to constant answers. */
  readonly distinctMajorities: number;
  readonly meanReward: number;
  /** Standard deviation of the rewards inside a group, averaged over groups. */
  readonly rewardStd: number;
  /** Share of groups whose rewards are all equal: they teach nothing. */
  readonly zeroStdShare: number;
  /** Mean tokens of a completion, end token included. */
  readonly completionLength: number;
  readonly truncatedShare: number;
  /** Share of completions without an answer, truncated ones included. */
  readonly unparsedShare: number;
  /** Mean over completions of their mean token entropy, nats. */
  readonly entropy: number;
}

/** One agent's step: P prompts, K rollouts each. */
export interface MetricsInput {
  /** [P * K]; rollout k of prompt p stands at p * K + k. */
  readonly answers: readonly Answer[];
  /** The agent's own votes, [P]. */
  readonly votes: readonly Vote[];
  readonly exchange: Exchange;
  /** How right each reward takes its answer to be, 0 to 1, NaN where it says nothing, [P * K]; absent: the rewards say it. */
  readonly credit?: Float32Array | null;
  /** [P]. */
  readonly truths: readonly string[];
  /** K. */
  readonly perPrompt: number;
  /** Tokens of each completion, [P * K]. */
  readonly lengths: ArrayLike<number>;
  /** How many completions were cut at the cap. */
  readonly truncated: number;
  /** Mean token entropy of each completion, nats, [P * K]. */
  readonly entropies: ArrayLike<number>;
  readonly ddof: 0 | 1;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Measures one agent's step. Throws nothing: an empty step has shares 0. */
export function agentMetrics(input: MetricsInput): AgentMetrics {
  const { answers, votes, exchange, truths, perPrompt } = input;
  const prompts = truths.length;
  let right = 0;
  let unparsed = 0;
  let rewardsRight = 0;
  let credited = 0;
  const credit = input.credit ?? null;
  for (let row = 0; row < answers.length; row++) {
    const correct = answers[row] === truths[Math.floor(row / perPrompt)];
    if (correct) right++;
    if (answers[row] === null) unparsed++;
    const said = credit ? (credit[row] ?? Number.NaN) : (exchange.rewards[row] ?? 0);
    if (Number.isNaN(said)) continue;
    credited++;
    if (credit) rewardsRight += 1 - Math.abs(said - (correct ? 1 : 0));
    else if (said === (correct ? 1 : 0)) rewardsRight++;
  }
  let labelled = 0;
  let labelsRight = 0;
  let majorityRight = 0;
  let stdSum = 0;
  let flat = 0;
  const pluralities = new Set<string>();
  for (let p = 0; p < prompts; p++) {
    const label = exchange.labels[p] ?? null;
    if (label !== null) labelled++;
    if (label !== null && label === truths[p]) labelsRight++;
    const plurality = votes[p]?.plurality ?? null;
    if (plurality !== null) pluralities.add(plurality);
    if (plurality === truths[p]) majorityRight++;
    const { std } = groupMoments(exchange.rewards, p * perPrompt, perPrompt, input.ddof);
    stdSum += std;
    if (std === 0) flat++;
  }
  const rows = Math.max(1, answers.length);
  return {
    passAt1: right / rows,
    pseudoLabelAccuracy: labelled === 0 ? null : labelsRight / labelled,
    rewardAccuracy: credited === 0 || (labelled === 0 && !credit) ? null : rewardsRight / credited,
    labelledShare: labelled / Math.max(1, prompts),
    voteShare: mean(votes.map((v) => v.share)),
    majorityAccuracy: majorityRight / Math.max(1, prompts),
    distinctMajorities: pluralities.size / Math.max(1, prompts),
    meanReward: mean(exchange.rewards),
    rewardStd: stdSum / Math.max(1, prompts),
    zeroStdShare: flat / Math.max(1, prompts),
    completionLength: mean(input.lengths),
    truncatedShare: input.truncated / rows,
    unparsedShare: unparsed / rows,
    entropy: mean(input.entropies),
  };
}

/** Agreement of two agents: the share of prompts labelled by both votes on which the votes are equal. */
export interface PairAgreement {
  readonly a: number;
  readonly b: number;
  /** null where no prompt was labelled by both. */
  readonly agreement: number | null;
  /** Prompts labelled by both. */
  readonly prompts: number;
}

/** Agreement of every pair of agents, a < b, from their own votes. */
export function pairAgreements(votes: readonly (readonly Vote[])[]): PairAgreement[] {
  const pairs: PairAgreement[] = [];
  for (let a = 0; a < votes.length; a++) {
    for (let b = a + 1; b < votes.length; b++) {
      let both = 0;
      let equal = 0;
      const theirs = votes[b] ?? [];
      for (const [p, own] of (votes[a] ?? []).entries()) {
        const other = theirs[p]?.label ?? null;
        if (own.label === null || other === null) continue;
        both++;
        if (own.label === other) equal++;
      }
      pairs.push({ a, b, agreement: both === 0 ? null : equal / both, prompts: both });
    }
  }
  return pairs;
}

/** Share of prompts, labelled by all, on which all agents' votes are equal; null where there is none. For N >= 3. */
export function unanimity(votes: readonly (readonly Vote[])[]): number | null {
  const first = votes[0] ?? [];
  let all = 0;
  let equal = 0;
  for (const [p, own] of first.entries()) {
    const labels = votes.map((agent) => agent[p]?.label ?? null);
    if (labels.some((label) => label === null)) continue;
    all++;
    if (labels.every((label) => label === own.label)) equal++;
  }
  return all === 0 ? null : equal / all;
}
