/** What an experiment will cost. */
import { expect, test } from "vitest";
import { expandPlan } from "../../runs/plan-expand.ts";
import { SMOKE } from "../../runs/plans/smoke.ts";
import { TABLE_1 } from "../../runs/plans/table-1.ts";
import { costOf, recordBytes, speedOf, usualParallel, workOf } from "./cost.ts";

const { runs } = expandPlan(TABLE_1);
const pair = runs.find(({ config }) => config.cohort.method === "co-rl")?.config;
if (!pair) throw new Error("The plan has no Co-RL row.");

test("twice the steps are nearly twice the work, Base is only its evaluations, large policies count twice", () => {
  const longer = { ...pair, training: { ...pair.training, steps: 2 * pair.training.steps } };
  expect(workOf(longer) / workOf(pair)).toBeGreaterThan(1.8);
  expect(workOf(longer) / workOf(pair)).toBeLessThan(2);
  const both = { ...pair, cohort: { ...pair.cohort, method: "co-rewarding-1" as const } };
  const copied = { ...pair, cohort: { ...pair.cohort, method: "co-rewarding-2" as const } };
  expect(workOf(both)).toBeGreaterThan(workOf(copied));
  expect(workOf(copied)).toBeGreaterThan(1.15 * workOf(pair));
  const base = { ...pair, cohort: { ...pair.cohort, method: "base" as const } };
  expect(workOf(base)).toBeLessThan(workOf(pair) / 5);
  const agents = pair.cohort.agents.map((agent) => ({ ...agent, size: "large" as const }));
  expect(workOf({ ...pair, cohort: { ...pair.cohort, agents } })).toBeGreaterThan(1.7 * workOf(pair));
});

test("the speed is of finished runs on that backend, else measured, else a laptop's, else unknown", () => {
  const finished = [{ config: pair, backend: "simd" as const, seconds: 20 }];
  expect(speedOf("simd", finished, 1)).toEqual({ secondsEach: 20 / workOf(pair), source: "finished" });
  expect(speedOf("auto", finished, null)?.source).toBe("finished");
  expect(speedOf("wasm", finished, 0.001)).toEqual({ secondsEach: 0.001, source: "measured" });
  expect(speedOf("wasm", finished, null)?.source).toBe("laptop");
  expect(speedOf("webgpu", finished, null)).toBeNull();
});

test("a laptop's pair of 200 steps is about the ten seconds and evaluations that it takes there", () => {
  const seconds = costOf([{ key: "x", backend: "simd", config: pair }], speedOf("simd", [], null), 1).seconds;
  expect(seconds).toBeGreaterThan(9);
  expect(seconds).toBeLessThan(20);
});

test("costs add up, and runs at once share the time", () => {
  const speed = speedOf("simd", [], null);
  const [one, two] = [costOf(runs, speed, 1), costOf(runs, speed, 2)];
  expect(one.runs).toBe(runs.length);
  expect(one.steps).toBe(runs.filter(({ config }) => config.cohort.method !== "base").length * 200);
  expect((one.seconds ?? 0) / (two.seconds ?? 1)).toBeCloseTo(2);
  expect(costOf(runs.slice(0, 1), speed, 8).seconds).toBe(costOf(runs.slice(0, 1), speed, 1).seconds);
  expect(costOf(runs, null, 1).seconds).toBeNull();
  expect(costOf([], speed, 2)).toEqual({ runs: 0, steps: 0, seconds: 0, bytes: 0 });
  expect(recordBytes(pair)).toBeGreaterThan(200 * 8 * 40);
});

test("an agent a core, at least one cohort", () => {
  expect(usualParallel(expandPlan(SMOKE).runs, 8)).toBe(4);
  expect(usualParallel(runs, 8)).toBe(2);
  expect(usualParallel(runs, 1)).toBe(1);
});
