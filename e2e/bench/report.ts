/** How a benchmark hands over its numbers: scripts/bench.mjs gathers them into one table and one JSON file. */
import type { TestInfo } from "@playwright/test";

/** Name and type of the attachment that scripts/bench.mjs looks for. */
export const BENCH_ATTACHMENT = "bench-rows";

/** One measured number. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  /** "ms", "kB", "steps/s" ...; "" for a pure number. */
  readonly unit: string;
  /** How it was measured, or what it is to be compared with. */
  readonly note?: string;
}

/**
 * Attaches rows to the running benchmark; may be called several times.
 * @throws Error if a value is not finite: a benchmark that measured nothing must fail.
 */
export async function report(testInfo: TestInfo, rows: readonly BenchRow[]): Promise<void> {
  for (const { name, value } of rows) if (!Number.isFinite(value)) throw new Error(`Benchmark "${name}" measured ${value}.`);
  await testInfo.attach(BENCH_ATTACHMENT, { body: JSON.stringify(rows), contentType: "application/json" });
}
