/**
 * The gated recurrent unit of architectures/recurrent.ts. What each token adds to each gate is a table made once per call; the cache
 * has the hidden state after every position, zeros first.
 */
import { madd, ROW, sigmoid, splat, tanh, VECTOR } from "./lanes";
import { allocate, backwards, capacity, dimension, first, forwards, gradient, parameters, tensor, vocabulary } from "./memory";
import { outer, packWeight, product } from "./matrix";
import { copyLane, lookUp, lookUpBack, sumInto } from "./rows";
import { headGradient, headRows, prepareHead, score, scoreBack, setUpHead, slopes } from "./head";
import { owe, owedScores } from "./prompts";
import { restoring, shift } from "./saved";

// Tensors, by number: gates reset, update and new have input, state and bias each.
const RESET: usize = 1, UPDATE: usize = 4, NEW: usize = 7, STATE_BIAS: usize = 10, HEAD: usize = 11, TENSORS: usize = 13;
const STATE: usize = 1, BIAS: usize = 2;

let embedding: usize = 0, hidden: usize = 0;
/** Bytes of the hidden state's rows; a block has, after the head's rows, r, z, h Un + cn, and n. */
let wide: usize = 0, start: usize = 0;
// Derivatives of a position: by what r, z and n are made of, by h Un + cn, and by the scores.
let dScores: usize = 0, backBytes: usize = 0, back: usize = 0, carried: usize = 0;
/** [3, vocabulary, hidden] floats: the tables, and their gradients. */
let tables: usize = 0, dTables: usize = 0;

export function setUp(): usize {
  embedding = dimension(0), hidden = dimension(1);
  wide = hidden * ROW;
  setUpHead(HEAD, hidden);
  start = headRows() * ROW;
  dScores = 4 * wide;
  backBytes = ((4 * hidden + vocabulary) | 1) * ROW;
  tables = allocate(3 * vocabulary * hidden << 2);
  dTables = allocate(3 * vocabulary * hidden << 2);
  return TENSORS;
}

export function allocateBack(): void {
  back = allocate(capacity * backBytes);
  carried = allocate(wide);
}

export function blockRows(): usize {
  return (start / ROW + 4 * hidden) | 1;
}
export function cacheRows(): usize {
  return (capacity + 1) * hidden;
}

export function owedRows(): usize {
  return hidden;
}

@inline
function gate(i: usize): usize {
  return RESET + 3 * i;
}
@inline
function tableAt(base: usize, i: usize): usize {
  return base + (i * vocabulary * hidden << 2);
}

/** y += a x over floats [n]. */
@inline
function addScaled(y: usize, a: f32, x: usize, n: usize): void {
  const scale = splat(a);
  for (let i: usize = 0, end = n << 2; i < end; i += VECTOR) v128.store(y + i, madd(scale, v128.load(x + i), v128.load(y + i)));
}

export function prepare(withBack: bool): void {
  for (let i: usize = 0; i < 3; i++) {
    packWeight(gate(i) + STATE, hidden, hidden, withBack);
    for (let token: usize = 0; token < vocabulary; token++) {
      const row = tableAt(tables, i) + (token * hidden << 2);
      memory.copy(row, parameters + tensor(gate(i) + BIAS), hidden << 2);
      for (let e: usize = 0; e < embedding; e++) {
        const x = load<f32>(parameters + tensor(0) + ((token * embedding + e) << 2));
        addScaled(row, x, parameters + tensor(gate(i)) + (e * hidden << 2), hidden);
      }
    }
  }
  prepareHead(withBack);
  if (withBack) memory.fill(dTables, 0, 3 * vocabulary * hidden << 2);
}

export function read(tokens: usize, block: usize, cache: usize, t: usize, output: bool): void {
  const r = block + start, z = r + wide, hn = z + wide, n = hn + wide;
  const h = cache + t * wide, next = h + wide;
  if (t == 0) memory.fill(h, 0, wide);
  lookUp(tableAt(tables, 0), tokens, r, hidden);
  lookUp(tableAt(tables, 1), tokens, z, hidden);
  lookUp(tableAt(tables, 2), tokens, n, hidden);
  product(forwards + tensor(RESET + STATE), h, r, hidden, hidden, 0, r);
  product(forwards + tensor(UPDATE + STATE), h, z, hidden, hidden, 0, z);
  product(forwards + tensor(NEW + STATE), h, hn, hidden, hidden, parameters + tensor(STATE_BIAS), 0);
  for (let i: usize = 0; i < wide; i += VECTOR) {
    const reset = sigmoid(v128.load(r + i)), update = sigmoid(v128.load(z + i));
    const fresh = tanh(madd(reset, v128.load(hn + i), v128.load(n + i)));
    v128.store(r + i, reset), v128.store(z + i, update), v128.store(n + i, fresh);
    v128.store(next + i, madd(update, f32x4.sub(v128.load(h + i), fresh), fresh));
  }
  if (output) score(next, block);
}

export function copyState(from: usize, fromLane: usize, to: usize, toLane: usize, t: usize): void {
  copyLane(from + t * wide, fromLane, to + t * wide, toLane, hidden);
}

