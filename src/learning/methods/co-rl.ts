/**
 * Co-RL (arXiv 2608.17253, section 4, eq. 3): 1 where agent n's answer is the majority vote of its predecessor on a directed ring.
 * With two agents each supervises the other; any other
 * topology may be drawn instead. Only voted answers cross; all votes are taken before any agent learns.
 */
import type { LabelFreeMethod } from "../method.ts";
import { agreementExchange, suppliedLabels } from "../rewards.ts";
import { ringTopology } from "../topology.ts";

export const coRl: LabelFreeMethod = {
  id: "co-rl",
  title: "Co-RL",
  source: "arXiv 2608.17253, section 4, eq. 3",
  description:
    "Each agent is rewarded for agreeing with a peer's majority vote; with three or more they stand in a directed ring.",
  agents: [2, 8],
  trains: true,
  roles: false,
  labels: true,
  rewarded: null,
  needsTruth: false,
  topology: ringTopology,
  anyTopology: true,
  exchange: (step) => step.agents.map((agent, n) => agreementExchange(agent.answers, suppliedLabels(step, n), step.perPrompt)),
};
