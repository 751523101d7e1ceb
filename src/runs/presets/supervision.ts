/** Who supervises whom among three and more: the ring, and label rules (learning/label-rules/) that look at several prompt by prompt. */
import type { LabelRuleId } from "../../learning/label-rules/rule.ts";
import { othersTopology } from "../../learning/topology.ts";
import type { AgentConfig, CohortConfig } from "../config.ts";
import { familyAgent, grouped } from "./preset.ts";

function three(): AgentConfig[] {
  return [familyAgent("Q"), familyAgent("L"), familyAgent("P")];
}

/** Each labelled by the two others, by a rule. */
function others(labelRule: LabelRuleId): CohortConfig {
  return { method: "co-rl", agents: three(), supervisors: othersTopology(3).map((list) => [...list]), labelRule };
}

export const SUPERVISION = grouped("Who supervises whom", [
  {
    id: "co-rl-ring-3",
    title: "Co-RL, ring of three",
    description: "Three families; each is labelled by its predecessor.",
    cohort: { method: "co-rl", agents: three() },
  },
  {
    id: "co-rl-majority-3",
    title: "Co-RL, majority of the others",
    description:
      "Three families; each is labelled where the two others vote for the same answer, and not at all where they differ.",
    cohort: others("majority"),
  },
  {
    id: "co-rl-entropy-3",
    title: "Co-RL, smallest entropy",
    description: "Three families; prompt by prompt each is labelled by the one of the two others whose answers scatter least.",
    cohort: others("smallest-entropy"),
  },
  {
    id: "co-rl-adaptive",
    title: "Co-RL, adaptive supervision",
    description:
      "Three families; prompt by prompt each is labelled by the one of the two others with the largest vote share, which the paper leaves to future work.",
    cohort: others("largest-share"),
  },
  {
    id: "co-rl-agree-3",
    title: "Co-RL, others agree, else the surest",
    description:
      "Three families; each is labelled by what the two others agree on, else by the surer of them if half of its completions say so.",
    cohort: others("agree-else-surest"),
  },
  {
    id: "rlccf",
    title: "RLCCF",
    description: "One label for all agents: every answer votes, weighted by its agent’s self-consistency.",
    cohort: { method: "rlccf", agents: three() },
  },
  {
    id: "rlccf-others",
    title: "RLCCF without oneself",
    description: "Three families with RLCCF’s weights, but each is labelled by the two others alone: Co-RL with RLCCF’s rule.",
    cohort: others("self-consistency"),
  },
]);
