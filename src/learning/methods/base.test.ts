import { expect, it } from "vitest";
import { base } from "./base.ts";
import { fixtureStep } from "./fixture.ts";

it("labels nothing and rewards nobody", () => {
  const exchanges = base.exchange(fixtureStep(base, 2, [["1", "1", "2", "3"]]));
  expect(exchanges).toEqual([{ labels: [null, null], rewards: new Float32Array(4) }]);
  expect(base.trains).toBe(false);
});
