/**
 * Smallest entropy: the vote of the supervisor whose parsed answers have the smallest entropy, H = - sum_a f_a log f_a with f_a the share of
 * answer a among its parsed ones. A supervisor without a vote of its own (nothing parsed, threshold missed, its own tie left unlabelled)
 * abstains; what did not parse is left out of H, so few parsed answers that agree count as sure. Equal entropies, as of two supervisors that
 * are each unanimous: the first in the order of the topology. If nobody votes, there is no label.
 */
import { foremost, type LabelRule, type Opinion } from "./rule.ts";

/** Entropy of an opinion's parsed answers, nats; 0 where nothing parsed. */
export function answerEntropy({ answers }: Opinion): number {
  const counts = new Map<string, number>();
  let parsed = 0;
  for (const answer of answers) {
    if (answer === null) continue;
    parsed++;
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  // Summed in order of size: the same counts give the same bits, whatever was seen first.
  const sizes = [...counts.values()].sort((a, b) => a - b);
  return sizes.reduce((sum, count) => sum - (count / parsed) * Math.log(count / parsed), 0);
}

export const smallestEntropy: LabelRule = {
  id: "smallest-entropy",
  title: "Smallest entropy",
  source: "ours, after the paper’s outlook on adaptive supervision (arXiv 2608.17253)",
  description: "Prompt by prompt the vote of the one whose answers scatter least.",
  by: "the one of them whose answers have the smallest entropy",
  label: (opinions) => foremost(opinions, (opinion) => -answerEntropy(opinion))?.vote.label ?? null,
};
