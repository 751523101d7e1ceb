/**
 * IEEE 754 binary16 from and to float32, rounding to nearest, ties to even. Checkpoints are stored in it: half the bytes, and the
 * policies' accuracy does not change within its interval (docs/recipe.md).
 */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

function roundEven(x: number): number {
  const low = Math.floor(x);
  const rest = x - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}

/** The 16 bits of the nearest half. Beyond 65519.99 it is infinite; NaN stays NaN. */
export function toFloat16(value: number): number {
  float[0] = value;
  const word = bits[0] ?? 0;
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  // 65520 and above round to infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  // Below the smallest normal half, 2^-14: whole steps of 2^-24.
  if (magnitude < 0x38800000) return sign | roundEven(Math.abs(float[0] ?? 0) * 2 ** 24);
  // Add half of the 13 dropped bits, less one unless the kept part is odd; then rebias the exponent by 127 - 15.
  const rounded = magnitude + 0xfff + ((magnitude >>> 13) & 1);
  return sign | ((rounded - 0x38000000) >>> 13);
}

/** The value of 16 bits. */
export function fromFloat16(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
