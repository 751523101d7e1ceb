/**
 * RENT (arXiv 2505.22660): the reward of a completion is minus its mean token entropy, -(1/T) sum_t H(p_t), whatever it answers; one that
 * was cut at the cap counts by the tokens that it has. No vote, no label, nobody else.
 */
import type { LabelFreeMethod } from "../method.ts";
import { intrinsicExchange } from "../rewards.ts";
import { selfTopology } from "../topology.ts";

export const rent: LabelFreeMethod = {
  id: "rent",
  title: "RENT",
  source: "arXiv 2505.22660, section 3",
  description: "Each agent is rewarded for low token entropy, whatever it answers: being sure is all that counts.",
  agents: [1, 8],
  trains: true,
  roles: false,
  labels: false,
  rewarded: "rewarded for low token entropy, without a label",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  exchange: (step) =>
    step.agents.map(({ entropies }) =>
      intrinsicExchange(
        entropies.map((entropy) => -entropy),
        step.prompts,
      ),
    ),
};
