/** Quantiles against 50-digit values, intervals against published examples, the bootstrap against every resample there is. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "./rng.ts";
import {
  bootstrapInterval,
  excludesZero,
  intervalNote,
  mean,
  pairedBootstrap,
  pairedDifferences,
  quantile,
  sampleStd,
  tInterval,
} from "./statistics.ts";
import { tQuantile, tShare } from "./student.ts";

describe("Student's t", () => {
  it.each([
    // mpmath, 50 digits: the root of 1 - I_{df / (df + t^2)}(df / 2, 1 / 2) / 2 = p
    [0.975, 1, 12.7062047361747],
    [0.975, 2, 4.302652729749464],
    [0.975, 3, 3.18244630528371],
    [0.975, 4, 2.776445105197794],
    [0.975, 9, 2.262157162798206],
    [0.975, 29, 2.045229642132704],
    [0.975, 120, 1.979930405082441],
    [0.95, 4, 2.13184678632665],
    [0.995, 4, 4.604094871349993],
    [0.9995, 2, 31.59905457644362],
    [0.75, 7, 0.71114177808179],
    [0.975, 2.5, 3.574654842003683],
    [0.975, 1000, 1.962339080826408],
  ])("quantile %f with %f degrees of freedom", (p, df, value) => {
    expect(Math.abs(tQuantile(p, df) / value - 1)).toBeLessThan(1e-10);
    expect(tQuantile(1 - p, df)).toBeCloseTo(-value, 8);
  });

  it("share and quantile undo each other, and df 1 is Cauchy's", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0005, max: 0.9995, noNaN: true }), fc.integer({ min: 1, max: 200 }), (p, df) => {
        expect(tShare(tQuantile(p, df), df)).toBeCloseTo(p, 11);
        expect(tQuantile(p, 1) / Math.tan(Math.PI * (p - 0.5))).toBeCloseTo(1, 9);
      }),
    );
    expect(tQuantile(0.5, 4)).toBe(0);
    expect(tShare(0, 3)).toBe(0.5);
  });

  it("refuses nonsense", () => {
    for (const p of [0, 1, Number.NaN]) expect(() => tQuantile(p, 4)).toThrow(RangeError);
    expect(() => tQuantile(0.9, 0)).toThrow(RangeError);
    expect(() => tShare(1, -1)).toThrow(RangeError);
  });
});

/** Student's own data (Biometrika 6, 1908): hours of sleep won with two drugs, ten patients. */
const DRUG_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
const DRUG_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
const paired = (values: readonly number[]) => values.map((value, unit) => ({ unit, value }));

describe("tInterval", () => {
  it("gives R's t.test(sleep, paired = TRUE)", () => {
    const differences = pairedDifferences(paired(DRUG_2), paired(DRUG_1)).map(({ value }) => value);
    const interval = tInterval(differences);
    expect(interval.mean).toBeCloseTo(1.58, 12);
    expect(interval.low).toBeCloseTo(0.7001142, 7);
    expect(interval.high).toBeCloseTo(2.4598858, 7);
    expect(interval.std).toBeCloseTo(1.229995, 6);
    expect(excludesZero(interval)).toBe(true);
    expect(excludesZero(tInterval(DRUG_1))).toBe(false);
  });

  it("has no ends for one value, and a sentence says why", () => {
    expect(tInterval([0.7])).toEqual({ method: "t", level: 0.95, n: 1, mean: 0.7, std: null, low: null, high: null });
    expect(excludesZero(tInterval([0.7]))).toBeNull();
    expect(intervalNote(1)).toContain("no interval");
    expect(intervalNote(0)).toContain("no run");
    expect(intervalNote(5)).toBe("");
  });

  it("covers the true mean as often as it says", () => {
    // 2,000 samples of five normal numbers: the share has a deviation of 0.005.
    const rng = createRng(5);
    let covered = 0;
    for (let i = 0; i < 2000; i++) {
      const { low, high } = tInterval(Array.from({ length: 5 }, () => rng.normal()));
      if (low !== null && high !== null && low < 0 && high > 0) covered++;
    }
    expect(Math.abs(covered / 2000 - 0.95)).toBeLessThan(0.015);
  });

  it("refuses no values and values that are not finite", () => {
    expect(() => tInterval([])).toThrow(RangeError);
    expect(() => tInterval([1, Number.NaN])).toThrow("finite");
    expect(() => tInterval([1, 2], 1)).toThrow("level");
    expect(() => mean([])).toThrow(RangeError);
    expect(sampleStd([3])).toBeNull();
  });
});

describe("bootstrap", () => {
  it("agrees with all 4^4 resamples", () => {
    const values = [0.1, 0.35, 0.4, 0.9];
    const all: number[] = [];
    for (const a of values) for (const b of values) for (const c of values) for (const d of values) all.push(mean([a, b, c, d]));
    all.sort((x, y) => x - y);
    const { low, high, mean: centre } = bootstrapInterval(values, { resamples: 200_000 });
    expect(centre).toBe(0.4375);
    expect(low).toBeCloseTo(quantile(all, 0.025), 2);
    expect(high).toBeCloseTo(quantile(all, 0.975), 2);
  });

  it("gives the same numbers again, and others for another seed", () => {
    const first = bootstrapInterval(DRUG_1);
    expect(bootstrapInterval(DRUG_1)).toEqual(first);
    expect(bootstrapInterval(DRUG_1, { seed: 1 }).low).not.toBe(first.low);
    // Pinned: a change of the generator or of the resampling must not go by unseen.
    expect([first.low, first.high]).toEqual([-0.25, 1.8699999999999999]);
    expect(bootstrapInterval([0.5])).toMatchObject({ n: 1, low: null, high: null, std: null });
  });

  it("keeps pairs together", () => {
    // What all seeds share cancels: a constant gain has an interval of no width, however much the seeds scatter.
    const gained = paired(DRUG_1.map((value) => value + 0.25));
    const constant = pairedBootstrap(gained, paired(DRUG_1));
    expect(constant.low).toBeCloseTo(0.25, 12);
    expect(constant.high).toBeCloseTo(0.25, 12);
    const sleep = pairedBootstrap(paired(DRUG_2), paired(DRUG_1));
    expect(excludesZero(sleep)).toBe(true);
    expect(sleep.mean).toBeCloseTo(1.58, 12);
  });

  it("pairs by unit, not by place, and leaves out what has no partner", () => {
    const differences = pairedDifferences(
      [
        { unit: 3, value: 5 },
        { unit: 1, value: 2 },
        { unit: 9, value: 1 },
      ],
      [
        { unit: 1, value: 0.5 },
        { unit: 3, value: 1 },
      ],
    );
    expect(differences).toEqual([
      { unit: 3, value: 4 },
      { unit: 1, value: 1.5 },
    ]);
    expect(() => pairedBootstrap(paired([1]), [])).toThrow(RangeError);
  });
});

it("quantile is R's type 7", () => {
  // R: quantile(c(1, 2, 4, 8), c(0.025, 0.5, 0.9))
  expect(quantile([1, 2, 4, 8], 0.025)).toBeCloseTo(1.075, 12);
  expect(quantile([1, 2, 4, 8], 0.5)).toBe(3);
  expect(quantile([1, 2, 4, 8], 0.9)).toBeCloseTo(6.8, 12);
  expect(quantile([7], 0.3)).toBe(7);
});
