/**
 * The transformer of architectures/attention.ts: pre-norm, rotary positions, GELU. Keys and values of all positions stand in the cache;
 * everything else of a position in its block, so that the way back finds it.
 */
import { exp, madd, ROW, sigmoid, splat, VECTOR } from "./lanes";
import { allocate, backwards, capacity, dimension, first, forwards, gradient, parameters, tensor, vocabulary } from "./memory";
import { outer, packWeight, product } from "./matrix";
import { copyLane, flushNorm, lookUp, lookUpBack, normalise, normaliseBack, sumInto } from "./rows";
import { headGradient, headRows, prepareHead, score, scoreBack, setUpHead, slopes } from "./head";
import { owe, owedScores } from "./prompts";
import { restoring, shift } from "./saved";
import { dots, weigh } from "./weigh";

// Tensors of a layer, by number after the embedding.
const GAIN1: usize = 0, BIAS1: usize = 1, QUERY: usize = 2, KEY: usize = 3, VALUE: usize = 4, OUTPUT: usize = 5;
const GAIN2: usize = 6, BIAS2: usize = 7, UP: usize = 8, UP_BIAS: usize = 9, DOWN: usize = 10, DOWN_BIAS: usize = 11;
const PER_LAYER: usize = 12;

let width: usize = 0, layers: usize = 0, heads: usize = 0, headWidth: usize = 0, hidden: usize = 0;
let scale: f32 = 1;
/** Rows that a head's shares have room for. */
let room: usize = 0;

// Bytes from the start of a layer's rows in a block: its input, norms with their statistics, query, attention's result, and so on.
const IN: usize = 0;
let stats1: usize = 0, normal1: usize = 0, query: usize = 0, seen: usize = 0, middle: usize = 0, stats2: usize = 0;
let normal2: usize = 0, slope: usize = 0, active: usize = 0, shares: usize = 0, layerBytes: usize = 0;
/** Bytes from the start of a block: the first layer, and after the last one the final norm. */
let start: usize = 0, last: usize = 0, lastStats: usize = 0, lastNormal: usize = 0;

// Derivatives of a position: by the layer's output, hidden layer, attention's result, query, key, value, and scores.
let dHidden: usize = 0, dSeen: usize = 0, dQuery: usize = 0, dScores: usize = 0, backBytes: usize = 0;
let back: usize = 0, scratch: usize = 0, attentionScratch: usize = 0, normSums: usize = 0;
/** cos and sin of the rotary angles, [capacity, headWidth / 2] each. */
let cosines: usize = 0, sines: usize = 0;

export function setUp(): usize {
  width = dimension(0), layers = dimension(1), heads = dimension(2), hidden = dimension(3);
  headWidth = width / heads;
  scale = <f32>(1.0 / Math.sqrt(<f64>headWidth));
  const tensors = 1 + layers * PER_LAYER + 4;
  setUpHead(tensors - 2, width);
  const wide = width * ROW;
  room = shareRows(capacity - 1);
  stats1 = IN + wide, normal1 = stats1 + 2 * ROW, query = normal1 + wide, seen = query + wide, middle = seen + wide;
  stats2 = middle + wide, normal2 = stats2 + 2 * ROW, slope = normal2 + wide, active = slope + hidden * ROW;
  shares = active + hidden * ROW, layerBytes = shares + heads * room * ROW;
  start = headRows() * ROW, last = start + layers * layerBytes, lastStats = last + wide, lastNormal = lastStats + 2 * ROW;
  dHidden = wide, dSeen = dHidden + hidden * ROW, dQuery = dSeen + wide, dScores = dQuery + 3 * wide;
  // An odd number of rows, so that the same row of many positions does not fall into the same cache set.
  backBytes = ((dScores / ROW + vocabulary) | 1) * ROW;
  const half = headWidth / 2;
  cosines = allocate(capacity * half << 2), sines = allocate(capacity * half << 2);
  for (let t: usize = 0; t < capacity; t++) {
    for (let i: usize = 0; i < half; i++) {
      const angle = <f64>t * Math.pow(100, -(<f64>i / <f64>half));
      store<f32>(cosines + ((t * half + i) << 2), <f32>Math.cos(angle));
      store<f32>(sines + ((t * half + i) << 2), <f32>Math.sin(angle));
    }
  }
  return tensors;
}

