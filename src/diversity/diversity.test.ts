/** The paper's table 6 from its cells, Cohen's own example, and what must hold for any two policies. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { bootstrapCells, bootstrapOutcomes } from "./bootstrap.ts";
import { type Cells, checkCells, countOutcomes, outcomeOf, outcomesOf, swapped } from "./cells.ts";
import { diversityOf, kappaOf } from "./measures.ts";

/**
 * Table 6 of arXiv 2608.17253v2, n = 500. The cells are this project's reconstruction (several integer splits round to what is printed); kappa to
 * three digits, and kappa, c, w, u as the paper prints them.
 */
const TABLE_6 = [
  ["Llama-3.2-3B x Phi-3.5-mini", [101, 120, 44, 235], 15, 0.31, 0.31, 32.8, 3.0, 53.0],
  ["Qwen2.5-3B x Llama-3.2-3B", [159, 94, 62, 185], 12, 0.377, 0.38, 31.2, 2.4, 63.0],
  ["Qwen2.5-3B x Phi-3.5-mini", [121, 132, 24, 223], 20, 0.379, 0.38, 31.2, 4.0, 55.4],
  ["Qwen2.5-3B x MiniCPM3-4B", [155, 98, 49, 198], 22, 0.413, 0.41, 29.4, 4.4, 60.4],
  ["Qwen2.5-3B x Qwen3-1.7B-Base", [195, 58, 63, 184], 21, 0.516, 0.52, 24.2, 4.2, 63.2],
  ["Qwen3-1.7B-Base x itself", [212, 46, 74, 168], 25, 0.518, 0.52, 24.0, 5.0, 66.4],
  ["Qwen2.5-3B x itself", [203, 50, 60, 187], 22, 0.56, 0.56, 22.0, 4.4, 62.6],
  ["Qwen2.5-7B x Llama-3.1-8B", [210, 114, 33, 143], 9, 0.417, 0.42, 29.4, 1.8, 71.4],
  ["Qwen2.5-7B x Qwen2.5-3B", [228, 96, 25, 151], 19, 0.514, 0.51, 24.2, 3.8, 69.8],
  ["Qwen2.5-7B x Qwen3-1.7B-Base", [230, 94, 28, 148], 20, 0.507, 0.51, 24.4, 4.0, 70.4],
  ["Llama-3.1-8B x itself", [187, 56, 67, 190], 15, 0.508, 0.51, 24.6, 3.0, 62.0],
  ["Qwen2.5-7B x itself", [278, 46, 49, 127], 26, 0.582, 0.58, 19.0, 5.2, 74.6],
] as const;

describe("table 6 of the paper", () => {
  it.each(TABLE_6)("%s", (_, [both, onlyA, onlyB, neither], sameWrong, kappa, printed, c, w, u) => {
    const measured = diversityOf({ both, onlyA, onlyB, neither, sameWrong });
    expect(measured?.n).toBe(500);
    expect(measured?.kappa).toBeCloseTo(kappa, 3);
    expect(measured?.kappa?.toFixed(2)).toBe(printed.toFixed(2));
    expect(100 * (measured?.complementarity ?? 0)).toBeCloseTo(c, 10);
    expect(100 * (measured?.sharedWrong ?? 0)).toBeCloseTo(w, 10);
    expect(100 * (measured?.oracle ?? 0)).toBeCloseTo(u, 10);
    expect(100 * (measured?.accuracyA ?? 0)).toBeCloseTo((both + onlyA) / 5, 10);
  });
});

describe("kappa", () => {
  it("is that of textbook examples, with the marginals as they are", () => {
    // 50 applications, readers A and B: 20 yes-yes, 5, 10, 15 no-no; po .7, pe .5.
    expect(kappaOf({ both: 20, onlyA: 5, onlyB: 10, neither: 15, sameWrong: null })).toBeCloseTo(0.4, 15);
    // Equal observed agreement .6, unlike marginals: .1304 and .2593.
    expect(kappaOf({ both: 45, onlyA: 15, onlyB: 25, neither: 15, sameWrong: null })).toBeCloseTo(0.1304, 4);
    expect(kappaOf({ both: 25, onlyA: 35, onlyB: 5, neither: 35, sameWrong: null })).toBeCloseTo(0.2593, 4);
  });

  it("is not defined where expected agreement is 1, and only there", () => {
    expect(kappaOf({ both: 500, onlyA: 0, onlyB: 0, neither: 0, sameWrong: 0 })).toBeNull();
    expect(kappaOf({ both: 0, onlyA: 0, onlyB: 0, neither: 500, sameWrong: 7 })).toBeNull();
    // One is always right, the other never: no agreement, and none to expect.
    expect(kappaOf({ both: 0, onlyA: 500, onlyB: 0, neither: 0, sameWrong: 0 })).toBe(0);
    expect(kappaOf({ both: 499, onlyA: 1, onlyB: 0, neither: 0, sameWrong: 0 })).toBe(0);
    expect(diversityOf({ both: 500, onlyA: 0, onlyB: 0, neither: 0, sameWrong: 0 })).toMatchObject({ kappa: null, oracle: 1 });
  });
});

