import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counterUniform, createRng, hashString, mixSeed } from "./rng.ts";

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const MASK = 0xffffffffn;

/** sfc32 seeded through splitmix32 with murmur3's finaliser, written a second time, in BigInt, from the published algorithms. */
function referenceStream(seed: number, count: number): number[] {
  let state = BigInt(seed);
  const split = (): bigint => {
    state = (state + 0x9e3779b9n) & MASK;
    let z = state;
    z = ((z ^ (z >> 16n)) * 0x85ebca6bn) & MASK;
    z = ((z ^ (z >> 13n)) * 0xc2b2ae35n) & MASK;
    return z ^ (z >> 16n);
  };
  let [a, b, c, counter] = [split(), split(), split(), 1n];
  const values: number[] = [];
  for (let i = 0; i < count + 12; i++) {
    const value = (a + b + counter) & MASK;
    counter = (counter + 1n) & MASK;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) & MASK;
    c = ((((c << 21n) | (c >> 11n)) & MASK) + value) & MASK;
    if (i >= 12) values.push(Number(value));
  }
  return values;
}

/** The first component of pcg3d, in BigInt, from the paper's listing. */
function referencePcg3d(key: number, row: number, column: number): number {
  let [x, y, z] = [key, row, column].map((v) => (BigInt(v) * 1664525n + 1013904223n) & MASK) as [bigint, bigint, bigint];
  x = (x + y * z) & MASK;
  y = (y + z * x) & MASK;
  z = (z + x * y) & MASK;
  x ^= x >> 16n;
  y ^= y >> 16n;
  z ^= z >> 16n;
  return Number((x + y * z) & MASK);
}

describe("createRng", () => {
  // Computed by a separate program in another language.
  it.each([
    [0, [0x23427724, 0xa326e0cb, 0x066a84ca, 0x4fc89f56]],
    [1, [0x2f3d1c4a, 0xbfa66005, 0x098cf040, 0x449b7e4f]],
    [0xdeadbeef, [0x2b0b6613, 0xdc9fec89, 0xc23cd4a6, 0x1e6e8269]],
  ])("gives the pinned stream of seed %i", (seed, values) => {
    const rng = createRng(seed);
    expect(values.map(() => rng.uint32())).toEqual(values);
  });

  it("gives the reference's stream for any seed", () => {
    fc.assert(
      fc.property(uint32, (seed) => {
        const rng = createRng(seed);
        expect(Array.from({ length: 50 }, () => rng.uint32())).toEqual(referenceStream(seed, 50));
      }),
    );
  });

  it("makes uniform numbers of the stream's upper 24 bits, exact in float32", () => {
    const rng = createRng(5);
    for (const value of referenceStream(5, 1000)) {
      const uniform = rng.uniform();
      expect(uniform).toBe(Math.floor(value / 256) / 2 ** 24);
      expect(Math.fround(uniform)).toBe(uniform);
    }
  });

  it("spreads whole numbers evenly", () => {
    const rng = createRng(11);
    const counts = new Array<number>(10).fill(0);
    const draws = 100_000;
    for (let i = 0; i < draws; i++) {
      const value = rng.int(10);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, n) => sum + (n - draws / 10) ** 2 / (draws / 10), 0);
    // 99.9 % of chi-square with 9 degrees of freedom.
    expect(chiSquare).toBeLessThan(27.88);
    expect(counts).toHaveLength(10);
  });

  it("draws normal numbers of mean 0, variance 1 and kurtosis 3", () => {
    const rng = createRng(12);
    const n = 100_000;
    const values = Array.from({ length: n }, () => rng.normal());
    const moment = (power: number): number => values.reduce((sum, v) => sum + v ** power, 0) / n;
    // Five standard errors each: 1, sqrt(2) and sqrt(96) over sqrt(n).
    expect(Math.abs(moment(1))).toBeLessThan(5 / Math.sqrt(n));
    expect(Math.abs(moment(2) - 1)).toBeLessThan((5 * Math.SQRT2) / Math.sqrt(n));
    expect(Math.abs(moment(4) - 3)).toBeLessThan((5 * Math.sqrt(96)) / Math.sqrt(n));
  });

  it("keeps between, int and pick in their ranges", () => {
    fc.assert(
      fc.property(uint32, fc.integer({ min: 1, max: 1000 }), fc.double({ min: -5, max: 5, noNaN: true }), (seed, n, low) => {
        const rng = createRng(seed);
        const whole = rng.int(n);
        expect(Number.isInteger(whole) && whole >= 0 && whole < n).toBe(true);
        const real = rng.between(low, low + 3);
        expect(real >= low && real <= low + 3).toBe(true);
        expect(["a", "b", "c"]).toContain(rng.pick(["a", "b", "c"]));
      }),
    );
    expect(() => createRng(0).pick([])).toThrow(RangeError);
  });

  it("shuffles in place: the same elements, in every order", () => {
    fc.assert(
      fc.property(uint32, fc.array(fc.integer()), (seed, items) => {
        const copy = [...items];
        expect(createRng(seed).shuffle(copy)).toBe(copy);
        expect(copy.toSorted()).toEqual(items.toSorted());
      }),
    );
    const orders = new Map<string, number>();
    for (let seed = 0; seed < 6000; seed++) {
      const order = createRng(seed).shuffle(["a", "b", "c"]).join("");
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(6);
    // 1000 each expected; five standard deviations are 144.
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(144);
  });
});

