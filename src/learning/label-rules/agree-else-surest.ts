/**
 * Agree, else the surest: where all supervisors that vote, at least two, vote for the same answer, that; else the vote of the one with the
 * largest share of its K rollouts, if that share is at least one half; else no label. The least share is what makes it a rule of its own:
 * without one it is the largest vote share, for supervisors that agree include the surest. One half as in the prototype. A supervisor
 * without a vote of its own (nothing parsed, threshold missed, its own tie left unlabelled) abstains; one that votes alone must reach the
 * half. Equal shares: the first in the order of the topology.
 */
import { foremost, type LabelRule, sureness, voters } from "./rule.ts";

/** Least share of its K rollouts by which the surest of supervisors that differ gives the label. */
export const LEAST_SHARE = 0.5;

export const agreeElseSurest: LabelRule = {
  id: "agree-else-surest",
  title: "Agree, else the surest",
  source: "ours, after the paper’s outlook on adaptive supervision (arXiv 2608.17253)",
  description:
    "The answer that all who label agree on; where they differ, the vote of the surest if half of its completions or more gave it, else none.",
  by: "the vote that they agree on, else by the surest of them if half of its rollouts gave it",
  label: (opinions) => {
    const [first, ...others] = voters(opinions).map(({ vote }) => vote.label);
    if (first !== undefined && others.length > 0 && others.every((label) => label === first)) return first;
    const surest = foremost(opinions, sureness);
    return surest && sureness(surest) >= LEAST_SHARE ? surest.vote.label : null;
  },
};
