import { describe, expect, it } from "vitest";
import { controls, FAMILIES, FAMILY_IDS, familyOf } from "./families.ts";
import { checkpointId } from "./spec.ts";

describe("families", () => {
  it("are the prototype's", () => {
    expect(FAMILY_IDS.map((id) => checkpointId(FAMILIES[id].spec, 2))).toEqual([
      "attention-small-msb-Q-r0-s2",
      "recurrent-small-lsb-L-r0-s2",
      "convolutional-small-msb-P-r0-s2",
    ]);
    // Of 6e-4.
    expect(FAMILY_IDS.map((id) => 6e-4 * FAMILIES[id].learningRateScale)).toEqual([6e-4, expect.closeTo(4e-4, 12), 6e-4]);
    for (const id of FAMILY_IDS) expect(familyOf({ ...FAMILIES[id].spec, replica: 1, size: "large" })).toBe(id);
    expect(familyOf({ ...FAMILIES.Q.spec, corpus: "L" })).toBeNull();
  });

  it("have controls that change exactly one thing", () => {
    for (const id of FAMILY_IDS) {
      const { spec } = FAMILIES[id];
      const changes = controls(spec).map(({ peer }) =>
        (Object.keys(spec) as (keyof typeof spec)[]).filter((key) => peer[key] !== spec[key]),
      );
      expect(changes).toEqual([["corpus"], ["architecture"], ["digitOrder"], ["replica"]]);
    }
  });
});
