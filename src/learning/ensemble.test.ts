import { describe, expect, it } from "vitest";
import { majorityRight } from "./ensemble.ts";

describe("one vote over several agents' rollouts", () => {
  it("is the agent's own majority where it is alone; no answer that parses is not right", () => {
    const answers = ["1", "2", "2", "3", null, null, null, null];
    expect(majorityRight([answers], ["2", "9"], 4)).toEqual([1, 0]);
  });

  it("takes the first half of each of two agents' rollouts", () => {
    const sure = ["5", "5", "9", "9"];
    const split = ["5", "7", "7", "7"];
    // 5 5 5 7; with the second halves 7 and 9 would have won.
    expect(majorityRight([sure, split], ["5"], 4)).toEqual([1]);
    expect(majorityRight([sure, split], ["7"], 4)).toEqual([0]);
  });

  it("lets the agents lead in turn where votes are tied", () => {
    const a = ["1", "1", "1", "1", "1", "1", "1", "1"];
    const b = ["2", "2", "2", "2", "2", "2", "2", "2"];
    expect(majorityRight([a, b], ["1", "1"], 4)).toEqual([1, 0]);
    expect(majorityRight([a, b], ["2", "2"], 4)).toEqual([0, 1]);
  });

  it("sees the agents' answers in turns, not one agent after the other", () => {
    // Answers that no agent gave twice: the very first is elected.
    expect(
      majorityRight(
        [
          ["4", "6", null, null],
          ["5", "7", null, null],
        ],
        ["4"],
        4,
      ),
    ).toEqual([1]);
    // Where the leading agent's first completion has no answer, the other's first one is seen first, not its own second.
    expect(
      majorityRight(
        [
          [null, "6", null, null],
          ["5", null, null, null],
        ],
        ["5"],
        4,
      ),
    ).toEqual([1]);
  });

  it("refuses rollouts that cannot be shared equally", () => {
    expect(() => majorityRight([["1"], ["1"], ["1"]], ["1"], 8)).toThrow(/8 rollouts cannot be shared equally among 3 agents/);
    expect(() => majorityRight([], ["1"], 8)).toThrow(RangeError);
  });
});
