/** Log-odds and binomial weights: exact small cases, and 40-digit values (mpmath) next to the corners. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialCoefficients, binomialPmf, binomialWeights, expit, logBinomial, logFactorial, logit } from "./binomial.ts";

describe("log-odds", () => {
  it("are odd, and exact at the ends", () => {
    expect(logit(0.5)).toBe(0);
    expect(logit(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(logit(1)).toBe(Number.POSITIVE_INFINITY);
    expect(expit(0)).toBe(0.5);
    expect(logit(0.9)).toBeCloseTo(Math.log(9), 14);
    // d = 1e-9 is not lost in 1/2 + d: x = 4 d.
    expect(logit(0.5 + 2 ** -30) / 2 ** -28).toBeCloseTo(1, 12);
  });

  it("come back from probabilities, also tiny ones", () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 30, noNaN: true }), (x) => {
        expect(Math.abs(logit(expit(x)) - x)).toBeLessThanOrEqual(
          1e-13 * Math.abs(x) + 1e-15 + (x > 0 ? 3e-16 * Math.exp(x) : 0),
        );
      }),
    );
  });

  it("refuse what is no probability", () => {
    for (const p of [-0.1, 1.1, Number.NaN]) expect(() => logit(p)).toThrow(RangeError);
  });
});

describe("binomial weights", () => {
  it("count subsets exactly", () => {
    expect([...binomialCoefficients(5)]).toEqual([1, 5, 10, 10, 5, 1]);
    expect(binomialCoefficients(56)[28]).toBe(7648690600760440);
    expect(logBinomial(256, 128)).toBeCloseTo(174.446321588444, 9);
    expect(logBinomial(4, 5)).toBe(Number.NEGATIVE_INFINITY);
    expect(logFactorial(10)).toBeCloseTo(Math.log(3628800), 12);
    expect(() => logFactorial(-1)).toThrow(RangeError);
    for (const K of [0, 257, 2.5]) expect(() => binomialCoefficients(K)).toThrow(RangeError);
  });

  it("agree with a product of chances", () => {
    const pmf = binomialPmf(4, 0.3);
    [0.7 ** 4, 4 * 0.3 * 0.7 ** 3, 6 * 0.09 * 0.49, 4 * 0.027 * 0.7, 0.0081].forEach((value, c) => {
      expect(pmf[c]).toBeCloseTo(value, 15);
    });
  });

  it("sum to 1, have mean K p, and mirror exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 256 }), fc.double({ min: -40, max: 40, noNaN: true }), (K, x) => {
        const w = binomialWeights(K, x);
        const mirrored = binomialWeights(K, -x);
        let sum = 0;
        let mean = 0;
        w.forEach((weight, c) => {
          sum += weight;
          mean += c * weight;
          expect(mirrored[K - c]).toBe(weight);
        });
        expect(sum).toBeCloseTo(1, 12);
        expect(mean / K).toBeCloseTo(expit(x), 12);
      }),
    );
  });

  it("are certain at the ends", () => {
    expect([...binomialPmf(3, 0)]).toEqual([1, 0, 0, 0]);
    expect([...binomialPmf(3, 1)]).toEqual([0, 0, 0, 1]);
  });
});
