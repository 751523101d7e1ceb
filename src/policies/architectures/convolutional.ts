/**
 * Causal convolutions with growing gaps, gated, with residual connections: a token sees the past through a fixed tree of
 * distances, by place and not by content.
 *
 * Gated dilated causal convolutions: WaveNet (van den Oord et al. 2016, arXiv 1609.03499), kernel 2, dilations 1, 2, 4, 8, 16: it sees
 * 32 tokens, more than the 30 of a prompt with the longest completion. Each layer: x + (tanh(c(x)) * s(g(x))) Wo.
 */
import { linearBias, linearWeight, type TensorSpec } from "../layout.ts";
import { defineArchitecture } from "./architecture.ts";

export interface ConvolutionalDimensions {
  readonly width: number;
  readonly dilations: readonly number[];
}

const DILATIONS = [1, 2, 4, 8, 16] as const;

function tensors({ width: d, dilations }: ConvolutionalDimensions, vocabularySize: number): TensorSpec[] {
  const layer = (l: number): TensorSpec[] => [
    ...["filter", "gate"].flatMap((part) => [
      linearWeight(`layers.${l}.${part}.now`, d, d, 2 * d),
      linearWeight(`layers.${l}.${part}.past`, d, d, 2 * d),
      linearBias(`layers.${l}.${part}.bias`, 2 * d, d),
    ]),
    linearWeight(`layers.${l}.output.weight`, d, d),
    linearBias(`layers.${l}.output.bias`, d, d),
  ];
  return [
    { name: "embedding", shape: [vocabularySize, d], initial: { kind: "normal", deviation: 0.5 } },
    ...dilations.flatMap((_, l) => layer(l)),
    linearWeight("head.weight", d, vocabularySize),
    linearBias("head.bias", d, vocabularySize),
  ];
}

export const convolutional = defineArchitecture<ConvolutionalDimensions>({
  id: "convolutional",
  title: "Convolutional",
  description: "Gated causal convolutions: it sees the past at fixed distances, by place and not by content.",
  source: "arXiv 1609.03499",
  sizes: { small: { width: 32, dilations: DILATIONS }, large: { width: 48, dilations: DILATIONS } },
  tensors,
});
