/** Agents that reward themselves and never meet. */
import { families, grouped } from "./preset.ts";

export const SELF_REWARDING = grouped("Self-rewarding", [
  {
    id: "ttrl",
    title: "TTRL (self-rewarding)",
    description: "Each agent is labelled by its own majority vote.",
    cohort: families("ttrl"),
  },
  {
    id: "rent",
    title: "RENT (own entropy)",
    description: "Each agent is rewarded for low token entropy, whatever it answers. No vote, no label.",
    cohort: families("rent"),
  },
  {
    id: "intuitor",
    title: "Intuitor (own certainty)",
    description: "Each agent is rewarded for token probabilities far from uniform, whatever it answers. No vote, no label.",
    cohort: families("intuitor"),
  },
]);
