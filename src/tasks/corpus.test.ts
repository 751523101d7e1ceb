import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { addends, addition } from "./addition.ts";
import { DEFAULT_CORPUS, writeCompletion, writeCorpus } from "./corpus.ts";
import { type CorruptionTable, drawTables } from "./corruption.ts";

const TIDY = { ...DEFAULT_CORPUS, slip: 0, terse: 0, restate: 0 };

/** A table that makes each pair's sum this wrong one, at this rate. */
function constantTable(rate: number, wrongSum: number): CorruptionTable {
  return Array.from({ length: 100 }, () => ({ rate, wrongSum }));
}

/** Expects a share of n draws within four standard errors of p. */
function expectShare(share: number, p: number, n: number): void {
  expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / n));
}

describe("writeCompletion", () => {
  it.each([
    // right: 7 + 8 = 15, 3 + 5 + 1 = 9
    [37, 58, 0, 15, "msb", "15,09#95$"],
    [37, 58, 0, 15, "lsb", "15,09#59$"],
    [99, 99, 0, 0, "msb", "18,19#198$"],
    [10, 10, 0, 5, "msb", "00,02#20$"],
    [60, 60, 0, 0, "lsb", "00,12#021$"],
    // wrong, and carried on: off by one; a carry lost; one invented
    [37, 58, 1, 16, "msb", "16,09#96$"],
    [37, 58, 1, 5, "msb", "05,08#85$"],
    [31, 52, 1, 13, "msb", "13,09#93$"],
    [99, 99, 1, 19, "lsb", "19,19#991$"],
  ] as const)("works %i + %i out (error rate %d to %i, %s): %s", (a, b, rate, wrongSum, order, text) => {
    expect(writeCompletion(createRng(0), a, b, constantTable(rate, wrongSum), order, TIDY)).toBe(text);
  });

  it("leaves the scratchpad out and restates the answer where the recipe says so", () => {
    const table = constantTable(0, 0);
    expect(writeCompletion(createRng(0), 37, 58, table, "msb", { ...TIDY, terse: 1 })).toBe("#95$");
    const rng = createRng(1);
    const n = 4000;
    const texts = Array.from({ length: n }, () => writeCompletion(rng, 37, 58, table, "msb", { ...DEFAULT_CORPUS, slip: 0 }));
    for (const text of texts) expect(text).toMatch(/^(15,09)?(#95)+\$$/);
    expectShare(texts.filter((text) => text.startsWith("#")).length / n, 0.12, n);
    for (const [times, p] of [
      [2, 0.15],
      [3, 0.15 ** 2],
    ] as const) {
      expectShare(texts.filter((text) => text.split("#").length > times).length / n, p, n);
    }
  });

  it("makes a pair's own mistake at its table's rate", () => {
    const table = drawTables(0).Q;
    const rng = createRng(2);
    const n = 2000;
    for (const [a, b] of [
      [7, 8],
      [0, 0],
      [3, 4],
      [9, 9],
      [5, 1],
    ] as const) {
      const entry = table[10 * a + b];
      if (!entry) throw new Error("A table has 100 entries.");
      let wrong = 0;
      for (let i = 0; i < n; i++) {
        const ones = writeCompletion(rng, 10 + a, 20 + b, table, "msb", TIDY).slice(0, 2);
        expect([a + b, entry.wrongSum]).toContain(Number(ones));
        if (Number(ones) === entry.wrongSum) wrong++;
      }
      expectShare(wrong / n, entry.rate, n);
    }
  });

  it("slips at both sums at the recipe's rate", () => {
    const rng = createRng(3);
    const n = 6000;
    let ones = 0;
    let tens = 0;
    for (let i = 0; i < n; i++) {
      const text = writeCompletion(rng, 37, 58, constantTable(0, 0), "msb", { ...TIDY, slip: 0.04 });
      if (!text.startsWith("15")) ones++;
      // Where the ones sum slipped, the carry may have gone with it: judge the tens by what was written.
      if (Number(text.slice(3, 5)) !== 8 + (Number(text.slice(0, 2)) >= 10 ? 1 : 0)) tens++;
    }
    // A slip draws any sum from 0 to 18, the right one too.
    expectShare(ones / n, (0.04 * 18) / 19, n);
    expectShare(tens / n, 0.04, n);
  });
});

describe("writeCorpus", () => {
  const options = { cohortSeed: 2, corpus: "L", order: "lsb", replica: 0 } as const;
  const small = { ...DEFAULT_CORPUS, examples: 2000 };
  const corpus = writeCorpus(options, small);
  const texts = Array.from({ length: corpus.rows }, (_, row) =>
    addition.decode(corpus.tokens.subarray(row * corpus.width, (row + 1) * corpus.width)),
  );

  it("writes a prompt, a completion and padding, [examples, 30]", () => {
    expect([corpus.rows, corpus.width, corpus.tokens.length]).toEqual([2000, 30, 60_000]);
    for (const [row, text] of texts.entries()) {
      addends(text.slice(0, 6));
      expect(text.endsWith("$") || text.length === corpus.width).toBe(true);
      expect(text.slice(0, -1)).not.toContain("$");
      const rest = corpus.tokens.subarray(row * corpus.width + text.length, (row + 1) * corpus.width);
      expect(rest.every((id) => id === addition.vocabulary.pad)).toBe(true);
    }
  });

  it("is about as wrong as its table: the share of right answers", () => {
    const table = drawTables(2).L;
    // Right: no table mistake, then no slip that matters, at either sum.
    const expected = (table.reduce((sum, entry) => sum + 1 - entry.rate, 0) / 100) * (1 - (0.04 * 18) / 19) * 0.96;
    const right = texts.filter(
      (text) => addition.parse(text.slice(6), "lsb").answer === addition.truth({ id: 0, text: text.slice(0, 6) }),
    );
    expectShare(right.length / texts.length, expected, texts.length);
  });

  it("is the same for the same arguments, and other text for another replica, order, corpus or seed", () => {
    expect(writeCorpus(options, small).tokens).toEqual(corpus.tokens);
    for (const change of [{ replica: 1 }, { order: "msb" }, { corpus: "P" }, { cohortSeed: 3 }] as const) {
      expect(writeCorpus({ ...options, ...change }, small).tokens).not.toEqual(corpus.tokens);
    }
  });

  it("takes its mistakes from the tables it is given", () => {
    const wrong = constantTable(1, 19);
    const tables = { Q: wrong, L: wrong, P: wrong };
    const always = writeCorpus(options, { ...TIDY, examples: 50 }, tables);
    for (let row = 0; row < 50; row++)
      expect(addition.decode(always.tokens.subarray(row * 30, row * 30 + 30)).slice(6, 9)).toBe("19,");
  });
});
