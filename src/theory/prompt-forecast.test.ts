/** Forecasts of single prompts: by hand, against a fixed-step integration that enumerates all votes, and what must not move them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AnswerCounts,
  answerDistributions,
  countAnswers,
  majorityRight,
  pluralityRight,
  pooledCounts,
} from "./answer-counts.ts";
import type { AgentOutcome } from "./outcome-codes.ts";
import { createPromptForecaster } from "./prompt-forecast.ts";
import { ringsOf } from "./rings.ts";
import { updateSize } from "./spread.ts";

const PAIR = [[0, 1]];
const TRUTH = "42";

/** 32 samples: so many of each answer, the rest did not parse. */
function counts(given: Readonly<Record<string, number>>, samples = 32): AnswerCounts {
  const answers: (string | null)[] = Object.entries(given).flatMap(([answer, n]) => Array.from({ length: n }, () => answer));
  while (answers.length < samples) answers.push(null);
  return countAnswers(answers);
}

const anyCounts = fc
  .array(fc.constantFrom<string | null>(TRUTH, TRUTH, "1", "1", "2", "3", "4", "5", "6", "7", null), {
    minLength: 16,
    maxLength: 16,
  })
  .map(countAnswers);

describe("counting", () => {
  it("counts what parsed and knows how many samples there were", () => {
    const some = countAnswers(["7", null, "42", "7"]);
    expect([...some.counts]).toEqual([
      ["7", 2],
      ["42", 1],
    ]);
    expect(some.samples).toBe(4);
    expect([...pooledCounts([some, countAnswers(["42", "9"])])]).toEqual([
      ["7", 2],
      ["42", 2],
      ["9", 1],
    ]);
  });

  it("exactly half is a tie", () => {
    expect([majorityRight(15, 32), majorityRight(16, 32), majorityRight(17, 32), majorityRight(0, 0)]).toEqual([
      0,
      null,
      1,
      null,
    ]);
  });

  it("a plurality needs more than each wrong answer; tied wrong ones are wrong all the same", () => {
    expect(
      pluralityRight(
        new Map([
          ["42", 3],
          ["1", 2],
          ["2", 2],
        ]),
        TRUTH,
      ),
    ).toBe(1);
    expect(
      pluralityRight(
        new Map([
          ["42", 2],
          ["1", 2],
        ]),
        TRUTH,
      ),
    ).toBe(null);
    expect(
      pluralityRight(
        new Map([
          ["42", 1],
          ["1", 2],
          ["2", 2],
        ]),
        TRUTH,
      ),
    ).toBe(0);
    expect(pluralityRight(new Map(), TRUTH)).toBe(null);
  });

  it("a distribution keeps the five most common wrong answers of all agents and lumps the rest", () => {
    const a = counts({ [TRUTH]: 10, "1": 6, "2": 5, "3": 4, "4": 3, "5": 2, "6": 1 });
    const b = counts({ [TRUTH]: 4, "6": 20, "7": 1 });
    const [pi, other] = answerDistributions([a, b], TRUTH);
    // 6 comes 21 times in all, 1 to 4 come 6, 5, 4, 3 times; 5 and 7 are the lump. 31 and 25 parsed; 6 x 0.15 + 0.05 are added.
    const close = (weights: readonly number[], total: number): unknown[] =>
      weights.map((each) => expect.closeTo(each / total, 12));
    expect([...(pi ?? [])]).toEqual(close([10.15, 1.15, 6.15, 5.15, 4.15, 3.15, 2.05], 31.95));
    expect([...(other ?? [])]).toEqual(close([4.15, 20.15, 0.15, 0.15, 0.15, 0.15, 1.05], 25.95));
    expect(answerDistributions([counts({})], TRUTH)[0]?.map((p) => Math.round(100 * p))).toEqual(Float64Array.of(75, 25));
  });
});

