/** What the others are measured against: the floor and the ceiling. */
import { families, grouped } from "./preset.ts";

export const REFERENCE = grouped("Reference", [
  {
    id: "gt-reward",
    title: "GT-Reward (not label-free)",
    description: "Each agent is rewarded for the true answer: the ceiling.",
    cohort: families("gt-reward"),
  },
  {
    id: "base",
    title: "Base (no training)",
    description: "The policies as pretrained, evaluated only.",
    cohort: families("base"),
  },
]);