export function savedRows(): usize {
  return 4 * hidden + vocabulary;
}
/** As in attention.ts: the gates; the state is made of them again. */
export function shiftRead(tokens: usize, block: usize, cache: usize, t: usize): void {
  const r = block + start, z = r + wide, n = z + 2 * wide, h = cache + t * wide, next = h + wide;
  shift(r, 4 * hidden);
  shift(block + vocabulary * ROW, vocabulary);
  if (!restoring) return;
  for (let i: usize = 0; i < wide; i += VECTOR) {
    const fresh = v128.load(n + i);
    v128.store(next + i, madd(v128.load(z + i), f32x4.sub(v128.load(h + i), fresh), fresh));
  }
}

/** As in attention.ts. Prompts are owed the derivative by the state after their last position. */
export function readBack(tokens: usize, d: usize, blocks: usize, step: usize, cache: usize, from: usize, to: usize, owed: usize): void {
  const scored = max(from, first);
  if (owed) memory.copy(carried, owed, wide);
  else memory.fill(carried, 0, wide);
  for (let t = to; t-- > from; ) {
    const block = blocks + t * step, own = back + t * backBytes;
    const r = block + start, z = r + wide, hn = z + wide, n = hn + wide, h = cache + t * wide;
    const dr = own, dz = dr + wide, dn = dz + wide, dhn = dn + wide;
    if (t >= scored) {
      if (owed) memory.copy(own + dScores, owedScores(owed), vocabulary * ROW);
      else slopes(block, tokens + (t + 1) * ROW, d + t * ROW, own + dScores);
      // dn serves as scratch here.
      scoreBack(own + dScores, dn);
      for (let i: usize = 0; i < wide; i += VECTOR) v128.store(carried + i, f32x4.add(v128.load(carried + i), v128.load(dn + i)));
    }
    for (let i: usize = 0; i < wide; i += VECTOR) {
      const dy = v128.load(carried + i), reset = v128.load(r + i), update = v128.load(z + i), fresh = v128.load(n + i);
      const through = f32x4.mul(dy, update);
      const dFresh = f32x4.mul(f32x4.sub(dy, through), f32x4.sub(splat(1), f32x4.mul(fresh, fresh)));
      const dState = f32x4.mul(dFresh, reset);
      const dUpdate = f32x4.mul(f32x4.mul(through, f32x4.sub(v128.load(h + i), fresh)), f32x4.sub(splat(1), update));
      v128.store(dn + i, dFresh), v128.store(dhn + i, dState), v128.store(dz + i, dUpdate);
      v128.store(dr + i, f32x4.mul(f32x4.mul(dState, v128.load(hn + i)), f32x4.sub(splat(1), reset)));
      v128.store(carried + i, through);
    }
    product(backwards + tensor(RESET + STATE), dr, carried, hidden, hidden, 0, carried);
    product(backwards + tensor(UPDATE + STATE), dz, carried, hidden, hidden, 0, carried);
    product(backwards + tensor(NEW + STATE), dhn, carried, hidden, hidden, 0, carried);
    lookUpBack(tableAt(dTables, 0), tokens + t * ROW, dr, hidden);
    lookUpBack(tableAt(dTables, 1), tokens + t * ROW, dz, hidden);
    lookUpBack(tableAt(dTables, 2), tokens + t * ROW, dn, hidden);
  }
  if (!owed) owe(carried, hidden, 0);
  const n = to - from, states = cache + from * wide, dAt = back + from * backBytes;
  outer(states, wide, dAt, backBytes, n, gradient + tensor(RESET + STATE), hidden, hidden);
  outer(states, wide, dAt + wide, backBytes, n, gradient + tensor(UPDATE + STATE), hidden, hidden);
  outer(states, wide, dAt + 3 * wide, backBytes, n, gradient + tensor(NEW + STATE), hidden, hidden);
  sumInto(gradient + tensor(STATE_BIAS), dAt + 3 * wide, backBytes, n, hidden);
  headGradient(cache + (scored + 1) * wide, wide, back + scored * backBytes + dScores, backBytes, to - scored);
}

/** From the tables' gradients to those of what they are made of. */
export function finish(): void {
  for (let i: usize = 0; i < 3; i++) {
    for (let token: usize = 0; token < vocabulary; token++) {
      const dRow = tableAt(dTables, i) + (token * hidden << 2);
      addScaled(gradient + tensor(gate(i) + BIAS), 1, dRow, hidden);
      for (let e: usize = 0; e < embedding; e++) {
        const at = (token * embedding + e) << 2, row = e * hidden << 2;
        addScaled(gradient + tensor(gate(i)) + row, load<f32>(parameters + tensor(0) + at), dRow, hidden);
        const weights = parameters + tensor(gate(i)) + row;
        let sum = splat(0);
        for (let j: usize = 0, end = hidden << 2; j < end; j += VECTOR) sum = madd(v128.load(weights + j), v128.load(dRow + j), sum);
        const pair = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
        const to = gradient + tensor(0) + at;
        store<f32>(to, load<f32>(to) + (f32x4.extract_lane(pair, 0) + f32x4.extract_lane(pair, 1)));
      }
    }
  }
}
