/**
 * Products of weights with rows, and the outer products that are the weights' gradients. Nearly all time goes here.
 *
 * Weights are packed in strips of four outputs, [output / 4][term][4], so that a tile reads them one after another. A tile keeps its sums
 * in registers: 4 outputs by 8 lanes forwards, 2 by 4 weights in the gradient. Every size is a multiple of 4.
 */
import { madd, ROW, splat, totals, VECTOR } from "./lanes";
import { backwards, forwards, parameters, tensor } from "./memory";

function pack(to: usize, from: usize, terms: usize, outputs: usize, termStep: usize, outputStep: usize): void {
  for (let m: usize = 0; m < outputs; m += 4) {
    for (let k: usize = 0; k < terms; k++) {
      for (let i: usize = 0; i < 4; i++) {
        store<f32>(to, load<f32>(from + ((k * termStep + (m + i) * outputStep) << 2)));
        to += 4;
      }
    }
  }
}

/** Packs tensor number i, a weight [inputs, outputs], for x W, and where `back` is set for W dy too. */
export function packWeight(i: usize, inputs: usize, outputs: usize, back: bool): void {
  const at = tensor(i);
  pack(forwards + at, parameters + at, inputs, outputs, outputs, 1);
  if (back) pack(backwards + at, parameters + at, outputs, inputs, 1, outputs);
}

/** Four outputs for eight lanes: y = bias + add + strip x. `bias` and `add` may be 0 for none; `add` may be y. */
function tile(strip: usize, x: usize, y: usize, terms: usize, bias: usize, add: usize): void {
  let a0 = splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
  if (bias) {
    a0 = v128.load32_splat(bias), b0 = v128.load32_splat(bias, 4), c0 = v128.load32_splat(bias, 8), d0 = v128.load32_splat(bias, 12);
    a1 = a0, b1 = b0, c1 = c0, d1 = d0;
  }
  if (add) {
    a0 = f32x4.add(a0, v128.load(add)), a1 = f32x4.add(a1, v128.load(add, VECTOR));
    b0 = f32x4.add(b0, v128.load(add, ROW)), b1 = f32x4.add(b1, v128.load(add, ROW + VECTOR));
    c0 = f32x4.add(c0, v128.load(add, 2 * ROW)), c1 = f32x4.add(c1, v128.load(add, 2 * ROW + VECTOR));
    d0 = f32x4.add(d0, v128.load(add, 3 * ROW)), d1 = f32x4.add(d1, v128.load(add, 3 * ROW + VECTOR));
  }
  // One term at a time: two written out need more registers than there are, and cost the plain build a quarter of its speed in Chromium.
  for (const end = strip + (terms << 4); strip < end; strip += 16) {
    const x0 = v128.load(x), x1 = v128.load(x, VECTOR);
    let w = v128.load32_splat(strip);
    a0 = madd(w, x0, a0), a1 = madd(w, x1, a1);
    w = v128.load32_splat(strip, 4);
    b0 = madd(w, x0, b0), b1 = madd(w, x1, b1);
    w = v128.load32_splat(strip, 8);
    c0 = madd(w, x0, c0), c1 = madd(w, x1, c1);
    w = v128.load32_splat(strip, 12);
    d0 = madd(w, x0, d0), d1 = madd(w, x1, d1);
    x += ROW;
  }
  v128.store(y, a0), v128.store(y, a1, VECTOR);
  v128.store(y, b0, ROW), v128.store(y, b1, ROW + VECTOR);
  v128.store(y, c0, 2 * ROW), v128.store(y, c1, 2 * ROW + VECTOR);
  v128.store(y, d0, 3 * ROW), v128.store(y, d1, 3 * ROW + VECTOR);
}

/** Rows y [outputs] = bias + add + packed weights times rows x [terms]. `bias`: floats or 0; `add`: rows or 0, y itself for y += W x. */
export function product(weights: usize, x: usize, y: usize, terms: usize, outputs: usize, bias: usize, add: usize): void {
  for (let m: usize = 0; m < outputs; m += 4) {
    tile(weights, x, y, terms, bias, add);
    tile(weights, x + 32, y + 32, terms, bias, add ? add + 32 : 0);
    weights += terms << 4;
    y += 4 * ROW;
    if (bias) bias += 16;
    if (add) add += 4 * ROW;
  }
}

/**
 * Gradient of 2 by 4 weights: sums over positions and lanes of x_i y_j, added to `g`, whose rows are `gStep` bytes apart. Eight sums and three
 * numbers fit into the registers; 4 by 4, 2 by 6 and a loop over v that is written out are all a third slower in Chromium (41-46 GFLOP/s against 60).
 */
function outerTile(x: usize, xStep: usize, y: usize, yStep: usize, positions: usize, g: usize, gStep: usize): void {
  let a0 = splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  for (let t: usize = 0; t < positions; t++) {
    for (let v: usize = 0; v < ROW; v += VECTOR) {
      const p = x + v, q = y + v;
      const xa = v128.load(p), xb = v128.load(p, ROW);
      let z = v128.load(q);
      a0 = madd(xa, z, a0), b0 = madd(xb, z, b0);
      z = v128.load(q, ROW);
      a1 = madd(xa, z, a1), b1 = madd(xb, z, b1);
      z = v128.load(q, 2 * ROW);
      a2 = madd(xa, z, a2), b2 = madd(xb, z, b2);
      z = v128.load(q, 3 * ROW);
      a3 = madd(xa, z, a3), b3 = madd(xb, z, b3);
    }
    x += xStep;
    y += yStep;
  }
  v128.store(g, f32x4.add(v128.load(g), totals(a0, a1, a2, a3)));
  g += gStep;
  v128.store(g, f32x4.add(v128.load(g), totals(b0, b1, b2, b3)));
}

/** Columns of y that are kept in the first cache while all of x goes by. */
const BLOCK: usize = 16;

/**
 * Adds to g [inputs, outputs] the gradient of a weight: sum over positions and lanes of x_i y_j, where rows x are the weight's inputs and
 * rows y the derivatives by its outputs; positions are `xStep` and `yStep` bytes apart.
 */
export function outer(
  x: usize, xStep: usize, y: usize, yStep: usize, positions: usize, g: usize, inputs: usize, outputs: usize,
): void {
  const gStep = outputs << 2;
  for (let from: usize = 0; from < outputs; from += BLOCK) {
    const to = min(from + BLOCK, outputs);
    for (let k: usize = 0; k < inputs; k += 2) {
      for (let m = from; m < to; m += 4) {
        outerTile(x + k * ROW, xStep, y + m * ROW, yStep, positions, g + k * gStep + (m << 2), gStep);
      }
    }
  }
}
