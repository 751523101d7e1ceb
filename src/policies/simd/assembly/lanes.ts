/**
 * Arithmetic on lanes. This folder is AssemblyScript: TypeScript's syntax with WebAssembly's types, compiled by scripts/simd.mjs.
 *
 * Sixteen sequences run side by side. One feature of one position is a row of 16 floats, four 128-bit vectors; everything is made of
 * rows, so that no sum runs across a vector (but in weight gradients), and no sequence's numbers depend on another's.
 */

export const LANES: usize = 16;
/** Bytes of a row, and of the vectors that it is made of. */
export const ROW: usize = 64;
export const VECTOR: usize = 16;

/** a b + c. The relaxed build may round once or twice, as the processor likes best; the plain one rounds twice, everywhere. */
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  else return f32x4.add(f32x4.mul(a, b), c);
}

/** x in all four lanes. */
@inline
export function splat(x: f32): v128 {
  return f32x4.splat(x);
}

/** Sum of the four lanes. */
@inline
export function total(a: v128): f32 {
  const low = f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1);
  return low + (f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3));
}

/** The sums of a, b, c and d, each over its four lanes, as one vector. */
@inline
export function totals(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/**
 * e^x to within 2e-7 relative, from -87 to 88 and clamped there; NaN stays NaN. Cephes' expf: x = n ln 2 + r, and a polynomial in r.
 * pmin and pmax are one instruction on x86, min and max are ten.
 */
@inline
export function exp(given: v128): v128 {
  const x = f32x4.pmax(f32x4.pmin(given, splat(88)), splat(-87));
  // Adding 1.5 * 2^23 rounds to a whole number, which stands in the low bits.
  const shifted = madd(x, splat(1.44269504), splat(12582912));
  const n = f32x4.sub(shifted, splat(12582912));
  const r = madd(n, splat(2.1219444e-4), madd(n, splat(-0.693359375), x));
  let p = madd(r, splat(1.98756915e-4), splat(1.3981999507e-3));
  p = madd(p, r, splat(8.3334519073e-3));
  p = madd(p, r, splat(4.1665795894e-2));
  p = madd(p, r, splat(1.6666665459e-1));
  p = madd(p, r, splat(0.5));
  p = madd(f32x4.mul(p, r), r, f32x4.add(r, splat(1)));
  const power = i32x4.add(i32x4.shl(shifted, 23), i32x4.splat(0x3f800000));
  return f32x4.mul(p, power);
}

@inline
export function sigmoid(x: v128): v128 {
  return f32x4.div(splat(1), f32x4.add(splat(1), exp(f32x4.neg(x))));
}

/** By way of the sigmoid: 2 s(2x) - 1. */
@inline
export function tanh(x: v128): v128 {
  return f32x4.sub(splat(1), f32x4.div(splat(2), f32x4.add(exp(f32x4.add(x, x)), splat(1))));
}
