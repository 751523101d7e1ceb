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
  {
    id: "co-rewarding-1",
    title: "Co-rewarding-I (other phrasing)",
    description: "Each agent answers each prompt in both phrasings, and each phrasing is labelled by the other’s majority vote.",
    cohort: families("co-rewarding-1"),
  },
  {
    id: "co-rewarding-2",
    title: "Co-rewarding-II (slow copy)",
    description:
      "Each agent is labelled by the majority vote of a slow copy of itself on the same prompt, as released: its rate falls along a cosine.",
    cohort: families("co-rewarding-2"),
  },
  {
    id: "co-rewarding-2-paraphrase",
    title: "Co-rewarding-II, copy on the paraphrase",
    description:
      "The copy answers the other phrasing of the prompt and follows at a constant rate, without a KL penalty: the variant of this page’s prototype.",
    cohort: { ...families("co-rewarding-2"), slowCopy: { phrasing: "other", schedule: "constant", beta: 0 } },
  },
]);
