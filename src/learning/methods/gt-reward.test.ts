import { expect, it } from "vitest";
import { fixtureStep } from "./fixture.ts";
import { gtReward } from "./gt-reward.ts";

it("rewards the true answer, also against every vote", () => {
  const step = fixtureStep(gtReward, 3, [
    ["1", "1", "2", "5", "5", null],
    ["2", "2", "2", null, null, null],
  ]);
  const [first, second] = gtReward.exchange(step, ["2", "5"]);
  expect([...(first?.rewards ?? [])]).toEqual([0, 0, 1, 1, 1, 0]);
  expect([...(second?.rewards ?? [])]).toEqual([1, 1, 1, 0, 0, 0]);
  expect(first?.labels).toEqual(["2", "5"]);
});
