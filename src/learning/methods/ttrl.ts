/** TTRL (arXiv 2504.16084): 1 where the answer is the agent's own majority vote. Self-rewarding. */
import type { LabelFreeMethod } from "../method.ts";
import { agreementExchange } from "../rewards.ts";
import { selfTopology } from "../topology.ts";

export const ttrl: LabelFreeMethod = {
  id: "ttrl",
  title: "TTRL",
  source: "arXiv 2504.16084, section 2; all K rollouts vote and all K train (the original votes with 64 and trains on 32)",
  description: "Each agent is rewarded for agreeing with its own majority vote: it feeds on its own opinion.",
  agents: [1, 8],
  trains: true,
  roles: false,
  labels: true,
  rewarded: "labelled by its own majority vote",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  exchange: (step) =>
    step.agents.map((agent) =>
      agreementExchange(
        agent.answers,
        agent.votes.map((vote) => vote.label),
        step.perPrompt,
      ),
    ),
};
