/**
 * Self-consistency (RLCCF, arXiv 2508.12338): argmax_a sum_n SC_n sum_k 1[a_nk = a], where SC_n is the share of supervisor n's K rollouts that
 * gave its most frequent answer. All answers count, each with the weight of who gave it; what did not parse has no part in the sum and lowers
 * SC_n, so a supervisor whose whole group is unparsed has none. Equal sums: the answer seen first, the supervisors taken by turns, unless the
 * run's tie rule leaves a tie unlabelled. The run's threshold is taken on the winner's share of all weights; the paper has none.
 */
import type { Answer } from "../../tasks/task.ts";
import { byTurns, type LabelRule, topCount } from "./rule.ts";

export const selfConsistency: LabelRule = {
  id: "self-consistency",
  title: "Weighted by self-consistency",
  source: "RLCCF, arXiv 2508.12338",
  description: "All answers of those who label vote, each with the weight of its agent’s vote share: who is surer weighs more.",
  by: "all their answers, weighted by self-consistency",
  label: (opinions, { threshold, tieRule }) => {
    // K is the same for all, so whole numbers (top count x count) stand for SC_n x count: sums that are equal are exactly equal.
    const weights = new Map<string, number>();
    let all = 0;
    for (const { answer, from } of byTurns(opinions)) {
      if (answer === null) continue;
      weights.set(answer, (weights.get(answer) ?? 0) + topCount(from));
      all += topCount(from);
    }
    let label: Answer = null;
    let top = 0;
    let tied = false;
    for (const [answer, weight] of weights) {
      if (weight > top) {
        label = answer;
        top = weight;
        tied = false;
      } else if (weight === top) tied = true;
    }
    const accepted = label !== null && top / all >= threshold && !(tied && tieRule === "unlabelled");
    return accepted ? label : null;
  },
};