export function allocateBack(): void {
  back = allocate(capacity * backBytes);
  scratch = allocate(width * ROW);
  attentionScratch = allocate(capacity * ROW);
  normSums = allocate((2 * layers + 1) * 2 * width * VECTOR);
}

export function blockRows(): usize {
  return (lastNormal / ROW + width) | 1;
}
export function cacheRows(): usize {
  return layers * capacity * 2 * width;
}

/** Prompts are owed the derivatives by each layer's keys and values. */
export function owedRows(): usize {
  return owedRow(layers, 0);
}
@inline
function owedRow(layer: usize, t: usize): usize {
  return (layer * (first + 1) + t) * 2 * width;
}

@inline
function own(layer: usize): usize {
  return 1 + layer * PER_LAYER;
}
/** Keys of a layer and position in the cache; its values follow them. */
@inline
function keysAt(cache: usize, layer: usize, t: usize): usize {
  return cache + (layer * capacity + t) * 2 * width * ROW;
}

export function prepare(withBack: bool): void {
  for (let l: usize = 0; l < layers; l++) {
    for (let i = QUERY; i <= OUTPUT; i++) packWeight(own(l) + i, width, width, withBack);
    packWeight(own(l) + UP, width, hidden, withBack);
    packWeight(own(l) + DOWN, hidden, width, withBack);
  }
  prepareHead(withBack);
}

/** Turns rows [width] by the position's angles in each head, times a factor; backwards where `turn` is -1. */
function rotate(x: usize, t: usize, factor: f32, turn: f32): void {
  const half = headWidth / 2;
  const cos = cosines + (t * half << 2), sin = sines + (t * half << 2);
  for (let h: usize = 0; h < heads; h++) {
    for (let i: usize = 0; i < half; i++) {
      const c = splat(factor * load<f32>(cos + (i << 2))), s = splat(factor * turn * load<f32>(sin + (i << 2)));
      const low = x + (h * headWidth + i) * ROW, high = low + half * ROW;
      for (let v: usize = 0; v < ROW; v += VECTOR) {
        const a = v128.load(low + v), b = v128.load(high + v);
        v128.store(low + v, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)));
        v128.store(high + v, madd(b, c, f32x4.mul(a, s)));
      }
    }
  }
}

/** Softmax over positions 0 to t of one head, in place: `p` has a row of scores for each. */
function softmax(p: usize, t: usize): void {
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const from = p + v, end = from + t * ROW;
    let top = v128.load(from), sum = splat(0);
    for (let at = from; at <= end; at += ROW) top = f32x4.pmax(top, v128.load(at));
    for (let at = from; at <= end; at += ROW) {
      const e = exp(f32x4.sub(v128.load(at), top));
      v128.store(at, e);
      sum = f32x4.add(sum, e);
    }
    const inverse = f32x4.div(splat(1), sum);
    for (let at = from; at <= end; at += ROW) v128.store(at, f32x4.mul(v128.load(at), inverse));
  }
}

/** Attention of one position over all up to it: shares, and the values weighed by them. */
function attend(at: usize, cache: usize, layer: usize, t: usize): void {
  const step = 2 * width * ROW;
  for (let h: usize = 0; h < heads; h++) {
    const offset = h * headWidth * ROW, keys = keysAt(cache, layer, 0) + offset;
    const p = at + shares + h * room * ROW;
    dots(at + query + offset, keys, step, headWidth, t + 1, p);
    softmax(p, t);
    weigh(p, ROW, keys + width * ROW, step, t + 1, at + seen + offset, headWidth, false);
  }
}

// 2 sqrt(2 / pi), and that times 0.044715.
const GELU_A: f32 = 1.5957691216057308, GELU_B: f32 = 0.07135481627260025;

