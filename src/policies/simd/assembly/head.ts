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
/** The mass that a nucleus must reach, and room for one: f32, by the number of the active token. */
let topP: f64 = 1;
let nucleus: usize = 0;
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
export function setNucleus(mass: f64): void {
  topP = mass;
}
export function setUpHead(tensorNumber: usize, inputs: usize): void {
  weight = tensorNumber;
  width = inputs;
  active = allocate(vocabulary << 2);
  nucleus = allocate(vocabulary << 2);
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

/** The share of the lane's token number i of the active ones. */
@inline
function shareOf(shares: usize, i: usize, lane: usize): f32 {
  return load<f32>(shares + <usize>load<u32>(active + (i << 2)) * ROW + lane);
}

/**
 * The mass of the lane's nucleus, whose tokens' shares go to `nucleus`, by number, 0 elsewhere: those before which tokens of a mass below topP
 * rank, the likelier first, then the lower number.
 */
function selectNucleus(shares: usize, lane: usize): f64 {
  let mass: f64 = 0;
  for (let i: usize = 0; i < activeCount; i++) {
    const share = shareOf(shares, i, lane);
    let before: f64 = 0;
    for (let j: usize = 0; j < activeCount; j++) {
      const other = shareOf(shares, j, lane);
      if (other > share || (other == share && j < i)) before += <f64>other;
    }
    const kept: f32 = before < topP ? share : 0;
    store<f32>(nucleus + (i << 2), kept);
    mass += <f64>kept;
  }
  return mass;
}

/**
 * Draws each lane's token, after soften, where the cumulative distribution passes the lane's uniform number. False where a lane's numbers
 * are not finite.
 */
export function draw(block: usize, uniforms: usize, tokens: usize): bool {
  const shares = block + vocabulary * ROW, logs = shares + vocabulary * ROW;
  let finite = true;
  for (let lane: usize = 0; lane < ROW; lane += 4) {
    if (!isFinite(load<f32>(logs + lane))) finite = false;
    const whole = topP >= 1;
    const mass = whole ? 1 : selectNucleus(shares, lane);
    const u = mass * <f64>load<f32>(uniforms + lane);
    let sum: f64 = 0;
    let token = load<u32>(active);
    for (let i: usize = 0; i < activeCount; i++) {
      const share = whole ? shareOf(shares, i, lane) : load<f32>(nucleus + (i << 2));
      if (share == 0) continue;
      token = load<u32>(active + (i << 2));
      sum += <f64>share;
      if (u < sum) break;
    }
    store<u32>(tokens + lane, token);
  }
  return finite;
}

/** Of each lane's distribution, after soften: its entropy, and how far it is from the uniform one, KL(U || p). */
export function measure(block: usize, entropies: usize, certainties: usize): void {
  const shares = block + vocabulary * ROW, logs = shares + vocabulary * ROW;
  const part = splat(<f32>(-1.0 / <f64>activeCount)), logCount = splat(<f32>Math.log(<f64>activeCount));
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const log = v128.load(logs + v);
    let entropy = splat(0), scores = splat(0);
    for (let i: usize = 0; i < activeCount; i++) {
      const row = <usize>load<u32>(active + (i << 2)) * ROW + v;
      const score = v128.load(block + row);
      entropy = madd(v128.load(shares + row), f32x4.sub(log, score), entropy);
      scores = f32x4.add(scores, score);
    }
    v128.store(entropies + v, entropy);
    v128.store(certainties + v, madd(scores, part, f32x4.sub(log, logCount)));
  }
}

/** From d = dLoss / dlog p of each lane's target to rows dScores [vocabulary]: d (1[target] - p) / temperature. */
export function slopes(block: usize, targets: usize, d: usize, dScores: usize): void {
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
}

/** From rows dScores to rows dHidden [width]. */
export function scoreBack(dScores: usize, dHidden: usize): void {
  product(backwards + tensor(weight), dScores, dHidden, vocabulary, width, 0, 0);
}

/** Adds the gradients of the head's weight and bias over some positions. */
export function headGradient(hidden: usize, hiddenStep: usize, dScores: usize, dStep: usize, positions: usize): void {
  outer(hidden, hiddenStep, dScores, dStep, positions, gradient + tensor(weight), width, vocabulary);
  sumInto(gradient + tensor(weight + 1), dScores, dStep, positions, vocabulary);
}
