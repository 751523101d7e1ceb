/** Who supervises whom among three and more. */
import { familyAgent, grouped } from "./preset.ts";

export const SUPERVISION = grouped("Who supervises whom", [
  {
    id: "co-rl-ring-3",
    title: "Co-RL, ring of three",
    description: "Three families; each is labelled by its predecessor.",
    cohort: { method: "co-rl", agents: [familyAgent("Q"), familyAgent("L"), familyAgent("P")] },
  },
]);
