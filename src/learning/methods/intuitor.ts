/**
 * Intuitor (arXiv 2505.19590): the reward of a completion is its self-certainty, (1/T) sum_t KL(U || p_t) with U uniform over the active
 * tokens, whatever it answers. Unlike entropy it weighs the tokens that are hardly possible. No vote, no label, nobody else.
 */
import type { LabelFreeMethod } from "../method.ts";
import { intrinsicExchange } from "../rewards.ts";
import { selfTopology } from "../topology.ts";

export const intuitor: LabelFreeMethod = {
  id: "intuitor",
  title: "Intuitor",
  source: "arXiv 2505.19590, section 3",
  description: "Each agent is rewarded for token probabilities far from uniform, whatever it answers: its self-certainty.",
  agents: [1, 8],
  trains: true,
  roles: false,
  labels: false,
  rewarded: "rewarded for its self-certainty, without a label",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  exchange: (step) => step.agents.map(({ certainties }) => intrinsicExchange(certainties, step.prompts)),
};
