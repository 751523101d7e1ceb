/** How a benchmark hands over its numbers: scripts/bench.mjs gathers them into one table and one JSON file. */
import type { TestInfo } from "@playwright/test";

/** Name and type of the attachment that scripts/bench.mjs looks for. */
export const BENCH_ATTACHMENT = "bench-rows";

/** One measured number. */
export interface BenchRow {
  readonly name: string;
  /** The median where there are several. */
  readonly value: number;
  /** The least and the most, where there are several. */
  readonly low?: number;
  readonly high?: number;
  /** "ms", "kB", "steps/s" ...; "" for a pure number. */
  readonly unit: string;
  /** How it was measured, or what it is to be compared with. */
  readonly note?: string;
  /** Where it stands in docs/performance.md: table, row and column. */
  readonly at?: readonly [table: string, row: string, column: string];
}

/** Something that did not run, and why: stands in the table instead of numbers. */
export interface BenchGap {
  readonly name: string;
  readonly gap: string;
  readonly at?: readonly [table: string, row: string, column: string];
}

/**
 * Attaches rows to the running benchmark; may be called several times.
 * @throws Error if a value is not finite: a benchmark that measured nothing must fail.
 */
export async function report(testInfo: TestInfo, rows: readonly (BenchRow | BenchGap)[]): Promise<void> {
  for (const row of rows) {
    if ("gap" in row) continue;
    for (const value of [row.value, row.low ?? 0, row.high ?? 0])
      if (!Number.isFinite(value)) throw new Error(`Benchmark "${row.name}" measured ${value}.`);
  }
  await testInfo.attach(BENCH_ATTACHMENT, { body: JSON.stringify(rows), contentType: "application/json" });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}

/** Several measurements of one thing: median, least and most. */
export function spread(values: readonly number[]): Pick<BenchRow, "value" | "low" | "high"> {
  return { value: median(values), low: Math.min(...values), high: Math.max(...values) };
}
