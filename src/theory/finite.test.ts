/** The finite world: reproducible, unbiased against the drift, near the differential equation for small rates, clip and KL as derived. */
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { binomialPmf, logit } from "./binomial.ts";
import {
  clippedPush,
  type FiniteOptions,
  fan,
  meanField,
  meanFieldEnd,
  recordedSteps,
  sampleBinomial,
  simulateFinite,
  simulateRepeat,
  summarise,
} from "./finite.ts";
import { klGradient, type Supervision, twoOutcomeSystem } from "./two-outcome.ts";

const BASE: FiniteOptions = {
  K: 7,
  rates: [0.1, 0.1],
  supervision: { kind: "cross" },
  start: [0.9, 0.2],
  steps: 200,
  seed: 4,
};

describe("draws", () => {
  it("follow the binomial law (chi-square), also next to a corner and for 256", () => {
    for (const [K, p] of [
      [7, 0.3],
      [12, 0.98],
      [256, 0.5],
      [1, 0.5],
    ] as const) {
      const rng = createRng(K);
      const counts = new Array<number>(K + 1).fill(0);
      const draws = 20_000;
      for (let i = 0; i < draws; i++) {
        const c = sampleBinomial(rng, K, logit(p));
        counts[c] = (counts[c] ?? 0) + 1;
      }
      let chi = 0;
      let cells = 0;
      binomialPmf(K, p).forEach((weight, c) => {
        if (weight * draws < 8) return;
        chi += ((counts[c] ?? 0) - weight * draws) ** 2 / (weight * draws);
        cells++;
      });
      expect(chi).toBeLessThan(cells + 4 * Math.sqrt(2 * cells) + 4);
    }
    expect(sampleBinomial(createRng(1), 9, Number.POSITIVE_INFINITY)).toBe(9);
    expect(sampleBinomial(createRng(1), 9, Number.NEGATIVE_INFINITY)).toBe(0);
  });
});

describe("a step", () => {
  const kinds: readonly Supervision[] = [
    { kind: "self" },
    { kind: "cross" },
    { kind: "mixture", ownWeight: 0.4 },
    { kind: "pooled" },
  ];
  it.each(kinds)("of %o moves the log-odds by the drift on average", (supervision) => {
    // Even K: ties happen and must pull neither way.
    const options: FiniteOptions = { ...BASE, K: 6, rates: [0.01, 0.01], start: [0.6, 0.3], steps: 1, supervision, tau: 0.6 };
    const drift = new Float64Array(2);
    twoOutcomeSystem({ K: 6, tau: 0.6, rates: [0.01, 0.01], supervision }).drift(Float64Array.of(logit(0.6), logit(0.3)), drift);
    const repeats = 8000;
    const moves = [0, 0];
    for (let r = 0; r < repeats; r++) {
      const path = simulateRepeat(options, r);
      moves[0] = (moves[0] ?? 0) + (logit(path[2] ?? 0) - logit(0.6)) / repeats;
      moves[1] = (moves[1] ?? 0) + (logit(path[3] ?? 0) - logit(0.3)) / repeats;
    }
    // A step is at most 0.01 / 2; its mean's standard error is below 0.005 / sqrt(8000).
    for (const n of [0, 1])
      expect(Math.abs((moves[n] ?? 0) - (drift[n] ?? 0))).toBeLessThan((4 * 0.005) / Math.sqrt(repeats) + 1e-6);
  });

  it("is reproducible, differs between repeats and seeds, and does not depend on how many are asked for", () => {
    expect(simulateRepeat(BASE, 3)).toEqual(simulateRepeat(BASE, 3));
    expect(simulateRepeat(BASE, 3)).not.toEqual(simulateRepeat(BASE, 4));
    expect(simulateRepeat({ ...BASE, seed: 5 }, 3)).not.toEqual(simulateRepeat(BASE, 3));
    const few = simulateFinite(BASE, 5);
    expect(
      summarise(
        BASE,
        [0, 1, 2, 3, 4].map((r) => simulateRepeat(BASE, r)),
      ),
    ).toEqual(few);
  });
});

