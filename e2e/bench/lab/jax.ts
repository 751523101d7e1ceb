/** jax-js as a contender. Its wasm device runs on one thread here, as the others do: threads need a page that is cross-origin isolated. */
import { blockUntilReady, defaultDevice, init, numpy as np, random, tree } from "@jax-js/jax";
import { power } from "../../../src/policies/adam.ts";
import type { Contender } from "./contender.ts";
import { jaxPolicy, type Moments, type Place, paddedPositions, type Span, type Weights } from "./jax-policy.ts";
import { ADAM, LEARNING_RATE, lossOf } from "./own.ts";
import { requestOf, subjectOf, type Workload } from "./workload.ts";

/** The base of src/policies/tfjs/networks/attention.ts. */
const ROTARY_BASE = 100;

/** Throws Error where jax-js does not have the device. */
export async function openJax(device: "webgpu" | "wasm"): Promise<void> {
  if (!(await init(device)).includes(device)) throw new Error(`jax-js does not start on ${device} here.`);
  defaultDevice(device);
}

export async function jaxContender(device: "webgpu" | "wasm", workload: Workload, parameters: Float32Array): Promise<Contender> {
  const { shape, layout, vocabulary, promptLength, maxCompletion, rows } = subjectOf(workload);
  if (shape.architecture !== "attention") throw new Error("jax-js has no scan, so a recurrent policy was not written in it.");
  await openJax(device);
  const alphabet = vocabulary.characters.length;
  const positions = paddedPositions(promptLength, maxCompletion);
  const { prompts: promptCount, perPrompt } = workload;
  const policy = jaxPolicy({ ...shape.dimensions, alphabet, rows, prompts: promptCount, promptLength, maxCompletion });
  const { width, heads } = shape.dimensions;
  const half = width / heads / 2;

  const numbers = (values: Float32Array<ArrayBuffer>, dims: number[]): np.Array => np.array(values).reshape(dims);
  const fill = (dims: readonly number[], at: (i: number) => number): np.Array =>
    numbers(
      Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) => at(i)),
      [...dims],
    );
  const angle = (position: number, i: number): number => position * ROTARY_BASE ** (-i / half);
  const angles = (from: number, time: number): { cos: np.Array; sin: np.Array } => ({
    cos: fill([time, 1, half], (i) => Math.cos(angle(from + Math.floor(i / half), i % half))),
    sin: fill([time, 1, half], (i) => Math.sin(angle(from + Math.floor(i / half), i % half))),
  });
  const spanOf = (time: number): Span => ({
    ...angles(0, time),
    bias: fill([time, time], (i) => (i % time > Math.floor(i / time) ? -1e9 : 0)),
  });
  const places = Array.from(
    { length: positions },
    (_, t): Place => ({
      ...angles(t, 1),
      bias: fill([1, 1, positions], (i) => (i > t ? -1e9 : 0)),
      at: fill([1, 1, positions, 1], (i) => (i === t ? 1 : 0)),
    }),
  );
  const promptSpan = spanOf(promptLength);
  const wholeSpan = spanOf(positions);
  const allowed = new Set(vocabulary.active);
  const mask = fill([alphabet], (i) => (allowed.has(i) ? 0 : -1e9));
  const promptIds = np.array(requestOf(workload, 0).prompts.slice(), { dtype: np.int32 }).reshape([promptCount, promptLength]);
  const tensors = (make: (offset: number, size: number, dims: number[]) => np.Array): Weights =>
    Object.fromEntries(layout.tensors.map(({ name, offset, size, shape: dims }) => [name, make(offset, size, [...dims])]));
  let state: Moments = {
    weights: tensors((offset, size, dims) => numbers(parameters.slice(offset, offset + size), dims)),
    first: tensors((_, __, dims) => np.zeros(dims)),
    second: tensors((_, __, dims) => np.zeros(dims)),
  };
  let steps = 0;
  let last: { readonly tokens: Int32Array; readonly lengths: Int32Array; readonly logProbs: Float32Array } | null = null;

  /** Prompts with their completions behind, [rows, positions], and the completions, [rows, maxCompletion]. */
  const given = (tokens: Int32Array): [np.Array, np.Array] => {
    const { prompts } = requestOf(workload, 0);
    const inputs = new Int32Array(rows * positions).fill(vocabulary.pad);
    const fitting = Math.min(maxCompletion, positions - promptLength);
    for (let row = 0; row < rows; row++) {
      const prompt = Math.floor(row / perPrompt) * promptLength;
      const from = row * maxCompletion;
      inputs.set(prompts.subarray(prompt, prompt + promptLength), row * positions);
      inputs.set(tokens.subarray(from, from + fitting), row * positions + promptLength);
    }
    const targets = Int32Array.from(tokens);
    return [
      np.array(inputs, { dtype: np.int32 }).reshape([rows, positions]),
      np.array(targets, { dtype: np.int32 }).reshape([rows, maxCompletion]),
    ];
  };

  const forced = async (tokens: Int32Array): Promise<Float32Array> =>
    Float32Array.from(await policy.logProbs(tree.ref(state.weights), ...given(tokens), tree.ref(wholeSpan), mask.ref).data());

  return {
    async rollout(key) {
      const keys = random.split(random.key(key), maxCompletion);
      const tokens: np.Array[] = [];
      const logProbs: np.Array[] = [];
      let drawn = policy.begin(tree.ref(state.weights), promptIds.ref, tree.ref(promptSpan), mask.ref, keys.ref.slice(0));
      for (let t = 1; ; t++) {
        tokens.push(drawn.token);
        logProbs.push(drawn.logProb);
        const place = places[promptLength + t - 1];
        if (t === maxCompletion || !place) break;
        const { token, cache } = drawn;
        drawn = policy.step(tree.ref(state.weights), token.ref, cache, tree.ref(place), mask.ref, keys.ref.slice(t));
      }
      tree.dispose(drawn.cache);
      keys.dispose();
      const ids = Int32Array.from(await np.stack(tokens, 1).data());
      const logs = Float32Array.from(await np.stack(logProbs, 1).data());
      const lengths = Int32Array.from({ length: rows }, (_, row) => {
        const end = ids.subarray(row * maxCompletion, (row + 1) * maxCompletion).indexOf(vocabulary.end);
        return end < 0 ? maxCompletion : end + 1;
      });
      last = { tokens: ids, lengths, logProbs: logs };
      return last;
    },
    async update() {
      if (!last) throw new Error("There is nothing to learn from yet.");
      const { derivative } = lossOf(perPrompt, last, maxCompletion).evaluate(last.logProbs);
      steps++;
      const rates = {
        rate: np.array([LEARNING_RATE / (1 - power(ADAM.beta1, steps))]),
        correction: np.array([Math.sqrt(1 - power(ADAM.beta2, steps))]),
      };
      const slopes = numbers(Float32Array.from(derivative), [rows, maxCompletion]);
      const done = policy.update(state, rates, ...given(last.tokens), slopes, tree.ref(wholeSpan), mask.ref);
      state = done.state;
      const value = await done.value.data();
      // A device does what it is asked in order, so one of the new weights stands for all; waiting for each would be a submit each.
      await blockUntilReady(Object.values(state.weights).slice(-1));
      if (!Number.isFinite(value[0])) throw new Error("jax-js came to a loss that is not finite.");
    },
    async pretend(tokens) {
      last = { tokens, lengths: new Int32Array(rows).fill(maxCompletion), logProbs: await forced(tokens) };
    },
    logProbs: forced,
    // jax-js does not say.
    memory: () => ({ tensors: 0, bytes: 0 }),
    dispose() {
      tree.dispose(state);
    },
  };
}
