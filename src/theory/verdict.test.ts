/** The verdict's outcome and its words, setting by setting. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BasinSetting, DEFAULT_SETTING, forecast } from "./forecast.ts";
import { codeOf, RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { agentName, verdict } from "./verdict.ts";

const say = (p: readonly number[], change: Partial<BasinSetting> = {}): ReturnType<typeof verdict> =>
  verdict({ ...DEFAULT_SETTING, ...change }, p);

describe("outcomes", () => {
  it("of the paper's prompt: self-rewarding apart, cross supervision right", () => {
    expect(say([0.9, 0.2]).outcome).toEqual({ self: [1, 0], cross: 1 });
    expect(say([0.2, 0.9]).outcome).toEqual({ self: [0, 1], cross: 1 });
    expect(say([0.7, 0.2]).outcome).toEqual({ self: [1, 0], cross: 0 });
  });

  it("are null on a separatrix or where nothing moves, and only there", () => {
    expect(say([0.5, 0.5]).outcome).toEqual({ self: [null, null], cross: null });
    expect(say([0.9, 0.1]).outcome).toEqual({ self: [1, 0], cross: null });
    expect(say([0.9, 0.2], { K: 1 }).outcome).toEqual({ self: [null, null], cross: null });
    // At K = 2 only the self-rewarding drift is zero.
    expect(say([0.9, 0.2], { K: 2 }).outcome).toEqual({ self: [null, null], cross: 1 });
    expect(say([0.9, 0.2], { tau: 1 }).outcome).toEqual({ self: [null, null], cross: 1 });
  });

  it("at equal rates are P2 and T1", () => {
    const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(p, p, fc.integer({ min: 3, max: 40 }), (pA, pB, K) => {
        fc.pre(Math.abs(pA + pB - 1) > 1e-6 && Math.abs(pA - 0.5) > 1e-6 && Math.abs(pB - 0.5) > 1e-6);
        const { self, cross } = forecast({ ...DEFAULT_SETTING, K }, [pA, pB]);
        expect(self).toEqual([pA > 0.5 ? 1 : 0, pB > 0.5 ? 1 : 0]);
        expect(cross).toBe(pA + pB > 1 ? 1 : 0);
      }),
    );
  });

  it("have codes for maps", () => {
    expect(codeOf([1, 1])).toBe(RIGHT);
    expect(codeOf([0, 0])).toBe(WRONG);
    expect(codeOf([0, 1])).toBe(SPLIT);
    expect(codeOf([0, null])).toBe(UNDECIDED);
  });
});

describe("sentences", () => {
  it("give the reason with its numbers, and change as the separatrix is crossed", () => {
    expect(say([0.9, 0.2]).self).toBe(
      "Self-rewarding: A starts at 0.900, above one half, and ends right; B starts at 0.200, below one half, and ends wrong.",
    );
    const { cross, numbers } = say([0.9, 0.2]);
    expect(cross).toMatch(/^Cross supervision: p_A \+ p_B = 1\.100 > 1, so both end right\. All are past 0\.95 after \d/);
    expect(numbers.separatrix).toBeCloseTo(0.1, 14);
    expect(numbers.consensusTime).toBeGreaterThan(10);
    expect(say([0.9, 0.05]).cross).toContain("p_A + p_B = 0.950 < 1, so both end wrong");
    expect(say([0.9, 0.1]).cross).toContain("p_A + p_B = 1, on the separatrix");
    // Never "1.000 > 1".
    expect(say([0.9, 0.10002]).cross).toContain("1.00002 > 1");
    expect(say([0.9, 0.1]).sentence).toContain("Self-rewarding");
  });

  it("name the slower agent", () => {
    const { cross, numbers } = say([0.2, 0.7], { rates: [1, 0.25] });
    expect(numbers.separatrix).toBeCloseTo(0.66185, 5);
    expect(cross).toContain(
      "at p_A = 0.200 the separatrix runs through p_B = 0.662; B starts at 0.700, above it, so both end right.",
    );
    expect(cross).toContain("B learns more slowly (eta 0.25 against 1), so its opinion weighs more.");
    expect(say([0.2, 0.6], { rates: [1, 0.25] }).cross).toContain("below it, so both end wrong");
    expect(say([0.5, 0.5], { rates: [1, 0.25] }).cross).toContain("where B starts");
  });

  it("say what is degenerate", () => {
    expect(say([0.9, 0.2], { K: 1 }).sentence).toContain("with K = 1 nothing moves");
    expect(say([0.9, 0.2], { K: 2 }).self).toContain("Nothing moves");
    expect(say([0.9, 0.2], { tau: 1 }).self).toContain("only a unanimous vote counts");
    expect(say([0.5, 0.2]).self).toContain("A starts at one half exactly and stays there");
  });

  it("cover rings, mixtures and pooled votes", () => {
    expect(say([0.9, 0.8, 0.2], { rates: [1, 1, 1] }).cross).toMatch(
      /ring of 3: the 3 p add up to 1\.900, and by integration all 3 end right\. All are past/,
    );
    const apart = say([0.95, 0.1], { exchange: { kind: "mixture", ownWeight: 0.8 } });
    expect(apart.outcome.cross).toBeNull();
    expect(apart.cross).toContain("so they end apart (A right, B wrong)");
    expect(say([0.95, 0.3], { exchange: { kind: "pooled" } }).cross).toMatch(/^Pooled vote: .*both end right/);
    expect(say([0.5, 0.5, 0.5], { rates: [1, 1, 1] }).cross).toContain("no agent's side wins");
  });

  it("explain right at p < 1/2 with many answers", () => {
    const many = { K: 8, answers: 4, profile: { share: 0.9, shared: false } };
    const { cross, self, outcome, numbers } = say([0.42, 0.42], many);
    expect(outcome).toEqual({ self: [0, 0], cross: 1 });
    expect(cross).toContain("although p_A + p_B = 0.840, both end right, because the wrong votes do not add up on one answer");
    expect(self).toContain("A starts at 0.420, below one half, and ends wrong");
    expect(numbers.separatrix).toBeNull();
    expect(numbers.labelRight[0]).toBeGreaterThan(0.2);
    const shared = say([0.42, 0.42], { ...many, profile: { share: 0.9, shared: true } });
    expect(shared.cross).toContain("p_A + p_B = 0.840, and both end wrong");
    const alone = say([0.45, 0.42], { ...many, profile: { share: 1 / 3, shared: true } });
    expect(alone.self).toContain("below one half, and still ends right");
  });

  it("refuse a wrong number of agents, and exchanges not worked out", () => {
    expect(() => say([0.2])).toThrow(RangeError);
    expect(() => say([0.2, 1.2])).toThrow(RangeError);
    expect(() => say([0.2, 0.2], { answers: 3, exchange: { kind: "pooled" } })).toThrow(RangeError);
    expect(agentName(2)).toBe("C");
  });
});
