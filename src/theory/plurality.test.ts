/** The plurality against every sequence of rollouts, counted one by one with the first-seen rule, and against simulation. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { createPlurality } from "./plurality.ts";
import { updateSize } from "./spread.ts";

/** The first answer seen among the most frequent ones, and its count. */
function firstSeenWinner(rollouts: readonly number[], M: number): [number, number[]] {
  const counts = new Array<number>(M).fill(0);
  for (const answer of rollouts) counts[answer] = (counts[answer] ?? 0) + 1;
  const most = Math.max(...counts);
  return [rollouts.find((answer) => counts[answer] === most) ?? 0, counts];
}

/** Winner law and self pull by going through all M^K sequences. */
function bySequences(K: number, pi: readonly number[], tau: number): { readonly L: number[]; readonly pull: number[] } {
  const M = pi.length;
  const L = pi.map(() => 0);
  const pull = pi.map(() => 0);
  const rollouts = new Array<number>(K).fill(0);
  for (let code = 0; code < M ** K; code++) {
    let rest = code;
    let weight = 1;
    for (let k = 0; k < K; k++) {
      rollouts[k] = rest % M;
      weight *= pi[rest % M] ?? 0;
      rest = Math.floor(rest / M);
    }
    const [winner, counts] = firstSeenWinner(rollouts, M);
    const c = counts[winner] ?? 0;
    if (c / K < tau) continue;
    L[winner] = (L[winner] ?? 0) + weight;
    if (c === K) continue;
    // sum over rollouts of advantage / K, by answer: (reward - mean) / standard deviation.
    const deviation = Math.sqrt((c / K) * (1 - c / K));
    counts.forEach((count, m) => {
      const advantage = ((m === winner ? 1 : 0) - c / K) / deviation;
      pull[m] = (pull[m] ?? 0) + (weight * count * advantage) / K;
    });
  }
  return { L, pull };
}

const distribution = (M: number): fc.Arbitrary<number[]> =>
  fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: M, maxLength: M }).map((weights) => {
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  });

describe("plurality", () => {
  it("is exact: all sequences, first seen wins a tie, with and without a threshold", () => {
    for (const [K, M] of [
      [1, 3],
      [2, 2],
      [4, 4],
      [5, 3],
      [6, 4],
      [7, 3],
      [8, 2],
      [4, 6],
      [3, 8],
    ] as const) {
      fc.assert(
        fc.property(distribution(M), fc.constantFrom(0, 0.5, 0.6), (weights, tau) => {
          const expected = bySequences(K, weights, tau);
          const vote = createPlurality({ K, M, tau });
          const pi = Float64Array.from(weights);
          const L = new Float64Array(M);
          const pull = new Float64Array(M);
          vote.winner(pi, L);
          vote.selfPull(pi, pull);
          for (let m = 0; m < M; m++) {
            expect(L[m]).toBeCloseTo(expected.L[m] ?? 0, 12);
            expect(pull[m]).toBeCloseTo(expected.pull[m] ?? 0, 12);
          }
        }),
        { numRuns: 4 },
      );
    }
  });

  it("sums to 1, the self pull to 0, also for 64 rollouts and 8 answers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }).chain(distribution), fc.constantFrom(1, 2, 9, 12, 33), (weights, K) => {
        const M = weights.length;
        const vote = createPlurality({ K, M });
        const out = new Float64Array(M);
        vote.winner(Float64Array.from(weights), out);
        expect(out.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
        expect(Math.min(...out)).toBeGreaterThanOrEqual(0);
        vote.selfPull(Float64Array.from(weights), out);
        expect(out.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12);
      }),
      { numRuns: 40 },
    );
    const L = new Float64Array(8);
    createPlurality({ K: 64, M: 8 }).winner(new Float64Array(8).fill(1 / 8), L);
    for (const value of L) expect(value).toBeCloseTo(1 / 8, 12);
  });

  it("gives the values worked out by hand before: K = 8", () => {
    const vote = createPlurality({ K: 8, M: 4 });
    const L = new Float64Array(4);
    vote.winner(Float64Array.of(0.45, 0.15, 0.2, 0.2), L);
    [0.677959, 0.067781, 0.12713, 0.12713].forEach((value, m) => {
      expect(Math.abs((L[m] ?? 0) - value)).toBeLessThan(1e-6);
    });
    vote.selfPull(Float64Array.of(0.3, 0.4, 0.2, 0.1), L);
    [-0.005103, 0.153056, -0.077166, -0.070786].forEach((value, m) => {
      expect(Math.abs((L[m] ?? 0) - value)).toBeLessThan(1e-6);
    });
  });

  it("agrees with simulated votes within four standard errors", () => {
    const pi = [0.28, 0.24, 0.2, 0.16, 0.12];
    const [K, M, draws] = [12, 5, 60_000];
    const rng = createRng(3);
    const wins = new Array<number>(M).fill(0);
    const pull = new Array<number>(M).fill(0);
    const squares = new Array<number>(M).fill(0);
    for (let i = 0; i < draws; i++) {
      const rollouts = Array.from({ length: K }, () => {
        let u = rng.uniform();
        for (let m = 0; m < M; m++) {
          u -= pi[m] ?? 0;
          if (u < 0) return m;
        }
        return M - 1;
      });
      const [winner, counts] = firstSeenWinner(rollouts, M);
      wins[winner] = (wins[winner] ?? 0) + 1;
      const c = counts[winner] ?? 0;
      counts.forEach((count, m) => {
        const value = c === K ? 0 : m === winner ? updateSize(K, c) : (-count * updateSize(K, c)) / (K - c);
        pull[m] = (pull[m] ?? 0) + value / draws;
        squares[m] = (squares[m] ?? 0) + value ** 2 / draws;
      });
    }
    const L = new Float64Array(M);
    const exact = new Float64Array(M);
    const vote = createPlurality({ K, M });
    vote.winner(Float64Array.from(pi), L);
    vote.selfPull(Float64Array.from(pi), exact);
    for (let m = 0; m < M; m++) {
      const share = L[m] ?? 0;
      expect(Math.abs((wins[m] ?? 0) / draws - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / draws));
      expect(Math.abs((pull[m] ?? 0) - (exact[m] ?? 0))).toBeLessThan(4 * Math.sqrt((squares[m] ?? 0) / draws));
    }
  });

  it("refuses what it cannot do exactly in time", () => {
    for (const bad of [
      { K: 65, M: 3 },
      { K: 0, M: 3 },
      { K: 7, M: 9 },
      { K: 7, M: 1 },
      { K: 7, M: 3, tau: 2 },
    ]) {
      expect(() => createPlurality(bad)).toThrow(RangeError);
    }
  });
});
