/**
 * Largest vote share: the vote of the supervisor whose most frequent answer came most often among its K rollouts. Rollouts that did not parse
 * count among the K, so one parsed answer of eight is a share of an eighth. A supervisor without a vote of its own (nothing parsed, threshold
 * missed, its own tie left unlabelled) abstains. Equal shares: the first in the order of the topology. If nobody votes, there is no label.
 */
import { foremost, type LabelRule, sureness } from "./rule.ts";

export const largestShare: LabelRule = {
  id: "largest-share",
  title: "Largest vote share",
  source: "the paper’s outlook on adaptive supervision (arXiv 2608.17253)",
  description: "Prompt by prompt the vote of the one that is surest: the largest share of its K completions gave its answer.",
  by: "the one of them with the largest vote share",
  label: (opinions) => foremost(opinions, sureness)?.vote.label ?? null,
};
