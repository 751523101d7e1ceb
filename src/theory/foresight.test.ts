/** Tables, shares and intervals of forecasts, by hand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterInterval } from "../math/intervals.ts";
import { foresightOf, type JudgedPrompt } from "./foresight.ts";
import type { AgentOutcome } from "./outcome-codes.ts";

function judged(two: AgentOutcome, many: AgentOutcome, plurality: AgentOutcome, ...outcomes: AgentOutcome[]): JudgedPrompt {
  const all = (outcome: AgentOutcome): AgentOutcome[] => outcomes.map(() => outcome);
  return { forecast: { twoOutcomes: all(two), manyAnswers: all(many), plurality: all(plurality) }, outcomes };
}

const outcome = fc.constantFrom<AgentOutcome>(0, 1, null);

describe("foresight", () => {
  it("counts tables of all outcomes, and shares of those that nobody left tied", () => {
    const result = foresightOf([
      judged(0, 1, 1, 1, 1),
      judged(0, 1, 0, 1, 0),
      judged(1, 1, 1, 1, null),
      judged(null, 1, 1, 1, 1),
      judged(1, 0, 0, 0, 0),
    ]);
    expect([result.prompts, result.outcomes, result.compared]).toEqual([5, 10, 7]);
    expect(result.rules.twoOutcomes.confusion).toEqual({
      right: { right: 1, wrong: 2, tied: 1 },
      wrong: { right: 3, wrong: 1, tied: 0 },
      tied: { right: 2, wrong: 0, tied: 0 },
    });
    expect(result.rules.manyAnswers.confusion.right).toEqual({ right: 6, wrong: 1, tied: 1 });
    // Of 7: the paper's rule foresaw 0 + 1 + 1 + 0, many answers 2 + 1 + 1 + 2, plurality 2 + 1 + 1 + 2.
    expect([result.rules.twoOutcomes.hits, result.rules.manyAnswers.hits, result.rules.plurality.hits]).toEqual([2, 6, 6]);
    expect(result.rules.manyAnswers.share.estimate).toBeCloseTo(6 / 7, 14);
    expect(result.gain.twoOutcomes.estimate).toBeCloseTo(4 / 7, 14);
    expect(result.gain.plurality.estimate).toBe(0);
    expect(result.rescued).toEqual({ ended: 3, manyAnswers: 3, plurality: 2 });
    expect(result.agents).toEqual([
      { compared: 4, hits: { twoOutcomes: 1, manyAnswers: 4, plurality: 3 } },
      { compared: 3, hits: { twoOutcomes: 1, manyAnswers: 2, plurality: 3 } },
    ]);
  });

  it("takes prompts, not outcomes, for independent: two agents of one fate are worth one", () => {
    const pairs = Array.from({ length: 40 }, (_, i) => judged(1, 1, 1, i < 30 ? 1 : 0, i < 30 ? 1 : 0));
    const { share } = foresightOf(pairs).rules.twoOutcomes;
    const alone = clusterInterval(pairs.map((_, i) => (i < 30 ? 1 : 0)));
    expect(share.estimate).toBe(0.75);
    expect([share.low, share.high]).toEqual([expect.closeTo(alone.low, 12), expect.closeTo(alone.high, 12)]);
  });

  it("is undecided, not broken, where there is nothing to compare", () => {
    const { compared, rules, gain } = foresightOf([judged(null, 1, 1, 1)]);
    expect(compared).toBe(0);
    expect([rules.manyAnswers.share.low, rules.manyAnswers.share.high]).toEqual([0, 1]);
    expect(gain.plurality.low).toBe(Number.NEGATIVE_INFINITY);
    expect(foresightOf([]).outcomes).toBe(0);
  });

  it("every outcome stands in each table once, and the hits are the diagonal of what is compared", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(outcome, outcome, outcome, outcome, outcome), { minLength: 1, maxLength: 30 }), (rows) => {
        const result = foresightOf(rows.map(([two, many, plurality, a, b]) => judged(two, many, plurality, a, b)));
        for (const { confusion, hits } of Object.values(result.rules)) {
          const cells = Object.values(confusion).flatMap((row) => Object.values(row));
          expect(cells.reduce((sum, n) => sum + n, 0)).toBe(2 * rows.length);
          expect(hits).toBeLessThanOrEqual(confusion.right.right + confusion.wrong.wrong);
          expect(hits).toBeLessThanOrEqual(result.compared);
        }
        const { share } = result.rules.manyAnswers;
        if (result.compared > 0) {
          expect(share.low).toBeLessThanOrEqual(share.estimate);
          expect(share.high).toBeGreaterThanOrEqual(share.estimate);
        }
      }),
    );
  });
});
