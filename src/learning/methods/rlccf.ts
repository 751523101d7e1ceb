/**
 * RLCCF (arXiv 2508.12338): 1 where the answer is argmax_a sum_n SC_n sum_k 1[a_nk = a], one label for all, SC_n the share of agent n's
 * rollouts that gave its most frequent answer. Everybody labels everybody, oneself included. The rule alone is a label rule
 * (label-rules/self-consistency.ts), which Co-RL may take too, without oneself.
 */
import type { LabelFreeMethod } from "../method.ts";
import { agreementExchange, suppliedLabels } from "../rewards.ts";
import { everybodyTopology } from "../topology.ts";

export const rlccf: LabelFreeMethod = {
  id: "rlccf",
  title: "RLCCF",
  source: "arXiv 2508.12338; GRPO on the weighted label alone, in policies that start from corpora of their own",
  description:
    "One label for all agents: every answer votes with the weight of its agent’s self-consistency, the share of that agent’s own majority.",
  agents: [2, 8],
  trains: true,
  labels: true,
  rewarded: null,
  roles: false,
  needsTruth: false,
  topology: everybodyTopology,
  anyTopology: false,
  labelRule: "self-consistency",
  exchange: (step) => step.agents.map((agent, n) => agreementExchange(agent.answers, suppliedLabels(step, n), step.perPrompt)),
};
