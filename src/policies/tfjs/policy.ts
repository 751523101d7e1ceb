/**
 * A policy's tensors on a backend: weights from the flat buffer, constants made once, one-hot tokens, and the two readings that
 * everything is made of: prompts, and completions after them.
 */

import type { Vocabulary } from "../../tasks/task.ts";
import { layoutOf, type PolicyShape } from "../architectures/index.ts";
import type { Layout } from "../layout.ts";
import { type Tensor, type Tensor2D, tf } from "./core.ts";
import { networkOf } from "./networks/index.ts";
import type { Block, Context, Extend, State } from "./networks/network.ts";
import { gatherRows, type RowIndex } from "./ops.ts";

export interface Policy {
  readonly layout: Layout;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
  readonly extend: Extend;
  /** 0 at tokens that may be sampled, -1e9 at the others, [V]. */
  readonly mask: Tensor;
  /** Weights of a flat buffer, in the layout's order. The caller disposes of them. */
  upload(parameters: Float32Array): Tensor[];
  context(weights: readonly Tensor[]): Context;
  dispose(): void;
}

/** Call with the backend set; its constants live there. */
export function createPolicy(options: {
  readonly shape: PolicyShape;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
}): Policy {
  const { shape, vocabulary, promptLength } = options;
  const width = vocabulary.characters.length;
  const layout = layoutOf(shape, width);
  const order = new Map(layout.tensors.map((tensor, i) => [tensor.name, i]));
  const constants = new Map<string, Tensor>();
  const constant = (key: string, make: () => Tensor): Tensor => {
    const found = constants.get(key);
    if (found) return found;
    const made = tf.keep(tf.tidy(make));
    constants.set(key, made);
    return made;
  };
  const allowed = new Set(vocabulary.active);
  const mask = constant("vocabulary", () => tf.tensor1d(Array.from({ length: width }, (_, id) => (allowed.has(id) ? 0 : -1e9))));
  return {
    layout,
    vocabulary,
    promptLength,
    extend: networkOf(shape),
    mask,
    upload: (parameters) =>
      layout.tensors.map(({ offset, size: n, shape }) => tf.tensor(parameters.slice(offset, offset + n), [...shape])),
    context: (weights) => ({
      weight: (name) => {
        const tensor = weights[order.get(name) ?? -1];
        if (!tensor) throw new Error(`The ${shape.architecture} policy has no tensor "${name}".`);
        return tensor;
      },
      constant,
    }),
    dispose: () => {
      for (const tensor of constants.values()) tensor.dispose();
      constants.clear();
    },
  };
}

/** One-hot tokens, time-major, [time * rows, width]; `token` gives the id at (row, time), or -1 for none (a row of zeros). */
export function oneHot(rows: number, time: number, width: number, token: (row: number, t: number) => number): Tensor2D {
  const values = new Float32Array(time * rows * width);
  for (let t = 0; t < time; t++) {
    for (let row = 0; row < rows; row++) {
      const id = token(row, t);
      if (id >= width) throw new RangeError(`Token ${id} is outside an alphabet of ${width}.`);
      if (id >= 0) values[(t * rows + row) * width + id] = 1;
    }
  }
  return tf.tensor2d(values, [time * rows, width]);
}

/** Points at rows, by their numbers among `from`. */
export function rowIndex(rows: ArrayLike<number>, from: number): RowIndex {
  return { oneHot: oneHot(rows.length, 1, from, (i) => rows[i] ?? 0), count: rows.length, from };
}

/** The same rows of every tensor of a state. */
export function gatherState(state: State, index: RowIndex): State {
  return { position: state.position, tensors: state.tensors.map((tensor) => gatherRows(tensor, index)) };
}

/** Reads prompts [count, promptLength]: the state after them, and the logits of the first token, [count, V]. */
export function readPrompts(
  policy: Policy,
  context: Context,
  prompts: Int32Array,
  count: number,
): { state: State; logits: Tensor2D } {
  const { promptLength, vocabulary, extend } = policy;
  const width = vocabulary.characters.length;
  const block: Block = {
    tokens: oneHot(count, promptLength, width, (row, t) => prompts[row * promptLength + t] ?? -1),
    time: promptLength,
    rows: count,
  };
  const { logits, state } = extend(context, block, null, true);
  if (!state) throw new Error("The architecture kept no state.");
  return { state, logits: tf.slice(logits, [(promptLength - 1) * count, 0], [count, width]) };
}