const count = fc.integer({ min: 0, max: 400 });
const cells: fc.Arbitrary<Cells> = fc
  .record({ both: count, onlyA: count, onlyB: count, neither: count, part: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ part, ...counts }) => ({ ...counts, sameWrong: Math.round(part * counts.neither) }));

describe("any two policies", () => {
  it("have kappa = (po - pe) / (1 - pe), from -1 to 1", () => {
    fc.assert(
      fc.property(cells, (some) => {
        const measured = diversityOf(some);
        if (!measured) return;
        const { accuracyA: a, accuracyB: b, kappa } = measured;
        const observed = 1 - measured.complementarity;
        const expected = a * b + (1 - a) * (1 - b);
        if (kappa === null) expect(expected).toBe(1);
        else {
          expect(kappa * (1 - expected)).toBeCloseTo(observed - expected, 12);
          expect(kappa).toBeGreaterThanOrEqual(-1);
          expect(kappa).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("have the same measures whichever is called A, and the same kappa where right and wrong change places", () => {
    fc.assert(
      fc.property(cells, (some) => {
        const [one, other] = [diversityOf(some), diversityOf(swapped(some))];
        expect(other).toEqual(one && { ...one, accuracyA: one.accuracyB, accuracyB: one.accuracyA });
        expect(kappaOf({ ...some, both: some.neither, neither: some.both })).toBe(kappaOf(some));
      }),
    );
  });

  it("have u at least the better one's accuracy, u - c both right, w at most 1 - u", () => {
    fc.assert(
      fc.property(cells, (some) => {
        const measured = diversityOf(some);
        if (!measured) return;
        const { accuracyA, accuracyB, oracle, complementarity, sharedWrong, sharedWrongBound, n } = measured;
        expect(oracle).toBeGreaterThanOrEqual(Math.max(accuracyA, accuracyB));
        expect(n * (oracle - complementarity)).toBeCloseTo(some.both, 8);
        expect(sharedWrong).toBeLessThanOrEqual(sharedWrongBound);
        expect(sharedWrongBound).toBeCloseTo(1 - oracle, 12);
      }),
    );
  });

  it("that are one and the same have kappa 1 and c 0; independent ones kappa 0", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }), (p, q, k) => {
        const same = diversityOf({ both: p, onlyA: 0, onlyB: 0, neither: q, sameWrong: q });
        expect(same).toMatchObject({ kappa: 1, complementarity: 0 });
        // Rows in proportion: A's being right says nothing about B's.
        expect(kappaOf({ both: k * p, onlyA: k * q, onlyB: p, neither: q, sameWrong: null })).toBe(0);
      }),
    );
  });

  it("are counted as their answers say", () => {
    expect(outcomeOf("12", "12", "12")).toBe("both");
    expect(outcomeOf("12", "13", "12")).toBe("only-a");
    expect(outcomeOf(null, "12", "12")).toBe("only-b");
    expect(outcomeOf("13", "13", "12")).toBe("same-wrong");
    expect(outcomeOf("13", "14", "12")).toBe("other-wrong");
    expect(outcomeOf(null, null, "12")).toBe("other-wrong");
    const answer = fc.option(fc.constantFrom("1", "2", "3"), { nil: null });
    const rows = fc.array(fc.tuple(answer, answer, fc.constantFrom("1", "2")), { maxLength: 40 });
    fc.assert(
      fc.property(rows, (list) => {
        const counted = countOutcomes(
          outcomesOf(
            list.map(([a]) => a),
            list.map(([, b]) => b),
            list.map(([, , truth]) => truth),
          ),
        );
        const where = (test: (a: boolean, b: boolean) => boolean): number =>
          list.filter(([a, b, truth]) => test(a === truth, b === truth)).length;
        expect(counted).toEqual({
          both: where((a, b) => a && b),
          onlyA: where((a, b) => a && !b),
          onlyB: where((a, b) => !a && b),
          neither: where((a, b) => !a && !b),
          sameWrong: list.filter(([a, b, truth]) => a === b && a !== null && a !== truth).length,
        });
        checkCells(counted);
      }),
    );
  });

  it("are paired sample by sample", () => {
    expect(outcomesOf(["1", "2", "3", "3"], ["1", "1", "3", null], ["1", "2"], 2)).toEqual([
      "both",
      "only-b",
      "same-wrong",
      "other-wrong",
    ]);
    expect(() => outcomesOf(["1"], ["1", "2"], ["1"])).toThrow(/1 prompts with 1 samples have 1 answers, not 1 and 2/);
    expect(() => outcomesOf([], [], [], 0)).toThrow(RangeError);
  });

  it("have nothing to measure without prompts; counts that are none are refused", () => {
    expect(diversityOf({ both: 0, onlyA: 0, onlyB: 0, neither: 0, sameWrong: null })).toBeNull();
    const good: Cells = { both: 1, onlyA: 1, onlyB: 1, neither: 2, sameWrong: 2 };
    expect(diversityOf({ ...good, sameWrong: null })).toMatchObject({ sharedWrong: null, sharedWrongBound: 0.4 });
    for (const bad of [{ both: -1 }, { onlyA: 0.5 }, { onlyB: Number.NaN }, { sameWrong: 3 }])
      expect(() => diversityOf({ ...good, ...bad })).toThrow(RangeError);
  });
});

describe("bootstrap", () => {
  const paper: Cells = { both: 159, onlyA: 94, onlyB: 62, neither: 185, sameWrong: 12 };

  it("is the same from the same seed, and holds the estimate", () => {
    const one = bootstrapCells(paper, { seed: 1 });
    expect(bootstrapCells(paper, { seed: 1 })).toEqual(one);
    expect(bootstrapCells(paper, { seed: 2 })).not.toEqual(one);
    const measured = diversityOf(paper);
    for (const name of ["accuracyA", "accuracyB", "kappa", "complementarity", "oracle", "sharedWrong"] as const) {
      expect(one[name]?.low).toBeLessThan(measured?.[name] ?? 0);
      expect(one[name]?.high).toBeGreaterThan(measured?.[name] ?? 1);
      expect(one[name]?.defined).toBe(1);
    }
  });

  it("has the width that theory gives: a share's standard error, and kappa's by Fleiss, Cohen and Everitt (1969)", () => {
    const { complementarity, kappa } = bootstrapCells(paper, { seed: 3, resamples: 4000 });
    const share = 2 * 1.96 * Math.sqrt((0.312 * 0.688) / 500);
    expect((complementarity?.high ?? 0) - (complementarity?.low ?? 0)).toBeCloseTo(share, 2);
    const [n, a, b, c, d] = [500, 159 / 500, 94 / 500, 62 / 500, 185 / 500];
    const [pA, pB] = [a + b, a + c];
    const expected = pA * pB + (1 - pA) * (1 - pB);
    const k = (a + d - expected) / (1 - expected);
    const onDiagonal = a * (1 - (pA + pB) * (1 - k)) ** 2 + d * (1 - (2 - pA - pB) * (1 - k)) ** 2;
    const off = (1 - k) ** 2 * (b * (pB + 1 - pA) ** 2 + c * (pA + 1 - pB) ** 2);
    const variance = (onDiagonal + off - (k - expected * (1 - k)) ** 2) / (n * (1 - expected) ** 2);
    expect((kappa?.high ?? 0) - (kappa?.low ?? 0)).toBeCloseTo(2 * 1.96 * Math.sqrt(variance), 2);
  });

  it("counts prompts, not samples: each sample twice gives no narrower interval", () => {
    const rng = createRng(5);
    const outcomes = Array.from({ length: 300 }, () =>
      rng.pick(["both", "only-a", "only-b", "same-wrong", "other-wrong"] as const),
    );
    const once = bootstrapOutcomes(outcomes, 1, { seed: 9 });
    const twice = bootstrapOutcomes(
      outcomes.flatMap((outcome) => [outcome, outcome]),
      2,
      { seed: 9 },
    );
    expect(twice).toEqual(once);
  });

  it("says where a measure was not defined, and refuses what is no sample", () => {
    const almost = bootstrapCells({ both: 3, onlyA: 1, onlyB: 0, neither: 0, sameWrong: null }, { seed: 1 });
    expect(almost.kappa?.defined).toBeLessThan(1);
    expect(almost.kappa?.defined).toBeGreaterThan(0.5);
    expect(almost.sharedWrong).toBeNull();
    const never = bootstrapCells({ both: 5, onlyA: 0, onlyB: 0, neither: 0, sameWrong: 0 }, { seed: 1, resamples: 50 });
    expect(never.kappa).toBeNull();
    expect(never.accuracyA).toEqual({ low: 1, high: 1, defined: 1 });
    expect(() => bootstrapOutcomes([], 1, { seed: 1 })).toThrow(RangeError);
    expect(() => bootstrapOutcomes(["both", "both", "both"], 2, { seed: 1 })).toThrow(/3 outcomes/);
    expect(() => bootstrapCells(paper, { seed: 1, level: 1 })).toThrow(/level/);
    expect(() => bootstrapCells(paper, { seed: 1, resamples: 0 })).toThrow(/resample/);
  });
});
