import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketRows } from "./buckets.ts";

describe("bucketRows", () => {
  it("puts each row into one bucket that holds it, in at most three", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 300 }), (lengths) => {
        const rows = lengths.map((_, row) => row).filter((row) => row % 3 !== 1);
        const buckets = bucketRows(rows, lengths);
        expect(buckets.length).toBeLessThanOrEqual(3);
        expect(buckets.flatMap((bucket) => [...bucket.rows]).sort((a, b) => a - b)).toEqual(rows);
        for (const bucket of buckets) expect(Math.max(...Array.from(bucket.rows, (row) => lengths[row] ?? 0))).toBe(bucket.time);
      }),
    );
  });

  it("splits off the long ones where that saves much, and not where it saves little", () => {
    const lengths = [...new Array(200).fill(10), ...new Array(20).fill(24)];
    const rows = lengths.map((_, row) => row);
    expect(bucketRows(rows, lengths).map(({ time, rows: own }) => [time, own.length])).toEqual([
      [10, 200],
      [24, 20],
    ]);
    expect(bucketRows([0, 1, 219], lengths)).toHaveLength(1);
    expect(bucketRows([], lengths)).toEqual([]);
  });
});
