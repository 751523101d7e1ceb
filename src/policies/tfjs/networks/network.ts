/**
 * What a network on tfjs is: one function that reads a block of tokens after what was read before.
 *
 * It serves everything: reading prompts (no state yet), sampling (blocks of one token) and teacher forcing (a block of
 * completions after the prompts' state, so that a prompt is read once and not once per rollout).
 */
import type { Tensor, Tensor2D } from "@tensorflow/tfjs-core";

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

/** An architecture's function, before its dimensions are known. */
export type Network<Dimensions> = (dimensions: Dimensions, ...rest: Parameters<Extend>) => Extended;