describe("rings", () => {
  it("are found where everybody has one supervisor and supervises one", () => {
    expect(ringsOf([[1], [0]])).toEqual([[0, 1]]);
    expect(ringsOf([[2], [0], [1]])).toEqual([[0, 1, 2]]);
    expect(ringsOf([[0], [1]])).toEqual([[0], [1]]);
    expect(ringsOf([[1], [0], [3], [2]])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    // Each is supervised by the one before it: 2 by 0, 1 by 2, 0 by 1.
    expect(ringsOf([[1], [2], [0]])).toEqual([[0, 2, 1]]);
  });

  it("are not there where somebody has two supervisors, or supervises two", () => {
    expect(ringsOf([[1, 2], [0], [1]])).toBe(null);
    expect(ringsOf([[1], [0], [0]])).toBe(null);
    expect(ringsOf([[], [0]])).toBe(null);
  });
});

describe("two agents, by hand", () => {
  const ask = createPromptForecaster({ K: 8, rings: PAIR });

  it("mistakes that scatter: the paper's rule says wrong, the other two right", () => {
    const forecast = ask({
      truth: TRUTH,
      agents: [counts({ [TRUTH]: 14, "1": 9, "2": 9 }), counts({ [TRUTH]: 14, "3": 10, "4": 8 })],
    });
    expect(forecast).toEqual({ twoOutcomes: [0, 0], manyAnswers: [1, 1], plurality: [1, 1] });
  });

  it("one mistake that both make: all say wrong, though 12 + 18 of 64 is the second largest share", () => {
    const forecast = ask({ truth: TRUTH, agents: [counts({ [TRUTH]: 12, "1": 20 }), counts({ [TRUTH]: 18, "1": 14 })] });
    expect(forecast).toEqual({ twoOutcomes: [0, 0], manyAnswers: [0, 0], plurality: [0, 0] });
  });

  it("a label that nobody gives moves nothing: the dynamics go right where plurality and the paper's rule do not", () => {
    // 30 of 64 for A's mistake against 26 for the truth. But B never makes it, so A's label rewards nothing of B's, while A learns from B.
    const agents = [counts({ [TRUTH]: 2, "1": 30 }), counts({ [TRUTH]: 24, "2": 8 })];
    expect(ask({ truth: TRUTH, agents })).toEqual({ twoOutcomes: [0, 0], manyAnswers: [1, 1], plurality: [0, 0] });
  });

  it("ties are ties: p_A + p_B = 1, and an answer as likely as the right one for both", () => {
    const half = [counts({ [TRUTH]: 16, "1": 16 }), counts({ [TRUTH]: 16, "2": 16 })];
    expect(ask({ truth: TRUTH, agents: half })).toEqual({ twoOutcomes: [null, null], manyAnswers: [1, 1], plurality: [1, 1] });
    const twins = [counts({ [TRUTH]: 14, "1": 14, "2": 4 }), counts({ "1": 13, [TRUTH]: 13, "3": 6 })];
    expect(ask({ truth: TRUTH, agents: twins })).toEqual({
      twoOutcomes: [0, 0],
      manyAnswers: [null, null],
      plurality: [null, null],
    });
    const beaten = [counts({ [TRUTH]: 4, "1": 4, "2": 24 }), counts({ "1": 3, [TRUTH]: 3, "2": 26 })];
    expect(ask({ truth: TRUTH, agents: beaten }).manyAnswers).toEqual([0, 0]);
  });

  it("what did not parse counts against p but has no vote", () => {
    const agents = [counts({ [TRUTH]: 12, "1": 3 }), counts({ [TRUTH]: 13, "1": 2 })];
    expect(ask({ truth: TRUTH, agents })).toEqual({ twoOutcomes: [0, 0], manyAnswers: [1, 1], plurality: [1, 1] });
  });

  it("with one rollout nothing moves; a count that is missing is refused", () => {
    const one = createPromptForecaster({ K: 1, rings: PAIR });
    const agents = [counts({ [TRUTH]: 30 }), counts({ [TRUTH]: 30 })];
    expect(one({ truth: TRUTH, agents })).toEqual({ twoOutcomes: [null, null], manyAnswers: [null, null], plurality: [1, 1] });
    expect(() => ask({ truth: TRUTH, agents: agents.slice(1) })).toThrow(RangeError);
    expect(() => createPromptForecaster({ K: 0, rings: [[0, 1, 2]] })).toThrow(RangeError);
  });
});

describe("self-rewarding", () => {
  const ask = createPromptForecaster({ K: 8, rings: [[0], [1]] });

  it("forecasts each agent by itself: half decides for the paper's rule, its own plurality for the others", () => {
    const agents = [counts({ [TRUTH]: 14, "1": 6, "2": 6, "3": 6 }), counts({ [TRUTH]: 15, "1": 17 })];
    expect(ask({ truth: TRUTH, agents })).toEqual({ twoOutcomes: [0, 0], manyAnswers: [1, 0], plurality: [1, 0] });
    expect(ask({ truth: TRUTH, agents: [counts({ [TRUTH]: 16, "1": 16 }), counts({ [TRUTH]: 17, "1": 15 })] })).toEqual({
      twoOutcomes: [null, 1],
      manyAnswers: [null, 1],
      plurality: [null, 1],
    });
  });

  it("is not moved by what the other agent answers", () => {
    fc.assert(
      fc.property(anyCounts, anyCounts, anyCounts, (own, other, another) => {
        const before = ask({ truth: TRUTH, agents: [own, other] });
        const after = ask({ truth: TRUTH, agents: [own, another] });
        for (const rule of ["twoOutcomes", "manyAnswers", "plurality"] as const) expect(after[rule][0]).toBe(before[rule][0]);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a ring of three", () => {
  it("the paper's rule is integrated, and agrees with the pair's where two of three agree with each other", () => {
    const ask = createPromptForecaster({ K: 8, rings: [[0, 1, 2]] });
    const good = counts({ [TRUTH]: 29, "1": 3 });
    const bad = counts({ [TRUTH]: 9, "2": 12, "3": 11 });
    expect(ask({ truth: TRUTH, agents: [good, good, bad] })).toEqual({
      twoOutcomes: [1, 1, 1],
      manyAnswers: [1, 1, 1],
      plurality: [1, 1, 1],
    });
    const never = counts({ "1": 32 });
    expect(ask({ truth: TRUTH, agents: [never, never, good] }).twoOutcomes).toEqual([0, 0, 0]);
    // A turn of the ring is the same ring.
    expect(ask({ truth: TRUTH, agents: [bad, good, good] }).twoOutcomes).toEqual([1, 1, 1]);
  });
});

/** Euler steps of a half on the logits, 120 of them, each label law by enumerating all votes: as the prototype, but slower. Two agents. */
function enumerated(K: number, agents: readonly AnswerCounts[]): AgentOutcome[] {
  const pis = answerDistributions(agents, TRUTH).map((pi) => [...pi]);
  const M = pis[0]?.length ?? 0;
  const law = (pi: readonly number[]): number[] => {
    const L = Array.from({ length: M }, () => 0);
    for (let code = 0; code < M ** K; code++) {
      const tally = Array.from({ length: M }, () => 0);
      let chance = 1;
      for (let k = 0, rest = code; k < K; k++, rest = Math.floor(rest / M)) {
        const m = rest % M;
        tally[m] = (tally[m] ?? 0) + 1;
        chance *= pi[m] ?? 0;
      }
      const top = Math.max(...tally);
      const tied = tally.filter((c) => c === top).length;
      tally.forEach((c, m) => {
        if (c === top) L[m] = (L[m] ?? 0) + chance / tied;
      });
    }
    return L;
  };
  const spread = (p: number): number => {
    let sum = 0;
    let binomial = 1;
    for (let c = 0; c <= K; c++) {
      sum += binomial * p ** c * (1 - p) ** (K - c) * updateSize(K, c);
      binomial = (binomial * (K - c)) / (c + 1);
    }
    return sum;
  };
  const soft = (theta: readonly number[]): number[] => {
    const e = theta.map((x) => Math.exp(x - Math.max(...theta)));
    const z = e.reduce((sum, x) => sum + x, 0);
    return e.map((x) => x / z);
  };
  const thetas = pis.map((pi) => pi.map(Math.log));
  for (let step = 0; step < 120; step++) {
    const now = thetas.map(soft);
    if (now.every((pi) => Math.max(...pi) > 0.97)) break;
    const laws = now.map(law);
    for (const [n, pi] of now.entries()) {
      const L = laws[1 - n] ?? [];
      for (let m = 0; m < M; m++) {
        let pull = (L[m] ?? 0) * spread(pi[m] ?? 0);
        for (let l = 0; l < M; l++)
          if (l !== m) pull -= ((L[l] ?? 0) * spread(pi[l] ?? 0) * (pi[m] ?? 0)) / Math.max(1e-9, 1 - (pi[l] ?? 0));
        const theta = thetas[n];
        if (theta) theta[m] = (theta[m] ?? 0) + 0.5 * pull;
      }
    }
  }
  return thetas.map((theta) => ((soft(theta)[0] ?? 0) > 0.5 ? 1 : 0));
}

describe("many answers", () => {
  const few = fc
    .array(fc.constantFrom<string | null>(TRUTH, TRUTH, TRUTH, "1", "1", "2", "3"), { minLength: 16, maxLength: 16 })
    .map(countAnswers);

  it("ends as a fixed-step integration ends whose label laws are enumerated", () => {
    const ask = createPromptForecaster({ K: 4, rings: PAIR });
    let sides = 0;
    fc.assert(
      fc.property(few, few, (a, b) => {
        const [first] = enumerated(4, [a, b]);
        sides |= first === 1 ? 1 : 2;
        const { manyAnswers } = ask({ truth: TRUTH, agents: [a, b] });
        // A start beside a border may end on either side of it by another step size; these counts are whole and the borders are not.
        expect(manyAnswers[0]).toBe(first);
      }),
      { numRuns: 25, seed: 7 },
    );
    expect(sides).toBe(3);
  });

  it("does not care what the wrong answers are called, nor which agent is which, nor how the update is scaled", () => {
    const ask = createPromptForecaster({ K: 8, rings: PAIR });
    const scaled = createPromptForecaster({ K: 8, ddof: 1, rings: PAIR });
    const renamed = ({ counts: given, samples }: AnswerCounts): AnswerCounts => ({
      samples,
      counts: new Map([...given].map(([answer, n]) => [answer === TRUTH ? TRUTH : `x${answer}`, n])),
    });
    fc.assert(
      fc.property(anyCounts, anyCounts, (a, b) => {
        const forecast = ask({ truth: TRUTH, agents: [a, b] });
        expect(ask({ truth: TRUTH, agents: [renamed(a), renamed(b)] })).toEqual(forecast);
        expect(scaled({ truth: TRUTH, agents: [a, b] })).toEqual(forecast);
        const swapped = ask({ truth: TRUTH, agents: [b, a] });
        expect(swapped.twoOutcomes).toEqual(forecast.twoOutcomes);
        expect(swapped.plurality).toEqual(forecast.plurality);
      }),
      { numRuns: 40 },
    );
  });

  it("with one wrong answer and every sample parsed it is the paper's rule", () => {
    const ask = createPromptForecaster({ K: 8, rings: PAIR });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 32 }), (a, b) => {
        fc.pre(Math.abs(a + b - 32) > 1);
        const agents = [counts({ [TRUTH]: a, "1": 32 - a }), counts({ [TRUTH]: b, "1": 32 - b })];
        const forecast = ask({ truth: TRUTH, agents });
        expect(forecast.manyAnswers).toEqual(forecast.twoOutcomes);
        expect(forecast.plurality).toEqual(forecast.twoOutcomes);
      }),
    );
  });
});
