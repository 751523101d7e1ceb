/** Populations: the paper's example, and Beta pairs against their moments and closed forms. */
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTING } from "./forecast.ts";
import {
  betaQuantile,
  drawBetaPair,
  expectedAccuracy,
  normalDistribution,
  PAPER_EXAMPLE,
  type WeightedPrompt,
} from "./populations.ts";

describe("expected accuracy", () => {
  it("of the paper's example: 0.5 by self-rewarding, 1 by cross supervision, for every K", () => {
    for (const K of [3, 7, 12, 64]) {
      const { base, self, cross, byAgent } = expectedAccuracy(PAPER_EXAMPLE, { ...DEFAULT_SETTING, K });
      expect(base).toBeCloseTo(0.55, 14);
      expect(self).toBe(0.5);
      expect(cross).toBe(1);
      expect(byAgent.self).toEqual([0.5, 0.5]);
    }
  });

  it("weighs prompts, and leaves what does not move where it is", () => {
    const prompts: WeightedPrompt[] = [
      { p: [0.9, 0.2], weight: 3 },
      { p: [0.1, 0.2], weight: 1 },
      { p: [0.9, 0.1], weight: 4 },
      { p: [0.9, 0.9], weight: 0 },
    ];
    const { self, cross, byAgent } = expectedAccuracy(prompts, DEFAULT_SETTING);
    expect(self).toBeCloseTo(7 / 16, 14);
    // The third lies on the separatrix and comes to rest at one half.
    expect(cross).toBeCloseTo((3 + 4 * 0.5) / 8, 14);
    expect(byAgent.cross[0]).toBeCloseTo(5 / 8, 14);
    const frozen = expectedAccuracy(prompts, { ...DEFAULT_SETTING, K: 1 });
    expect(frozen.self).toBeCloseTo(frozen.base, 14);
    expect(frozen.cross).toBeCloseTo(frozen.base, 14);
    expect(() => expectedAccuracy([], DEFAULT_SETTING)).toThrow(RangeError);
    expect(() => expectedAccuracy([{ p: [0.1, 0.2], weight: -1 }], DEFAULT_SETTING)).toThrow(RangeError);
    expect(() => expectedAccuracy([{ p: [0.1], weight: 1 }], DEFAULT_SETTING)).toThrow(RangeError);
  });

  it("works for rings, mixtures and many answers", () => {
    const ring = { ...DEFAULT_SETTING, rates: [1, 1, 1] };
    expect(expectedAccuracy([{ p: [0.9, 0.8, 0.2], weight: 1 }], ring)).toMatchObject({ cross: 1 });
    const apart = { ...DEFAULT_SETTING, exchange: { kind: "mixture", ownWeight: 0.8 } } as const;
    expect(expectedAccuracy([{ p: [0.95, 0.1], weight: 1 }], apart)).toMatchObject({ cross: 0.5 });
    const scattered = { ...DEFAULT_SETTING, K: 8, answers: 4, profile: { share: 0.9, shared: false } };
    expect(expectedAccuracy([{ p: [0.42, 0.42], weight: 1 }], scattered)).toMatchObject({ self: 0, cross: 1 });
  });
});

describe("Beta pairs", () => {
  it("have Beta quantiles: the uniform law, and p^a", () => {
    const uniform = betaQuantile(0.5, 2);
    // Beta(3, 1) has distribution function p^3.
    const cubic = betaQuantile(0.75, 4);
    for (const share of [0.001, 0.1, 0.5, 0.77, 0.999]) {
      expect(uniform(share)).toBeCloseTo(share, 4);
      expect(cubic(share)).toBeCloseTo(share ** (1 / 3), 4);
    }
    // Beta(1/2, 1/2): sin^2(pi s / 2).
    expect(betaQuantile(0.5, 1)(0.2)).toBeCloseTo(Math.sin(Math.PI / 10) ** 2, 4);
    expect(betaQuantile(0.3, 1e6)(0.5)).toBeCloseTo(0.3, 5);
    expect(betaQuantile(0.5, 0.1)(0.5)).toBeCloseTo(0.5, 3);
    for (const [mean, c] of [
      [0, 2],
      [1, 2],
      [0.5, 0],
    ] as const) {
      expect(() => betaQuantile(mean, c)).toThrow(RangeError);
    }
  });

  it("have the means and spreads asked for, and correlate as asked", () => {
    const pair = (correlation: number): WeightedPrompt[] =>
      drawBetaPair({ means: [0.6, 0.4], concentrations: [4, 6], correlation, count: 4000, seed: 9 });
    const moments = (
      prompts: WeightedPrompt[],
    ): { readonly a: number; readonly b: number; readonly r: number; readonly va: number } => {
      const n = prompts.length;
      const [A, B] = [prompts.map(({ p }) => p[0] ?? 0), prompts.map(({ p }) => p[1] ?? 0)];
      const mean = (x: number[]): number => x.reduce((s, v) => s + v, 0) / n;
      const [a, b] = [mean(A), mean(B)];
      const va = mean(A.map((v) => (v - a) ** 2));
      const vb = mean(B.map((v) => (v - b) ** 2));
      return { a, b, va, r: mean(A.map((v, i) => (v - a) * ((B[i] ?? 0) - b))) / Math.sqrt(va * vb) };
    };
    const free = moments(pair(0));
    expect(free.a).toBeCloseTo(0.6, 1.7);
    expect(free.b).toBeCloseTo(0.4, 1.7);
    expect(free.va).toBeCloseTo((0.6 * 0.4) / 5, 2.3);
    expect(Math.abs(free.r)).toBeLessThan(0.06);
    expect(moments(pair(0.8)).r).toBeGreaterThan(0.7);
    expect(moments(pair(-0.8)).r).toBeLessThan(-0.7);
    expect(pair(0.3)).toEqual(pair(0.3));
    expect(() => pair(1.5)).toThrow(RangeError);
  });

  it("of complementary agents gain by cross supervision, of equal ones nothing over self-rewarding", () => {
    const count = 600;
    const accuracy = (correlation: number): { readonly self: number; readonly cross: number } =>
      expectedAccuracy(drawBetaPair({ means: [0.6, 0.6], concentrations: [2, 2], correlation, count, seed: 1 }), DEFAULT_SETTING);
    const [apart, alike] = [accuracy(-0.9), accuracy(1)];
    expect(apart.cross - apart.self).toBeGreaterThan(0.15);
    expect(alike.cross).toBeCloseTo(alike.self, 12);
  });

  it("rest on a normal distribution function that is right", () => {
    expect(normalDistribution(0)).toBe(0.5);
    expect(normalDistribution(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalDistribution(-3)).toBeCloseTo(0.0013498980316301, 15);
    expect(normalDistribution(-9)).toBe(0);
    expect(normalDistribution(9)).toBe(1);
  });
});
