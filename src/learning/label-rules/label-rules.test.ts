/** Label rules worked out by hand, and what must not move them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../tasks/task.ts";
import { coRl } from "../methods/co-rl.ts";
import { fixtureStep } from "../methods/fixture.ts";
import { suppliedLabels } from "../rewards.ts";
import { type VoteOptions, vote } from "../vote.ts";
import { LABEL_RULE_LIST, labelRuleById } from "./index.ts";
import { LABEL_RULES, type LabelRuleId, type Opinion, sureness, voters } from "./rule.ts";
import { answerEntropy } from "./smallest-entropy.ts";

const USUAL: VoteOptions = { threshold: 0, tieRule: "first-seen" };

/** One opinion per text, an answer a character, "." for one that did not parse. */
function opinions(texts: readonly string[], voting = USUAL): Opinion[] {
  return texts.map((text) => {
    const answers = [...text].map((one) => (one === "." ? null : one));
    return { answers, vote: vote(answers, voting) };
  });
}

function label(rule: LabelRuleId, texts: readonly string[], voting = USUAL): Answer {
  return labelRuleById(rule).label(opinions(texts, voting), voting);
}

/** The label that each rule gives, in the order of the list. */
function labels(...texts: readonly string[]): Record<LabelRuleId, Answer> {
  const of = (rule: LabelRuleId): Answer => label(rule, texts);
  return {
    pooled: of("pooled"),
    majority: of("majority"),
    "smallest-entropy": of("smallest-entropy"),
    "largest-share": of("largest-share"),
    "agree-else-surest": of("agree-else-surest"),
    "self-consistency": of("self-consistency"),
  };
}

describe("the list", () => {
  it("has each rule once", () => {
    expect(LABEL_RULE_LIST.map(({ id }) => id)).toEqual([...LABEL_RULES]);
    for (const rule of LABEL_RULE_LIST) {
      expect(labelRuleById(rule.id)).toBe(rule);
      expect(rule.description).toMatch(/\.$/);
    }
  });
});

