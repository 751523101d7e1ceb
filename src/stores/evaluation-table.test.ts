/** Held-out accuracy by step. */
import { expect, test } from "vitest";
import { createEvaluationTable } from "./evaluation-table.ts";

const estimate = (mean: number) => [{ mean, low: mean - 0.1, high: mean + 0.1 }];

test("finds the latest evaluation at or before a step", () => {
  const table = createEvaluationTable();
  expect(table.before(5)).toBeNull();
  for (const step of [0, 10, 20]) table.add({ step, estimates: estimate(step / 100) });
  expect(table.before(-1)).toBeNull();
  expect(table.before(0)?.step).toBe(0);
  expect(table.before(19)?.step).toBe(10);
  expect(table.before(99)?.step).toBe(20);
  expect(table.last?.step).toBe(20);
});

test("the final evaluation replaces one of the same step; earlier steps are refused", () => {
  const table = createEvaluationTable();
  table.add({ step: 0, estimates: estimate(0.5) });
  table.add({ step: 0, estimates: estimate(0.6) });
  expect(table.length).toBe(1);
  expect(table.last?.estimates[0]?.mean).toBe(0.6);
  table.add({ step: 3, estimates: estimate(0.6) });
  expect(() => table.add({ step: 2, estimates: estimate(0.6) })).toThrow(RangeError);
});

test("shows few of many, exact, the first and the last among them", () => {
  const table = createEvaluationTable();
  for (let n = 0; n <= 1000; n++) table.add({ step: 10 * n, estimates: estimate(n / 1000) });
  const shown = table.shown(60);
  expect(shown.length).toBeLessThanOrEqual(61);
  expect(shown.length).toBeGreaterThan(30);
  expect([shown[0]?.step, shown.at(-1)?.step]).toEqual([0, 10_000]);
  expect(shown[1]?.estimates[0]?.mean).toBe((shown[1]?.step ?? 0) / 10_000);
});