describe("counterUniform", () => {
  // The upper 24 bits of pcg3d's first component, computed by a separate program in another language.
  it.each([
    [0, 0, 0, 0x9bafd7],
    [1, 2, 3, 0xfa9f79],
    [0xffffffff, 0x80000000, 12345, 0xae605a],
  ])("is pinned at (%i, %i, %i)", (key, row, column, bits) => {
    expect(counterUniform(key, row, column)).toBe(bits / 2 ** 24);
  });

  it("is pcg3d's first component", () => {
    fc.assert(
      fc.property(uint32, uint32, uint32, (key, row, column) => {
        expect(counterUniform(key, row, column)).toBe(Math.floor(referencePcg3d(key, row, column) / 256) / 2 ** 24);
      }),
    );
  });

  it("is even over rows and columns, and does not tie neighbours together", () => {
    const n = 20_000;
    const at = Array.from({ length: n }, (_, i) => counterUniform(mixSeed(7), Math.floor(i / 24), i % 24));
    const mean = at.reduce((sum, u) => sum + u, 0) / n;
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 / Math.sqrt(12 * n));
    for (const lag of [1, 24]) {
      let product = 0;
      for (let i = lag; i < n; i++) product += ((at[i] ?? 0) - 0.5) * ((at[i - lag] ?? 0) - 0.5);
      expect(Math.abs((12 * product) / n)).toBeLessThan(5 / Math.sqrt(n));
    }
  });
});

describe("seeds", () => {
  it("hash strings by FNV-1a (its published test values)", () => {
    expect(hashString("")).toBe(0x811c9dc5);
    expect(hashString("a")).toBe(0xe40c292c);
    expect(hashString("foobar")).toBe(0xbf9cf968);
  });

  it("mix parts as pinned, by order and by number", () => {
    expect([mixSeed(), mixSeed(0), mixSeed(1, 2), mixSeed(2, 1), mixSeed(-1)]).toEqual([
      0x9e3779b9, 0xbb9a3484, 0x87b5c361, 0x0a2a1381, 0x9dd744d0,
    ]);
  });

  it("do not collide among the small numbers that seeds are", () => {
    const seen = new Set<number>();
    for (let a = 0; a < 100; a++) for (let b = 0; b < 100; b++) seen.add(mixSeed(hashString("sample"), a, b));
    // 10,000 of 2^32: about 0.01 collisions are expected.
    expect(seen.size).toBe(10_000);
  });
});
