/** Co-rewarding: labels come from the second view of the same agent. Worked out by hand. */
import { describe, expect, it } from "vitest";
import { coRewarding1 } from "./co-rewarding-1.ts";
import { coRewarding2 } from "./co-rewarding-2.ts";
import { fixtureStep, withSecond } from "./fixture.ts";
import { ttrl } from "./ttrl.ts";

/** Two prompts, K 3. The phrasings differ on the first; on the second a tie, which the first seen wins, and unparsed answers. */
const OWN = ["1", "1", "2", "5", "6", null];
const OTHER = ["2", "2", "1", null, "6", null];

describe("Co-rewarding-I", () => {
  const [exchange] = coRewarding1.exchange(withSecond(fixtureStep(coRewarding1, 3, [OWN]), [OTHER]));

  it("rewards each phrasing for the other's vote", () => {
    expect(exchange?.labels).toEqual(["2", "6"]);
    expect([...(exchange?.rewards ?? [])]).toEqual([0, 0, 1, 0, 1, 0]);
    expect(exchange?.second?.labels).toEqual(["1", "5"]);
    expect([...(exchange?.second?.rewards ?? [])]).toEqual([0, 0, 1, 0, 0, 0]);
  });

  it("is TTRL where both phrasings gave the same", () => {
    const same = fixtureStep(coRewarding1, 3, [OWN]);
    const [own] = ttrl.exchange(same);
    expect(coRewarding1.exchange(same)[0]).toEqual({ ...own, second: own });
  });

  it("leaves a phrasing unlabelled where nothing of the other parsed, and that one alone", () => {
    const [silent] = coRewarding1.exchange(withSecond(fixtureStep(coRewarding1, 2, [["1", "1"]]), [[null, null]]));
    expect(silent?.labels).toEqual([null]);
    expect([...(silent?.rewards ?? [])]).toEqual([0, 0]);
    expect(silent?.second?.labels).toEqual(["1"]);
    expect([...(silent?.second?.rewards ?? [])]).toEqual([0, 0]);
  });

  it("works with one rollout, and keeps five agents apart", () => {
    const first = [["1"], ["2"], ["3"], ["4"], ["5"]];
    const second = [["1"], ["1"], ["3"], [null], ["4"]];
    const exchanges = coRewarding1.exchange(withSecond(fixtureStep(coRewarding1, 1, first), second));
    expect(exchanges.map(({ rewards }) => rewards[0])).toEqual([1, 0, 1, 0, 0]);
    expect(exchanges.map(({ labels }) => labels[0])).toEqual(["1", "1", "3", null, "4"]);
    expect(exchanges.map((each) => each.second?.labels[0])).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("does without a second view in a sentence", () => {
    expect(() => coRewarding1.exchange(fixtureStep(ttrl, 1, [["1"]]))).toThrow(/second view/);
  });
});

describe("Co-rewarding-II", () => {
  it("rewards for the copy's vote, and the copy for nothing", () => {
    const [exchange] = coRewarding2.exchange(withSecond(fixtureStep(coRewarding2, 3, [OWN]), [OTHER]));
    expect(exchange?.labels).toEqual(["2", "6"]);
    expect([...(exchange?.rewards ?? [])]).toEqual([0, 0, 1, 0, 1, 0]);
    expect(exchange?.second).toBeUndefined();
  });

  it("takes the threshold of a vote for the copy's too", () => {
    const step = fixtureStep(coRewarding2, 3, [["1", "1", "1"]], 0.9);
    expect(coRewarding2.exchange(withSecond(step, [["1", "1", "2"]]))[0]?.labels).toEqual([null]);
  });

  it("is not moved by the agent's own vote or by other agents", () => {
    const given = withSecond(fixtureStep(coRewarding2, 3, [OWN, ["9", "9", "9", "9", "9", "9"]]), [OTHER, OWN]);
    const [a] = given.agents;
    if (!a) throw new Error("no agent");
    const alone = { ...given, agents: [{ ...a, votes: [] }] };
    expect(coRewarding2.exchange(alone)[0]).toEqual(coRewarding2.exchange(given)[0]);
  });
});
