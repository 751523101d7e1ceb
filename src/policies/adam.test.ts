import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adamStep, allFinite, clipFactor, freshState, gradientNorm, power } from "./adam.ts";
import type { AdamOptions } from "./engine.ts";

const options: AdamOptions = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 0 };

/**
 * The textbook form, in doubles, for one parameter: Algorithm 1 of Kingma and Ba with decoupled decay. Written from the paper: the
 * bias-corrected moments as weighted means of all gradients so far, not by recursion.
 */
function reference(
  start: number,
  gradients: readonly number[],
  rate: number,
  { beta1, beta2, epsilon, weightDecay }: AdamOptions,
): number {
  const mean = (beta: number, terms: readonly number[]): number => {
    const weights = terms.map((_, i) => beta ** (terms.length - 1 - i));
    return terms.reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0) / weights.reduce((sum, w) => sum + w, 0);
  };
  return gradients.reduce((x, _, t) => {
    const past = gradients.slice(0, t + 1);
    const squares = past.map((g) => g * g);
    return x - rate * weightDecay * x - (rate * mean(beta1, past)) / (Math.sqrt(mean(beta2, squares)) + epsilon);
  }, start);
}

describe("Adam", () => {
  it("follows the paper over many steps, with and without weight decay", () => {
    const gradient = fc.float({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(gradient, { minLength: 1, maxLength: 12 }), fc.constantFrom(0, 0.01), (gradients, weightDecay) => {
        const own = { ...options, weightDecay };
        // A gradient near epsilon is divided by it, where float32 moments differ from doubles.
        const large = gradients.map((g) => (Math.abs(g) < 1e-3 ? 1e-3 : g));
        let state = freshState(new Float32Array([0.7]));
        for (const g of large) state = adamStep(state, new Float32Array([g]), 0.01, own);
        expect(state.parameters[0]).toBeCloseTo(reference(Math.fround(0.7), large, 0.01, own), 5);
        expect(state.adamStep).toBe(large.length);
      }),
    );
  });

  it("raises to whole powers", () => {
    expect([0, 1, 2, 13].map((n) => power(0.5, n))).toEqual([1, 0.5, 0.25, 2 ** -13]);
    for (const n of [3, 200, 2000]) expect(power(0.95, n) / 0.95 ** n).toBeCloseTo(1, 12);
  });

  it("moves by the learning rate at first, whatever the gradient's size", () => {
    const next = adamStep(freshState(new Float32Array([1, 1])), new Float32Array([1e-3, -50]), 0.1, options);
    expect([...next.parameters]).toEqual([expect.closeTo(0.9, 5), expect.closeTo(1.1, 5)]);
  });

  it("clips by the global norm as PyTorch does", () => {
    const gradient = new Float32Array([3, 4]);
    expect(gradientNorm(gradient)).toBe(5);
    expect(clipFactor(5, 1)).toBeCloseTo(1 / 5.000001, 12);
    expect(clipFactor(0.5, 1)).toBe(1);
    expect(clipFactor(5, 0)).toBe(1);
    const clipped = adamStep(freshState(new Float32Array(2)), gradient, 0.1, { ...options, clipNorm: 1 });
    expect(clipped.firstMoment[1]).toBeCloseTo(0.1 * 0.8, 6);
    expect(gradientNorm(new Float32Array([1, Number.NaN]))).toBeNaN();
    expect(allFinite(new Float32Array([1, -2]))).toBe(true);
    expect(allFinite(new Float32Array([1, Number.POSITIVE_INFINITY]))).toBe(false);
  });

  it("leaves its argument alone, and a zero gradient leaves fresh parameters alone", () => {
    const state = freshState(new Float32Array([1, 2]));
    const next = adamStep(state, new Float32Array(2), 0.1, options);
    expect(next.parameters).toEqual(state.parameters);
    adamStep(state, new Float32Array([1, 1]), 0.1, options);
    expect(state).toEqual(freshState(new Float32Array([1, 2])));
  });
});
