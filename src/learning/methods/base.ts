/** Base: no training; the policies are evaluated as they came from pretraining. */
import type { LabelFreeMethod } from "../method.ts";
import { selfTopology } from "../topology.ts";

export const base: LabelFreeMethod = {
  id: "base",
  title: "Base",
  source: "arXiv 2608.17253, table 1, row Base",
  description: "No training. The policies are evaluated as they came from pretraining.",
  agents: [1, 8],
  trains: false,
  roles: false,
  labels: false,
  rewarded: "evaluated as pretrained",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  exchange: (step) =>
    step.agents.map((agent) => ({
      labels: Array.from({ length: step.prompts }, () => null),
      rewards: new Float32Array(agent.answers.length),
    })),
};