describe("by hand", () => {
  it("two that differ: the votes tie, the surer one and the weights decide", () => {
    // Pooled 1: 3, 2: 4. Shares 3/8 and 4/8. Entropies: first 3,1,1,1,1,1 of 8; second 4,4 of 8. SC: 1: 3 x 3 = 9, 2: 4 x 4 = 16, 3: 3 + 4 x 4 = 19.
    expect(labels("11145637", "22223333")).toEqual({
      pooled: "3",
      majority: null,
      "smallest-entropy": "2",
      "largest-share": "2",
      "agree-else-surest": "2",
      "self-consistency": "3",
    });
  });

  it("a sure one against two that are unsure and agree", () => {
    // Pooled: 1 six of eight... 9: 8 from the third; 1: 3 + 3.
    expect(labels("11123456", "11134567", "99999999")).toEqual({
      pooled: "9",
      majority: "1",
      "smallest-entropy": "9",
      "largest-share": "9",
      "agree-else-surest": "9",
      "self-consistency": "9",
    });
    // Weights: 1 gets 5 x 5 + 5 x 5 = 50, 9 gets 7 x 7 = 49. Pooled: 10 against 7.
    expect(label("self-consistency", ["11111234", "11111567", "9999999."])).toBe("1");
    // With one answer less they lose: 4 x 4 + 5 x 5 = 41.
    expect(label("self-consistency", ["1111.234", "11111567", "9999999."])).toBe("9");
  });

  it("agree, else the surest needs half of the surest's rollouts; largest share does not", () => {
    expect(label("agree-else-surest", ["11123456", "22345678"])).toBeNull();
    expect(label("largest-share", ["11123456", "22345678"])).toBe("1");
    expect(label("agree-else-surest", ["11112345", "22345678"])).toBe("1");
    // Where they agree no share is asked for.
    expect(label("agree-else-surest", ["11234567", "11345678"])).toBe("1");
    expect(label("agree-else-surest", ["11234567", "11345678", "22345678"])).toBeNull();
  });

  it("majority: the most votes of those who vote; a tie at the top gives none", () => {
    expect(label("majority", ["11", "11", "22"])).toBe("1");
    expect(label("majority", ["11", "22", "33"])).toBeNull();
    expect(label("majority", ["11", "11", "22", "22"])).toBeNull();
    expect(label("majority", ["11", "11", "22", "33"])).toBe("1");
    expect(label("majority", ["11", "..", "22"])).toBeNull();
  });

  it("an unparsed group has no part, and where nothing parsed there is no label", () => {
    expect(labels("....", "1123")).toEqual({
      pooled: "1",
      majority: "1",
      "smallest-entropy": "1",
      "largest-share": "1",
      "agree-else-surest": "1",
      "self-consistency": "1",
    });
    // One that votes alone agrees with nobody: it needs its half.
    expect(label("agree-else-surest", ["....", "1234"])).toBeNull();
    for (const rule of LABEL_RULES) expect(label(rule, ["....", "...."])).toBeNull();
  });

  it("one parsed answer of eight is sure by entropy and not by share", () => {
    expect(label("smallest-entropy", ["1.......", "22222223"])).toBe("1");
    expect(label("largest-share", ["1.......", "22222223"])).toBe("2");
    // 1 x 1 against 7 x 7.
    expect(label("self-consistency", ["1.......", "22222223"])).toBe("2");
  });

  it("ties: the first in the order of the topology, or the answer seen first by turns", () => {
    expect(labels("11", "22")).toEqual({
      pooled: "1",
      majority: null,
      "smallest-entropy": "1",
      "largest-share": "1",
      "agree-else-surest": "1",
      "self-consistency": "1",
    });
    // 8 7 7 and 1 1 9 by turns: 8 1 7 1 7 9; 7 and 1 have the same weight, and 1 was seen before 7.
    expect(label("self-consistency", ["877", "119"])).toBe("1");
    expect(label("self-consistency", ["11", "22"], { threshold: 0, tieRule: "unlabelled" })).toBeNull();
    expect(label("pooled", ["11", "22"], { threshold: 0, tieRule: "unlabelled" })).toBeNull();
    // A supervisor whose own vote is tied away abstains.
    expect(label("largest-share", ["1212", "3456"], { threshold: 0, tieRule: "unlabelled" })).toBeNull();
    expect(label("largest-share", ["1122", "3334"], { threshold: 0, tieRule: "unlabelled" })).toBe("3");
  });

  it("the threshold: supervisors below it abstain; of weights it is the winner's share", () => {
    const half: VoteOptions = { threshold: 0.5, tieRule: "first-seen" };
    expect(label("majority", ["1112", "2345", "2346"], half)).toBe("1");
    expect(label("smallest-entropy", ["1234", "5566"], half)).toBe("5");
    expect(label("smallest-entropy", ["1234", "5678"], half)).toBeNull();
    // 1: 3 x 3 = 9 of 12 + 4: over a half; then 2 x 2 = 4 of 8 + 8.
    expect(label("self-consistency", ["1112", "3456"], half)).toBe("1");
    expect(label("self-consistency", ["1123", "4456"], half)).toBeNull();
  });

  it("entropies in nats", () => {
    const [four, two, none] = opinions(["1122", "11.2", "...."]);
    if (!four || !two || !none) throw new Error("There are three.");
    expect(answerEntropy(four)).toBeCloseTo(Math.log(2), 12);
    expect(answerEntropy(two)).toBeCloseTo(-(2 / 3) * Math.log(2 / 3) - (1 / 3) * Math.log(1 / 3), 12);
    expect(answerEntropy(none)).toBe(0);
    expect([sureness(four), sureness(two), sureness(none)]).toEqual([0.5, 0.5, 0]);
  });
});

