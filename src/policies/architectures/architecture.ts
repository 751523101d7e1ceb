/** What an architecture is: its dimensions in each size, and its tensors. What it computes stands with each engine. */
import type { Layout, TensorSpec } from "../layout.ts";
import { createLayout } from "../layout.ts";
import type { ArchitectureId, SizeId } from "../spec.ts";

export interface Architecture<Dimensions = unknown> {
  readonly id: ArchitectureId;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly sizes: Readonly<Record<SizeId, Dimensions>>;
  layout(size: SizeId, vocabularySize: number): Layout;
  /** The layout of any dimensions. */
  layoutOf(dimensions: Dimensions, vocabularySize: number): Layout;
}

/** Makes an architecture of its dimensions per size and its tensors. */
export function defineArchitecture<Dimensions>(
  definition: Omit<Architecture<Dimensions>, "layout" | "layoutOf"> & {
    readonly tensors: (dimensions: Dimensions, vocabularySize: number) => readonly TensorSpec[];
  },
): Architecture<Dimensions> {
  const { tensors, ...facts } = definition;
  const layoutOf = (dimensions: Dimensions, vocabularySize: number): Layout => createLayout(tensors(dimensions, vocabularySize));
  return { ...facts, layoutOf, layout: (size, vocabularySize) => layoutOf(facts.sizes[size], vocabularySize) };
}
