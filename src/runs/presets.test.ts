/** The presets as the menus list them. */
import { expect, test } from "vitest";
import { METHODS } from "../learning/method.ts";
import { methodById } from "../learning/methods/index.ts";
import { cohortSchema } from "./config.ts";
import { COMPARABLE, compareCohort, PRESET_GROUPS, PRESET_LIST, PRESETS, presetById } from "./presets.ts";

test("each id has its preset, once, in a group that the menu has", () => {
  expect(PRESET_LIST.map(({ id }) => id).sort()).toEqual([...PRESETS].sort());
  for (const { group } of PRESET_LIST) expect(PRESET_GROUPS).toContain(group);
  // The menus list by group, so the list itself is in that order.
  const places = PRESET_LIST.map(({ group }) => PRESET_GROUPS.indexOf(group));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

// Methods with roles have theirs as soon as a run can name its task.
test("each method without roles has one, and each is a cohort that its method takes", () => {
  for (const method of METHODS.filter((id) => !methodById(id).roles))
    expect(PRESET_LIST.some(({ cohort }) => cohort.method === method)).toBe(true);
  for (const { cohort } of PRESET_LIST) expect(cohortSchema.parse(cohort)).toEqual(cohort);
});

test("titles and descriptions are whole, and no two are alike", () => {
  expect(new Set(PRESET_LIST.map(({ title }) => title)).size).toBe(PRESET_LIST.length);
  for (const { description } of PRESET_LIST) expect(description).toMatch(/^[A-Z].*[.?]$/);
});

test("a preset's sentence stands alone beside its name: it leans on no other preset's", () => {
  for (const { id, description } of PRESET_LIST) expect(description, id).not.toMatch(/^The same\b/);
});

test("where a comparison puts other agents under a preset's method, its sentence holds for them too", () => {
  const two = presetById("co-rl-different").cohort;
  for (const id of COMPARABLE) {
    const preset = presetById(id);
    const lent = compareCohort(two, id).agents.length !== preset.cohort.agents.length;
    if (lent) expect(preset.description, id).not.toMatch(/\b(two|three) (families|agents)/i);
  }
});
