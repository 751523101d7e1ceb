/**
 * Sampling: prompts are read once, their state is copied to K rollouts each, then one token at a time. A token is drawn by inverting
 * the cumulative distribution at one uniform number, which depends on the key, the rollout's number and its position only: so
 * batch shape, compaction and backend do not change what is drawn, but for rounding at the edge of an interval.
 */
import { counterUniform } from "../../math/rng.ts";
import {
  certaintyOf,
  checkSampling,
  type Distribution,
  emptyDistribution,
  entropyOf,
  invert,
  nucleusOf,
  soften,
} from "../distribution.ts";
import type { Rollouts, SampleRequest } from "../engine.ts";
import { type Tensor, type Tensor2D, tf } from "./core.ts";
import type { Context, State } from "./networks/network.ts";
import { gatherRows } from "./ops.ts";
import { oneHot, type Policy, readPrompts, rowIndex } from "./policy.ts";

/** Rows are dropped from the batch when at most this share of them is still being written. */
const COMPACT_AT = 0.6;
/** On a device, how many tokens go by between two looks at whether all rollouts have ended: a look stalls the queue. */
const LOOK_EVERY = 8;

type Writing = Rollouts & Pick<SampleRequest, "key" | "temperature" | "topP">;

/** Writes one token of one rollout, with what is recorded of its distribution. `chosen` is -1 to draw it here. Returns the token. */
function write(
  out: Writing,
  policy: Policy,
  logits: Float32Array,
  at: number,
  row: number,
  t: number,
  chosen: number,
  p: Distribution,
): number {
  const { active } = policy.vocabulary;
  soften(p, logits, at, active, out.temperature);
  const number = chosen >= 0 ? active.indexOf(chosen) : invert(nucleusOf(p.shares, out.topP), counterUniform(out.key, row, t));
  const token = active[number] ?? -1;
  const i = row * out.width + t;
  out.tokens[i] = token;
  out.logProbs[i] = p.logs[number] ?? Number.NaN;
  out.lengths[row] = t + 1;
  out.entropies[row] = (out.entropies[row] ?? 0) + entropyOf(p);
  out.certainties[row] = (out.certainties[row] ?? 0) + certaintyOf(p);
  return token;
}

/** Frees what a state holds and its successor does not. */
function release(old: State, next: State | null): void {
  const kept = new Set(next?.tensors);
  for (const tensor of old.tensors) if (!kept.has(tensor)) tensor.dispose();
}

interface Reading {
  readonly state: State;
  readonly logits: Tensor2D;
}

/** Reads one more token per row and frees what is no longer needed. */
function step(policy: Policy, context: Context, before: Reading, tokens: () => Tensor2D, rows: number): Reading {
  const { logits, tensors } = tf.tidy(() => {
    const read = policy.extend(context, { tokens: tokens(), time: 1, rows }, before.state, true);
    return { logits: read.logits, tensors: [...(read.state?.tensors ?? [])] };
  });
  const next = { logits, state: { position: before.state.position + 1, tensors } };
  release(before.state, next.state);
  before.logits.dispose();
  return next;
}

/** Draws on the host: wasm and cpu, where the logits are in memory anyway. */
function sampleOnHost(policy: Policy, context: Context, start: Reading, out: Writing): void {
  const { vocabulary } = policy;
  const width = vocabulary.characters.length;
  const p = emptyDistribution(vocabulary.active.length);
  let reading = start;
  // Row numbers in the batch, and what each wrote last (-1 where it has ended).
  let batch = Array.from({ length: out.rows }, (_, row) => row);
  let latest = batch.map(() => 0);
  for (let t = 0; ; t++) {
    const logits = reading.logits.dataSync<"float32">();
    latest = batch.map((row, i) => {
      if (latest[i] === -1) return -1;
      const token = write(out, policy, logits, i * width, row, t, -1, p);
      return token === vocabulary.end ? -1 : token;
    });
    const alive = latest.flatMap((token, i) => (token === -1 ? [] : [i]));
    if (alive.length === 0 || t === out.width - 1) break;
    if (alive.length <= COMPACT_AT * batch.length) {
      const state = copyRows(reading.state, alive, batch.length);
      release(reading.state, state);
      reading = { state, logits: reading.logits };
      batch = alive.map((i) => batch[i] ?? 0);
      latest = alive.map((i) => latest[i] ?? -1);
    }
    const fed = latest;
    reading = step(policy, context, reading, () => oneHot(batch.length, 1, width, (i) => fed[i] ?? -1), batch.length);
  }
  release(reading.state, null);
  reading.logits.dispose();
}

/** Some rows of a state, copied on the host: four times as fast there as wasm's Gather, which goes number by number. */
function copyRows(state: State, rows: readonly number[], from: number): State {
  const tensors = state.tensors.map((tensor) => {
    const [first = 0, ...rest] = tensor.shape;
    const size = tensor.size / from;
    const source = tensor.dataSync<"float32">();
    const values = new Float32Array(rows.length * size);
    rows.forEach((row, i) => {
      values.set(source.subarray(row * size, (row + 1) * size), i * size);
    });
    return tf.tensor(values, [(first / from) * rows.length, ...rest]);
  });
  return { position: state.position, tensors };
}

