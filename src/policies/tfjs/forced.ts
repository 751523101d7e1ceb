/**
 * Teacher forcing: log-probabilities of given completions and the gradient of sum(d * log p), where d is what learning/ decided for
 * each token. Prompts are read once each; completions go in buckets of similar length; rollouts whose d is 0 throughout are left
 * out, for they add exactly nothing.
 */

import type { Asked, Completions } from "../engine.ts";
import { type Bucket, bucketRows } from "./buckets.ts";
import { type Tensor, type Tensor2D, tf } from "./core.ts";
import type { Context } from "./networks/network.ts";
import { gatherRows, tokenLogProbs } from "./ops.ts";
import { gatherState, oneHot, type Policy, readPrompts, rowIndex } from "./policy.ts";

interface Part extends Bucket {
  /** Log-probabilities, time-major, [time * rows, 1]. */
  readonly logProbs: Tensor;
}

/** Throws RangeError where prompts and completions do not fit together. */
function check(policy: Policy, asked: Asked, { tokens, lengths, rows, width }: Completions): void {
  if (asked.prompts.length !== asked.promptCount * policy.promptLength)
    throw new RangeError("The prompts are not [promptCount, promptLength].");
  if (rows !== asked.promptCount * asked.perPrompt) throw new RangeError("There are not promptCount * perPrompt completions.");
  if (tokens.length !== rows * width || lengths.length !== rows) throw new RangeError("The completions are not [rows, width].");
}

/** Log-probabilities of some rows' completions, bucket by bucket. */
function evaluate(policy: Policy, context: Context, asked: Asked, completions: Completions, rows: readonly number[]): Part[] {
  const { vocabulary, promptLength } = policy;
  const alphabet = vocabulary.characters.length;
  const { tokens, lengths, width } = completions;
  const promptOf = (row: number): number => Math.floor(row / asked.perPrompt);
  // Only the prompts that these rows belong to.
  const used = [...new Set(rows.map(promptOf))].sort((a, b) => a - b);
  const slot = new Map(used.map((prompt, i) => [prompt, i]));
  const prompts = new Int32Array(used.length * promptLength);
  used.forEach((prompt, i) => {
    prompts.set(asked.prompts.subarray(prompt * promptLength, (prompt + 1) * promptLength), i * promptLength);
  });
  const read = readPrompts(policy, context, prompts, used.length);
  return bucketRows(rows, lengths).map((bucket) => {
    const n = bucket.rows.length;
    const index = rowIndex(
      Array.from(bucket.rows, (row) => slot.get(promptOf(row)) ?? 0),
      used.length,
    );
    const token = (i: number, t: number): number => {
      const row = bucket.rows[i] ?? 0;
      return t < (lengths[row] ?? 0) ? (tokens[row * width + t] ?? -1) : -1;
    };
    const first = gatherRows(read.logits, index) as Tensor2D;
    let logits: Tensor2D = first;
    if (bucket.time > 1) {
      const time = bucket.time - 1;
      const block = { tokens: oneHot(n, time, alphabet, token), time, rows: n };
      logits = tf.concat([first, policy.extend(context, block, gatherState(read.state, index), false).logits], 0);
    }
    const targets = oneHot(n, bucket.time, alphabet, token);
    return { ...bucket, logProbs: tokenLogProbs(logits, targets, asked.temperature, policy.mask) };
  });
}

/** Teacher-forced log-probabilities, [R, T], 0 after the end. */
export async function forcedLogProbs(
  policy: Policy,
  weights: readonly Tensor[],
  asked: Asked,
  completions: Completions,
): Promise<Float32Array> {
  check(policy, asked, completions);
  const { lengths, width } = completions;
  const rows = Array.from({ length: completions.rows }, (_, row) => row).filter((row) => (lengths[row] ?? 0) > 0);
  const out = new Float32Array(completions.rows * width);
  if (rows.length === 0) return out;
  const parts: Part[] = [];
  tf.tidy(() => {
    for (const part of evaluate(policy, policy.context(weights), asked, completions, rows))
      parts.push({ ...part, logProbs: tf.keep(part.logProbs) });
  });
  for (const part of parts) {
    const values = await part.logProbs.data<"float32">();
    part.logProbs.dispose();
    part.rows.forEach((row, i) => {
      for (let t = 0; t < (lengths[row] ?? 0); t++) out[row * width + t] = values[t * part.rows.length + i] ?? 0;
    });
  }
  return out;
}

/** The value of sum(d * log p) and its gradient by the flat parameters. `derivative` is d, [R, T]. All 0: nothing is computed. */
export async function forcedGradient(
  policy: Policy,
  weights: readonly Tensor[],
  asked: Asked,
  completions: Completions,
  derivative: Float32Array,
): Promise<{ readonly value: number; readonly gradient: Float32Array }> {
  check(policy, asked, completions);
  const { lengths, width } = completions;
  const gradient = new Float32Array(policy.layout.length);
  const rows: number[] = [];
  for (let row = 0; row < completions.rows; row++) {
    const own = derivative.subarray(row * width, row * width + (lengths[row] ?? 0));
    // NaN is not 0: it goes on and is refused afterwards.
    if (own.some((d) => d !== 0)) rows.push(row);
  }
  if (rows.length === 0) return { value: 0, gradient };
  const [value, flat] = tf.tidy(() => {
    const objective = (...given: Tensor[]): tf.Scalar => {
      const terms = evaluate(policy, policy.context(given), asked, completions, rows).map((part) => {
        const n = part.rows.length;
        const d = new Float32Array(part.time * n);
        part.rows.forEach((row, i) => {
          for (let t = 0; t < (lengths[row] ?? 0); t++) d[t * n + i] = derivative[row * width + t] ?? 0;
        });
        return tf.reshape(tf.matMul(tf.tensor2d(d, [1, d.length]), part.logProbs), []);
      });
      return tf.addN(terms) as tf.Scalar;
    };
    const { value: sum, grads } = tf.valueAndGrads(objective)([...weights]);
    return [sum, tf.concat(grads.map((g) => tf.reshape(g, [g.size])))] as [Tensor, Tensor];
  });
  const [sums, values] = await Promise.all([value.data<"float32">(), flat.data<"float32">()]);
  tf.dispose([value, flat]);
  gradient.set(values);
  return { value: sums[0] ?? 0, gradient };
}
