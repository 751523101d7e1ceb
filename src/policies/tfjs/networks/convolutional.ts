/**
 * The gated causal convolutions of architectures/convolutional.ts on tfjs. Tokens are time-major, so that a shift in time is one
 * contiguous copy and a convolution two matrix products.
 */
import type { ConvolutionalDimensions } from "../../architectures/convolutional.ts";
import { type Tensor, type Tensor2D, tf } from "../core.ts";
import { linear, lookup, tanh, withGradient } from "../ops.ts";
import type { Network } from "./network.ts";

/** tanh(a) * sigmoid(b). */
function gated(a: Tensor, b: Tensor): Tensor {
  return withGradient(
    [a, b],
    () => {
      const signal = tanh(a);
      const gate = tf.sigmoid(b);
      return { value: tf.mul(signal, gate), saved: [signal, gate] };
    },
    (dy, [signal, gate]) => {
      const open = tf.mul(dy, gate);
      return [tf.mul(open, tf.sub(1, tf.square(signal))), tf.mul(tf.mul(open, signal), tf.sub(1, gate))];
    },
  );
}

/** x [time * rows, d] shifted by `dilation` positions: zeros or the remembered inputs (oldest first, [rows, d] each) come first. */
function shifted(x: Tensor, remembered: readonly Tensor[], dilation: number, time: number, rows: number): Tensor {
  const d = x.shape[1] ?? 0;
  const missing = Math.min(time, dilation - remembered.length);
  const parts: Tensor[] = [];
  if (missing > 0) parts.push(tf.zeros([missing * rows, d]));
  parts.push(...remembered.slice(0, time - missing));
  if (time > dilation) parts.push(tf.slice(x, [0, 0], [(time - dilation) * rows, d]));
  const [first] = parts;
  return parts.length === 1 && first ? first : tf.concat(parts, 0);
}

/** The last `dilation` inputs of a layer, or as many as there were, oldest first. */
function remember(x: Tensor, remembered: readonly Tensor[], dilation: number, time: number, rows: number): Tensor[] {
  const fresh = Math.min(dilation, time);
  const d = x.shape[1] ?? 0;
  const latest =
    time === 1 ? [x] : Array.from({ length: fresh }, (_, i) => tf.slice(x, [(time - fresh + i) * rows, 0], [rows, d]));
  return [...remembered, ...latest].slice(-dilation);
}

export const convolutional: Network<ConvolutionalDimensions> = (
  { dilations },
  { weight },
  { tokens, time, rows },
  state,
  keepState,
) => {
  const position = state?.position ?? 0;
  let x: Tensor = lookup(tokens, weight("embedding"));
  const kept: Tensor[] = [];
  let next = 0;
  for (const [l, dilation] of dilations.entries()) {
    const known = Math.min(position, dilation);
    const remembered = state?.tensors.slice(next, next + known) ?? [];
    next += known;
    if (keepState) kept.push(...remember(x, remembered, dilation, time, rows));
    const past = shifted(x, remembered, dilation, time, rows);
    const convolve = (part: string): Tensor => {
      const at = `layers.${l}.${part}`;
      return tf.add(linear(x, weight(`${at}.now`), weight(`${at}.bias`)), linear(past, weight(`${at}.past`), null));
    };
    const open = gated(convolve("filter"), convolve("gate"));
    x = tf.add(x, linear(open, weight(`layers.${l}.output.weight`), weight(`layers.${l}.output.bias`)));
  }
  const logits: Tensor2D = linear(x, weight("head.weight"), weight("head.bias"));
  return { logits, state: keepState ? { position: position + time, tensors: kept } : null };
};
