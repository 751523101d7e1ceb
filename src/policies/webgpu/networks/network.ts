/**
 * What a network is to this engine: WGSL that reads a span of positions forwards and backwards, and which rows each weight's gradient is made
 * of.
 *
 * A sequence's positions each have a block of rows (matrix.ts) for all that is computed there, and a cache of rows that later positions look
 * back at. One way forward serves everything: prompts and given completions many positions at a time, sampling one at a time.
 */
import type { Weights } from "../wgsl/text.ts";

/** Rows that a gradient is made of. */
export interface Source {
  readonly rows: number;
  /** In the cache instead of the block. */
  readonly cached?: boolean;
  /** So many positions before the one whose derivative it meets. */
  readonly earlier?: number;
}

/** The gradient of one tensor: what to sum over all positions and sequences. y are rows of derivatives, as wide as the tensor's outputs. */
export type Gradient =
  /** x^T y: a matrix's. */
  | { readonly kind: "matrix"; readonly x: Source; readonly y: number }
  /** y: a bias's. */
  | { readonly kind: "sum"; readonly y: number }
  /** y at each position's token: an embedding's. */
  | { readonly kind: "token"; readonly y: number };

/** A gradient, and whether its rows exist only where there are logits. */
export type TensorGradient = Gradient & { readonly written?: boolean };

export interface GpuNetwork {
  /** Of a workgroup: as many as the widest step of one position can use. */
  readonly threads: number;
  /** Rows of a block that the way forward needs, the common ones included; and all rows, those of the way back included. */
  readonly forwardRows: number;
  readonly blockRows: number;
  /** Rows of a position's cache, and positions of it that stand before position 0. */
  readonly cacheRows: number;
  readonly cacheAhead: number;
  /** Whole quads that stand behind the weights. */
  readonly table: Float32Array;
  /**
   * WGSL: HEAD, HEAD_TRANSPOSED, HEAD_BIAS, EMBEDDING, and `fn forward(span: Span, written: u32)`, which reads the span and makes logits for its
   * positions from `written` on. It may take for granted that all threads see the block's tokens, and leaves all its rows visible.
   */
  readonly forward: string;
  /** WGSL: `fn backward(span: Span, written: u32)`, from the derivatives by the logits of positions from `written` on. */
  readonly backward: string;
  /** By the tensors' names. */
  readonly gradients: ReadonlyMap<string, TensorGradient>;
}

/** What all networks are laid out by, their own dimensions aside. */
export interface Frame {
  readonly weights: Weights;
  readonly alphabet: number;
  /** Positions of a sequence at most. */
  readonly positions: number;
  /** First row of a block that is the network's own, and the first one of its way back. */
  readonly firstRow: number;
}

/** Whole warps for so many threads, at most 256. */
export function threadsFor(count: number): number {
  return Math.min(256, Math.ceil(count / 32) * 32);
}
