import { describe, expect, it } from "vitest";
import { controls, FAMILIES, FAMILY_IDS, familyOf, ladder } from "./families.ts";
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
      expect(changes).toEqual([["corpus"], ["architecture"], ["digitOrder"], ["size"], ["replica"]]);
    }
  });

  it("stand on a ladder from the same checkpoint to another family with the paraphrase", () => {
    for (const id of FAMILY_IDS) {
      const { spec } = FAMILIES[id];
      const rungs = ladder(spec);
      const changes = rungs.map(({ peer }) =>
        (Object.keys(spec) as (keyof typeof spec)[]).filter((key) => peer[key] !== spec[key]),
      );
      expect(changes.slice(0, 6)).toEqual([[], ["replica"], ["size"], ["digitOrder"], ["architecture"], ["corpus"]]);
      for (const { peer } of rungs.slice(6)) {
        expect(familyOf(peer)).not.toBe(id);
        expect(peer.architecture).not.toBe(spec.architecture);
        expect(peer.corpus).not.toBe(spec.corpus);
      }
      expect(rungs.map(({ paraphrase }) => paraphrase)).toEqual([...new Array(7).fill(false), true]);
    }
    // A policy of no family gets one that differs in both.
    const mixed = { ...FAMILIES.Q.spec, corpus: "L" as const };
    expect(familyOf(ladder(mixed)[6]?.peer ?? mixed)).toBe("P");
  });
});
