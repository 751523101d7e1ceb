/** Answers to one prompt, counted: what the forecasts of a real cohort start from, and what they are held against. */
import type { AgentOutcome } from "./outcome-codes.ts";

/** One agent's samples of one prompt. */
export interface AnswerCounts {
  /** How often each answer came, in the order first seen; what did not parse is not among them. */
  readonly counts: ReadonlyMap<string, number>;
  /** Samples in all, those that did not parse included. */
  readonly samples: number;
}

/** One prompt with every agent's answers. */
export interface PromptAnswers {
  readonly truth: string;
  readonly agents: readonly AnswerCounts[];
}

export function countAnswers(answers: readonly (string | null)[]): AnswerCounts {
  const counts = new Map<string, number>();
  for (const answer of answers) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return { counts, samples: answers.length };
}

/** Samples that gave an answer. */
export function countOf({ counts }: AnswerCounts, answer: string): number {
  return counts.get(answer) ?? 0;
}

/** Samples that parsed. */
export function parsedOf({ counts }: AnswerCounts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** 1 where more than half of all samples were right, 0 where fewer, null at exactly half and where there are none. */
export function majorityRight(right: number, samples: number): AgentOutcome {
  return 2 * right === samples ? null : 2 * right > samples ? 1 : 0;
}

/** The answers of several agents in one count, in the order first seen: agent by agent. */
export function pooledCounts(agents: readonly AnswerCounts[]): Map<string, number> {
  const pooled = new Map<string, number>();
  for (const { counts } of agents) for (const [answer, count] of counts) pooled.set(answer, (pooled.get(answer) ?? 0) + count);
  return pooled;
}

/** Whether the most frequent answer is right; null where it ties with another for that, and where there is none. */
export function pluralityRight(pooled: ReadonlyMap<string, number>, truth: string): AgentOutcome {
  const right = pooled.get(truth) ?? 0;
  let most = 0;
  for (const [answer, count] of pooled) if (answer !== truth) most = Math.max(most, count);
  return right === most ? null : right > most ? 1 : 0;
}

/** How many wrong answers are told apart in a distribution; the others are one lump. */
export const WRONG_KEPT = 5;
/** Added to the count of each answer that is told apart: one that was not seen in 32 samples may still be there. And to the lump's. */
export const SMOOTHING = 0.15;
export const LUMP_SMOOTHING = 0.05;

/**
 * Distributions of agents over the same answers, [agents, M]: the right one first, then the most frequent wrong ones of all agents together
 * (equally frequent ones in the order first seen), then the lump of all others. What did not parse has no vote and is left out.
 */
export function answerDistributions(agents: readonly AnswerCounts[], truth: string): Float64Array[] {
  const wrong = [...pooledCounts(agents)]
    .filter(([answer]) => answer !== truth)
    .sort(([, a], [, b]) => b - a)
    .slice(0, WRONG_KEPT)
    .map(([answer]) => answer);
  const kept = [truth, ...wrong];
  return agents.map((agent) => {
    const weights = kept.map((answer) => countOf(agent, answer) + SMOOTHING);
    const others = parsedOf(agent) - kept.reduce((sum, answer) => sum + countOf(agent, answer), 0);
    weights.push(others + LUMP_SMOOTHING);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Float64Array.from(weights, (weight) => weight / total);
  });
}
