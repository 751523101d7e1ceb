/** F against 40-digit quadrature (mpmath), the separatrix of unequal rates, and the basin rule against integration. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { logit } from "./binomial.ts";
import { createJudge } from "./fate.ts";
import {
  cellCentre,
  conserved,
  crossBasin,
  crossBasinMap,
  invariantFor,
  potential,
  type RatePair,
  separatrix,
} from "./invariant.ts";
import { RIGHT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { twoOutcomeSystem } from "./two-outcome.ts";

/** K, x, F. */
const REFERENCE = [
  [2, 0.01, 0.000100000833336111],
  [2, 2.3, 8.07444129853752],
  [3, 0.7, 0.530679032171481],
  [3, 30, 7556478643612.67],
  [7, 0.01, 0.000119629232605364],
  [7, 2.3, 5.71943059688422],
  [7, 9, 3318.33525484038],
  [7, 30, 4362734979029.96],
  [12, 0.7, 0.64203087406155],
  [12, 9, 2454.84064532392],
  [12, 30, 3222093319912.23],
  [64, 0.01, 0.000320402615518691],
  [64, 2.3, 5.35506330655024],
  [64, 9, 1041.70928974196],
  [256, 0.7, 1.23123198236566],
] as const;

const RATES: readonly RatePair[] = [
  [1, 1],
  [1, 0.25],
  [0.5, 2],
];

describe("F", () => {
  it.each(REFERENCE)("K = %i at x = %f, to 1e-12", (K, x, value) => {
    const { F } = invariantFor({ K });
    expect(Math.abs(F(x) / value - 1)).toBeLessThan(1e-12);
    expect(F(-x)).toBe(F(x));
  });

  it("K = 2 has a closed form: phi / S = 2 sinh x", () => {
    // phi = 2 p - 1, S = p (1 - p), so the integral is 2 cosh x - 2.
    const { F } = invariantFor({ K: 2 });
    for (const x of [0.3, 5, 23.9, 24.1, 60]) expect(F(x) / (2 * Math.cosh(x) - 2)).toBeCloseTo(1, 12);
  });

  it("continues smoothly where the closed form of the corner takes over, and is infinite at the corner", () => {
    for (const K of [3, 12, 100, 256]) {
      const { F, kernel } = invariantFor({ K });
      const gap = F(24 + 1e-6) - F(24 - 1e-6);
      expect(gap / (2e-6 * kernel.ratio(24))).toBeCloseTo(1, 5);
      expect(F(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it("is inverted to rounding, and not for negative values", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 256 }), fc.double({ min: 1e-6, max: 300, noNaN: true }), (K, x) => {
        const { F, inverse } = invariantFor({ K });
        expect(Math.abs(inverse(F(x)) / x - 1)).toBeLessThan(1e-11);
      }),
    );
    expect(invariantFor({ K: 7 }).inverse(0)).toBe(0);
    expect(() => invariantFor({ K: 7 }).inverse(-1)).toThrow(RangeError);
    expect(() => invariantFor({ K: 1 })).toThrow(RangeError);
  });
});

describe("the separatrix", () => {
  it.each([
    [7, 0.25, 0.2, 0.66185],
    [7, 0.25, 0.7, 0.39738],
    [12, 0.5, 0.3, 0.64187],
  ])("K = %i, eta_B = %f, p_A = %f", (K, etaB, pA, pB) => {
    expect(Math.abs(separatrix(pA, [1, etaB], { K }) - pB)).toBeLessThan(5e-6);
  });

  it("is p_A + p_B = 1 at equal rates, and H vanishes on it at any", () => {
    const start = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const rate = fc.double({ min: 0.05, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 64 }), start, rate, rate, (K, pA, etaA, etaB) => {
        expect(separatrix(pA, [etaA, etaA], { K }) + pA).toBeCloseTo(1, 14);
        const pB = separatrix(pA, [etaA, etaB], { K });
        expect((pA - 0.5) * (pB - 0.5)).toBeLessThanOrEqual(0);
        if (pB < 1e-9 || pB > 1 - 1e-9) return;
        const F = etaB * invariantFor({ K }).F(logit(pA));
        expect(Math.abs(conserved(logit(pA), logit(pB), [etaA, etaB], { K }))).toBeLessThan(1e-6 * F + 1e-12);
        expect(crossBasin(pA, Math.min(1, pB + 1e-4), [etaA, etaB], { K })).toBe(RIGHT);
        expect(crossBasin(pA, Math.max(0, pB - 1e-4), [etaA, etaB], { K })).toBe(WRONG);
      }),
    );
  });

  it("gives the slower one more weight", () => {
    // A at 0.2 is outvoted by a B that learns at a quarter of the rate from 0.67 on; at equal rates from 0.8 on.
    expect(separatrix(0.2, [1, 0.25], { K: 7 })).toBeLessThan(0.67);
    expect(separatrix(0.2, [1, 4], { K: 7 })).toBeGreaterThan(0.87);
  });
});

