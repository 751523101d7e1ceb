import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../tasks/task.ts";
import { type VoteOptions, vote, voteAll } from "./vote.ts";

const PLAIN: VoteOptions = { threshold: 0, tieRule: "first-seen" };
const answers: fc.Arbitrary<Answer[]> = fc.array(fc.option(fc.constantFrom("4", "5", "6", "7")), { maxLength: 16 });

describe("vote", () => {
  it("elects the most frequent parsed answer", () => {
    expect(vote(["5", "6", null, "6", "7", "6"], PLAIN)).toEqual({
      label: "6",
      plurality: "6",
      share: 3 / 5,
      parsed: 5,
      distinct: 3,
      tied: false,
    });
  });

  it("elects the first seen of a tie, or nobody, as the tie rule says", () => {
    const tie = ["9", "7", "7", "9", "8"];
    expect(vote(tie, PLAIN)).toMatchObject({ label: "9", plurality: "9", share: 2 / 5, tied: true });
    expect(vote(["7", "9", "9", "7", "8"], PLAIN).label).toBe("7");
    expect(vote(tie, { threshold: 0, tieRule: "unlabelled" })).toMatchObject({ label: null, plurality: "9", tied: true });
  });

  it("forgets a tie that a later answer breaks, and one below the top", () => {
    expect(vote(["1", "2", "2"], PLAIN)).toMatchObject({ label: "2", tied: false });
    expect(vote(["1", "2", "3", "3"], { threshold: 0, tieRule: "unlabelled" })).toMatchObject({ label: "3", tied: false });
  });

  it("leaves unlabelled what nothing parsed of", () => {
    const nobody = { label: null, plurality: null, share: 0, parsed: 0, distinct: 0, tied: false };
    expect(vote([null, null, null], PLAIN)).toEqual(nobody);
    expect(vote([], PLAIN)).toEqual(nobody);
  });

  it("takes a single rollout's answer", () => {
    expect(vote(["12"], PLAIN)).toMatchObject({ label: "12", share: 1 });
  });

  it("wants the threshold's share of the parsed answers, no more", () => {
    const group = ["5", null, "5", "6", null, "7"];
    expect(vote(group, { ...PLAIN, threshold: 0.5 }).label).toBe("5");
    expect(vote(group, { ...PLAIN, threshold: 0.51 })).toMatchObject({ label: null, plurality: "5", share: 0.5 });
    expect(vote(["5", "5"], { ...PLAIN, threshold: 1 }).label).toBe("5");
  });

  it("counts as a plain recount does", () => {
    fc.assert(
      fc.property(answers, (group) => {
        const result = vote(group, PLAIN);
        const count = (answer: Answer): number => group.filter((other) => other === answer).length;
        const parsed = group.filter((answer) => answer !== null);
        const top = Math.max(0, ...parsed.map(count));
        expect(result.plurality).toBe(parsed.find((answer) => count(answer) === top) ?? null);
        expect(result.tied).toBe(new Set(parsed.filter((answer) => count(answer) === top)).size > 1);
        expect([result.parsed, result.distinct]).toEqual([parsed.length, new Set(parsed).size]);
      }),
    );
  });

  it("does not mind unparsed answers, the order of an untied vote, or the answers' names", () => {
    const rename = (answer: Answer): Answer => (answer === null ? null : `x${answer}`);
    fc.assert(
      fc.property(answers, (group) => {
        const result = vote(group, PLAIN);
        expect(vote([null, ...group, null], PLAIN)).toEqual(result);
        expect(vote(group.map(rename), PLAIN).label).toBe(rename(result.label));
        if (!result.tied) expect(vote([...group].reverse(), PLAIN)).toEqual(result);
      }),
    );
  });

  it("keeps a winner who gets another vote", () => {
    fc.assert(
      fc.property(answers, (group) => {
        const { label } = vote(group, PLAIN);
        expect(vote([...group, label], PLAIN).label).toBe(label);
      }),
    );
  });
});

describe("voteAll", () => {
  it("votes on each group of K alone", () => {
    const votes = voteAll(["1", "1", "2", "2", "2", "3", null, null, null], 3, PLAIN);
    expect(votes.map((result) => result.label)).toEqual(["1", "2", null]);
  });
});
