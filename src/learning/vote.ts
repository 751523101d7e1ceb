/**
 * The majority vote on a group of rollouts: plurality over the parsed, normalised answers (docs/methods.md, common ground;
 * Co-RL, arXiv 2608.17253, section 4). The first answer seen wins a tie, as in the released code, unless the tie rule says otherwise.
 */
import type { Answer } from "../tasks/task.ts";

export const TIE_RULES = ["first-seen", "unlabelled"] as const;
export type TieRule = (typeof TIE_RULES)[number];

export interface VoteOptions {
  /** Least share of the parsed answers that the winner needs, 0 to 1; below it the prompt is unlabelled. 0 in the launchers. */
  readonly threshold: number;
  readonly tieRule: TieRule;
}

export interface Vote {
  /** The winning answer; null where nothing parsed, the threshold was missed or a tie left no label. */
  readonly label: Answer;
  /** The plurality answer before threshold and tie rule; null where nothing parsed. */
  readonly plurality: Answer;
  /** Winner's share of the parsed answers (self-consistency), 0 where nothing parsed. */
  readonly share: number;
  /** How many answers parsed. */
  readonly parsed: number;
  /** How many different answers there were. */
  readonly distinct: number;
  readonly tied: boolean;
}

/** Votes on one group of K answers, [K], in the order they were sampled. */
export function vote(answers: readonly Answer[], options: VoteOptions): Vote {
  // A Map keeps insertion order, so the first answer seen is met first and only a strictly larger count beats it.
  const counts = new Map<string, number>();
  for (const answer of answers) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  let plurality: Answer = null;
  let top = 0;
  let tied = false;
  let parsed = 0;
  for (const [answer, count] of counts) {
    parsed += count;
    if (count > top) {
      plurality = answer;
      top = count;
      tied = false;
    } else if (count === top) tied = true;
  }
  const share = parsed === 0 ? 0 : top / parsed;
  const accepted = plurality !== null && share >= options.threshold && !(tied && options.tieRule === "unlabelled");
  return { label: accepted ? plurality : null, plurality, share, parsed, distinct: counts.size, tied };
}

/** Votes on P groups of K answers, [P * K] in, [P] out. */
export function voteAll(answers: readonly Answer[], perPrompt: number, options: VoteOptions): Vote[] {
  const votes: Vote[] = [];
  for (let start = 0; start < answers.length; start += perPrompt)
    votes.push(vote(answers.slice(start, start + perPrompt), options));
  return votes;
}