/** nucleusOf on the device, renormalised; p is [rows, V]. */
function nucleus(p: Tensor, topP: number): Tensor {
  const [rows = 0, width = 0] = p.shape;
  const own = tf.reshape(p, [rows, width, 1]);
  const other = tf.reshape(p, [rows, 1, width]);
  // [V, V]: 1 where the other's id is lower.
  const lower = tf.tensor3d(
    Float32Array.from({ length: width * width }, (_, i) => (i % width < Math.floor(i / width) ? 1 : 0)),
    [1, width, width],
  );
  const higher = tf.cast(tf.greater(other, own), "float32");
  const ties = tf.mul(tf.cast(tf.equal(other, own), "float32"), lower);
  const before = tf.sum(tf.mul(tf.add(higher, ties), other), 2);
  const kept = tf.mul(p, tf.cast(tf.less(before, topP), "float32"));
  return tf.div(kept, tf.sum(kept, 1, true));
}

/** Draws on the device; logits and tokens are read back once, at the end. */
async function sampleOnDevice(policy: Policy, context: Context, start: Reading, out: Writing): Promise<void> {
  const { vocabulary, mask } = policy;
  const width = vocabulary.characters.length;
  const { rows } = out;
  const last = vocabulary.active[vocabulary.active.length - 1] ?? 0;
  const chosen: Tensor[] = [];
  const seen: Tensor[] = [];
  let reading = start;
  let ended: Tensor = tf.zeros([rows], "int32");
  for (let t = 0; ; t++) {
    const uniform = Float32Array.from({ length: rows }, (_, row) => counterUniform(out.key, row, t));
    const [token, logits, nowEnded] = tf.tidy(() => {
      const whole = tf.softmax(tf.add(tf.div(reading.logits, out.temperature), mask));
      const p = out.topP < 1 ? nucleus(whole, out.topP) : whole;
      const passed = tf.lessEqual(tf.cumsum(p, 1), tf.tensor2d(uniform, [rows, 1]));
      // The cumulative sum may end just below 1; a masked token's interval is empty, so the sum never stops at one before.
      const drawn = tf.minimum(tf.sum(tf.cast(passed, "int32"), 1), tf.scalar(last, "int32"));
      const end = tf.cast(tf.equal(drawn, tf.scalar(vocabulary.end, "int32")), "int32");
      return [drawn, tf.clone(reading.logits), tf.maximum(ended, end)] as [Tensor, Tensor, Tensor];
    });
    chosen.push(token);
    seen.push(logits);
    ended.dispose();
    ended = nowEnded;
    if (t === out.width - 1) break;
    if (t % LOOK_EVERY === LOOK_EVERY - 1) {
      const all = tf.tidy(() => tf.min(ended));
      const [over] = await all.data<"int32">();
      all.dispose();
      if (over === 1) break;
    }
    reading = step(policy, context, reading, () => tf.cast(tf.oneHot(token as tf.Tensor1D, width), "float32") as Tensor2D, rows);
  }
  release(reading.state, null);
  reading.logits.dispose();
  ended.dispose();
  const all = tf.tidy(() => [tf.concat(chosen, 0), tf.concat(seen, 0)] as [Tensor, Tensor]);
  tf.dispose([...chosen, ...seen]);
  const [tokens, logits] = await Promise.all([all[0].data<"int32">(), all[1].data<"float32">()]);
  tf.dispose(all);
  const p = emptyDistribution(vocabulary.active.length);
  for (let row = 0; row < rows; row++) {
    for (let t = 0; t < chosen.length; t++) {
      const token = write(out, policy, logits, (t * rows + row) * width, row, t, tokens[t * rows + row] ?? 0, p);
      if (token === vocabulary.end) break;
    }
  }
}

/** Samples rollouts. Throws RangeError on a request that makes no sense, Error where the logits are not finite. */
export async function sample(
  policy: Policy,
  context: Context,
  request: SampleRequest,
  width: number,
  device: boolean,
): Promise<Rollouts> {
  const { prompts, promptCount, perPrompt, temperature, topP, key } = request;
  checkSampling(temperature, topP);
  if (promptCount < 1 || perPrompt < 1) throw new RangeError("Sampling needs at least one prompt and one rollout per prompt.");
  if (prompts.length !== promptCount * policy.promptLength)
    throw new RangeError("The prompts are not [promptCount, promptLength].");
  const rows = promptCount * perPrompt;
  const start = tf.tidy(() => {
    const read = readPrompts(policy, context, prompts, promptCount);
    if (perPrompt === 1) return { logits: read.logits, tensors: [...read.state.tensors] };
    const index = rowIndex(
      Int32Array.from({ length: rows }, (_, row) => Math.floor(row / perPrompt)),
      promptCount,
    );
    return { logits: gatherRows(read.logits, index), tensors: read.state.tensors.map((tensor) => gatherRows(tensor, index)) };
  });
  const out: Writing = {
    rows,
    width,
    tokens: new Int32Array(rows * width).fill(policy.vocabulary.pad),
    lengths: new Int32Array(rows),
    logProbs: new Float32Array(rows * width),
    entropies: new Float32Array(rows),
    certainties: new Float32Array(rows),
    key,
    temperature,
    topP,
  };
  const reading: Reading = { logits: start.logits as Tensor2D, state: { position: policy.promptLength, tensors: start.tensors } };
  if (device) await sampleOnDevice(policy, context, reading, out);
  else sampleOnHost(policy, context, reading, out);
  const { tokens, lengths, logProbs, entropies, certainties } = out;
  for (let row = 0; row < rows; row++) {
    const length = lengths[row] ?? 1;
    entropies[row] = (entropies[row] ?? 0) / length;
    certainties[row] = (certainties[row] ?? 0) / length;
  }
  return { rows, width, tokens, lengths, logProbs, entropies, certainties };
}
