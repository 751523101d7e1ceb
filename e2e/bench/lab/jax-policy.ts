/**
 * The transformer of src/policies/architectures/attention.ts in jax-js, as somebody who knows jax-js would write it: one compiled function reads the
 * prompts, one draws a token with a cache of keys and values, one does a whole update, Adam included.
 *
 * In jax-js an array that is handed over is used up; `.ref` keeps it. Functions here use up what they are given.
 */
import { jit, nn, numpy as np, random, tree, valueAndGrad } from "@jax-js/jax";
import type { AttentionDimensions } from "../../../src/policies/architectures/attention.ts";
import { ADAM } from "./own.ts";

export type Weights = { [name: string]: np.Array };
/** Constants of a span of positions: rotary angles' cos and sin, [time, 1, half], and what is added to scores, [time, positions]. */
export type Span = { cos: np.Array; sin: np.Array; bias: np.Array };
/** Constants of one position; `at` is 1 there in the cache, [1, 1, positions, 1]. */
export type Place = Span & { at: np.Array };
export type Cache = { keys: np.Array[]; values: np.Array[] };
export type Drawn = { token: np.Array; logProb: np.Array; cache: Cache };
export type Moments = { weights: Weights; first: Weights; second: Weights };
/** Adam's numbers of a step, each [1]. */
export type Rates = { rate: np.Array; correction: np.Array };

export interface Shape extends AttentionDimensions {
  readonly alphabet: number;
  readonly rows: number;
  readonly prompts: number;
  readonly promptLength: number;
  readonly maxCompletion: number;
}

/** Positions of a sequence, in whole eights: an update at W takes 250 ms with 32 of them and 430 ms with 31. */
export function paddedPositions(promptLength: number, maxCompletion: number): number {
  return 8 * Math.ceil((promptLength + maxCompletion - 1) / 8);
}

