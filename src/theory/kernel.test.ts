/** phi, S, G: values of arXiv 2608.17253's formulas to 40 digits (mpmath), sums over all outcomes, and the properties behind P2 and T1. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialPmf, expit, logit } from "./binomial.ts";
import { kernelFor, selfDrift, selfPull } from "./kernel.ts";
import { spread, updateScale, updateSize } from "./spread.ts";
import { voteDirection, votePasses, voteRight } from "./vote.ts";

/** K, p, phi, S, G. */
const REFERENCE = [
  [3, 0.5000001, 2.99999999999996e-7, 0.35355339059326, 7.07106781186519e-8],
  [3, 0.7, 0.568, 0.29698484809835, 0.11879393923934],
  [3, 0.99, 0.999404, 0.0140007142674936, 0.0137206999821438],
  [7, 0.51, 0.0437325041996, 0.457010278910427, 0.0181230008558649],
  [7, 0.7, 0.747928, 0.402905859272208, 0.281570830807576],
  [7, 0.99, 0.9999993166604, 0.0239804550707644, 0.0239801170848721],
  [12, 0.5000001, 5.41406249999964e-7, 0.477530600798464, 2.45685593648091e-7],
  [12, 0.7, 0.84355041808, 0.43146941159181, 0.354352556974768],
  [64, 0.51, 0.126640121222203, 0.495945742768305, 0.0623062511499028],
  [64, 0.7, 0.999124084775029, 0.453919217420868, 0.453481666380482],
  [256, 0.51, 0.250819129506384, 0.498920347042685, 0.124900917666394],
  [256, 0.7, 0.999999999975188, 0.457187483894869, 0.457187483882464],
  [256, 0.99, 1, 0.0921807121421156, 0.0921807121421156],
] as const;

/** The project's own table: K, p, E[sign s], S, phi. */
const TABLE = [
  [3, 0.1, -0.101823, 0.127279, -0.944],
  [5, 0.3, -0.219138, 0.371445, -0.67384],
  [7, 0.3, -0.281571, 0.402906, -0.747928],
  [12, 0.3, -0.354353, 0.431469, -0.84355],
  [12, 0.9, 0.238637, 0.238932, 0.999409],
] as const;

const anyK = fc.integer({ min: 1, max: 256 });
const anyX = fc.double({ min: -30, max: 30, noNaN: true });

