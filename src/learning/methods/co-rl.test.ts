import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../tasks/task.ts";
import { coRl } from "./co-rl.ts";
import { fixtureStep } from "./fixture.ts";

const answer: fc.Arbitrary<Answer> = fc.option(fc.constantFrom("1", "2", "3"));
const group = fc.array(answer, { minLength: 6, maxLength: 6 });

describe("Co-RL", () => {
  it("rewards both of two agents for the other's majority", () => {
    const step = fixtureStep(coRl, 3, [
      ["1", "1", "2", "5", "6", "6"],
      ["2", "2", "1", null, null, null],
    ]);
    const [first, second] = coRl.exchange(step);
    expect(first?.labels).toEqual(["2", null]);
    expect([...(first?.rewards ?? [])]).toEqual([0, 0, 1, 0, 0, 0]);
    expect(second?.labels).toEqual(["1", "6"]);
    expect([...(second?.rewards ?? [])]).toEqual([0, 0, 1, 0, 0, 0]);
  });

  it("passes labels round a ring of five: each agent has its predecessor's", () => {
    const step = fixtureStep(coRl, 2, [
      ["1", "1"],
      ["2", "2"],
      ["3", "3"],
      ["4", "1"],
      [null, "5"],
    ]);
    const exchanges = coRl.exchange(step);
    expect(exchanges.map((exchange) => exchange.labels[0])).toEqual(["5", "1", "2", "3", "4"]);
    expect(exchanges.map((exchange) => [...exchange.rewards])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it("never labels an agent by itself: its own answers do not move its labels", () => {
    fc.assert(
      fc.property(group, group, group, group, (a, b, c, other) => {
        const before = coRl.exchange(fixtureStep(coRl, 3, [a, b, c]))[1]?.labels;
        const after = coRl.exchange(fixtureStep(coRl, 3, [a, other, c]))[1]?.labels;
        expect(after).toEqual(before);
      }),
    );
  });

  it("pools the answers of several supervisors: each counts, what did not parse does not", () => {
    const answers = [
      ["1", "1", "3"],
      ["2", "2", "3"],
      ["3", "3", null],
      [null, null, null],
    ];
    const labels = (supervisors: readonly (readonly number[])[]) =>
      coRl.exchange(fixtureStep(coRl, 3, answers, 0, supervisors)).map((exchange) => exchange.labels[0]);
    // A and B vote 1 and 2: pooled with C's, 3 has four of eight; A and B alone: 1, 2 and 3 twice each, and A's 1 was seen first.
    expect(
      labels([
        [1, 2],
        [0, 2],
        [0, 1],
        [0, 1, 2],
      ]),
    ).toEqual(["3", "3", "1", "3"]);
    expect(labels([[3], [2, 3], [1, 3], [3]])).toEqual([null, "3", "2", null]);
    // By turns: 8 1 7 1 7 9, so 1 is seen before 7, though A's 7 stands before any answer of B.
    const turns = fixtureStep(
      coRl,
      3,
      [
        ["8", "7", "7"],
        ["1", "1", "9"],
        ["1", "1", "1"],
      ],
      0,
      [[1], [0], [0, 1]],
    );
    expect(coRl.exchange(turns)[2]?.labels).toEqual(["1"]);
  });

  it("turns with the ring", () => {
    fc.assert(
      fc.property(group, group, group, (a, b, c) => {
        const [first, second, third] = coRl.exchange(fixtureStep(coRl, 3, [a, b, c]));
        expect(coRl.exchange(fixtureStep(coRl, 3, [b, c, a]))).toEqual([second, third, first]);
      }),
    );
  });

  it("gives two agents of the same answers what self-rewarding would", () => {
    fc.assert(
      fc.property(group, (own) => {
        const step = fixtureStep(coRl, 3, [own, own]);
        const [first, second] = coRl.exchange(step);
        expect(first).toEqual(second);
        expect(first?.labels).toEqual(step.agents[0]?.votes.map((vote) => vote.label));
      }),
    );
  });
});
