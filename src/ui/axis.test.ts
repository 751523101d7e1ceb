/** Axes: they contain what they show, grow and never shrink, and have few ticks. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { axisOf, growRange, type Range, stepAxis, tickStep } from "./axis.ts";

const ACCURACY = { empty: { min: 0, max: 100 }, span: 30, floor: 0, ceiling: 100 };
const SPREAD = { empty: { min: 0, max: 1 }, span: 0.4, floor: 0, ceiling: Number.POSITIVE_INFINITY, include: 0 };

test("tick distances are 1, 2 or 5 times a power of ten", () => {
  expect([tickStep(100, 4), tickStep(30, 4), tickStep(0.4, 4), tickStep(7, 4)]).toEqual([50, 10, 0.1, 2]);
});

test("a first value gets room around it; ticks are exact", () => {
  expect(growRange(null, 56, 58, ACCURACY)).toEqual({ min: 40, max: 80 });
  expect(growRange(null, 0.31, 0.33, SPREAD)).toEqual({ min: 0, max: 0.4 });
  expect(axisOf({ min: 0, max: 0.4 }).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
});

test("nothing to show leaves the range as it was", () => {
  expect(growRange(null, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, ACCURACY)).toBeNull();
  expect(growRange({ min: 20, max: 60 }, Number.NaN, Number.NaN, ACCURACY)).toEqual({ min: 20, max: 60 });
});

test("an axis contains its values, its past, and stays within its bounds", () => {
  const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 });
  for (const rule of [ACCURACY, { ...SPREAD, ceiling: 100 }]) {
    fc.assert(
      fc.property(values, (seen) => {
        let range: Range | null = null;
        for (const value of seen) {
          const before: Range | null = range;
          range = growRange(range, value, value, rule);
          expect(range).not.toBeNull();
          if (!range) continue;
          expect(range.min).toBeLessThanOrEqual(Math.min(value, before?.min ?? value));
          expect(range.max).toBeGreaterThanOrEqual(Math.max(value, before?.max ?? value));
          expect(range.min).toBeGreaterThanOrEqual(0);
          expect(range.max).toBeLessThanOrEqual(100);
          expect(axisOf(range).ticks.length).toBeGreaterThanOrEqual(2);
          expect(axisOf(range).ticks.length).toBeLessThanOrEqual(7);
        }
      }),
    );
  }
});

test("a short run shows its whole length, a long one grows by doubling up to its end", () => {
  expect(stepAxis(null, 3, 200)).toMatchObject({ min: 0, max: 200 });
  expect(stepAxis(null, 0, 0)).toMatchObject({ min: 0, max: 1 });
  let axis: Range | null = null;
  const seen: number[] = [];
  for (let step = 0; step <= 10_000; step++) {
    axis = stepAxis(axis, step, 10_000);
    expect(axis.max).toBeGreaterThanOrEqual(step);
    if (seen.at(-1) !== axis.max) seen.push(axis.max);
  }
  expect(seen).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000]);
  expect(stepAxis(null, 7, 7).ticks.every((tick) => Number.isInteger(tick))).toBe(true);
});
