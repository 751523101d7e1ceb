/**
 * A small decoder-only transformer: pre-norm, rotary positions, GELU. Attention looks back at any position by content.
 *
 * Vaswani et al. 2017 (arXiv 1706.03762); rotary embedding: Su et al. 2021 (arXiv 2104.09864), here with base 100, since no text is
 * longer than 30 tokens, and pairs (i, i + half) inside a head; layer norm: Ba et al. 2016 (arXiv 1607.06450).
 */
import { linearBias, linearWeight, type TensorSpec } from "../layout.ts";
import { defineArchitecture } from "./architecture.ts";

export interface AttentionDimensions {
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  /** Width of the hidden layer after attention. */
  readonly hidden: number;
}

function norm(name: string, d: number): TensorSpec[] {
  return [
    { name: `${name}.gain`, shape: [d], initial: { kind: "constant", value: 1 } },
    { name: `${name}.bias`, shape: [d], initial: { kind: "constant", value: 0 } },
  ];
}

function tensors({ width: d, layers, hidden }: AttentionDimensions, vocabularySize: number): TensorSpec[] {
  const specs: TensorSpec[] = [{ name: "embedding", shape: [vocabularySize, d], initial: { kind: "normal", deviation: 0.3 } }];
  for (let l = 0; l < layers; l++) {
    const at = `layers.${l}`;
    specs.push(...norm(`${at}.norm1`, d));
    for (const part of ["query", "key", "value", "output"]) specs.push(linearWeight(`${at}.${part}`, d, d));
    specs.push(...norm(`${at}.norm2`, d));
    specs.push(linearWeight(`${at}.up.weight`, d, hidden), linearBias(`${at}.up.bias`, d, hidden));
    specs.push(linearWeight(`${at}.down.weight`, hidden, d), linearBias(`${at}.down.bias`, hidden, d));
  }
  specs.push(...norm("norm", d), linearWeight("head.weight", d, vocabularySize), linearBias("head.bias", d, vocabularySize));
  return specs;
}

export const attention = defineArchitecture<AttentionDimensions>({
  id: "attention",
  title: "Attention",
  description: "A transformer: each token looks back at all earlier ones and weighs them by content.",
  source: "arXiv 1706.03762, rotary positions arXiv 2104.09864",
  sizes: {
    small: { width: 32, layers: 2, heads: 4, hidden: 128 },
    large: { width: 48, layers: 2, heads: 4, hidden: 192 },
  },
  tensors,
});
