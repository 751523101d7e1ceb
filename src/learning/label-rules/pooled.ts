/**
 * Pooled: one plurality vote over all supervisors' answers, K each, taken by turns. Ours; with two supervisors the plurality of two votes that
 * differ is a tie, while pooled answers still weigh how sure each is. Answers that did not parse cast no vote, so a supervisor whose whole
 * group is unparsed has no part. Ties and the threshold as in any vote: the first seen wins unless the run's tie rule leaves a tie unlabelled.
 */
import { vote } from "../vote.ts";
import { byTurns, type LabelRule } from "./rule.ts";

export const pooled: LabelRule = {
  id: "pooled",
  title: "Pooled answers",
  source: "ours",
  description: "One majority vote over all answers of those who label, thrown together.",
  by: "a majority vote over their pooled answers",
  label: (opinions, voting) =>
    vote(
      byTurns(opinions).map(({ answer }) => answer),
      voting,
    ).label,
};
