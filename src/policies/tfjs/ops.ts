/**
 * tfjs operations with gradients written by hand, for the wasm backend's sake: its matmul reaches XNNPACK only without transpose
 * flags and without a batch (856 of 1065 ms of an update went into flagged ones), it has no UnsortedSegmentSum, and its tanh
 * is scalar while its sigmoid is SIMD. Each operation also runs on webgpu and cpu.
 */
import type { GradSaver, Tensor, Tensor2D } from "./core.ts";
import { tf } from "./core.ts";

/**
 * An operation with its own gradient. `backward` gets dy and what `forward` saved, and gives one gradient per input. It must
 * take every tensor that it needs from there, inputs too: tfjs frees all others when the forward pass ends (kept constants stay).
 */
export function withGradient<Saved extends readonly Tensor[]>(
  inputs: readonly Tensor[],
  forward: () => { readonly value: Tensor; readonly saved: readonly [...Saved] },
  backward: (dy: Tensor, saved: Saved) => Tensor[],
): Tensor {
  const operation = tf.customGrad((...given) => {
    const { value, saved } = forward();
    const save = given[given.length - 1] as GradSaver;
    save([...saved]);
    return { value, gradFunc: (dy: Tensor, back: Tensor[]) => backward(dy, back as readonly Tensor[] as Saved) };
  });
  return operation(...inputs);
}

/** The transpose of a matrix. */
export function transposed(x: Tensor): Tensor2D {
  return tf.transpose<Tensor2D>(x as Tensor2D, [1, 0]);
}

/** Sums of the columns of a matrix, by a product with ones: SIMD, and where x^T y is needed too, y is packed already. */
export function columnSums(y: Tensor, shape: number[]): Tensor {
  return tf.reshape(tf.matMul(tf.ones([1, y.shape[0] ?? 0]), y), shape);
}

/** x w + b of x [n, in], w [in, out], b [out] or null. */
export function linear(x: Tensor, w: Tensor, b: Tensor | null): Tensor2D {
  return withGradient<readonly [Tensor, Tensor]>(
    b ? [x, w, b] : [x, w],
    () => ({ value: b ? tf.fused.matMul({ a: x, b: w, bias: b }) : tf.matMul(x, w), saved: [x, w] }),
    (dy, [x, w]) => {
      const dx = tf.matMul(dy, transposed(w));
      const dw = tf.matMul(transposed(x), dy);
      return b ? [dx, dw, columnSums(dy, b.shape)] : [dx, dw];
    },
  ) as Tensor2D;
}

/** Rows of a table [V, d] by one-hot tokens [n, V]: a product, for wasm has no gradient of a lookup. Tokens get no gradient. */
export function lookup(tokens: Tensor, table: Tensor): Tensor2D {
  return withGradient(
    [table],
    () => ({ value: tf.matMul(tokens, table), saved: [tokens] }),
    (dy, [tokens]) => [tf.matMul(transposed(tokens), dy)],
  ) as Tensor2D;
}

/** tanh by way of sigmoid (see above). */
export function tanh(x: Tensor): Tensor {
  const two = tf.scalar(2);
  return tf.sub(tf.mul(tf.sigmoid(tf.mul(x, two)), two), 1);
}

/** GELU in its tanh form (Hendrycks and Gimpel 2016): x sigmoid(a x + b x^3), which is the same function. */
export function gelu(x: Tensor): Tensor {
  const a = 2 * Math.sqrt(2 / Math.PI);
  const b = a * 0.044715;
  return withGradient(
    [x],
    () => {
      const gate = tf.sigmoid(tf.mul(x, tf.add(tf.mul(tf.square(x), b), a)));
      return { value: tf.mul(x, gate), saved: [x, gate] };
    },
    (dy, [x, gate]) => {
      // gate + x gate (1 - gate) (a + 3 b x^2)
      const slope = tf.mul(x, tf.add(tf.mul(tf.square(x), 3 * b), a));
      return [tf.mul(dy, tf.mul(gate, tf.add(tf.mul(slope, tf.sub(1, gate)), 1)))];
    },
  );
}

/**
 * Layer normalisation (Ba et al. 2016, epsilon 1e-5 as PyTorch) of x [n, d]. `centre` is I - 1/d, [d, d], and `average` 1/d, [d, 1]: sums
 * along rows as small matrix products, which are SIMD on wasm while its reductions are not.
 */
export function layerNorm(x: Tensor, gain: Tensor, bias: Tensor, centre: Tensor, average: Tensor): Tensor {
  return withGradient(
    [x, gain, bias],
    () => {
      const centred = tf.matMul(x, centre);
      const inverse = tf.rsqrt(tf.add(tf.matMul(tf.square(centred), average), 1e-5));
      const normal = tf.mul(centred, inverse);
      return { value: tf.add(tf.mul(normal, gain), bias), saved: [normal, inverse, gain] };
    },
    (dy, [normal, inverse, gain]) => {
      const dn = tf.mul(dy, gain);
      const pull = tf.mul(normal, tf.matMul(tf.mul(dn, normal), average));
      const dx = tf.mul(tf.matMul(tf.sub(dn, pull), centre), inverse);
      return [dx, columnSums(tf.mul(dy, normal), gain.shape), columnSums(dy, bias.shape)];
    },
  );
}

/** Constants of layerNorm for width d. */
export function normConstants(d: number): { readonly centre: Tensor; readonly average: Tensor } {
  return { centre: tf.sub(tf.eye(d), tf.fill([d, d], 1 / d)), average: tf.fill([d, 1], 1 / d) };
}

/** Which rows to take, as a one-hot matrix [count, from]. */
export interface RowIndex {
  readonly oneHot: Tensor2D;
  readonly count: number;
  /** Rows pointed into. */
  readonly from: number;
}

/**
 * Rows of a tensor whose first axis is a multiple of `from`, such as [rows * heads, time, d], as a product with the one-hot index:
 * exact for finite numbers, differentiable on every backend, and faster than wasm's Gather (1.2 ms each), which is scalar.
 */
export function gatherRows(x: Tensor, { oneHot, count, from }: RowIndex): Tensor {
  const [first = 0, ...rest] = x.shape;
  return withGradient(
    [x],
    () => {
      const value = tf.matMul(oneHot, tf.reshape(x, [from, x.size / from]));
      return { value: tf.reshape(value, [(first / from) * count, ...rest]), saved: [oneHot] };
    },
    (dy, [oneHot]) => [tf.reshape(tf.matMul(transposed(oneHot), tf.reshape(dy, [count, x.size / from])), x.shape)],
  );
}

/**
 * log p of target tokens, [n, 1], where p = softmax(logits / temperature + mask) and mask [V] is -1e9 at tokens that may not be
 * sampled. Targets are one-hot, [n, V]; a row of zeros gives a meaningless number and, with dy 0, no gradient.
 */
export function tokenLogProbs(logits: Tensor, targets: Tensor, temperature: number, mask: Tensor): Tensor {
  return withGradient(
    [logits],
    () => {
      const scores = tf.add(temperature === 1 ? logits : tf.div(logits, temperature), mask);
      const shifted = tf.sub(scores, tf.max(scores, 1, true));
      const powers = tf.exp(shifted);
      const total = tf.sum(powers, 1, true);
      const value = tf.sub(tf.sum(tf.mul(shifted, targets), 1, true), tf.log(total));
      return { value, saved: [tf.div(powers, total), targets] };
    },
    (dy, [p, targets]) => {
      const slope = tf.mul(dy, tf.sub(targets, p));
      return [temperature === 1 ? slope : tf.div(slope, temperature)];
    },
  );
}
