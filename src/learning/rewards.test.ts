import { describe, expect, it } from "vitest";
import { agreementExchange } from "./rewards.ts";

describe("agreementExchange", () => {
  it("rewards the rollouts that answer their own prompt's label", () => {
    const { labels, rewards } = agreementExchange(["1", "2", null, "1", "2", "2"], ["1", "2"], 3);
    expect(labels).toEqual(["1", "2"]);
    expect([...rewards]).toEqual([1, 0, 0, 0, 1, 1]);
  });

  it("rewards nobody on an unlabelled prompt, unparsed answers least of all", () => {
    expect([...agreementExchange([null, "1", null, null], [null, "1"], 2).rewards]).toEqual([0, 0, 0, 0]);
  });

  it("compares whole answers", () => {
    expect([...agreementExchange(["9", "95", "095"], ["95"], 3).rewards]).toEqual([0, 1, 0]);
  });
});
