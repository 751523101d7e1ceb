/**
 * The gated recurrent unit of architectures/recurrent.ts on tfjs. The step's gradient is written by hand: by autodiff it would be some
 * sixty small operations.
 */
import type { RecurrentDimensions } from "../../architectures/recurrent.ts";
import { type Tensor, type Tensor2D, tf } from "../core.ts";
import { columnSums, linear, lookup, tanh, transposed, withGradient } from "../ops.ts";
import type { Network } from "./network.ts";

interface Recurrence {
  readonly reset: Tensor;
  readonly update: Tensor;
  readonly new: Tensor;
  readonly bias: Tensor;
}

/** One step: h [rows, hidden], what the token adds to each gate (xr, xz, xn), and the recurrent weights. */
function cell(h: Tensor, xr: Tensor, xz: Tensor, xn: Tensor, u: Recurrence): Tensor {
  return withGradient(
    [h, xr, xz, xn, u.reset, u.update, u.new, u.bias],
    () => {
      const r = tf.sigmoid(tf.add(tf.matMul(h, u.reset), xr));
      const z = tf.sigmoid(tf.add(tf.matMul(h, u.update), xz));
      const hn = tf.fused.matMul({ a: h as Tensor2D, b: u.new as Tensor2D, bias: u.bias });
      const n = tanh(tf.add(tf.mul(r, hn), xn));
      return { value: tf.add(n, tf.mul(z, tf.sub(h, n))), saved: [h, r, z, hn, n, u.reset, u.update, u.new] };
    },
    (dy, [h, r, z, hn, n, ur, uz, un]) => {
      const carried = tf.mul(dy, z);
      const dn = tf.mul(tf.sub(dy, carried), tf.sub(1, tf.square(n)));
      const dz = tf.mul(tf.mul(carried, tf.sub(h, n)), tf.sub(1, z));
      const dhn = tf.mul(dn, r);
      const dr = tf.mul(tf.mul(dhn, hn), tf.sub(1, r));
      const back = [tf.matMul(dr, transposed(ur)), tf.matMul(dz, transposed(uz)), tf.matMul(dhn, transposed(un))];
      const before = transposed(h);
      return [
        tf.addN([carried, ...back]),
        dr,
        dz,
        dn,
        tf.matMul(before, dr),
        tf.matMul(before, dz),
        tf.matMul(before, dhn),
        columnSums(dhn, u.bias.shape),
      ];
    },
  );
}

export const recurrent: Network<RecurrentDimensions> = ({ hidden }, { weight }, { tokens, time, rows }, state, keepState) => {
  // What each token of the alphabet adds to each gate, [vocabulary, hidden]: a lookup afterwards.
  const table = (gate: string): Tensor => linear(weight("embedding"), weight(`${gate}.input`), weight(`${gate}.bias`));
  const [tr, tz, tn] = [table("reset"), table("update"), table("new")];
  const u: Recurrence = {
    reset: weight("reset.state"),
    update: weight("update.state"),
    new: weight("new.state"),
    bias: weight("new.state-bias"),
  };
  let h: Tensor = state?.tensors[0] ?? tf.zeros([rows, hidden]);
  const logits: Tensor2D[] = [];
  for (let t = 0; t < time; t++) {
    const token = time === 1 ? tokens : tf.slice(tokens, [t * rows, 0], [rows, tokens.shape[1]]);
    h = cell(h, lookup(token, tr), lookup(token, tz), lookup(token, tn), u);
    logits.push(linear(h, weight("head.weight"), weight("head.bias")));
  }
  const [first] = logits;
  return {
    logits: time === 1 && first ? first : tf.concat(logits, 0),
    state: keepState ? { position: (state?.position ?? 0) + time, tensors: [h] } : null,
  };
};
