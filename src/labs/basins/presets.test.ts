/** What the presets promise is what the theory says. */
import { expect, it } from "vitest";
import { expectedAccuracy } from "../../theory/populations.ts";
import { verdict } from "../../theory/verdict.ts";
import { PRESETS } from "./presets.ts";
import { largestK, reconcile, settingOf, withAgents } from "./state.ts";

function byId(id: string) {
  const preset = PRESETS.find((candidate) => candidate.id === id);
  if (!preset) throw new Error(`There is no preset ${id}.`);
  return preset.state;
}
const outcome = (id: string) => verdict(settingOf(byId(id)), byId(id).p).outcome;
const accuracy = (id: string) => {
  const { population } = byId(id);
  if (population.kind !== "prompts") throw new Error("The preset has no prompts.");
  return expectedAccuracy(population.prompts, settingOf(byId(id)));
};

it("the nine of them fit together", () => {
  expect(PRESETS).toHaveLength(9);
  for (const { state } of PRESETS) expect(reconcile(state)).toEqual({ state, notes: [] });
});

it("the theorem: alone apart, together right", () => expect(outcome("theorem")).toEqual({ self: [1, 0], cross: 1 }));

it("the paper's example: 0.5 alone, 1 together", () => expect(accuracy("paper")).toMatchObject({ self: 0.5, cross: 1 }));

it("weak but complementary: the same from weaker agents", () => {
  expect(accuracy("complementary")).toMatchObject({ self: 0.5, cross: 1 });
});

it("the slower one weighs more: the sum is below 1 and both end right", () => {
  const [pA = 1, pB = 1] = byId("slower").p;
  expect(pA + pB).toBeLessThan(1);
  expect(outcome("slower").cross).toBe(1);
});

it("scattered against shared mistakes at the same p, both below one half", () => {
  expect(byId("scattered").p).toEqual(byId("shared").p);
  expect(Math.max(...byId("scattered").p)).toBeLessThan(0.5);
  expect(outcome("scattered").cross).toBe(1);
  expect(outcome("shared")).toEqual({ self: [0, 0], cross: 0 });
});

it("ring of three: one good agent carries two weak ones", () => expect(outcome("ring")).toEqual({ self: [1, 0, 0], cross: 1 }));

it("an even K and a threshold leave the border where it is", () => {
  for (const id of ["even", "threshold"]) expect(outcome(id)).toEqual({ self: [1, 0], cross: 1 });
});

it("another number of agents keeps who was there", () => {
  const three = withAgents({ ...byId("theorem"), points: [[0.1, 0.2]] }, 3);
  expect(three.p).toEqual([0.7, 0.4, 0.5]);
  expect(three.points).toEqual([]);
  expect(withAgents({ ...three, axes: [1, 2] }, 2).axes).toEqual([0, 1]);
});

it("K has a cap where there are many answers", () => {
  expect([2, 3, 4, 5, 8].map(largestK)).toEqual([256, 16, 16, 12, 12]);
});
