import { describe, expect, it } from "vitest";
import { type CorruptionRecipe, type CorruptionTable, DEFAULT_CORRUPTION, drawTables } from "./corruption.ts";
import { CORPORA } from "./task.ts";

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

/** Entry of ones digits (a, b). */
function at(table: CorruptionTable, a: number, b: number): { readonly rate: number; readonly wrongSum: number } {
  const entry = table[10 * a + b];
  if (!entry) throw new Error("A table has 100 entries.");
  return entry;
}

function same(left: CorruptionTable, right: CorruptionTable, a: number, b: number): boolean {
  return at(left, a, b).rate === at(right, a, b).rate && at(left, a, b).wrongSum === at(right, a, b).wrongSum;
}

/** Share of (a, b) with a <= b on which two corpora of a seed share their entry, over seeds and pairs of corpora. */
function sharedShare(recipe: CorruptionRecipe): { readonly share: number; readonly n: number } {
  let shared = 0;
  let n = 0;
  for (const seed of SEEDS) {
    const tables = drawTables(seed, recipe);
    for (const [left, right] of [
      [tables.Q, tables.L],
      [tables.L, tables.P],
      [tables.P, tables.Q],
    ] as const) {
      for (let a = 0; a < 10; a++) {
        for (let b = a; b < 10; b++) {
          n++;
          if (same(left, right, a, b)) shared++;
        }
      }
    }
  }
  return { share: shared / n, n };
}

/** Expects a share of n independent draws within four standard errors of p. */
function expectShare(share: number, p: number, n: number): void {
  expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / n));
}

describe("drawTables", () => {
  it("writes one fixed sum, off by one or by a carry, between 0 and 19", () => {
    const steps = new Set<number>();
    const sums = new Set<number>();
    for (const seed of SEEDS) {
      const tables = drawTables(seed);
      for (const corpus of CORPORA) {
        expect(tables[corpus]).toHaveLength(100);
        for (const [pair, { wrongSum }] of tables[corpus].entries()) {
          steps.add(wrongSum - Math.floor(pair / 10) - (pair % 10));
          sums.add(wrongSum);
        }
      }
    }
    expect([...steps].toSorted((x, y) => x - y)).toEqual([-10, -1, 1, 10]);
    expect([...sums].toSorted((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, sum) => sum));
  });

  it("makes the recipe's share of pairs weak, with rates from the recipe's ranges", () => {
    let weak = 0;
    let n = 0;
    for (const seed of SEEDS) {
      const table = drawTables(seed).Q;
      for (let a = 0; a < 10; a++) {
        for (let b = 0; b < 10; b++) {
          const { rate } = at(table, a, b);
          const isWeak = rate >= 0.55 && rate < 0.85;
          expect(isWeak || (rate >= 0.02 && rate < 0.25)).toBe(true);
          // Only entries that are no copies of a mirrored one are independent.
          if (a > b) continue;
          n++;
          if (isWeak) weak++;
        }
      }
    }
    expectShare(weak / n, 0.38, n);
  });

  it("mirrors the recipe's share of pairs", () => {
    let mirrored = 0;
    let n = 0;
    for (const seed of SEEDS) {
      const table = drawTables(seed).L;
      for (let a = 0; a < 10; a++) {
        for (let b = a + 1; b < 10; b++) {
          n++;
          if (at(table, a, b) === at(table, b, a)) mirrored++;
        }
      }
    }
    expectShare(mirrored / n, 0.6, n);
  });

  it("lets two corpora share an entry where both copied the common one", () => {
    for (const overlap of [0.15, 0.5]) {
      const { share, n } = sharedShare({ ...DEFAULT_CORRUPTION, overlap });
      // The three pairs of a seed share tables, so n counts them as one for the error.
      expectShare(share, overlap ** 2, n / 3);
    }
    expect(sharedShare({ ...DEFAULT_CORRUPTION, overlap: 0 }).share).toBe(0);
    expect(sharedShare({ ...DEFAULT_CORRUPTION, overlap: 1 }).share).toBe(1);
  });

  it("is pinned: the shipped checkpoints were pretrained on these tables", () => {
    const tables = drawTables(0);
    const pinned = CORPORA.map((corpus) =>
      [at(tables[corpus], 7, 8), at(tables[corpus], 0, 0)].map(({ rate, wrongSum }) => [Number(rate.toFixed(6)), wrongSum]),
    );
    // Computed by a separate program in another language.
    expect(pinned).toEqual([
      [
        [0.55959, 14],
        [0.169893, 10],
      ],
      [
        [0.148028, 16],
        [0.165132, 1],
      ],
      [
        [0.110254, 14],
        [0.074241, 10],
      ],
    ]);
    expect(drawTables(1).Q).not.toEqual(tables.Q);
  });
});
