import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../tasks/task.ts";
import { fixtureStep } from "./fixture.ts";
import { rlccf } from "./rlccf.ts";

const answer: fc.Arbitrary<Answer> = fc.option(fc.constantFrom("1", "2", "3"));
const group = fc.array(answer, { minLength: 6, maxLength: 6 });

describe("RLCCF", () => {
  it("gives all one label: answers weighted by self-consistency", () => {
    // Prompt 1, K = 3: A 1 1 2 (SC 2/3), B 3 3 3 (SC 1), C 1 1 . (SC 2/3). 1: 2/3 x 2 + 2/3 x 2 = 8/3; 3: 3. Pooled, 1 would win by 4 to 3.
    // Prompt 2: A unparsed, B 4 5 6 (SC 1/3), C 6 6 4 (SC 2/3). 6: 1/3 + 4/3; 4: 1/3 + 2/3.
    const exchanges = rlccf.exchange(
      fixtureStep(rlccf, 3, [
        ["1", "1", "2", null, null, null],
        ["3", "3", "3", "4", "5", "6"],
        ["1", "1", null, "6", "6", "4"],
      ]),
    );
    for (const { labels } of exchanges) expect(labels).toEqual(["3", "6"]);
    expect(exchanges.map(({ rewards }) => [...rewards])).toEqual([
      [0, 0, 0, 0, 0, 0],
      [1, 1, 1, 0, 0, 1],
      [0, 0, 0, 1, 1, 0],
    ]);
  });

  it("labels nothing where nothing parsed", () => {
    const [first] = rlccf.exchange(
      fixtureStep(rlccf, 2, [
        [null, null],
        [null, null],
      ]),
    );
    expect(first?.labels).toEqual([null]);
  });

  it("has the same label for all, and two agents of the same answers get their own majority", () => {
    fc.assert(
      fc.property(group, group, group, (a, b, c) => {
        const [first, ...others] = rlccf.exchange(fixtureStep(rlccf, 3, [a, b, c]));
        for (const { labels } of others) expect(labels).toEqual(first?.labels);
        const step = fixtureStep(rlccf, 3, [a, a]);
        expect(rlccf.exchange(step)[1]?.labels).toEqual(step.agents[0]?.votes.map((vote) => vote.label));
      }),
    );
  });
});
