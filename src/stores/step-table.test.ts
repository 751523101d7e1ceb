/** The column store: exact raw values, bucket means equal to those computed anew, and an append that stays cheap at 10,000 steps. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createStepTable, MAX_BUCKETS } from "./step-table.ts";

const value = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

function meanOf(values: readonly number[]): number {
  const defined = values.filter((one) => !Number.isNaN(one));
  return defined.reduce((sum, one) => sum + one, 0) / defined.length;
}

test("a trailing mean ends with its step, leaves out what is undefined, and knows nothing after the last", () => {
  const table = createStepTable(["a"]);
  for (const value of [1, 2, Number.NaN, 4]) table.append([value]);
  expect([1, 2, 3, 4].map((step) => table.trailing(0, step, 2))).toEqual([1, 1.5, 2, 4]);
  expect(table.trailing(0, 9, 6)).toBe(4);
  expect(table.trailing(0, 0, 2)).toBeNaN();
  expect([table.endOf(0), table.endOf(3), table.endOf(9)]).toEqual([1, 4, 4]);
});

test("raw values come back as they went in, and buckets are the means of theirs", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 90 }), (rows) => {
      const table = createStepTable(["a", "b"], 8);
      for (const row of rows) table.append(row);
      expect(table.length).toBe(rows.length);
      expect(table.buckets).toBeLessThanOrEqual(8);
      const b = table.column("b");
      for (const [index, row] of rows.entries()) expect(table.at(b, index + 1)).toBe(row[1]);
      for (let bucket = 0; bucket < table.buckets; bucket++) {
        const first = bucket * table.width;
        const part = rows.slice(first, first + table.width).map((row) => row[1]);
        const expected = meanOf(part);
        if (Number.isNaN(expected)) expect(table.mean(b, bucket)).toBeNaN();
        else expect(table.mean(b, bucket)).toBeCloseTo(expected, 10);
        expect(table.stepOf(bucket)).toBe(first + 1 + (part.length - 1) / 2);
      }
      const recent = meanOf(rows.slice(-5).map((row) => row[1]));
      if (Number.isNaN(recent)) expect(table.recent(b, 5)).toBeNaN();
      else expect(table.recent(b, 5)).toBeCloseTo(recent, 10);
    }),
  );
});

test("steps outside of the table are not defined", () => {
  const table = createStepTable(["a"]);
  table.append([1]);
  expect([table.at(0, 0), table.at(0, 2)]).toEqual([Number.NaN, Number.NaN]);
});

test("misuse is told", () => {
  const table = createStepTable(["a", "b"]);
  expect(() => table.append([1])).toThrow("2 values, not 1");
  expect(() => table.column("c")).toThrow('no column "c"');
  expect(() => createStepTable(["a"], 3)).toThrow(RangeError);
});

test("10,000 steps of 40 columns: few points, right means, and the last thousand appends cost no more than a few milliseconds", () => {
  const names = Array.from({ length: 40 }, (_, n) => `c${n}`);
  const table = createStepTable(names);
  const row = new Float64Array(names.length);
  const append = (from: number, to: number): number => {
    const started = performance.now();
    for (let step = from; step <= to; step++) {
      for (let c = 0; c < row.length; c++) row[c] = step + c;
      table.append(row);
    }
    return performance.now() - started;
  };
  append(1, 9000);
  const last = append(9001, 10_000);
  expect(table.length).toBe(10_000);
  expect(table.buckets).toBeLessThanOrEqual(MAX_BUCKETS);
  expect(table.buckets).toBeGreaterThanOrEqual(MAX_BUCKETS / 2);
  expect(table.at(7, 10_000)).toBe(10_007);
  expect(table.mean(0, 0)).toBe((1 + table.width) / 2);
  // 40,000 numbers; a store that sorted or copied its series at each append would need seconds.
  expect(last).toBeLessThan(250);
});

test("forgets the last steps as if they had never been appended", () => {
  const [cut, fresh] = [createStepTable(["a", "b"], 8), createStepTable(["a", "b"], 8)];
  const row = (step: number): number[] => [step, step % 3 === 0 ? Number.NaN : step * step];
  for (let step = 1; step <= 100; step++) cut.append(row(step));
  cut.truncate(5);
  for (let step = 1; step <= 5; step++) fresh.append(row(step));
  for (let step = 6; step <= 30; step++) {
    expect([cut.length, cut.width, cut.buckets]).toEqual([fresh.length, fresh.width, fresh.buckets]);
    for (let bucket = 0; bucket < cut.buckets; bucket++)
      for (const column of [0, 1]) expect(cut.mean(column, bucket)).toBe(fresh.mean(column, bucket));
    expect(cut.at(1, step)).toBeNaN();
    cut.append(row(step));
    fresh.append(row(step));
  }
  cut.truncate(0);
  expect([cut.length, cut.buckets]).toEqual([0, 0]);
});
