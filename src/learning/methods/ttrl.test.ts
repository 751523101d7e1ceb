import { describe, expect, it } from "vitest";
import { fixtureStep } from "./fixture.ts";
import { ttrl } from "./ttrl.ts";

describe("TTRL", () => {
  it("rewards each agent for its own majority", () => {
    const step = fixtureStep(ttrl, 3, [
      ["1", "1", "2", null, null, null],
      ["2", "2", "1", "4", "3", "3"],
    ]);
    const [first, second] = ttrl.exchange(step);
    expect(first?.labels).toEqual(["1", null]);
    expect([...(first?.rewards ?? [])]).toEqual([1, 1, 0, 0, 0, 0]);
    expect(second?.labels).toEqual(["2", "3"]);
    expect([...(second?.rewards ?? [])]).toEqual([1, 1, 0, 0, 1, 1]);
  });

  it("leaves unlabelled what misses the threshold", () => {
    const step = fixtureStep(ttrl, 4, [["1", "1", "2", "3", "5", "5", "5", "6"]], 0.6);
    const [only] = ttrl.exchange(step);
    expect(only?.labels).toEqual([null, "5"]);
    expect([...(only?.rewards ?? [])]).toEqual([0, 0, 0, 0, 1, 1, 1, 0]);
  });

  it("does not feel the other agents", () => {
    const own = ["1", "1", "2", "7", "8", "8"];
    const alone = ttrl.exchange(fixtureStep(ttrl, 3, [own]))[0];
    expect(ttrl.exchange(fixtureStep(ttrl, 3, [own, ["9", "9", "9", "9", "9", "9"]]))[0]).toEqual(alone);
  });
});