/** GELU in its tanh form as x sigmoid(a x + b x^3): rows z become the slopes, rows y the values. */
function gelu(z: usize, y: usize): void {
  for (let i: usize = 0, end = hidden * ROW; i < end; i += VECTOR) {
    const x = v128.load(z + i), square = f32x4.mul(x, x);
    const gate = sigmoid(f32x4.mul(x, madd(square, splat(GELU_B), splat(GELU_A))));
    v128.store(y + i, f32x4.mul(x, gate));
    const inner = f32x4.mul(x, madd(square, splat(3 * GELU_B), splat(GELU_A)));
    v128.store(z + i, f32x4.mul(gate, madd(inner, f32x4.sub(splat(1), gate), splat(1))));
  }
}

/** Reads one token per lane at position t. Logits only where `output` is set; without, the last layer is not needed beyond its keys. */
export function read(tokens: usize, block: usize, cache: usize, t: usize, output: bool): void {
  let at = block + start;
  lookUp(parameters + tensor(0), tokens, at + IN, width);
  for (let l: usize = 0; l < layers; l++) {
    const w = own(l);
    const keys = keysAt(cache, l, t);
    normalise(at + IN, at + normal1, at + stats1, parameters + tensor(w + GAIN1), parameters + tensor(w + BIAS1), width);
    product(forwards + tensor(w + KEY), at + normal1, keys, width, width, 0, 0);
    product(forwards + tensor(w + VALUE), at + normal1, keys + width * ROW, width, width, 0, 0);
    rotate(keys, t, 1, 1);
    if (l == layers - 1 && !output) return;
    product(forwards + tensor(w + QUERY), at + normal1, at + query, width, width, 0, 0);
    rotate(at + query, t, scale, 1);
    attend(at, cache, l, t);
    product(forwards + tensor(w + OUTPUT), at + seen, at + middle, width, width, 0, at + IN);
    normalise(at + middle, at + normal2, at + stats2, parameters + tensor(w + GAIN2), parameters + tensor(w + BIAS2), width);
    product(forwards + tensor(w + UP), at + normal2, at + slope, width, hidden, parameters + tensor(w + UP_BIAS), 0);
    gelu(at + slope, at + active);
    const next = at + layerBytes;
    product(forwards + tensor(w + DOWN), at + active, next, hidden, width, parameters + tensor(w + DOWN_BIAS), at + middle);
    at = next;
  }
  const w = own(layers);
  normalise(block + last, block + lastNormal, block + lastStats, parameters + tensor(w), parameters + tensor(w + 1), width);
  score(block + lastNormal, block);
}

/** Copies what one lane has read up to position t to a lane of another cache. */
export function copyState(from: usize, fromLane: usize, to: usize, toLane: usize, t: usize): void {
  for (let l: usize = 0; l < layers; l++) {
    copyLane(keysAt(from, l, 0), fromLane, keysAt(to, l, 0), toLane, t * 2 * width);
  }
}

/** Rows of a head's shares at positions 0 to t, in fours. */
@inline
function shareRows(t: usize): usize {
  return (t + 4) & ~3;
}
export function savedRows(): usize {
  return layers * (6 * width + 2 * hidden + heads * shareRows(capacity - 1)) + vocabulary;
}
/**
 * Saves what `read` computed at a position, or restores it to a block and a cache (saved.ts). Its tokens' embeddings and the norms are made again: that
 * is as fast as moving them.
 */
export function shiftRead(tokens: usize, block: usize, cache: usize, t: usize): void {
  let at = block + start;
  if (restoring) lookUp(parameters + tensor(0), tokens, at + IN, width);
  for (let l: usize = 0; l < layers; l++) {
    const w = own(l);
    if (restoring) normalise(at + IN, at + normal1, at + stats1, parameters + tensor(w + GAIN1), parameters + tensor(w + BIAS1), width);
    shift(keysAt(cache, l, t), 2 * width);
    shift(at + query, width);
    for (let h: usize = 0; h < heads; h++) shift(at + shares + h * room * ROW, shareRows(t));
    shift(at + seen, 2 * width);
    if (restoring) normalise(at + middle, at + normal2, at + stats2, parameters + tensor(w + GAIN2), parameters + tensor(w + BIAS2), width);
    shift(at + slope, 2 * hidden);
    at += layerBytes;
    shift(at, width);
  }
  const w = own(layers);
  if (restoring) normalise(block + last, block + lastNormal, block + lastStats, parameters + tensor(w), parameters + tensor(w + 1), width);
  shift(block + vocabulary * ROW, vocabulary);
}

