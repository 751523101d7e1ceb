/**
 * Random numbers that are the same on every machine and in every engine.
 *
 * Two kinds. `Rng` is a stream (sfc32, Doty-Humphrey's PractRand; seeded through splitmix32) for corpora, splits and
 * initial weights. `counterUniform` is stateless: a uniform number for a (key, row, column), so that a sampled token does not
 * depend on the batch shape, on the order of evaluation or on the engine. It uses pcg3d (Jarzynski and Olano, "Hash
 * Functions for GPU Rendering", JCGT 9(3), 2020): 32-bit integer multiplies only, so WGSL and wasm can compute it too.
 */

/** A seeded stream of random numbers. */
export interface Rng {
  /** The next unsigned 32-bit integer. */
  uint32(): number;
  /** Uniform in [0, 1), with 24 bits, so that it is exact in float32. */
  uniform(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** A whole number from 0 to n - 1. */
  int(n: number): number;
  /** One element of a non-empty array. Throws RangeError on an empty one. */
  pick<T>(items: readonly T[]): T;
  /** A standard normal number (Box-Muller). */
  normal(): number;
  /** Shuffles in place (Fisher-Yates) and returns its argument. */
  shuffle<T>(items: T[]): T[];
}

/** Mixes any list of whole numbers into one unsigned 32-bit seed (murmur3's finaliser after each). */
export function mixSeed(...parts: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) {
    h = Math.imul(h ^ (part >>> 0), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h = (h ^ (h >>> 16)) + 0x9e3779b9;
  }
  return h >>> 0;
}

/** FNV-1a of a string, to use names ("attention", "heldOut") as parts of a seed. */
export function hashString(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A stream from a seed; equal seeds give equal streams. */
export function createRng(seed: number): Rng {
  let s = seed >>> 0;
  const split = (): number => {
    s = (s + 0x9e3779b9) >>> 0;
    let z = s;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let d = 1;
  const uint32 = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) uint32();
  const uniform = (): number => (uint32() >>> 8) / 16777216;
  return {
    uint32,
    uniform,
    between: (low, high) => low + (high - low) * uniform(),
    int: (n) => Math.floor(uniform() * n),
    pick: (items) => {
      const item = items[Math.floor(uniform() * items.length)];
      if (item === undefined) throw new RangeError("Cannot pick from an empty list.");
      return item;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    shuffle: (items) => {
      for (let i = items.length - 1; i > 0; i--) {
        const j = Math.floor(uniform() * (i + 1));
        const held = items[i] as (typeof items)[number];
        items[i] = items[j] as (typeof items)[number];
        items[j] = held;
      }
      return items;
    },
  };
}

/** Uniform in [0, 1) with 24 bits, a pure function of (key, row, column), each taken modulo 2^32. */
export function counterUniform(key: number, row: number, column: number): number {
  let x = (Math.imul(key, 1664525) + 1013904223) | 0;
  let y = (Math.imul(row, 1664525) + 1013904223) | 0;
  let z = (Math.imul(column, 1664525) + 1013904223) | 0;
  x = (x + Math.imul(y, z)) | 0;
  y = (y + Math.imul(z, x)) | 0;
  z = (z + Math.imul(x, y)) | 0;
  x ^= x >>> 16;
  y ^= y >>> 16;
  z ^= z >>> 16;
  x = (x + Math.imul(y, z)) | 0;
  return (x >>> 8) / 16777216;
}
