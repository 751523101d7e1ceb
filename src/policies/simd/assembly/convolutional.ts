/**
 * The gated causal convolutions of architectures/convolutional.ts. The cache has each layer's input at every position: a convolution reads
 * the present one and the one `dilation` positions ago.
 */
import { madd, ROW, sigmoid, splat, tanh, VECTOR } from "./lanes";
import { allocate, backwards, capacity, dimension, first, forwards, gradient, parameters, tensor, vocabulary } from "./memory";
import { outer, packWeight, product } from "./matrix";
import { addRows, copyLane, lookUp, lookUpBack, sumInto } from "./rows";
import { headGradient, headRows, prepareHead, score, scoreBack, setUpHead, slopes } from "./head";
import { owe, owedScores } from "./prompts";
import { restoring, shift } from "./saved";

// Tensors of a layer, by number after the embedding.
const FILTER: usize = 0, GATE: usize = 3, OUTPUT: usize = 6, OUTPUT_BIAS: usize = 7, PER_LAYER: usize = 8;
const NOW: usize = 0, PAST: usize = 1, BIAS: usize = 2;

let width: usize = 0, layers: usize = 0, wide: usize = 0;
/** A block has, after the head's rows, signal, gate and their product for each layer, and the last layer's output. */
let start: usize = 0, last: usize = 0;
// Derivatives of a position: by the layer's output, by filter and gate before their functions, and by the scores.
let dFilter: usize = 0, dGate: usize = 0, dScores: usize = 0, backBytes: usize = 0, back: usize = 0, scratch: usize = 0;

export function setUp(): usize {
  width = dimension(0), layers = dimension(1);
  wide = width * ROW;
  const tensors = 1 + layers * PER_LAYER + 2;
  setUpHead(tensors - 2, width);
  start = headRows() * ROW, last = start + layers * 3 * wide;
  dFilter = wide, dGate = 2 * wide, dScores = 3 * wide;
  backBytes = ((3 * width + vocabulary) | 1) * ROW;
  return tensors;
}

export function allocateBack(): void {
  back = allocate(capacity * backBytes);
  scratch = allocate(wide);
}

export function blockRows(): usize {
  return (last / ROW + width) | 1;
}
export function cacheRows(): usize {
  return layers * capacity * width;
}

export function owedRows(): usize {
  return owedRow(layers, 0);
}
@inline
function owedRow(layer: usize, t: usize): usize {
  return (layer * (first + 1) + t) * width;
}

@inline
function own(layer: usize): usize {
  return 1 + layer * PER_LAYER;
}
@inline
function dilation(layer: usize): usize {
  return dimension(2 + layer);
}
@inline
function inputAt(cache: usize, layer: usize, t: usize): usize {
  return cache + (layer * capacity + t) * wide;
}

export function prepare(withBack: bool): void {
  for (let l: usize = 0; l < layers; l++) {
    for (let part = FILTER; part <= GATE; part += 3) {
      packWeight(own(l) + part + NOW, width, width, withBack);
      packWeight(own(l) + part + PAST, width, width, withBack);
    }
    packWeight(own(l) + OUTPUT, width, width, withBack);
  }
  prepareHead(withBack);
}

/** Rows y = x Wnow + past Wpast + b of filter or gate. */
function convolve(part: usize, x: usize, past: usize, y: usize): void {
  product(forwards + tensor(part + NOW), x, y, width, width, parameters + tensor(part + BIAS), 0);
  if (past) product(forwards + tensor(part + PAST), past, y, width, width, 0, y);
}

export function read(tokens: usize, block: usize, cache: usize, t: usize, output: bool): void {
  lookUp(parameters + tensor(0), tokens, inputAt(cache, 0, t), width);
  for (let l: usize = 0; l < layers; l++) {
    // Nobody looks back at the last layer's output.
    if (l == layers - 1 && !output) return;
    const x = inputAt(cache, l, t), past: usize = t < dilation(l) ? 0 : inputAt(cache, l, t - dilation(l));
    const signal = block + start + l * 3 * wide, gate = signal + wide, open = gate + wide;
    convolve(own(l) + FILTER, x, past, signal);
    convolve(own(l) + GATE, x, past, gate);
    for (let i: usize = 0; i < wide; i += VECTOR) {
      const s = tanh(v128.load(signal + i)), g = sigmoid(v128.load(gate + i));
      v128.store(signal + i, s), v128.store(gate + i, g), v128.store(open + i, f32x4.mul(s, g));
    }
    const next = l == layers - 1 ? block + last : inputAt(cache, l + 1, t);
    product(forwards + tensor(own(l) + OUTPUT), open, next, width, width, parameters + tensor(own(l) + OUTPUT_BIAS), x);
  }
  score(block + last, block);
}

export function copyState(from: usize, fromLane: usize, to: usize, toLane: usize, t: usize): void {
  for (let l: usize = 0; l < layers; l++) copyLane(inputAt(from, l, 0), fromLane, inputAt(to, l, 0), toLane, t * width);
}