describe("phi, S and G", () => {
  it.each(REFERENCE)("K = %i, p = %f to 13 digits", (K, p, phi, S, G) => {
    const kernel = kernelFor({ K });
    const x = logit(p);
    // p itself is only known to 1e-16, which 0.5000001 magnifies.
    const digits = Math.abs(p - 0.5) < 1e-6 ? 1e-8 : 1e-13;
    expect(Math.abs(kernel.phi(x) / phi - 1)).toBeLessThan(digits);
    expect(Math.abs(kernel.spread(x) / S - 1)).toBeLessThan(1e-13);
    expect(Math.abs(kernel.selfPull(x) / G - 1)).toBeLessThan(digits);
    expect(Math.abs(voteDirection(K, p) / phi - 1)).toBeLessThan(digits);
    expect(Math.abs(spread(K, p) / S - 1)).toBeLessThan(1e-13);
  });

  it.each(TABLE)("K = %i, p = %f of the table", (K, p, G, S, phi) => {
    expect(Math.abs(selfPull(p, { K }) - G)).toBeLessThan(1e-6);
    expect(Math.abs(spread(K, p) - S)).toBeLessThan(1e-6);
    expect(Math.abs(voteDirection(K, p) - phi)).toBeLessThan(1e-6);
  });

  it("keep their digits where p is tiny", () => {
    // K = 7: S -> sqrt(6) p, Pr(vote right) -> 35 p^4.
    const p = 1e-30;
    expect(spread(7, p) / (Math.sqrt(6) * p)).toBeCloseTo(1, 12);
    expect(voteRight(7, p) / (35 * p ** 4)).toBeCloseTo(1, 12);
    expect(kernelFor({ K: 7 }).phi(-800)).toBe(-1);
    expect(kernelFor({ K: 7 }).spread(Number.POSITIVE_INFINITY)).toBe(0);
    expect(kernelFor({ K: 7 }).phi(Number.POSITIVE_INFINITY)).toBe(1);
  });

  it("are the sums over all outcomes, with a threshold, ddof 1 and epsilon", () => {
    const options = fc.record({
      K: fc.integer({ min: 1, max: 40 }),
      p: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      tau: fc.constantFrom(0, 0.5, 0.6, 0.75, 1),
      ddof: fc.constantFrom(0 as const, 1 as const),
      epsilon: fc.constantFrom(0, 1e-4),
    });
    fc.assert(
      fc.property(options, ({ K, p, tau, ddof, epsilon }) => {
        let phi = 0;
        let S = 0;
        let G = 0;
        binomialPmf(K, p).forEach((weight, c) => {
          const sign = Math.max(c, K - c) / K >= tau ? Math.sign(2 * c - K) : 0;
          // A group's rewards, written out: m (1 - m) / (their standard deviation + epsilon).
          const m = c / K;
          const deviation = Math.sqrt((c * (1 - m) ** 2 + (K - c) * m ** 2) / (K - ddof));
          const size = c === 0 || c === K ? 0 : (m * (1 - m)) / (deviation + epsilon);
          phi += sign * weight;
          S += size * weight;
          G += sign * size * weight;
        });
        const kernel = kernelFor({ K, tau, ddof, epsilon });
        const x = logit(p);
        const pair = new Float64Array(2);
        kernel.pair(x, pair);
        for (const value of [kernel.phi(x), pair[0], voteDirection(K, p, tau), voteRight(K, p, tau) - voteRight(K, 1 - p, tau)]) {
          expect(value).toBeCloseTo(phi, 12);
        }
        for (const value of [kernel.spread(x), pair[1], spread(K, p, { ddof, epsilon })]) expect(value).toBeCloseTo(S, 12);
        expect(kernel.selfPull(x)).toBeCloseTo(G, 12);
        expect(votePasses(K, p, tau)).toBeLessThanOrEqual(1 + 1e-12);
        if (tau <= 0.5) expect(votePasses(K, p, tau)).toBeCloseTo(1, 12);
      }),
      { numRuns: 200 },
    );
  });

  it("phi and G are odd, S is even, to the last bit", () => {
    fc.assert(
      fc.property(anyK, anyX, (K, x) => {
        const kernel = kernelFor({ K });
        expect(kernel.phi(-x) + kernel.phi(x)).toBe(0);
        expect(kernel.selfPull(-x) + kernel.selfPull(x)).toBe(0);
        expect(kernel.spread(-x)).toBe(kernel.spread(x));
      }),
    );
  });

  it("P2: the self-rewarding drift has the sign of p - 1/2 for K >= 3", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 256 }), fc.double({ min: 0.0001, max: 0.9999, noNaN: true }), (K, p) => {
        expect(Math.sign(selfDrift(p, 1, { K }))).toBe(Math.sign(p - 0.5));
      }),
    );
  });

  it("K below 3 is degenerate", () => {
    for (const p of [0.1, 0.5, 0.8]) {
      expect(spread(1, p)).toBe(0);
      expect(selfPull(p, { K: 1 })).toBe(0);
      expect(selfPull(p, { K: 2 })).toBe(0);
      expect(spread(2, p)).toBeCloseTo(p * (1 - p), 14);
    }
  });

  it("the pull per spread grows with the distance from one half, which the fate of a mixture relies on", () => {
    for (const K of [3, 4, 7, 12, 33, 256]) {
      const kernel = kernelFor({ K });
      let before = 0;
      for (let x = 0.05; x < 20; x += 0.05) {
        const now = kernel.selfPull(x) / kernel.spread(x);
        expect(now).toBeGreaterThanOrEqual(before - 1e-14);
        before = now;
      }
    }
  });

  it("ddof 1 scales an update by sqrt((K - 1) / K)", () => {
    expect(updateSize(8, 3, { ddof: 1 }) / updateSize(8, 3)).toBeCloseTo(Math.sqrt(7 / 8), 14);
    expect(updateScale(8, 0.3, 2)).toBeCloseTo(2 * 0.21 * spread(8, 0.3), 15);
  });

  it("slopes at one half are derivatives", () => {
    for (const K of [3, 7, 12]) {
      const { phi, selfPull: G, atHalf } = kernelFor({ K });
      expect(atHalf.phiSlope).toBeCloseTo(phi(1e-5) / 1e-5, 8);
      expect(atHalf.selfSlope).toBeCloseTo(G(1e-5) / 1e-5, 8);
    }
  });

  it("refuses nonsense", () => {
    for (const bad of [{ K: 0 }, { K: 300 }, { K: 7.5 }, { K: 7, tau: 1.5 }, { K: 7, epsilon: -1 }]) {
      expect(() => kernelFor(bad)).toThrow(RangeError);
    }
    expect(expit(0)).toBe(0.5);
  });
});
