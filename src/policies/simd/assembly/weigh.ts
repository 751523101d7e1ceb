/**
 * What attention is made of, forwards and backwards: products of one row of features with many, and sums of many weighed by a share each. Eight sums at a
 * time stay in registers, two vectors of four positions or of four features.
 */
import { madd, ROW, splat, VECTOR } from "./lanes";

const HALF: usize = 2 * VECTOR;

@inline
function addOr(add: bool, at: usize, offset: usize, x: v128): v128 {
  return add ? f32x4.add(v128.load(at + offset), x) : x;
}

/** Rows to [count]: the sums over `features` of rows x and the rows y of each position, which are `yStep` bytes apart. */
export function dots(x: usize, y: usize, yStep: usize, features: usize, count: usize, to: usize): void {
  for (let n: usize = 0; n < count; n += 4) {
    // Where there are fewer than four, the last one is done again.
    const nb = min(n + 1, count - 1), nc = min(n + 2, count - 1), nd = min(n + 3, count - 1);
    for (let half: usize = 0; half < ROW; half += HALF) {
      let a = y + n * yStep + half, b = y + nb * yStep + half, c = y + nc * yStep + half, d = y + nd * yStep + half;
      let a0 = splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
      for (let i = x + half, end = i + features * ROW; i < end; i += ROW) {
        const x0 = v128.load(i), x1 = v128.load(i, VECTOR);
        a0 = madd(x0, v128.load(a), a0), a1 = madd(x1, v128.load(a, VECTOR), a1);
        b0 = madd(x0, v128.load(b), b0), b1 = madd(x1, v128.load(b, VECTOR), b1);
        c0 = madd(x0, v128.load(c), c0), c1 = madd(x1, v128.load(c, VECTOR), c1);
        d0 = madd(x0, v128.load(d), d0), d1 = madd(x1, v128.load(d, VECTOR), d1);
        a += ROW, b += ROW, c += ROW, d += ROW;
      }
      const out = to + half;
      v128.store(out + n * ROW, a0), v128.store(out + n * ROW, a1, VECTOR);
      v128.store(out + nb * ROW, b0), v128.store(out + nb * ROW, b1, VECTOR);
      v128.store(out + nc * ROW, c0), v128.store(out + nc * ROW, c1, VECTOR);
      v128.store(out + nd * ROW, d0), v128.store(out + nd * ROW, d1, VECTOR);
    }
  }
}

/** Rows to [features]: the sum over positions of their rows y, weighed by a row of shares each; added to what stands there, or in its place. */
export function weigh(
  shares: usize, shareStep: usize, y: usize, yStep: usize, count: usize, to: usize, features: usize, add: bool,
): void {
  for (let i: usize = 0; i < features; i += 4) {
    for (let half: usize = 0; half < ROW; half += HALF) {
      let share = shares + half, at = y + i * ROW + half;
      let a0 = splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
      for (let n: usize = 0; n < count; n++) {
        const w0 = v128.load(share), w1 = v128.load(share, VECTOR);
        a0 = madd(w0, v128.load(at), a0), a1 = madd(w1, v128.load(at, VECTOR), a1);
        b0 = madd(w0, v128.load(at, ROW), b0), b1 = madd(w1, v128.load(at, ROW + VECTOR), b1);
        c0 = madd(w0, v128.load(at, 2 * ROW), c0), c1 = madd(w1, v128.load(at, 2 * ROW + VECTOR), c1);
        d0 = madd(w0, v128.load(at, 3 * ROW), d0), d1 = madd(w1, v128.load(at, 3 * ROW + VECTOR), d1);
        share += shareStep, at += yStep;
      }
      const out = to + i * ROW + half;
      v128.store(out, addOr(add, out, 0, a0)), v128.store(out, addOr(add, out, VECTOR, a1), VECTOR);
      v128.store(out, addOr(add, out, ROW, b0), ROW), v128.store(out, addOr(add, out, ROW + VECTOR, b1), ROW + VECTOR);
      v128.store(out, addOr(add, out, 2 * ROW, c0), 2 * ROW), v128.store(out, addOr(add, out, 2 * ROW + VECTOR, c1), 2 * ROW + VECTOR);
      v128.store(out, addOr(add, out, 3 * ROW, d0), 3 * ROW), v128.store(out, addOr(add, out, 3 * ROW + VECTOR, d1), 3 * ROW + VECTOR);
    }
  }
}
