/**
 * Co-rewarding-I (arXiv 2508.00410): the policy answers every prompt in both phrasings, K rollouts each; each phrasing's rollouts are rewarded
 * with 1 where the answer is the other phrasing's majority vote, and both train. Self-rewarding from another view of the same question.
 */
import type { LabelFreeMethod } from "../method.ts";
import { agreementExchange, labelsOf, secondOf } from "../rewards.ts";
import { selfTopology } from "../topology.ts";

export const coRewarding1: LabelFreeMethod = {
  id: "co-rewarding-1",
  title: "Co-rewarding-I",
  source: "arXiv 2508.00410, Co-rewarding-I; the paraphrase is the task's own, not a language model's",
  description:
    "Each agent answers every prompt in two phrasings, and each phrasing is rewarded for agreeing with the other’s majority vote.",
  agents: [1, 8],
  trains: true,
  roles: false,
  labels: true,
  rewarded: "labelled by its own majority vote on the other phrasing of the prompt",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  second: "other-phrasing",
  exchange: (step) =>
    step.agents.map((agent) => {
      const other = secondOf(agent);
      return {
        ...agreementExchange(agent.answers, labelsOf(other), step.perPrompt),
        second: agreementExchange(other.answers, labelsOf(agent), step.perPrompt),
      };
    }),
};
