/** What Run is said to do follows from the settings. */
import { expect, test } from "vitest";
import { defaultLink } from "../../runs/link.ts";
import { introduction, pairSteps, roughSeconds } from "./estimate.ts";

const link = defaultLink();

test("time goes with steps, agents and rollouts", () => {
  expect(pairSteps(link)).toBe(400);
  expect(pairSteps({ config: { ...link.config, compare: null, training: { ...link.config.training, rollouts: 16 } } })).toBe(400);
  const views = { ...link.config.cohort, method: "co-rewarding-1" as const };
  expect(pairSteps({ config: { ...link.config, cohort: views } })).toBe(600);
  expect(roughSeconds({ ...link, backend: "wasm" })).toBeGreaterThan(roughSeconds({ ...link, backend: "simd" }) ?? 0);
});

test("each case has its words", () => {
  expect(introduction(link)).toMatch(
    /^Run starts it\. Both cohorts .* for 200 steps: about \d+.*, where the simd engine runs\.$/,
  );
  expect(introduction({ ...link, backend: "webgpu" })).toMatch(/depends on the graphics card\.$/);
  const base = { ...link.config, cohort: { ...link.config.cohort, method: "base" as const }, compare: null };
  expect(introduction({ ...link, config: base })).toMatch(/nothing is trained/);
});
