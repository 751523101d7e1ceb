/** Fixed points and eigenvalues: T1's saddle, rings, and the points that a mixture adds. Time to consensus against quadrature. */
import { describe, expect, it } from "vitest";
import { logit } from "./binomial.ts";
import { timeToConsensus } from "./consensus.ts";
import { type FixedPoint, fixedPoints } from "./fixed-points.ts";
import { kernelFor } from "./kernel.ts";
import { gaussLegendre, integrateWith } from "./quadrature.ts";
import { monicRoots, newton2 } from "./roots.ts";
import { spread } from "./spread.ts";
import { twoOutcomeSystem } from "./two-outcome.ts";
import { voteDirection } from "./vote.ts";

const cross = { kind: "cross" } as const;
const at = (points: readonly FixedPoint[], ...p: number[]): FixedPoint => {
  const found = points.find((point) => point.p.every((value, n) => Math.abs(value - (p[n] ?? 0)) < 1e-9));
  if (!found) throw new Error(`No fixed point at ${p}.`);
  return found;
};

describe("fixed points", () => {
  it("T1: a saddle at one half with eigenvalues +-q(1/2) phi'(1/2), stable corners of consensus", () => {
    for (const K of [3, 7, 12]) {
      const points = fixedPoints({ K, rates: [1, 1], supervision: cross });
      expect(points).toHaveLength(5);
      const h = 1e-6;
      const slope = (voteDirection(K, 0.5 + h) - voteDirection(K, 0.5 - h)) / (2 * h);
      const half = at(points, 0.5, 0.5);
      expect(half.kind).toBe("saddle");
      expect(half.eigenvalues.map(({ im }) => Math.abs(im))).toEqual([0, 0]);
      expect(half.eigenvalues[0]?.re).toBeCloseTo(0.25 * spread(K, 0.5) * slope, 8);
      expect(half.eigenvalues[1]?.re).toBeCloseTo(-0.25 * spread(K, 0.5) * slope, 8);
      for (const p of [0, 1]) expect(at(points, p, p).kind).toBe("stable");
      for (const p of [0, 1]) expect(at(points, p, 1 - p).kind).toBe("unstable");
    }
  });

  it("a ring of three has the roots of unity, with unequal rates scaled by their geometric mean", () => {
    const points = fixedPoints({ K: 7, rates: [1, 2, 4], supervision: cross });
    expect(points).toHaveLength(9);
    const { spread: S, phiSlope } = kernelFor({ K: 7 }).atHalf;
    const [real, one, other] = at(points, 0.5, 0.5, 0.5).eigenvalues;
    expect(real?.re).toBeCloseTo(2 * S * phiSlope, 12);
    expect(one?.re).toBeCloseTo(-S * phiSlope, 12);
    expect(Math.abs(one?.im ?? 0)).toBeCloseTo(Math.sqrt(3) * S * phiSlope, 12);
    expect(other?.im).toBeCloseTo(-(one?.im ?? 0), 12);
    expect(at(points, 1, 1, 1).kind).toBe("stable");
    expect(at(points, 1, 1, 0).kind).toBe("saddle");
    expect(fixedPoints({ K: 7, rates: [1, 1, 1, 1, 1], supervision: cross })).toHaveLength(3);
  });

  it("a mixture's eigenvalues at one half are those of its Jacobian", () => {
    for (const supervision of [{ kind: "mixture", ownWeight: 0.4 }, { kind: "pooled" }] as const) {
      const rates = [1, 0.5, 2];
      const system = twoOutcomeSystem({ K: 6, rates, supervision });
      const h = 1e-5;
      // Trace of J and of J^3 determine the check: sums of powers of the eigenvalues.
      const J = rates.map((_, n) => {
        const out = new Float64Array(3);
        const x = new Float64Array(3);
        x[n] = h;
        system.drift(x, out);
        return [...out].map((value) => value / h);
      });
      const entry = (i: number, j: number): number => J[i]?.[j] ?? 0;
      let trace3 = 0;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) trace3 += entry(i, j) * entry(j, k) * entry(k, i);
      const values = at(fixedPoints({ K: 6, rates, supervision }), 0.5, 0.5, 0.5).eigenvalues;
      expect(values.reduce((sum, { re }) => sum + re, 0)).toBeCloseTo(entry(0, 0) + entry(1, 1) + entry(2, 2), 6);
      expect(values.reduce((sum, { re, im }) => sum + re ** 3 - 3 * re * im ** 2, 0)).toBeCloseTo(trace3, 6);
    }
  });

  it("an own weight above one half makes disagreement stable, with saddles between", () => {
    const setting = { K: 7, rates: [1, 0.5], supervision: { kind: "mixture", ownWeight: 0.7 } } as const;
    const points = fixedPoints(setting);
    expect(at(points, 1, 0).kind).toBe("stable");
    const edges = points.filter(({ place }) => place === "edge");
    expect(edges).toHaveLength(4);
    const { drift } = twoOutcomeSystem(setting);
    for (const { p, kind } of points.filter(({ place }) => place === "edge" || place === "inside")) {
      expect(kind).not.toBe("stable");
      const out = new Float64Array(2);
      drift(Float64Array.from(p, logit), out);
      expect(Math.hypot(out[0] ?? 1, out[1] ?? 1)).toBeLessThan(1e-9);
    }
    // The index theorem: each basin of two neighbouring corners is parted by a saddle.
    expect(points.filter(({ place }) => place === "inside").length % 2).toBe(0);
    expect(
      fixedPoints({ ...setting, supervision: { kind: "mixture", ownWeight: 0.4 } }).filter(({ kind }) => kind === "stable"),
    ).toHaveLength(2);
  });

  it("nothing moves: no isolated points", () => {
    expect(fixedPoints({ K: 1, rates: [1, 1], supervision: cross })).toEqual([]);
    expect(fixedPoints({ K: 2, rates: [1], supervision: { kind: "self" } })).toEqual([]);
    expect(fixedPoints({ K: 3, rates: [2], supervision: { kind: "self" } }).map(({ kind }) => kind)).toEqual([
      "unstable",
      "stable",
      "stable",
    ]);
  });
});