/** From shares p and the derivatives by them to those by the scores, in place of p: p (d - sum of p d), over positions 0 to t. */
function softmaxBack(p: usize, d: usize, t: usize): void {
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const end = p + v + t * ROW, from = d + v - (p + v);
    let pull = splat(0);
    for (let at = p + v; at <= end; at += ROW) pull = madd(v128.load(at), v128.load(at + from), pull);
    for (let at = p + v; at <= end; at += ROW) v128.store(at, f32x4.mul(v128.load(at), f32x4.sub(v128.load(at + from), pull)));
  }
}

/**
 * Attention backwards: from the derivatives by its results at positions `late` to `to` - 1 (rows dSeen), adds to those by their queries, and by all keys
 * and values up to them. Overwrites the shares.
 */
function attendBack(layerAt: usize, step: usize, cache: usize, layer: usize, late: usize, to: usize): void {
  const wide = width * ROW, cacheStep = 2 * wide;
  for (let h: usize = 0; h < heads; h++) {
    const offset = h * headWidth * ROW;
    const p = layerAt + shares + h * room * ROW, queries = layerAt + query + offset, keys = keysAt(cache, layer, 0) + offset;
    const d = back + dSeen + offset, dQueries = back + dQuery + offset, dKeys = dQueries + wide, dValues = dKeys + wide;
    for (let s: usize = 0; s < to; s++) {
      const t = max(s, late);
      weigh(p + t * step + s * ROW, step, d + t * backBytes, backBytes, to - t, dValues + s * backBytes, headWidth, true);
    }
    for (let t = late; t < to; t++) {
      dots(d + t * backBytes, keys + wide, cacheStep, headWidth, t + 1, attentionScratch);
      softmaxBack(p + t * step, attentionScratch, t);
      weigh(p + t * step, ROW, keys, cacheStep, t + 1, dQueries + t * backBytes, headWidth, true);
    }
    for (let s: usize = 0; s < to; s++) {
      const t = max(s, late);
      weigh(p + t * step + s * ROW, step, queries + t * step, step, to - t, dKeys + s * backBytes, headWidth, true);
    }
  }
}

/**
 * Positions `from` to `to` - 1 of a chunk backwards, adding to the gradient. `blocks` are `step` bytes apart; tokens and derivatives d by the
 * log-probabilities are [positions, 16]. Prompts come with what they are `owed`; without, these are completions, which owe it to their prompts.
 */
