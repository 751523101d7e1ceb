/**
 * Majority: the answer that the most supervisors vote for, one vote each. A tie at the top leaves the prompt unlabelled, whatever the run's tie
 * rule says, as in the released Co-RL code for three and more agents (its training step then takes the ring's predecessor instead). So two
 * supervisors give a label only where they agree. A supervisor without a vote of its own (nothing parsed, threshold missed, its own tie left
 * unlabelled) abstains; where one alone votes, its vote is the label.
 */
import { vote } from "../vote.ts";
import { type LabelRule, voters } from "./rule.ts";

export const majority: LabelRule = {
  id: "majority",
  title: "Majority of the votes",
  source: "Co-RL’s released code, N >= 3 (its helper for peers’ votes)",
  description: "Each of those who label has one vote, the most votes win, and a tie gives no label.",
  by: "the majority of their votes (a tie gives no label)",
  label: (opinions) =>
    vote(
      voters(opinions).map(({ vote: own }) => own.label),
      { threshold: 0, tieRule: "unlabelled" },
    ).label,
};
