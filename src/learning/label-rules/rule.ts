/**
 * What a label rule is: how the rollouts of several supervisors become one label for a prompt. One file a rule, each exporting one object; the
 * list is in index.ts. A label rule sees answers and votes, never the truth. Where an agent has one supervisor, that supervisor's vote is the
 * label whatever the rule (rewards.ts). Formulas: docs/methods.md.
 */
import type { Answer } from "../../tasks/task.ts";
import type { Vote, VoteOptions } from "../vote.ts";

export const LABEL_RULES = [
  "pooled",
  "majority",
  "smallest-entropy",
  "largest-share",
  "agree-else-surest",
  "self-consistency",
] as const;
export type LabelRuleId = (typeof LABEL_RULES)[number];

/** What is done where nothing is said. */
export const DEFAULT_LABEL_RULE: LabelRuleId = "pooled";

/** What one supervisor made of one prompt. */
export interface Opinion {
  /** Its parsed answers, [K], in the order they were sampled; null where nothing parsed. */
  readonly answers: readonly Answer[];
  /** Its vote on them. Without a label where nothing parsed, the threshold was missed or a tie left none. */
  readonly vote: Vote;
}

export interface LabelRule {
  readonly id: LabelRuleId;
  readonly title: string;
  /** Paper or code. */
  readonly source: string;
  /** One sentence for the page. */
  readonly description: string;
  /** The end of "each is labelled by ...". */
  readonly by: string;
  /**
   * The label of one prompt, null for none. `opinions` has one entry a supervisor, at least two, in the order of the topology, all of the same
   * K; `voting` are the run's threshold and tie rule, which each rule says how it takes.
   */
  readonly label: (opinions: readonly Opinion[], voting: VoteOptions) => Answer;
}

/** How often the opinion's most frequent answer came, of K: an answer that did not parse counts against it. */
export function topCount({ vote }: Opinion): number {
  return Math.round(vote.share * vote.parsed);
}

/** The share of all K rollouts that gave the most frequent answer, 0 to 1: with one parsed answer of eight nobody is sure. */
export function sureness(opinion: Opinion): number {
  return opinion.answers.length === 0 ? 0 : topCount(opinion) / opinion.answers.length;
}

/** Those whose vote gives a label; the others abstain. */
export function voters(opinions: readonly Opinion[]): readonly Opinion[] {
  return opinions.filter(({ vote }) => vote.label !== null);
}

/** The voter with the highest value, the first of them in the order of the topology where several have it; undefined where nobody votes. */
export function foremost(opinions: readonly Opinion[], value: (opinion: Opinion) => number): Opinion | undefined {
  let best: Opinion | undefined;
  let top = Number.NEGATIVE_INFINITY;
  for (const opinion of voters(opinions)) {
    const own = value(opinion);
    if (own <= top) continue;
    best = opinion;
    top = own;
  }
  return best;
}

/** All answers by turns, each supervisor's first, then each one's second: so that being seen first favours no supervisor for long. */
export function byTurns(opinions: readonly Opinion[]): { readonly answer: Answer; readonly from: Opinion }[] {
  const most = Math.max(0, ...opinions.map(({ answers }) => answers.length));
  return Array.from({ length: most }, (_, k) => opinions.map((from) => ({ answer: from.answers[k] ?? null, from }))).flat();
}
