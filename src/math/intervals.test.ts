/** Wilson's interval against published values, and the clustered form against the independent case that it must reduce to. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterInterval, ratioInterval, ratioMean, wilson } from "./intervals.ts";

describe("wilson", () => {
  it.each([
    // R: prop.test(x, n, correct = FALSE)
    [15, 148, 0.0624, 0.1605],
    [81, 263, 0.2553, 0.3662],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [29, 29, 0.883, 1],
  ])("%i of %i", (successes, n, low, high) => {
    const interval = wilson(successes, n);
    expect(interval.estimate).toBeCloseTo(successes / n, 15);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("solves the score equation (p - s)^2 = z^2 s (1 - s) / n at both ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5000 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (n, share) => {
        const { estimate, low, high } = wilson(share * n, n, 1.5);
        for (const s of [low, high]) expect((estimate - s) ** 2).toBeCloseTo((2.25 * s * (1 - s)) / n, 12);
      }),
    );
  });

  it("knows nothing from nothing, and refuses nonsense", () => {
    expect(wilson(0, 0)).toEqual({ estimate: Number.NaN, low: 0, high: 1 });
    for (const [k, n] of [
      [3, 2],
      [-1, 2],
      [Number.NaN, 2],
    ] as const) {
      expect(() => wilson(k, n)).toThrow(RangeError);
    }
  });
});

describe("clusterInterval", () => {
  it("is Wilson's on n - 1 where every cluster is one observation", () => {
    // Sample variance p (1 - p) n / (n - 1), so p (1 - p) / SE^2 = n - 1.
    const values = Array.from({ length: 40 }, (_, i) => (i < 10 ? 1 : 0));
    const cluster = clusterInterval(values);
    const single = wilson(0.25 * 39, 39);
    expect(cluster.estimate).toBe(0.25);
    expect(cluster.low).toBeCloseTo(single.low, 12);
    expect(cluster.high).toBeCloseTo(single.high, 12);
  });

  it("is wider for clusters that differ than for the pooled observations", () => {
    const values = [0, 0, 0, 1, 1, 1, 1, 1];
    const pooled = wilson(5 * 16, 8 * 16);
    const cluster = clusterInterval(values);
    expect(cluster.high - cluster.low).toBeGreaterThan(2 * (pooled.high - pooled.low));
  });

  it("falls back to the number of clusters where all are equal", () => {
    expect(clusterInterval([1, 1, 1, 1])).toEqual(wilson(4, 4));
    const third = clusterInterval([1 / 3, 1 / 3, 1 / 3]);
    expect(third.low).toBeCloseTo(wilson(1, 3).low, 12);
    expect(clusterInterval([0.7])).toEqual({ ...wilson(0.7, 1), estimate: 0.7 });
    expect(clusterInterval([]).low).toBe(0);
  });

  it("never counts more than the observations behind the values, nor less than one", () => {
    const alike = [0.5, 0.5, 0.5, 0.5001];
    expect(clusterInterval(alike, undefined, 32).high).toBeCloseTo(wilson(16, 32).high, 3);
    expect(clusterInterval([0, 1]).high).toBeLessThanOrEqual(1);
    expect(() => clusterInterval([0.5, 1.2])).toThrow(RangeError);
  });
});

describe("ratioInterval", () => {
  it("is clusterInterval's where all clusters are of one size", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 40 }), (hits) => {
        const ratio = ratioInterval(
          hits,
          hits.map(() => 3),
        );
        const cluster = clusterInterval(
          hits.map((hit) => hit / 3),
          undefined,
          3 * hits.length,
        );
        expect(ratio.estimate).toBeCloseTo(cluster.estimate, 12);
        expect(ratio.low).toBeCloseTo(cluster.low, 9);
        expect(ratio.high).toBeCloseTo(cluster.high, 9);
      }),
    );
  });

  it("weighs clusters by their observations", () => {
    // 2 + 0 + 1 of 2 + 1 + 1; residuals 2 - 1.5, 0 - .75, 1 - .75; variance (3 / 2) (.25 + .5625 + .0625) / 16.
    const { estimate, low, high } = ratioInterval([2, 0, 1], [2, 1, 1]);
    expect(estimate).toBe(0.75);
    const effective = Math.min(4, 0.1875 / ((1.5 * 0.875) / 16));
    expect([low, high]).toEqual([wilson(0.75 * effective, effective).low, wilson(0.75 * effective, effective).high]);
    expect(ratioInterval([], []).low).toBe(0);
    expect(() => ratioInterval([2], [1])).toThrow(RangeError);
  });
});

describe("ratioMean", () => {
  it("is the normal interval of a mean where each cluster is one observation", () => {
    const { estimate, low, high } = ratioMean([1, 0, -1, 1], [1, 1, 1, 1]);
    expect(estimate).toBe(0.25);
    // Sample variance 11 / 12.
    expect(high - estimate).toBeCloseTo(1.959963984540054 * Math.sqrt(11 / 12 / 4), 12);
    expect(estimate - low).toBeCloseTo(high - estimate, 12);
    expect(ratioMean([1], [2]).high).toBe(Number.POSITIVE_INFINITY);
    expect(ratioMean([0, 0, 0], [2, 2, 1])).toEqual({ estimate: 0, low: -wilson(0, 3).high, high: wilson(0, 3).high });
  });
});
