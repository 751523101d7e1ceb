/**
 * The head: logits, the distribution over the tokens that may be sampled, the draw, and the derivative by the logits.
 *
 * A position's block starts with the head's rows: scores [vocabulary], shares [vocabulary], and the logarithm of their total.
 */
import { exp, LANES, madd, ROW, splat, VECTOR } from "./lanes";
import { allocate, backwards, forwards, gradient, parameters, tensor, vocabulary } from "./memory";
import { outer, packWeight, product } from "./matrix";
import { sumInto } from "./rows";

/** Number of the head's weight in the layout; its bias follows. */
let weight: usize = 0;
let width: usize = 0;
let active: usize = 0;
let activeCount: usize = 0;
/** 1 / temperature. */
let sharpness: f32 = 1;

/** The tokens that may be sampled, ascending: u32, as many as the vocabulary has room for. */
export function activeTokens(): usize {
  return active;
}
export function setActiveCount(count: usize): void {
  activeCount = count;
}
export function setTemperature(temperature: f32): void {
  sharpness = 1 / temperature;
}
export function setUpHead(tensorNumber: usize, inputs: usize): void {
  weight = tensorNumber;
  width = inputs;
  active = allocate(vocabulary << 2);
}

/** Rows of a position's block that are the head's. */
export function headRows(): usize {
  return 2 * vocabulary + 1;
}

export function prepareHead(back: bool): void {
  packWeight(weight, width, vocabulary, back);
}

/** Logits of rows `hidden` into a block's scores. */
export function score(hidden: usize, block: usize): void {
  product(forwards + tensor(weight), hidden, block, width, vocabulary, parameters + tensor(weight + 1), 0);
}

/**
 * Turns logits into the distribution under the temperature: scores become (logit - largest) / temperature, shares their
 * softmax over the active tokens, exactly 0 at the others.
 */
export function soften(block: usize): void {
  const shares = block + vocabulary * ROW, logs = shares + vocabulary * ROW;
  memory.fill(shares, 0, vocabulary * ROW);
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const scores = block + v, own = shares + v;
    let top = v128.load(scores + <usize>load<u32>(active) * ROW);
    for (let i: usize = 1; i < activeCount; i++) {
      top = f32x4.pmax(top, v128.load(scores + <usize>load<u32>(active + (i << 2)) * ROW));
    }
    let sum = splat(0);
    for (let i: usize = 0; i < activeCount; i++) {
      const row = <usize>load<u32>(active + (i << 2)) * ROW;
      const s = f32x4.mul(f32x4.sub(v128.load(scores + row), top), splat(sharpness));
      const e = exp(s);
      v128.store(scores + row, s);
      v128.store(own + row, e);
      sum = f32x4.add(sum, e);
    }
    const inverse = f32x4.div(splat(1), sum);
    for (let i: usize = 0; i < activeCount; i++) {
      const row = <usize>load<u32>(active + (i << 2)) * ROW;
      v128.store(own + row, f32x4.mul(v128.load(own + row), inverse));
    }
    v128.store(logs + v, sum);
  }
  for (let lane: usize = 0; lane < ROW; lane += 4) {
    store<f32>(logs + lane, <f32>Math.log(<f64>load<f32>(logs + lane)));
  }
}

/** log p of each lane's token, after soften, into 16 floats. */
export function tokenLogs(block: usize, tokens: usize, out: usize): void {
  const logs = block + 2 * vocabulary * ROW;
  for (let lane: usize = 0; lane < ROW; lane += 4) {
    const row = block + <usize>load<u32>(tokens + lane) * ROW;
    store<f32>(out + lane, load<f32>(row + lane) - load<f32>(logs + lane));
  }
}

/**
 * Draws each lane's token, after soften, where the cumulative distribution passes the lane's uniform number; writes entropies too.
 * False where a lane's numbers are not finite.
 */
export function draw(block: usize, uniforms: usize, tokens: usize, entropies: usize): bool {
  const shares = block + vocabulary * ROW, logs = shares + vocabulary * ROW;
  let finite = true;
  for (let lane: usize = 0; lane < ROW; lane += 4) {
    const log = load<f32>(logs + lane);
    if (!isFinite(log)) finite = false;
    const u = <f64>load<f32>(uniforms + lane);
    let sum: f64 = 0;
    let token = load<u32>(active);
    for (let i: usize = 0; i < activeCount; i++) {
      const id = load<u32>(active + (i << 2));
      const share = load<f32>(shares + <usize>id * ROW + lane);
      if (share == 0) continue;
      token = id;
      sum += <f64>share;
      if (u < sum) break;
    }
    store<u32>(tokens + lane, token);
  }
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const log = v128.load(logs + v);
    let sum = splat(0);
    for (let i: usize = 0; i < activeCount; i++) {
      const row = <usize>load<u32>(active + (i << 2)) * ROW + v;
      sum = madd(v128.load(shares + row), f32x4.sub(log, v128.load(block + row)), sum);
    }
    v128.store(entropies + v, sum);
  }
  return finite;
}

/**
 * One position backwards: from d = dLoss / dlog p of each lane's target to rows dScores [vocabulary], d (1[target] - p) / temperature,
 * and rows dHidden [width].
 */
export function scoreBack(block: usize, targets: usize, d: usize, dScores: usize, dHidden: usize): void {
  const shares = block + vocabulary * ROW;
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const slope = f32x4.mul(v128.load(d + v), splat(-sharpness));
    for (let row = v, end = vocabulary * ROW; row < end; row += ROW) {
      v128.store(dScores + row, f32x4.mul(slope, v128.load(shares + row)));
    }
  }
  for (let lane: usize = 0; lane < LANES << 2; lane += 4) {
    const at = dScores + <usize>load<u32>(targets + lane) * ROW + lane;
    store<f32>(at, load<f32>(at) + load<f32>(d + lane) * sharpness);
  }
  product(backwards + tensor(weight), dScores, dHidden, vocabulary, width, 0, 0);
}

/** Adds the gradients of the head's weight and bias over some positions. */
export function headGradient(hidden: usize, hiddenStep: usize, dScores: usize, dStep: usize, positions: usize): void {
  outer(hidden, hiddenStep, dScores, dStep, positions, gradient + tensor(weight), width, vocabulary);
  sumInto(gradient + tensor(weight + 1), dScores, dStep, positions, vocabulary);
}
