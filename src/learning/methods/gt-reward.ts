/** GT-Reward: 1 where the answer is the truth. The ceiling that label-free methods are measured against. */
import type { SupervisedMethod } from "../method.ts";
import { agreementExchange } from "../rewards.ts";
import { selfTopology } from "../topology.ts";

export const gtReward: SupervisedMethod = {
  id: "gt-reward",
  title: "GT-Reward",
  source: "arXiv 2608.17253, table 1, row GT-Reward",
  description: "Every rollout is rewarded for the true answer. Not label-free: the ceiling the others are measured against.",
  agents: [1, 8],
  trains: true,
  roles: false,
  labels: true,
  rewarded: "rewarded for the true answer",
  needsTruth: true,
  topology: selfTopology,
  anyTopology: false,
  exchange: (step, truths) => step.agents.map((agent) => agreementExchange(agent.answers, truths, step.perPrompt)),
};