describe("the basin", () => {
  it("of 1,000 random starts is the one that integration finds, for K = 3, 7, 12 and three rate ratios", () => {
    const rng = createRng(11);
    const starts = Array.from({ length: 1000 }, () => [rng.uniform(), rng.uniform()] as const);
    let near = 0;
    for (const K of [3, 7, 12]) {
      for (const rates of RATES) {
        const system = twoOutcomeSystem({ K, rates, supervision: { kind: "cross" } });
        const judge = createJudge(system, 2);
        for (const [pA, pB] of starts) {
          if (Math.abs(pB - separatrix(pA, rates, { K })) < 1e-4) {
            near++;
            continue;
          }
          if (judge([logit(pA), logit(pB)]) !== crossBasin(pA, pB, rates, { K })) {
            expect.fail(`K ${K}, rates ${rates}: (${pA}, ${pB}) ends elsewhere.`);
          }
        }
      }
    }
    expect(near).toBeLessThan(20);
  });

  it("is undecided on the separatrix, where nothing moves, and between two corners", () => {
    expect(crossBasin(0.9, 0.1, [1, 1], { K: 7 })).toBe(UNDECIDED);
    expect(crossBasin(0.3, 0.7, [2, 2], { K: 12 })).toBe(UNDECIDED);
    expect(crossBasin(0.5, 0.5, [1, 3], { K: 7 })).toBe(UNDECIDED);
    expect(crossBasin(0.9, 0.9, [1, 1], { K: 1 })).toBe(UNDECIDED);
    expect(crossBasin(1, 0, [1, 1], { K: 7 })).toBe(UNDECIDED);
    expect(crossBasin(1, 0.01, [1, 1], { K: 7 })).toBe(RIGHT);
    expect(crossBasin(0, 0, [1, 1], { K: 7 })).toBe(WRONG);
    // K = 2 is degenerate for self-rewarding only.
    expect(crossBasin(0.9, 0.2, [1, 1], { K: 2 })).toBe(RIGHT);
    for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => crossBasin(0.9, 0.2, [1, rate], { K: 7 })).toThrow(RangeError);
    }
  });

  it("mirrors with right and wrong exchanged, and with the agents exchanged", () => {
    const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(p, p, fc.integer({ min: 2, max: 40 }), fc.double({ min: 0.1, max: 4, noNaN: true }), (pA, pB, K, eta) => {
        const code = crossBasin(pA, pB, [1, eta], { K });
        expect(crossBasin(pB, pA, [eta, 1], { K })).toBe(code);
        if (code !== UNDECIDED) expect(crossBasin(1 - pA, 1 - pB, [1, eta], { K })).toBe(1 - code);
      }),
    );
  });

  it("is the sign of the sum of the two potentials", () => {
    const invariant = invariantFor({ K: 7 });
    expect(potential(1, 2, invariant)).toBeCloseTo(invariant.F(1) / 2, 14);
    expect(potential(-1, 2, invariant)).toBe(-potential(1, 2, invariant));
  });
});

describe("the map of two agents", () => {
  it("says in every cell what the cell's centre comes to", () => {
    for (const [n, K, rates] of [
      [64, 7, [1, 1]],
      [33, 12, [1, 0.3]],
      [40, 3, [0.2, 1]],
    ] as const) {
      const { cells } = crossBasinMap(n, rates, { K });
      for (let iB = 0; iB < n; iB++) {
        for (let iA = 0; iA < n; iA++) {
          expect(cells[iB * n + iA]).toBe(crossBasin(cellCentre(iA, n), cellCentre(iB, n), rates, { K }));
        }
      }
    }
    expect(crossBasinMap(4, [1, 1], { K: 1 }).cells).toEqual(new Uint8Array(16).fill(UNDECIDED));
  });

  it("at equal rates is split along the antidiagonal, undecided on it", () => {
    const { cells } = crossBasinMap(8, [1, 1], { K: 7 });
    for (let iB = 0; iB < 8; iB++) {
      for (let iA = 0; iA < 8; iA++) {
        expect(cells[iB * 8 + iA]).toBe(iA + iB > 7 ? RIGHT : iA + iB < 7 ? WRONG : UNDECIDED);
      }
    }
  });
});
