import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certaintyOf, checkSampling, emptyDistribution, entropyOf, invert, nucleusOf, soften } from "./distribution.ts";

const logitsOf = fc.array(fc.float({ min: -20, max: 20, noNaN: true }), { minLength: 2, maxLength: 12 });

function distributionOf(logits: readonly number[], temperature = 1) {
  const p = emptyDistribution(logits.length);
  soften(
    p,
    Float32Array.from(logits),
    0,
    logits.map((_, i) => i),
    temperature,
  );
  return p;
}

describe("a token's distribution", () => {
  it("is the softmax over the active tokens, under the temperature", () => {
    const p = emptyDistribution(2);
    soften(p, Float32Array.of(0, 0, 99, 2, 0, 3), 2, [1, 3], 0.5);
    expect(p.shares[0]).toBeCloseTo(1 / (1 + Math.exp(2)), 12);
    expect(p.logs[1]).toBeCloseTo(-Math.log(1 + Math.exp(-2)), 12);
    expect(() => soften(p, Float32Array.of(0, Number.NaN), 0, [0, 1], 1)).toThrow(/diverged/);
  });

  it("has an entropy of at most log V and a certainty of at least 0, both reached by the uniform one alone", () => {
    fc.assert(
      fc.property(logitsOf, (logits) => {
        const p = distributionOf(logits);
        expect(entropyOf(p)).toBeLessThanOrEqual(Math.log(logits.length) + 1e-9);
        expect(certaintyOf(p)).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
    expect(entropyOf(distributionOf([3, 3, 3]))).toBeCloseTo(Math.log(3), 12);
    expect(certaintyOf(distributionOf([3, 3, 3]))).toBeCloseTo(0, 12);
    // p = (1/4, 3/4): KL(U || p) = log(1/2) - (log 1/4 + log 3/4) / 2.
    expect(certaintyOf(distributionOf([0, Math.log(3)]))).toBeCloseTo(-Math.log(2) - Math.log(3 / 16) / 2, 7);
  });

  it("has a nucleus of the fewest tokens that reach topP", () => {
    expect(Array.from(nucleusOf(Float64Array.of(0.1, 0.4, 0.2, 0.3), 0.7))).toEqual([0, 0.4, 0, 0.3]);
    // Just more than 0.7 needs a third one.
    expect(Array.from(nucleusOf(Float64Array.of(0.1, 0.4, 0.2, 0.3), 0.75))).toEqual([0, 0.4, 0.2, 0.3]);
    // Ties go to the lower number.
    expect(Array.from(nucleusOf(Float64Array.of(0.25, 0.25, 0.25, 0.25), 0.5))).toEqual([0.25, 0.25, 0, 0]);
    expect(Array.from(nucleusOf(Float64Array.of(0.5, 0.5), 1e-6))).toEqual([0.5, 0]);
    fc.assert(
      fc.property(logitsOf, fc.double({ min: 0.01, max: 0.999, noNaN: true }), (logits, topP) => {
        const { shares } = distributionOf(logits);
        const kept = Array.from(nucleusOf(shares, topP)).filter((share) => share > 0);
        const mass = kept.reduce((sum, share) => sum + share, 0);
        expect(mass).toBeGreaterThanOrEqual(topP - 1e-12);
        expect(mass - Math.min(...kept)).toBeLessThan(topP + 1e-12);
      }),
    );
  });

  it("is inverted where the scaled cumulative sum passes u, and never at a share of 0", () => {
    const shares = Float64Array.of(0, 0.2, 0, 0.2, 0);
    expect([0, 0.49, 0.51, 0.999999].map((u) => invert(shares, u))).toEqual([1, 1, 3, 3]);
  });

  it("is not sampled with a temperature or top-p out of range", () => {
    expect(() => checkSampling(0, 1)).toThrow(/temperature/);
    for (const topP of [0, -0.1, 1.1, Number.NaN]) expect(() => checkSampling(1, topP)).toThrow(/Top-p/);
    checkSampling(0.6, 0.95);
  });
});
