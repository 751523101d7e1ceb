/** The list of architectures. Adding one touches its file, its test, this list, spec.ts, and each engine's list of networks. */

import type { Layout } from "../layout.ts";
import type { ArchitectureId, SizeId } from "../spec.ts";
import type { Architecture } from "./architecture.ts";
import { type AttentionDimensions, attention } from "./attention.ts";
import { type ConvolutionalDimensions, convolutional } from "./convolutional.ts";
import { type RecurrentDimensions, recurrent } from "./recurrent.ts";

export const ARCHITECTURE_LIST = { attention, recurrent, convolutional } as const satisfies Readonly<
  Record<ArchitectureId, Architecture>
>;

/** An architecture with its dimensions: all that an engine has to know of a policy. */
export type PolicyShape =
  | { readonly architecture: "attention"; readonly dimensions: AttentionDimensions }
  | { readonly architecture: "recurrent"; readonly dimensions: RecurrentDimensions }
  | { readonly architecture: "convolutional"; readonly dimensions: ConvolutionalDimensions };

/** The shape of one of the sizes. */
export function shapeOf(architecture: ArchitectureId, size: SizeId): PolicyShape {
  switch (architecture) {
    case "attention":
      return { architecture, dimensions: attention.sizes[size] };
    case "recurrent":
      return { architecture, dimensions: recurrent.sizes[size] };
    case "convolutional":
      return { architecture, dimensions: convolutional.sizes[size] };
  }
}

/** A shape's tensors in the flat buffer. */
export function layoutOf(shape: PolicyShape, vocabularySize: number): Layout {
  switch (shape.architecture) {
    case "attention":
      return attention.layoutOf(shape.dimensions, vocabularySize);
    case "recurrent":
      return recurrent.layoutOf(shape.dimensions, vocabularySize);
    case "convolutional":
      return convolutional.layoutOf(shape.dimensions, vocabularySize);
  }
}
