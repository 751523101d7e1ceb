/**
 * Co-rewarding-II (arXiv 2508.00410): 1 where the answer is the majority vote of a slow copy of the policy (slow-copy.ts), which samples K
 * rollouts of its own; a weak KL penalty holds the policy to the copy. The copy does not learn, it follows.
 */
import type { LabelFreeMethod } from "../method.ts";
import { agreementExchange, labelsOf, secondOf } from "../rewards.ts";
import { selfTopology } from "../topology.ts";

export const coRewarding2: LabelFreeMethod = {
  id: "co-rewarding-2",
  title: "Co-rewarding-II",
  source: "arXiv 2508.00410, Co-rewarding-II, with the released script's schedule and KL weight",
  description:
    "Each agent is rewarded for agreeing with the majority vote of a copy of itself that follows it slowly, so that its labels change slowly too.",
  agents: [1, 8],
  trains: true,
  roles: false,
  labels: true,
  rewarded: "labelled by the majority vote of a slow copy of itself",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  second: "slow-copy",
  exchange: (step) => step.agents.map((agent) => agreementExchange(agent.answers, labelsOf(secondOf(agent)), step.perPrompt)),
};