export function savedRows(): usize {
  return 3 * layers * width + vocabulary;
}
/** As in attention.ts: signals and gates, and layers' outputs. */
export function shiftRead(tokens: usize, block: usize, cache: usize, t: usize): void {
  if (restoring) lookUp(parameters + tensor(0), tokens, inputAt(cache, 0, t), width);
  for (let l: usize = 0; l < layers; l++) {
    const signal = block + start + l * 3 * wide, gate = signal + wide, open = gate + wide;
    shift(signal, 2 * width);
    if (restoring) {
      for (let i: usize = 0; i < wide; i += VECTOR) v128.store(open + i, f32x4.mul(v128.load(signal + i), v128.load(gate + i)));
    }
    shift(l == layers - 1 ? block + last : inputAt(cache, l + 1, t), width);
  }
  shift(block + vocabulary * ROW, vocabulary);
}

/** Adds to the gradients of filter or gate over positions `late` to `to` - 1, and to the derivatives by the layer's inputs. */
function convolveBack(part: usize, d: usize, layer: usize, cache: usize, late: usize, to: usize): void {
  const dAt = back + d + late * backBytes;
  outer(inputAt(cache, layer, late), wide, dAt, backBytes, to - late, gradient + tensor(part + NOW), width, width);
  sumInto(gradient + tensor(part + BIAS), dAt, backBytes, to - late, width);
  const gap = dilation(layer), reaching = max(gap, late);
  if (reaching < to) {
    const dReaching = back + d + reaching * backBytes;
    outer(inputAt(cache, layer, reaching - gap), wide, dReaching, backBytes, to - reaching, gradient + tensor(part + PAST), width, width);
  }
  for (let t = late; t < to; t++) {
    const own_ = back + t * backBytes;
    product(backwards + tensor(part + NOW), own_ + d, own_, width, width, 0, own_);
    if (t >= gap) {
      const past = back + (t - gap) * backBytes;
      product(backwards + tensor(part + PAST), own_ + d, past, width, width, 0, past);
    }
  }
}

/** As in attention.ts. Prompts are owed the derivatives by each layer's inputs. */
export function readBack(tokens: usize, d: usize, blocks: usize, step: usize, cache: usize, from: usize, to: usize, owed: usize): void {
  const scored = max(from, first);
  for (let t = from; t < scored; t++) memory.fill(back + t * backBytes, 0, wide);
  for (let t = scored; t < to; t++) {
    const own_ = back + t * backBytes;
    if (owed) memory.copy(own_ + dScores, owedScores(owed), vocabulary * ROW);
    else slopes(blocks + t * step, tokens + (t + 1) * ROW, d + t * ROW, own_ + dScores);
    scoreBack(own_ + dScores, own_);
  }
  headGradient(blocks + scored * step + last, step, back + scored * backBytes + dScores, backBytes, to - scored);
  for (let l = layers; l-- > 0; ) {
    const late = l == layers - 1 ? scored : from;
    const layer = blocks + start + l * 3 * wide;
    for (let t: usize = 0; t < from; t++) memory.fill(back + t * backBytes, 0, wide);
    for (let t = late; t < to; t++) {
      const own_ = back + t * backBytes, signal = layer + t * step, gate = signal + wide;
      product(backwards + tensor(own(l) + OUTPUT), own_, scratch, width, width, 0, 0);
      for (let i: usize = 0; i < wide; i += VECTOR) {
        const s = v128.load(signal + i), g = v128.load(gate + i);
        const open = f32x4.mul(v128.load(scratch + i), g);
        v128.store(own_ + dFilter + i, f32x4.mul(open, f32x4.sub(splat(1), f32x4.mul(s, s))));
        v128.store(own_ + dGate + i, f32x4.mul(f32x4.mul(open, s), f32x4.sub(splat(1), g)));
      }
    }
    const dAt = back + late * backBytes;
    outer(layer + late * step + 2 * wide, step, dAt, backBytes, to - late, gradient + tensor(own(l) + OUTPUT), width, width);
    sumInto(gradient + tensor(own(l) + OUTPUT_BIAS), dAt, backBytes, to - late, width);
    convolveBack(own(l) + FILTER, dFilter, l, cache, late, to);
    convolveBack(own(l) + GATE, dGate, l, cache, late, to);
    // Further back than the gap nothing is owed.
    for (let t = from - min(from, dilation(l)); t < from; t++) owe(back + t * backBytes, width, owedRow(l, t) * ROW);
    if (owed) for (let t = from; t < to; t++) addRows(back + t * backBytes, owed + owedRow(l, t) * ROW, width);
  }
  for (let t = from; t < to; t++) {
    lookUpBack(gradient + tensor(0), tokens + t * ROW, back + t * backBytes, width);
  }
}