describe("roots", () => {
  it("of polynomials with known ones", () => {
    // (z - 2)(z + 1)(z^2 + 4)
    const roots = monicRoots([-8, -4, 2, -1]);
    expect(roots.map(({ re }) => re).map((x) => x.toFixed(9))).toEqual([
      "2.000000000",
      "0.000000000",
      "0.000000000",
      "-1.000000000",
    ]);
    expect(roots[1]?.im).toBeCloseTo(2, 9);
    expect(newton2((x, y) => [x * x + y - 3, x - y], 2, 1)?.[0]).toBeCloseTo((Math.sqrt(13) - 1) / 2, 9);
    expect(newton2(() => [1, 1], 0, 0)).toBeNull();
  });

  it("Gauss-Legendre is exact to degree 2 n - 1", () => {
    for (const n of [1, 2, 5, 14]) {
      const rule = gaussLegendre(n);
      expect(integrateWith(rule, (x) => 2 * n * x ** (2 * n - 1) + 1, 0, 2)).toBeCloseTo(2 ** (2 * n) + 2, 4);
      expect(integrateWith(rule, (x) => x ** (2 * n - 2), -1, 1)).toBeCloseTo(2 / (2 * n - 1), 13);
    }
    expect(() => gaussLegendre(0)).toThrow(RangeError);
  });
});

describe("time to consensus", () => {
  it("of one self-rewarding agent is the integral of dx / G", () => {
    const kernel = kernelFor({ K: 7 });
    const rule = gaussLegendre(40);
    const expected = integrateWith(rule, (x) => 1 / (0.5 * kernel.selfPull(x)), logit(0.6), logit(0.95));
    const system = twoOutcomeSystem({ K: 7, rates: [0.5], supervision: { kind: "self" } });
    const found = timeToConsensus(system, [0.6]);
    expect(found?.side).toBe(1);
    expect(found?.time).toBeCloseTo(expected, 6);
    expect(timeToConsensus(system, [0.4])?.side).toBe(0);
  });

  it("grows with the threshold and towards the separatrix, and halves at twice the rates", () => {
    const pair = (eta: number): ReturnType<typeof twoOutcomeSystem> =>
      twoOutcomeSystem({ K: 7, rates: [eta, eta], supervision: cross });
    const base = timeToConsensus(pair(1), [0.9, 0.3])?.time ?? 0;
    expect(timeToConsensus(pair(2), [0.9, 0.3])?.time).toBeCloseTo(base / 2, 7);
    expect(timeToConsensus(pair(1), [0.9, 0.3], 0.99)?.time).toBeGreaterThan(base);
    expect(timeToConsensus(pair(1), [0.9, 0.15])?.time).toBeGreaterThan(base);
    expect(timeToConsensus(pair(1), [0.96, 0.97])).toEqual({ time: 0, side: 1 });
    expect(timeToConsensus(pair(1), [0.9, 0.1])).toBeNull();
    expect(timeToConsensus(pair(1), [0.9, 0.3], 0.95, base / 2)).toBeNull();
    expect(() => timeToConsensus(pair(1), [0.9, 0.3], 0.5)).toThrow(RangeError);
  });
});
