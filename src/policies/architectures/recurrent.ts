/**
 * A gated recurrent unit: all it remembers of the text stands in one hidden vector.
 *
 * Cho et al. 2014 (arXiv 1406.1078) in PyTorch's form, where the reset gate multiplies after the product:
 *   r = s(x Wr + br + h Ur), z = s(x Wz + bz + h Uz), n = tanh(x Wn + bn + r (h Un + cn)), h' = n + z (h - n).
 */
import { linearWeight, type TensorSpec } from "../layout.ts";
import { defineArchitecture } from "./architecture.ts";

export interface RecurrentDimensions {
  readonly embedding: number;
  readonly hidden: number;
}

const GATES = ["reset", "update", "new"] as const;

function tensors({ embedding, hidden }: RecurrentDimensions, vocabularySize: number): TensorSpec[] {
  const bias = (name: string): TensorSpec => ({
    name,
    shape: [hidden],
    initial: { kind: "uniform", bound: 1 / Math.sqrt(hidden) },
  });
  return [
    { name: "embedding", shape: [vocabularySize, embedding], initial: { kind: "normal", deviation: 1 } },
    ...GATES.flatMap((gate) => [
      linearWeight(`${gate}.input`, embedding, hidden, hidden),
      linearWeight(`${gate}.state`, hidden, hidden),
      bias(`${gate}.bias`),
    ]),
    bias("new.state-bias"),
    linearWeight("head.weight", hidden, vocabularySize),
    { name: "head.bias", shape: [vocabularySize], initial: { kind: "uniform", bound: 1 / Math.sqrt(hidden) } },
  ];
}

export const recurrent = defineArchitecture<RecurrentDimensions>({
  id: "recurrent",
  title: "Recurrent",
  description: "A GRU: it reads left to right and keeps what it has read in one hidden vector.",
  source: "arXiv 1406.1078, in PyTorch's form",
  sizes: { small: { embedding: 24, hidden: 96 }, large: { embedding: 32, hidden: 144 } },
  tensors,
});
