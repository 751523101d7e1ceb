/** Many answers: the formulas' values, simulation, and the reduction to two outcomes at M = 2. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { logit } from "./binomial.ts";
import { createFollower } from "./fate.ts";
import { kernelFor } from "./kernel.ts";
import { crossPull, LOGIT_RATE, manyAnswerSystem, softmax } from "./many-answers.ts";
import { RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { createPlurality } from "./plurality.ts";
import { sliceDistribution, sliceJudge, sliceMapJob, sliceStart } from "./slice.ts";
import { twoOutcomeSystem } from "./two-outcome.ts";

const cross = { kind: "cross" } as const;
const self = { kind: "self" } as const;

describe("the cross pull", () => {
  it("has the values worked out before: K = 8", () => {
    const L = new Float64Array(4);
    createPlurality({ K: 8, M: 4 }).winner(Float64Array.of(0.45, 0.15, 0.2, 0.2), L);
    const out = new Float64Array(4);
    crossPull(kernelFor({ K: 8 }), Float64Array.of(0.3, 0.4, 0.2, 0.1), L, out);
    [0.239182, -0.162329, -0.053108, -0.023745].forEach((value, m) => {
      expect(Math.abs((out[m] ?? 0) - value)).toBeLessThan(1e-6);
    });
  });

  it("agrees with simulated groups within four standard errors", () => {
    const [pi, peer] = [
      [0.35, 0.3, 0.25, 0.1],
      [0.2, 0.4, 0.3, 0.1],
    ] as const;
    const [K, draws] = [6, 60_000];
    const rng = createRng(8);
    const draw = (weights: readonly number[]): number => {
      let u = rng.uniform();
      for (let m = 0; m < 3; m++) {
        u -= weights[m] ?? 0;
        if (u < 0) return m;
      }
      return 3;
    };
    const sums = [0, 0, 0, 0];
    const squares = [0, 0, 0, 0];
    for (let i = 0; i < draws; i++) {
      const votes = Array.from({ length: K }, () => draw(peer));
      const counts = [0, 1, 2, 3].map((m) => votes.filter((vote) => vote === m).length);
      const label = votes.find((vote) => counts[vote] === Math.max(...counts));
      const answers = Array.from({ length: K }, () => draw(pi));
      const mean = answers.filter((answer) => answer === label).length / K;
      if (mean === 0 || mean === 1) continue;
      const deviation = Math.sqrt(mean * (1 - mean));
      for (let m = 0; m < 4; m++) {
        let value = 0;
        for (const answer of answers) if (answer === m) value += ((answer === label ? 1 : 0) - mean) / deviation / K;
        sums[m] = (sums[m] ?? 0) + value / draws;
        squares[m] = (squares[m] ?? 0) + value ** 2 / draws;
      }
    }
    const L = new Float64Array(4);
    createPlurality({ K, M: 4 }).winner(Float64Array.from(peer), L);
    const out = new Float64Array(4);
    crossPull(kernelFor({ K }), Float64Array.from(pi), L, out);
    for (let m = 0; m < 4; m++) {
      expect(Math.abs((sums[m] ?? 0) - (out[m] ?? 0))).toBeLessThan(4 * Math.sqrt((squares[m] ?? 0) / draws));
    }
  });
});

describe("the system", () => {
  it("at M = 2 is the two-outcome system exactly: the gap of the logits moves like the log-odds", () => {
    const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(
        p,
        p,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(self, cross),
        fc.constantFrom(0, 0.7),
        (pA, pB, K, supervision, tau) => {
          const rates = [1, 0.3];
          const many = manyAnswerSystem({ K, tau, answers: 2, rates, supervision });
          const two = twoOutcomeSystem({ K, tau, rates, supervision });
          const theta = sliceStart([pA, pB], 2, { share: 1, shared: true });
          const out = new Float64Array(4);
          const expected = new Float64Array(2);
          many.drift(theta, out);
          two.drift(Float64Array.of(logit(pA), logit(pB)), expected);
          expect((out[0] ?? 0) - (out[1] ?? 0)).toBeCloseTo(expected[0] ?? 0, 11);
          expect((out[2] ?? 0) - (out[3] ?? 0)).toBeCloseTo(expected[1] ?? 0, 11);
        },
      ),
      { numRuns: 60 },
    );
    expect(LOGIT_RATE).toBe(0.5);
  });

  it("keeps the sum of an agent's logits, and moves nothing at a corner", () => {
    const system = manyAnswerSystem({ K: 6, answers: 5, rates: [1, 1, 1], supervision: cross });
    const out = new Float64Array(15);
    const theta = Float64Array.from({ length: 15 }, (_, i) => Math.sin(3 * i));
    system.drift(theta, out);
    for (let n = 0; n < 3; n++) expect(out.slice(5 * n, 5 * n + 5).reduce((a, b) => a + b, 0)).toBeCloseTo(0, 13);
    const corner = Float64Array.from({ length: 15 }, (_, i) => (i % 5 === 2 ? 800 : 0));
    system.drift(corner, out);
    expect(out.every((value) => value === 0)).toBe(true);
  });

  it("treats wrong answers alike: exchanging two of them in all agents exchanges their drifts", () => {
    const system = manyAnswerSystem({ K: 7, answers: 4, rates: [1, 0.5], supervision: cross });
    const theta = Float64Array.of(0.2, 0.7, -0.3, 0.1, -0.4, 0.5, 0.9, 0);
    const swapped = Float64Array.of(0.2, -0.3, 0.7, 0.1, -0.4, 0.9, 0.5, 0);
    const [a, b] = [new Float64Array(8), new Float64Array(8)];
    system.drift(theta, a);
    system.drift(swapped, b);
    [0, 2, 1, 3, 4, 6, 5, 7].forEach((from, to) => {
      expect(b[to]).toBeCloseTo(a[from] ?? 0, 13);
    });
  });

  it("never loses a majority answer again: the mass of an answer above one half does not fall at one half", () => {
    // The claim behind `fate`: at pi_l = 1/2 the drift of ln(pi_l / (1 - pi_l)) is not negative, for cross where the peer has at least 1/2 too.
    const rng = createRng(21);
    for (let i = 0; i < 150; i++) {
      const M = 2 + rng.int(5);
      const K = 2 + rng.int(11);
      const draw = (least: number): Float64Array => {
        const rest = Float64Array.from({ length: M }, (_, m) => (m === 0 ? 0 : rng.uniform() ** 3 + 1e-3));
        const total = rest.reduce((a, b) => a + b, 0);
        return rest.map((value, m) => (m === 0 ? least : ((1 - least) * value) / total));
      };
      const own = draw(0.5);
      for (const supervision of [self, cross]) {
        const peer = draw(rng.between(0.5, 1));
        const system = manyAnswerSystem({ K, answers: M, rates: [1, 1], supervision });
        const out = new Float64Array(2 * M);
        system.drift(Float64Array.from([...own, ...peer], Math.log), out);
        let slope = out[0] ?? 0;
        for (let m = 1; m < M; m++) slope -= (out[m] ?? 0) * 2 * (own[m] ?? 0);
        expect(slope).toBeGreaterThan(-1e-12);
      }
    }
  });

  it("refuses settings out of range", () => {
    for (const bad of [
      { K: 7, answers: 9, rates: [1, 1], supervision: cross },
      { K: 100, answers: 3, rates: [1, 1], supervision: cross },
      { K: 7, answers: 3, rates: [1], supervision: cross },
      { K: 7, answers: 3, rates: [1, -1], supervision: cross },
    ] as const) {
      expect(() => manyAnswerSystem(bad)).toThrow(RangeError);
    }
  });

  it("softmax survives large logits", () => {
    const out = new Float64Array(2);
    softmax([0, 1000, 999], 1, 2, out);
    expect(out[0]).toBeCloseTo(1 / (1 + Math.exp(-1)), 14);
  });
});

describe("the slice", () => {
  it("lays out the wrong mass as told", () => {
    const close = (pi: Float64Array, expected: number[]): void => {
      expected.forEach((value, m) => {
        expect(pi[m]).toBeCloseTo(value, 8);
      });
      expect(pi.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 14);
    };
    close(sliceDistribution(0.4, 0, 4, { share: 0.5, shared: true }), [0.4, 0.3, 0.15, 0.15]);
    close(sliceDistribution(0.4, 1, 4, { share: 0.5, shared: true }), [0.4, 0.3, 0.15, 0.15]);
    close(sliceDistribution(0.4, 1, 4, { share: 0.5, shared: false }), [0.4, 0.15, 0.3, 0.15]);
    close(sliceDistribution(0.4, 3, 4, { share: 1, shared: false }), [0.4, 0.6, 0, 0]);
    close(sliceDistribution(0.4, 1, 2, { share: 0.2, shared: false }), [0.4, 0.6]);
    close(sliceDistribution(1, 0, 3, { share: 1, shared: true }), [1, 0, 0]);
  });

  it("scattered mistakes are right at p < 1/2, shared ones wrong together", () => {
    const setting = { K: 12, answers: 4, rates: [1, 1], supervision: cross } as const;
    const system = manyAnswerSystem(setting);
    const p = [0.42, 0.42];
    expect(sliceJudge(system, { share: 0.9, shared: false })(p)).toBe(RIGHT);
    expect(sliceJudge(system, { share: 0.9, shared: true })(p)).toBe(WRONG);
    // Alone, an agent that spreads its mistakes is right at p < 1/2 too.
    const alone = manyAnswerSystem({ ...setting, supervision: self });
    expect(sliceJudge(alone, { share: 1 / 3, shared: true })(p)).toBe(RIGHT);
    expect(sliceJudge(alone, { share: 1, shared: true })(p)).toBe(WRONG);
    expect(sliceJudge(alone, { share: 1, shared: true })([0.9, 0.1])).toBe(SPLIT);
  });

  it("with two rollouts an agent alone has no drift, whatever the number of answers", () => {
    const alone = manyAnswerSystem({ K: 2, answers: 4, rates: [1, 1], supervision: self });
    const out = new Float64Array(8);
    alone.drift(sliceStart([0.9, 0.3], 4, { share: 0.5, shared: true }), out);
    for (const value of out) expect(value).toBeCloseTo(0, 15);
    expect(sliceJudge(alone, { share: 0.5, shared: true })([0.9, 0.8])).toBe(UNDECIDED);
  });

  it("two wrong answers in balance are wrong all the same", () => {
    const system = manyAnswerSystem({ K: 7, answers: 3, rates: [1, 1], supervision: cross });
    const follow = createFollower(system, system.dimension);
    expect(follow(sliceStart([0.1, 0.1], 3, { share: 0.9, shared: false })).code).toBe(WRONG);
    expect(
      sliceJudge(manyAnswerSystem({ K: 1, answers: 3, rates: [1, 1], supervision: cross }), { share: 1, shared: true })([
        0.9, 0.9,
      ]),
    ).toBe(UNDECIDED);
  });

  it("its map by following borders equals the map that judges every cell", () => {
    for (const [K, M, share, shared] of [
      [5, 3, 0.6, true],
      [5, 4, 0.8, false],
      [8, 3, 1, false],
      [4, 5, 0.4, false],
    ] as const) {
      const system = manyAnswerSystem({ K, answers: M, rates: [1, 0.6], supervision: cross });
      const plan = { n: 15, axes: [0, 1], at: [], profile: { share, shared } } as const;
      const quick = sliceMapJob(system, { ...plan, followBorders: true });
      const slow = sliceMapJob(system, { ...plan, followBorders: false });
      quick.advance(Number.POSITIVE_INFINITY);
      slow.advance(Number.POSITIVE_INFINITY);
      expect(quick.cells).toEqual(slow.cells);
      expect(quick.judged).toBeLessThan(3 * 15);
    }
  });
});