const K = 5;
const group = fc.array(fc.option(fc.constantFrom("1", "2", "3")), { minLength: K, maxLength: K });
const rule = fc.constantFrom(...LABEL_RULES);
const opinionOf = (answers: readonly Answer[]): Opinion => ({ answers, vote: vote(answers, USUAL) });

/** True where the rule has two equally good labels, so that an order has to decide. */
function ordered(id: LabelRuleId, all: readonly Opinion[]): boolean {
  if (id === "majority") return false;
  if (id === "pooled" || id === "self-consistency") {
    const weights = new Map<string, number>();
    for (const { answers, vote: own } of all)
      for (const answer of answers) {
        const weight = id === "pooled" ? 1 : own.share * own.parsed;
        if (answer !== null) weights.set(answer, (weights.get(answer) ?? 0) + weight);
      }
    const sorted = [...weights.values()].sort((a, b) => b - a);
    return Math.abs((sorted[0] ?? 0) - (sorted[1] ?? -1)) < 1e-9;
  }
  const value = id === "smallest-entropy" ? (one: Opinion) => -answerEntropy(one) : sureness;
  const best = Math.max(...voters(all).map(value));
  return new Set(voters(all).flatMap((one) => (Math.abs(value(one) - best) < 1e-9 ? [one.vote.label] : []))).size > 1;
}

describe("whatever the answers", () => {
  it("do not care in which order supervisors stand, where no order has to break a tie", () => {
    // A vote that is itself tied is won by the first seen, inside one supervisor: that order stays.
    fc.assert(
      fc.property(rule, fc.array(group, { minLength: 2, maxLength: 4 }), fc.integer({ min: 1, max: 3 }), (id, groups, turn) => {
        const all = groups.map(opinionOf);
        fc.pre(!ordered(id, all));
        const by = turn % all.length;
        const { label: of } = labelRuleById(id);
        expect(of([...all.slice(by), ...all.slice(0, by)], USUAL)).toBe(of(all, USUAL));
      }),
      { numRuns: 400 },
    );
  });

  it("give an answer that some supervisor gave, or none", () => {
    fc.assert(
      fc.property(rule, fc.array(group, { minLength: 2, maxLength: 4 }), (id, groups) => {
        const given = labelRuleById(id).label(groups.map(opinionOf), USUAL);
        expect(given === null || groups.some((answers) => answers.some((answer) => answer === given))).toBe(true);
      }),
    );
  });

  it("give what all are unanimous about", () => {
    fc.assert(
      fc.property(rule, fc.integer({ min: 2, max: 5 }), (id, count) => {
        const sure = opinionOf(["7", "7", "7", "7", "7"]);
        expect(
          labelRuleById(id).label(
            Array.from({ length: count }, () => sure),
            USUAL,
          ),
        ).toBe("7");
      }),
    );
  });

  it("are the vote where there is one supervisor, and never the agent's own answers where it is none", () => {
    fc.assert(
      fc.property(rule, group, group, group, (id, a, b, c) => {
        const ring = fixtureStep(coRl, K, [a, b, c], 0, [[2], [0], [1]], id);
        const plain = fixtureStep(coRl, K, [a, b, c]);
        expect(coRl.exchange(ring)).toEqual(coRl.exchange(plain));
        const others = (own: readonly Answer[]) =>
          suppliedLabels(fixtureStep(coRl, K, [own, b, c], 0, [[1, 2], [0], [0]], id), 0);
        expect(others(a)).toEqual(others(c));
      }),
    );
  });

  it("agree, else the surest is the largest share wherever it gives a label to two that differ", () => {
    fc.assert(
      fc.property(group, group, (a, b) => {
        const both = [opinionOf(a), opinionOf(b)];
        const given = labelRuleById("agree-else-surest").label(both, USUAL);
        if (given !== null) expect(given).toBe(labelRuleById("largest-share").label(both, USUAL));
      }),
    );
  });
});
