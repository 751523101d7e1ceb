/**
 * What an architecture is: tensors, and one function that reads a block of tokens after what was read before.
 *
 * `extend` serves everything: reading prompts (no state yet), sampling (blocks of one token) and teacher forcing (a block of
 * completions after the prompts' state, so that a prompt is read once and not once per rollout).
 */
import type { Tensor, Tensor2D } from "@tensorflow/tfjs-core";
import type { Layout, TensorSpec } from "../layout.ts";
import { createLayout } from "../layout.ts";
import type { ArchitectureId, SizeId } from "../spec.ts";

/** What has been read so far. Every tensor is row-major by row: its first axis is a multiple of the number of rows. */
export interface State {
  /** Tokens read. */
  readonly position: number;
  readonly tensors: readonly Tensor[];
}

/** An engine's tensors, by name. Both throw where there is none. */
export interface Context {
  readonly weight: (name: string) => Tensor;
  /** A constant, made once per engine and kept. The key must say all that the values depend on. */
  readonly constant: (key: string, make: () => Tensor) => Tensor;
}

export interface Block {
  /** One-hot tokens, time-major: row t * rows + r of [time * rows, vocabulary]. */
  readonly tokens: Tensor2D;
  readonly time: number;
  readonly rows: number;
}

export interface Extended {
  /** Logits of each next token, time-major, [time * rows, vocabulary]. */
  readonly logits: Tensor2D;
  /** null unless it was asked for. */
  readonly state: State | null;
}

export type Extend = (context: Context, block: Block, state: State | null, keepState: boolean) => Extended;

export interface Architecture {
  readonly id: ArchitectureId;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  layout(size: SizeId, vocabularySize: number): Layout;
  network(size: SizeId): Extend;
}

/** Makes an architecture of its dimensions per size, its tensors and its function. */
export function defineArchitecture<Dimensions>(definition: {
  readonly id: ArchitectureId;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly sizes: Readonly<Record<SizeId, Dimensions>>;
  readonly tensors: (dimensions: Dimensions, vocabularySize: number) => readonly TensorSpec[];
  readonly extend: (dimensions: Dimensions, ...rest: Parameters<Extend>) => Extended;
}): Architecture {
  const { id, title, description, source, sizes, tensors, extend } = definition;
  return {
    id,
    title,
    description,
    source,
    layout: (size, vocabularySize) => createLayout(tensors(sizes[size], vocabularySize)),
    network: (size) => (context, block, state, keepState) => extend(sizes[size], context, block, state, keepState),
  };
}
