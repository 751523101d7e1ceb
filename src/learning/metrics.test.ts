import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../tasks/task.ts";
import { agentMetrics, type MetricsInput, pairAgreements, unanimity } from "./metrics.ts";
import { agreementExchange } from "./rewards.ts";
import { type Vote, vote, voteAll } from "./vote.ts";

const PLAIN = { threshold: 0, tieRule: "first-seen" } as const;

/** A self-labelled step of an agent. */
function step(
  answers: readonly Answer[],
  truths: readonly string[],
  perPrompt: number,
  labels?: readonly Answer[],
): MetricsInput {
  const votes = voteAll(answers, perPrompt, PLAIN);
  return {
    answers,
    votes,
    exchange: agreementExchange(answers, labels ?? votes.map((result) => result.label), perPrompt),
    truths,
    perPrompt,
    lengths: answers.map((_, row) => 8 + row),
    truncated: 1,
    entropies: answers.map(() => 0.25),
    ddof: 0,
  };
}

/** Votes that elect these labels. */
function elected(...labels: readonly Answer[]): Vote[] {
  return labels.map((label) => vote([label], PLAIN));
}

describe("agentMetrics", () => {
  // Prompt 1 (truth 10): majority 10, right. Prompt 2 (truth 20): majority 21, wrong. Prompt 3 (truth 30): nothing parsed.
  const answers = ["10", "10", "11", null, "21", "20", "21", "21", null, null, null, null];
  const truths = ["10", "20", "30"];

  it("measures a worked example", () => {
    const metrics = agentMetrics(step(answers, truths, 4));
    expect(metrics).toMatchObject({
      passAt1: 3 / 12,
      pseudoLabelAccuracy: 1 / 2,
      // Prompt 1: all four as the truth would have it. Prompt 2: none. Prompt 3: four zeros, rightly.
      rewardAccuracy: 8 / 12,
      labelledShare: 2 / 3,
      majorityAccuracy: 1 / 3,
      distinctMajorities: 2 / 3,
      meanReward: 5 / 12,
      zeroStdShare: 1 / 3,
      completionLength: 8 + 11 / 2,
      truncatedShare: 1 / 12,
      unparsedShare: 5 / 12,
      entropy: 0.25,
    });
    expect(metrics.voteShare).toBeCloseTo((2 / 3 + 3 / 4 + 0) / 3, 12);
    // Two rewards of four: 1/2. Three of four: sqrt(3)/4. None: 0.
    expect(metrics.rewardStd).toBeCloseTo((1 / 2 + Math.sqrt(3) / 4) / 3, 12);
  });

  it("judges the exchanged labels, not the agent's own votes", () => {
    const metrics = agentMetrics(step(answers, truths, 4, ["99", "20", "30"]));
    expect(metrics).toMatchObject({ pseudoLabelAccuracy: 2 / 3, labelledShare: 1, majorityAccuracy: 1 / 3, meanReward: 1 / 12 });
  });

  it("gives no accuracy where nothing was labelled", () => {
    const metrics = agentMetrics(step(answers, truths, 4, [null, null, null]));
    expect(metrics).toMatchObject({
      pseudoLabelAccuracy: null,
      rewardAccuracy: null,
      labelledShare: 0,
      zeroStdShare: 1,
      rewardStd: 0,
    });
  });

  it("gives the true labels full marks, whatever the answers", () => {
    const answer = fc.option(fc.constantFrom("1", "2", "3"));
    const groups = fc
      .integer({ min: 1, max: 4 })
      .chain((k) => fc.tuple(fc.constant(k), fc.array(answer, { minLength: 3 * k, maxLength: 3 * k })));
    fc.assert(
      fc.property(groups, ([k, sampled]) => {
        const metrics = agentMetrics(step(sampled, ["1", "2", "3"], k, ["1", "2", "3"]));
        expect([metrics.pseudoLabelAccuracy, metrics.rewardAccuracy]).toEqual([1, 1]);
        expect(metrics.meanReward).toBeCloseTo(metrics.passAt1, 12);
      }),
    );
  });

  it("is made of finite numbers also for an empty step", () => {
    const metrics = agentMetrics({ ...step([], [], 4), truncated: 0 });
    for (const value of Object.values(metrics)) expect(value === null || Number.isFinite(value)).toBe(true);
  });
});

describe("pairAgreements", () => {
  it("counts the prompts that both labelled", () => {
    const agents = [elected("1", "2", "3", null), elected("1", "9", null, null), elected("1", "2", "3", "4")];
    expect(pairAgreements(agents)).toEqual([
      { a: 0, b: 1, agreement: 1 / 2, prompts: 2 },
      { a: 0, b: 2, agreement: 1, prompts: 3 },
      { a: 1, b: 2, agreement: 1 / 2, prompts: 2 },
    ]);
  });

  it("is null where no prompt has both labels, and empty for one agent", () => {
    expect(pairAgreements([elected("1", null), elected(null, "1")])).toEqual([{ a: 0, b: 1, agreement: null, prompts: 0 }]);
    expect(pairAgreements([elected("1")])).toEqual([]);
  });

  it("has one entry for each pair", () => {
    expect(pairAgreements(Array.from({ length: 5 }, () => elected("1")))).toHaveLength(10);
  });
});

describe("unanimity", () => {
  it("counts the prompts that all labelled, and alike", () => {
    expect(unanimity([elected("1", "2", "3"), elected("1", "2", null), elected("1", "9", "3")])).toBe(1 / 2);
    expect(unanimity([elected(null), elected("1"), elected("1")])).toBeNull();
  });

  it("is never above the agreement of a pair that labels everything", () => {
    const labels = fc.array(fc.tuple(fc.constantFrom("1", "2"), fc.constantFrom("1", "2"), fc.constantFrom("1", "2")), {
      minLength: 1,
    });
    fc.assert(
      fc.property(labels, (prompts) => {
        const agents = [0, 1, 2].map((n) => elected(...prompts.map((row) => row[n] ?? null)));
        const all = unanimity(agents) ?? Number.NaN;
        for (const pair of pairAgreements(agents)) expect(all).toBeLessThanOrEqual(pair.agreement ?? Number.NaN);
      }),
    );
  });
});