export function readBack(tokens: usize, d: usize, blocks: usize, step: usize, cache: usize, from: usize, to: usize, owed: usize): void {
  const wide = width * ROW;
  const scored = max(from, first);
  const norms = 2 * width * VECTOR;
  for (let t = from; t < to; t++) memory.fill(back + t * backBytes, 0, wide);
  for (let t = scored; t < to; t++) {
    const block = blocks + t * step, own_ = back + t * backBytes;
    if (owed) memory.copy(own_ + dScores, owedScores(owed), vocabulary * ROW);
    else slopes(block, tokens + (t + 1) * ROW, d + t * ROW, own_ + dScores);
    scoreBack(own_ + dScores, scratch);
    normaliseBack(block + last, scratch, own_, block + lastStats, parameters + tensor(own(layers)), normSums + 2 * layers * norms, width);
  }
  headGradient(blocks + scored * step + lastNormal, step, back + scored * backBytes + dScores, backBytes, to - scored);
  for (let l = layers; l-- > 0; ) {
    const w = own(l);
    // Without logits nothing of the last layer was computed but keys and values.
    const late = l == layers - 1 ? scored : from;
    const n = to - late, all = to - from;
    const layer = blocks + start + l * layerBytes, at = layer + late * step, dAt = back + late * backBytes;
    for (let t = late; t < to; t++) {
      const slopesAt = layer + t * step + slope, own_ = back + t * backBytes, dh = own_ + dHidden;
      product(backwards + tensor(w + DOWN), own_, dh, width, hidden, 0, 0);
      for (let i: usize = 0, end = hidden * ROW; i < end; i += VECTOR) {
        v128.store(dh + i, f32x4.mul(v128.load(dh + i), v128.load(slopesAt + i)));
      }
    }
    outer(at + active, step, dAt, backBytes, n, gradient + tensor(w + DOWN), hidden, width);
    sumInto(gradient + tensor(w + DOWN_BIAS), dAt, backBytes, n, width);
    outer(at + normal2, step, dAt + dHidden, backBytes, n, gradient + tensor(w + UP), width, hidden);
    sumInto(gradient + tensor(w + UP_BIAS), dAt + dHidden, backBytes, n, hidden);
    for (let t = late; t < to; t++) {
      const own_ = back + t * backBytes, block = layer + t * step;
      product(backwards + tensor(w + UP), own_ + dHidden, scratch, hidden, width, 0, 0);
      normaliseBack(block + middle, scratch, own_, block + stats2, parameters + tensor(w + GAIN2), normSums + (2 * l + 1) * norms, width);
    }
    outer(at + seen, step, dAt, backBytes, n, gradient + tensor(w + OUTPUT), width, width);
    for (let t: usize = 0; t < to; t++) {
      const dq = back + t * backBytes + dQuery;
      if (owed) memory.fill(dq, 0, wide), memory.copy(dq + wide, owed + owedRow(l, t) * ROW, 2 * wide);
      else memory.fill(dq, 0, 3 * wide);
    }
    for (let t = late; t < to; t++) {
      product(backwards + tensor(w + OUTPUT), back + t * backBytes, back + t * backBytes + dSeen, width, width, 0, 0);
    }
    attendBack(layer, step, cache, l, late, to);
    for (let t: usize = 0; t < from; t++) owe(back + t * backBytes + dQuery + wide, 2 * width, owedRow(l, t) * ROW);
    for (let t = from; t < to; t++) {
      const own_ = back + t * backBytes, block = layer + t * step;
      rotate(own_ + dQuery, t, scale, -1);
      rotate(own_ + dQuery + wide, t, 1, -1);
      if (t >= late) product(backwards + tensor(w + QUERY), own_ + dQuery, scratch, width, width, 0, 0);
      else memory.fill(scratch, 0, wide);
      product(backwards + tensor(w + KEY), own_ + dQuery + wide, scratch, width, width, 0, scratch);
      product(backwards + tensor(w + VALUE), own_ + dQuery + 2 * wide, scratch, width, width, 0, scratch);
      normaliseBack(block + IN, scratch, own_, block + stats1, parameters + tensor(w + GAIN1), normSums + 2 * l * norms, width);
    }
    const input = layer + from * step + normal1, dInput = back + from * backBytes + dQuery;
    outer(at + normal1, step, dAt + dQuery, backBytes, n, gradient + tensor(w + QUERY), width, width);
    outer(input, step, dInput + wide, backBytes, all, gradient + tensor(w + KEY), width, width);
    outer(input, step, dInput + 2 * wide, backBytes, all, gradient + tensor(w + VALUE), width, width);
  }
  for (let t = from; t < to; t++) {
    lookUpBack(gradient + tensor(0), tokens + t * ROW, back + t * backBytes, width);
  }
}

/** What is summed apart from the gradient until all chunks are done. */
export function finish(): void {
  const norms = 2 * width * VECTOR;
  for (let l: usize = 0; l < layers; l++) {
    const w = own(l);
    flushNorm(normSums + 2 * l * norms, gradient + tensor(w + GAIN1), gradient + tensor(w + BIAS1), width);
    flushNorm(normSums + (2 * l + 1) * norms, gradient + tensor(w + GAIN2), gradient + tensor(w + BIAS2), width);
  }
  const w = own(layers);
  flushNorm(normSums + 2 * layers * norms, gradient + tensor(w), gradient + tensor(w + 1), width);
}
