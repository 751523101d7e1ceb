/** The transformer of architectures/attention.ts on tfjs. */
import type { AttentionDimensions } from "../../architectures/attention.ts";
import { type Tensor, type Tensor2D, tf } from "../core.ts";
import { gelu, layerNorm, linear, lookup, normConstants, withGradient } from "../ops.ts";
import type { Context, Network } from "./network.ts";

const ROTARY_BASE = 100;

/** cos or sin of the rotary angles at positions from `start`, [time, 1, d], times a factor. */
function rotaryTable(kind: "cos" | "sin", start: number, time: number, d: number, headWidth: number, factor: number): Tensor {
  const half = headWidth / 2;
  const values = new Float32Array(time * d);
  for (let t = 0; t < time; t++) {
    for (let i = 0; i < d; i++) {
      const angle = (start + t) * ROTARY_BASE ** (-(i % half) / half);
      values[t * d + i] = factor * Math[kind](angle);
    }
  }
  return tf.tensor(values, [time, 1, d]);
}

/** The matrix that takes (a, b) to (-b, a) in each head: x times it is the quarter turn of x. Its transpose is its negative. */
function quarterTurn(d: number, headWidth: number): Tensor {
  const half = headWidth / 2;
  const values = new Float32Array(d * d);
  for (let i = 0; i < d; i++) {
    const low = i % headWidth < half;
    values[i * d + (low ? i + half : i - half)] = low ? 1 : -1;
  }
  return tf.tensor2d(values, [d, d]);
}

/** Rotates x [time * rows, d]: x cos + turn(x) sin. */
function rotate(x: Tensor, cos: Tensor, sin: Tensor, turn: Tensor, time: number, rows: number): Tensor {
  const d = x.shape[1] ?? 0;
  const wide = (y: Tensor): Tensor => tf.reshape(y, [time, rows, d]);
  const flat = (y: Tensor): Tensor => tf.reshape(y, [time * rows, d]);
  return withGradient(
    [x],
    () => ({ value: flat(tf.add(tf.mul(wide(x), cos), tf.mul(wide(tf.matMul(x, turn)), sin))), saved: [] }),
    (dy) => [tf.sub(flat(tf.mul(wide(dy), cos)), tf.matMul(flat(tf.mul(wide(dy), sin)), turn))],
  );
}

/** softmax(q k^T + mask) v of q [n, t, w], k and v [n, s, w]; mask [t, s] or null. Scaling stands in q. */
function attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | null): Tensor {
  return withGradient(
    [q, k, v],
    () => {
      const scores = tf.matMul(q, k, false, true);
      const shares = tf.softmax(mask ? tf.add(scores, mask) : scores);
      const value = tf.matMul(shares, v);
      return { value, saved: [q, k, v, shares, value] };
    },
    (dy, [q, k, v, shares, value]) => {
      const dShares = tf.matMul(dy, v, false, true);
      const dScores = tf.mul(shares, tf.sub(dShares, tf.sum(tf.mul(dy, value), -1, true)));
      return [tf.matMul(dScores, k), tf.matMul(dScores, q, true, false), tf.matMul(shares, dy, true, false)];
    },
  );
}

function causalMask(position: number, time: number): Tensor {
  const width = position + time;
  const values = new Float32Array(time * width);
  for (let t = 0; t < time; t++) values.fill(-1e9, t * width + position + t + 1, (t + 1) * width);
  return tf.tensor2d(values, [time, width]);
}

export const attention: Network<AttentionDimensions> = (
  { width: d, layers, heads },
  context: Context,
  { tokens, time, rows },
  state,
  keepState,
) => {
  const { weight, constant } = context;
  const headWidth = d / heads;
  const position = state?.position ?? 0;
  const table = (kind: "cos" | "sin", factor: number): Tensor =>
    constant(`${kind}-${position}-${time}-${factor}`, () => rotaryTable(kind, position, time, d, headWidth, factor));
  const turn = constant("turn", () => quarterTurn(d, headWidth));
  const centre = constant("centre", () => normConstants(d).centre);
  const average = constant("average", () => normConstants(d).average);
  const mask = time === 1 ? null : constant(`mask-${position}-${time}`, () => causalMask(position, time));
  const normal = (x: Tensor, name: string): Tensor =>
    layerNorm(x, weight(`${name}.gain`), weight(`${name}.bias`), centre, average);
  // [time * rows, d] and back, by head: [rows * heads, time, headWidth].
  const split = (x: Tensor, length = time): Tensor =>
    tf.reshape(tf.transpose(tf.reshape(x, [length, rows, heads, headWidth]), [1, 2, 0, 3]), [rows * heads, length, headWidth]);
  const join = (x: Tensor, length = time): Tensor =>
    tf.reshape(tf.transpose(tf.reshape(x, [rows, heads, length, headWidth]), [2, 0, 1, 3]), [length * rows, d]);
  // Time-major where a block is long: wasm then concatenates, and splits the gradient, in two copies instead of thousands.
  const after = (past: Tensor | undefined, x: Tensor): Tensor => {
    if (!past) return split(x);
    if (time === 1) return tf.concat([past, split(x)], 1);
    return split(tf.concat([join(past, position), x], 0), position + time);
  };

  let x: Tensor = lookup(tokens, weight("embedding"));
  const kept: Tensor[] = [];
  for (let l = 0; l < layers; l++) {
    const at = `layers.${l}`;
    const h = normal(x, `${at}.norm1`);
    const scale = 1 / Math.sqrt(headWidth);
    const q = split(rotate(linear(h, weight(`${at}.query`), null), table("cos", scale), table("sin", scale), turn, time, rows));
    const k = after(
      state?.tensors[2 * l],
      rotate(linear(h, weight(`${at}.key`), null), table("cos", 1), table("sin", 1), turn, time, rows),
    );
    const v = after(state?.tensors[2 * l + 1], linear(h, weight(`${at}.value`), null));
    kept.push(k, v);
    x = tf.add(x, linear(join(attend(q, k, v, mask)), weight(`${at}.output`), null));
    const up = gelu(linear(normal(x, `${at}.norm2`), weight(`${at}.up.weight`), weight(`${at}.up.bias`)));
    x = tf.add(x, linear(up, weight(`${at}.down.weight`), weight(`${at}.down.bias`)));
  }
  const logits: Tensor2D = linear(normal(x, "norm"), weight("head.weight"), weight("head.bias"));
  return { logits, state: keepState ? { position: position + time, tensors: kept } : null };
};