describe("many repeats", () => {
  it("end where the equation says, with an interval that says how surely", () => {
    const right = simulateFinite({ ...BASE, recordEvery: 50 }, 300);
    expect(right.steps).toEqual([0, 50, 100, 150, 200]);
    expect(meanFieldEnd(BASE).every((p) => p > 0.5)).toBe(true);
    expect(right.allRight.low).toBeGreaterThan(0.75);
    expect(right.right[0]?.estimate).toBeGreaterThanOrEqual(right.allRight.estimate);
    const wrong = simulateFinite({ ...BASE, start: [0.1, 0.8] }, 300);
    expect(wrong.noneRight.low).toBeGreaterThan(0.75);
    expect(right.allRight.high - right.allRight.low).toBeLessThan(0.12);
  });

  it("on the separatrix go either way equally often", () => {
    const even = simulateFinite({ ...BASE, start: [0.7, 0.3], steps: 600 }, 400);
    expect(even.allRight.low).toBeLessThan(0.5);
    expect(even.allRight.high).toBeGreaterThan(0.4);
    expect(even.allRight.estimate + even.noneRight.estimate).toBeGreaterThan(0.9);
  });

  it("converge to the equation as the rate falls at fixed eta T", () => {
    const gap = (eta: number): number => {
      const options = {
        ...BASE,
        rates: [eta, eta],
        start: [0.8, 0.45],
        steps: Math.round(8 / eta),
        recordEvery: Math.round(8 / eta),
      };
      const { paths } = simulateFinite(options, 150);
      const expected = meanFieldEnd(options);
      let sum = 0;
      for (let r = 0; r < 150; r++) sum += Math.abs((paths[r * 4 + 3] ?? 0) - (expected[1] ?? 0)) / 150;
      return sum;
    };
    const [coarse, fine] = [gap(0.4), gap(0.025)];
    expect(fine).toBeLessThan(0.5 * coarse);
    expect(fine).toBeLessThan(0.05);
  });

  it("make a fan of ordered quantiles", () => {
    const result = simulateFinite({ ...BASE, recordEvery: 100 }, 50);
    const bands = fan(result);
    const length = result.steps.length * 2;
    expect(bands).toHaveLength(5 * length);
    for (let i = 0; i < length; i++) {
      for (let l = 1; l < 5; l++) expect(bands[l * length + i]).toBeGreaterThanOrEqual(bands[(l - 1) * length + i] ?? 2);
    }
    expect(bands[0]).toBeCloseTo(0.9, 6);
    const odd = fan(
      { ...result, repeats: 3, paths: Float32Array.from({ length: 3 * length }, (_, i) => Math.floor(i / length)) },
      [0.25, 1],
    );
    expect(odd[0]).toBe(0.5);
    expect(odd[length]).toBe(2);
  });

  it("record the start, every so many steps, and the end", () => {
    expect(recordedSteps({ ...BASE, steps: 10, recordEvery: 4 })).toEqual([0, 4, 8, 10]);
    expect(recordedSteps({ ...BASE, steps: 8, recordEvery: 4 })).toEqual([0, 4, 8]);
    expect(simulateRepeat({ ...BASE, steps: 10, recordEvery: 4 }, 0)).toHaveLength(8);
  });
});

describe("clip and KL", () => {
  it("the clip does nothing to a batch's first update, and stops later ones", () => {
    expect(clippedPush(0.3, 0.3, 0.2)).toBeCloseTo(1, 14);
    expect(simulateRepeat({ ...BASE, clip: 0.01 }, 0)).toEqual(simulateRepeat(BASE, 0));
    // Far beyond the clip on both sides nothing is left.
    expect(clippedPush(0, 3, 0.2)).toBe(0);
    // Only the labelled side is beyond 1.2, the others still above 0.8: p = 0.2 to 0.28.
    expect(clippedPush(logit(0.2), logit(0.28), 0.2)).toBeCloseTo(0.9 * 0.28, 12);
    const last = (clip: number): number =>
      simulateRepeat({ ...BASE, start: [0.6, 0.6], steps: 30, updates: 8, clip }, 2).at(-1) ?? 0;
    expect(last(0.02)).toBeLessThan(last(10));
  });

  it("KL enters with its gradient, the sampled one right on average", () => {
    const start = [0.8, 0.4];
    const still: FiniteOptions = { ...BASE, K: 5, start, steps: 2, rates: [0.2, 0.2] };
    // The first step has no penalty: the policy still is the start.
    expect(simulateRepeat({ ...still, steps: 1, kl: { beta: 3, form: "reverse" } }, 1)).toEqual(
      simulateRepeat({ ...still, steps: 1 }, 1),
    );
    for (const form of ["reverse", "k3"] as const) {
      let difference = 0;
      let expected = 0;
      const repeats = 3000;
      for (let r = 0; r < repeats; r++) {
        const free = simulateRepeat(still, r);
        const held = simulateRepeat({ ...still, kl: { beta: 0.5, form } }, r);
        difference += (logit(held[4] ?? 0.5) - logit(free[4] ?? 0.5)) / repeats;
        expected += (-0.2 * 0.5 * klGradient(form, logit(free[2] ?? 0.5), logit(0.8))) / repeats;
      }
      expect(Math.abs(difference - expected)).toBeLessThan(0.15 * Math.abs(expected) + 5e-5);
    }
    expect(meanField({ ...still, updates: 3, kl: { beta: 0.5, form: "k3" } })).toMatchObject({
      rates: [0.2 * 3, 0.2 * 3],
      kl: { beta: 0.5, form: "k3", start },
    });
  });

  it("keep the symmetry: with right and wrong exchanged the shares exchange", () => {
    const options: FiniteOptions = { ...BASE, start: [0.75, 0.35], steps: 150, updates: 2, kl: { beta: 0.02, form: "reverse" } };
    const up = simulateFinite(options, 300);
    const down = simulateFinite({ ...options, start: [0.25, 0.65] }, 300);
    expect(Math.abs(up.allRight.estimate - down.noneRight.estimate)).toBeLessThan(0.12);
  });

  it("refuses starts and repeats that make no sense", () => {
    expect(() => simulateRepeat({ ...BASE, start: [0.2] }, 0)).toThrow(RangeError);
    expect(() => simulateFinite(BASE, 0)).toThrow(RangeError);
  });
});
