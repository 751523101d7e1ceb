/** What is done to rows besides products: lookups, sums, layer normalisation, copies of one lane. */
import { LANES, madd, ROW, splat, total, VECTOR } from "./lanes";

/** Rows to [width]: lane i is row tokens[i] of a table [any, width] of floats. */
export function lookUp(table: usize, tokens: usize, to: usize, width: usize): void {
  for (let group: usize = 0; group < LANES; group += 4) {
    const at = tokens + (group << 2), step = width << 2;
    let p0 = table + <usize>load<u32>(at) * step, p1 = table + <usize>load<u32>(at, 4) * step;
    let p2 = table + <usize>load<u32>(at, 8) * step, p3 = table + <usize>load<u32>(at, 12) * step;
    let row = to + (group << 2);
    for (let i: usize = 0; i < width; i += 4) {
      const a = v128.load(p0), b = v128.load(p1), c = v128.load(p2), d = v128.load(p3);
      const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5), abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(row, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5));
      v128.store(row, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7), ROW);
      v128.store(row, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5), 2 * ROW);
      v128.store(row, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7), 3 * ROW);
      p0 += VECTOR, p1 += VECTOR, p2 += VECTOR, p3 += VECTOR;
      row += 4 * ROW;
    }
  }
}

@inline
function addTo(at: usize, x: v128): void {
  v128.store(at, f32x4.add(v128.load(at), x));
}

/** The gradient of lookUp: lane i of rows `from` is added to row tokens[i] of a table of gradients. */
export function lookUpBack(table: usize, tokens: usize, from: usize, width: usize): void {
  for (let group: usize = 0; group < LANES; group += 4) {
    const at = tokens + (group << 2), step = width << 2;
    let p0 = table + <usize>load<u32>(at) * step, p1 = table + <usize>load<u32>(at, 4) * step;
    let p2 = table + <usize>load<u32>(at, 8) * step, p3 = table + <usize>load<u32>(at, 12) * step;
    let row = from + (group << 2);
    for (let i: usize = 0; i < width; i += 4) {
      const a = v128.load(row), b = v128.load(row, ROW), c = v128.load(row, 2 * ROW), d = v128.load(row, 3 * ROW);
      const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5), abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      addTo(p0, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5));
      addTo(p1, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7));
      addTo(p2, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
      addTo(p3, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
      p0 += VECTOR, p1 += VECTOR, p2 += VECTOR, p3 += VECTOR;
      row += 4 * ROW;
    }
  }
}

/** Adds to g [width] the sums of rows y over lanes and positions: the gradient of a bias. */
export function sumInto(g: usize, y: usize, yStep: usize, positions: usize, width: usize): void {
  for (let i: usize = 0; i < width; i++) {
    let sum = splat(0);
    let row = y + i * ROW;
    for (let t: usize = 0; t < positions; t++) {
      const left = f32x4.add(v128.load(row), v128.load(row, VECTOR));
      sum = f32x4.add(sum, f32x4.add(left, f32x4.add(v128.load(row, 2 * VECTOR), v128.load(row, 3 * VECTOR))));
      row += yStep;
    }
    const at = g + (i << 2);
    store<f32>(at, load<f32>(at) + total(sum));
  }
}

/** Rows y [rows] += x. */
export function addRows(y: usize, x: usize, rows: usize): void {
  for (let i: usize = 0, end = rows * ROW; i < end; i += VECTOR) addTo(y + i, v128.load(x + i));
}

/** Copies one lane of rows to another lane elsewhere. */
export function copyLane(from: usize, fromLane: usize, to: usize, toLane: usize, rows: usize): void {
  from += fromLane << 2;
  to += toLane << 2;
  for (let i: usize = 0; i < rows; i++) store<f32>(to + i * ROW, load<f32>(from + i * ROW));
}

/** Layer normalisation (Ba et al. 2016, epsilon 1e-5): rows y = (x - mean) / deviation * gain + bias. `stats`: two rows, mean and 1 / deviation. */
export function normalise(x: usize, y: usize, stats: usize, gain: usize, bias: usize, width: usize): void {
  const share = splat(<f32>(1.0 / <f64>width));
  const end = width * ROW;
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    let sum = splat(0);
    for (let i: usize = v; i < end; i += ROW) sum = f32x4.add(sum, v128.load(x + i));
    const mean = f32x4.mul(sum, share);
    let squares = splat(0);
    for (let i: usize = v; i < end; i += ROW) {
      const centred = f32x4.sub(v128.load(x + i), mean);
      squares = madd(centred, centred, squares);
    }
    const inverse = f32x4.div(splat(1), f32x4.sqrt(madd(squares, share, splat(1e-5))));
    v128.store(stats + v, mean);
    v128.store(stats + v, inverse, ROW);
    let at: usize = 0;
    for (let i: usize = v; i < end; i += ROW) {
      const normal = f32x4.mul(f32x4.sub(v128.load(x + i), mean), inverse);
      v128.store(y + i, madd(normal, v128.load32_splat(gain + at), v128.load32_splat(bias + at)));
      at += 4;
    }
  }
}

/**
 * The gradient of normalise: adds to rows dx, and lane by lane to `sums`, 2 width vectors: gains, then biases. `dy` is overwritten by
 * the derivative by the normal numbers.
 */
export function normaliseBack(x: usize, dy: usize, dx: usize, stats: usize, gain: usize, sums: usize, width: usize): void {
  const share = splat(<f32>(-1.0 / <f64>width));
  const end = width * ROW;
  const biases = sums + width * VECTOR;
  for (let v: usize = 0; v < ROW; v += VECTOR) {
    const mean = v128.load(stats + v), inverse = v128.load(stats + v, ROW);
    let plain = splat(0), pull = splat(0);
    let at: usize = 0;
    for (let i: usize = v; i < end; i += ROW) {
      const normal = f32x4.mul(f32x4.sub(v128.load(x + i), mean), inverse);
      const d = v128.load(dy + i);
      const own = sums + (at << 2), bias = biases + (at << 2);
      v128.store(own, madd(d, normal, v128.load(own)));
      v128.store(bias, f32x4.add(d, v128.load(bias)));
      const dn = f32x4.mul(d, v128.load32_splat(gain + at));
      v128.store(dy + i, dn);
      plain = f32x4.add(plain, dn);
      pull = madd(dn, normal, pull);
      at += 4;
    }
    plain = f32x4.mul(plain, share);
    pull = f32x4.mul(f32x4.mul(pull, share), inverse);
    for (let i: usize = v; i < end; i += ROW) {
      // dn - mean(dn) - normal mean(dn normal), over the deviation.
      const inner = madd(f32x4.sub(v128.load(x + i), mean), pull, f32x4.add(v128.load(dy + i), plain));
      v128.store(dx + i, madd(inner, inverse, v128.load(dx + i)));
    }
  }
}

/** Adds what normaliseBack summed lane by lane to the gradients of a gain and a bias, and clears it. */
export function flushNorm(sums: usize, gain: usize, bias: usize, width: usize): void {
  for (let i: usize = 0; i < width; i++) {
    const at = i << 2;
    store<f32>(gain + at, load<f32>(gain + at) + total(v128.load(sums + i * VECTOR)));
    store<f32>(bias + at, load<f32>(bias + at) + total(v128.load(sums + (width + i) * VECTOR)));
  }
  memory.fill(sums, 0, 2 * width * VECTOR);
}