export function jaxPolicy({ width, layers, heads, alphabet, rows, prompts, promptLength, maxCompletion }: Shape) {
  const headWidth = width / heads;
  const positions = paddedPositions(promptLength, maxCompletion);
  const of = (w: Weights, name: string): np.Array => {
    const found = w[name];
    if (!found) throw new Error(`There is no tensor "${name}".`);
    return found.ref;
  };

  const norm = (w: Weights, name: string, x: np.Array): np.Array => {
    const centred = x.ref.sub(np.mean(x, -1, { keepdims: true }));
    const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
    return centred
      .div(np.sqrt(variance.add(1e-5)))
      .mul(of(w, `${name}.gain`))
      .add(of(w, `${name}.bias`));
  };
  /** x [..., time, heads, headWidth]. */
  const rotate = (x: np.Array, { cos, sin }: Span): np.Array => {
    const [low, high] = np.split(x, 2, -1);
    if (!low || !high) throw new Error("A head is too narrow.");
    const a = low.ref.mul(cos.ref).sub(high.ref.mul(sin.ref));
    const b = high.mul(cos.ref).add(low.mul(sin.ref));
    return np.concatenate([a, b], -1);
  };
  const byHead = (x: np.Array, n: number, time: number): np.Array => x.reshape([n, time, heads, headWidth]);
  const rest = (w: Weights, at: string, x: np.Array): np.Array => {
    const up = np.matmul(norm(w, `${at}.norm2`, x.ref), of(w, `${at}.up.weight`)).add(of(w, `${at}.up.bias`));
    return x.add(np.matmul(nn.gelu(up, { approximate: true }), of(w, `${at}.down.weight`)).add(of(w, `${at}.down.bias`)));
  };
  const embed = (w: Weights, tokens: np.Array, count: number): np.Array =>
    np.matmul(nn.oneHot(tokens.reshape([count]), alphabet).astype(np.float32), of(w, "embedding"));
  const head = (w: Weights, x: np.Array, mask: np.Array): np.Array =>
    np
      .matmul(norm(w, "norm", x), of(w, "head.weight"))
      .add(of(w, "head.bias"))
      .add(mask);

  /** Reads tokens [n, time] from position 0: x [n * time, width], and each layer's keys and values by head, [n, heads, time, headWidth]. */
  const read = (w: Weights, tokens: np.Array, n: number, time: number, span: Span, keep: boolean) => {
    const keys: np.Array[] = [];
    const values: np.Array[] = [];
    let x = embed(w, tokens, n * time);
    for (let l = 0; l < layers; l++) {
      const at = `layers.${l}`;
      const h = norm(w, `${at}.norm1`, x.ref);
      const part = (name: string): np.Array => byHead(np.matmul(h.ref, of(w, `${at}.${name}`)), n, time);
      const q = rotate(part("query"), span).transpose([0, 2, 1, 3]);
      const k = rotate(part("key"), span).transpose([0, 2, 1, 3]);
      const v = part("value").transpose([0, 2, 1, 3]);
      h.dispose();
      const scores = np
        .matmul(q, k.ref.transpose([0, 1, 3, 2]))
        .mul(1 / Math.sqrt(headWidth))
        .add(span.bias.ref);
      const seen = np
        .matmul(nn.softmax(scores, -1), v.ref)
        .transpose([0, 2, 1, 3])
        .reshape([n * time, width]);
      if (keep) {
        keys.push(k);
        values.push(v);
      } else {
        k.dispose();
        v.dispose();
      }
      x = rest(w, at, x.add(np.matmul(seen, of(w, `${at}.output`))));
    }
    tree.dispose(span);
    return { x, cache: { keys, values } };
  };

  /** The cache of every rollout after its prompt, and its first token. */
  const begin = (w: Weights, tokens: np.Array, span: Span, mask: np.Array, key: np.Array): Drawn => {
    const { x, cache } = read(w, tokens, prompts, promptLength, span, true);
    const last = x.reshape([prompts, promptLength, width]).slice([], promptLength - 1);
    const wide = (y: np.Array): np.Array =>
      np.repeat(
        np.pad(y, [
          [0, 0],
          [0, 0],
          [0, positions - promptLength],
          [0, 0],
        ]),
        rows / prompts,
        0,
      );
    const logits = np.repeat(head(w, last, mask), rows / prompts, 0);
    tree.dispose(w);
    const own = { keys: cache.keys.map(wide), values: cache.values.map(wide) };
    return { ...draw(logits, key), cache: own };
  };

  const draw = (logits: np.Array, key: np.Array): { token: np.Array; logProb: np.Array } => {
    const token = random.categorical(key, logits.ref).astype(np.int32);
    const chosen = nn.oneHot(token.ref, alphabet).astype(np.float32);
    return { token, logProb: np.sum(nn.logSoftmax(logits, -1).mul(chosen), -1) };
  };

  /** Reads one token of every rollout and draws the next. */
  const step = (w: Weights, token: np.Array, cache: Cache, place: Place, mask: np.Array, key: np.Array): Drawn => {
    const keys: np.Array[] = [];
    const values: np.Array[] = [];
    let x = embed(w, token, rows);
    const put = (old: np.Array | undefined, now: np.Array): np.Array => {
      if (!old) throw new Error("The cache has too few layers.");
      return old.mul(np.subtract(1, place.at.ref)).add(now.transpose([0, 2, 1, 3]).mul(place.at.ref));
    };
    for (let l = 0; l < layers; l++) {
      const at = `layers.${l}`;
      const h = norm(w, `${at}.norm1`, x.ref);
      const part = (name: string): np.Array => byHead(np.matmul(h.ref, of(w, `${at}.${name}`)), rows, 1);
      const q = rotate(part("query"), place).reshape([rows, heads, 1, headWidth]);
      const k = put(cache.keys[l], rotate(part("key"), place));
      const v = put(cache.values[l], part("value"));
      h.dispose();
      const scores = np
        .sum(q.mul(k.ref), -1)
        .mul(1 / Math.sqrt(headWidth))
        .add(place.bias.ref);
      const shares = nn.softmax(scores, -1).reshape([rows, heads, positions, 1]);
      const seen = np.sum(shares.mul(v.ref), 2).reshape([rows, width]);
      keys.push(k);
      values.push(v);
      x = rest(w, at, x.add(np.matmul(seen, of(w, `${at}.output`))));
    }
    tree.dispose(place);
    const logits = head(w, x, mask);
    tree.dispose(w);
    return { ...draw(logits, key), cache: { keys, values } };
  };

  /** Log-probabilities of completions `targets` [rows, maxCompletion]; `inputs` [rows, positions] are the prompts with them behind. */
  const logProbs = (w: Weights, inputs: np.Array, targets: np.Array, span: Span, mask: np.Array): np.Array => {
    const { x } = read(w, inputs, rows, positions, span, false);
    const written = x
      .reshape([rows, positions, width])
      .slice([], [promptLength - 1, promptLength - 1 + maxCompletion])
      .reshape([rows * maxCompletion, width]);
    const logits = head(w, written, mask).reshape([rows, maxCompletion, alphabet]);
    tree.dispose(w);
    return np.sum(nn.logSoftmax(logits, -1).mul(nn.oneHot(targets, alphabet).astype(np.float32)), -1);
  };
  const surrogate = (
    w: Weights,
    inputs: np.Array,
    targets: np.Array,
    derivative: np.Array,
    span: Span,
    mask: np.Array,
  ): np.Array => np.sum(logProbs(w, inputs, targets, span, mask).mul(derivative));

  const each = (weights: Weights, make: (name: string) => np.Array): Weights =>
    Object.fromEntries(Object.keys(weights).map((name) => [name, make(name)]));
  /** One step of Adam, the gradient clipped by its norm (src/policies/adam.ts). */
  const update = (
    { weights, first, second }: Moments,
    { rate, correction }: Rates,
    inputs: np.Array,
    targets: np.Array,
    derivative: np.Array,
    span: Span,
    mask: np.Array,
  ): { state: Moments; value: np.Array } => {
    const [value, gradient] = valueAndGrad(surrogate)(tree.ref(weights), inputs, targets, derivative, span, mask);
    const squares = Object.keys(gradient).map((name) => np.sum(np.square(of(gradient, name))));
    const length = np.sqrt(squares.reduce((a, b) => a.add(b)));
    const factor = np.minimum(1, np.divide(ADAM.clipNorm, length.add(1e-6)));
    const g = each(gradient, (name) => of(gradient, name).mul(factor.ref));
    tree.dispose(gradient);
    factor.dispose();
    const m = each(g, (name) =>
      of(first, name)
        .mul(ADAM.beta1)
        .add(of(g, name).mul(1 - ADAM.beta1)),
    );
    const v = each(g, (name) =>
      of(second, name)
        .mul(ADAM.beta2)
        .add(np.square(of(g, name)).mul(1 - ADAM.beta2)),
    );
    const next = each(g, (name) => {
      const root = np.sqrt(of(v, name)).div(correction.ref).add(ADAM.epsilon);
      return of(weights, name).sub(of(m, name).mul(rate.ref).div(root));
    });
    for (const used of [weights, first, second, g]) tree.dispose(used);
    rate.dispose();
    correction.dispose();
    return { state: { weights: next, first: m, second: v }, value };
  };

  return { begin: jit(begin), step: jit(step), logProbs: jit(logProbs), update: jit(update) };
}
