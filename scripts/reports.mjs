/** Reads the JSON reports of Vitest and Playwright: counts of tests (for test.mjs), numbers of benchmarks (for bench.mjs). */

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @param {unknown} value @param {string} key @returns {unknown} */
const get = (value, key) => (typeof value === "object" && value !== null && key in value ? Reflect.get(value, key) : undefined);

/** @param {unknown} value @returns {unknown[]} */
const list = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} value */
const number = (value) => {
  if (typeof value !== "number") throw new Error("the report has another form than expected");
  return value;
};

/**
 * A test file that failed before any of its tests ran (an import that throws) has no failed test; it counts as one.
 * @param {unknown} report of Vitest's json reporter @returns {Counts}
 */
export function vitestCounts(report) {
  const broken = list(get(report, "testResults")).filter(
    (file) =>
      get(file, "status") === "failed" && !list(get(file, "assertionResults")).some((test) => get(test, "status") === "failed"),
  );
  return {
    passed: number(get(report, "numPassedTests")),
    failed: number(get(report, "numFailedTests")) + broken.length,
    skipped: number(get(report, "numPendingTests")) + number(get(report, "numTodoTests")),
  };
}

/**
 * A flaky test (one that passed on a retry) passed; errors outside of any test (a server that does not start) count as failures.
 * @param {unknown} report of Playwright's json reporter @returns {Counts}
 */
export function playwrightCounts(report) {
  const stats = get(report, "stats");
  return {
    passed: number(get(stats, "expected")) + number(get(stats, "flaky")),
    failed: number(get(stats, "unexpected")) + list(get(report, "errors")).length,
    skipped: number(get(stats, "skipped")),
  };
}

/** @param {unknown} value @returns {[string, string, string] | undefined} */
const place = (value) => {
  const [table, row, column] = list(value).map(String);
  return table === undefined || row === undefined || column === undefined ? undefined : [table, row, column];
};

/**
 * Numbers attached to the benchmarks of a report, in their order (e2e/bench/report.ts attaches them, and has checked them). Where a thing did not run there is
 * a `gap`, why, and the value is NaN.
 * @typedef {{bench: string, name: string, value: number, low?: number, high?: number, unit: string, note: string, gap?: string, at?: [string, string, string]}} BenchRow
 * @param {unknown} suite a suite of Playwright's json report, or the report itself @returns {BenchRow[]}
 */
export function benchRows(suite) {
  const own = list(get(suite, "specs")).flatMap((spec) =>
    list(get(spec, "tests"))
      .flatMap((test) => list(get(test, "results")))
      .flatMap((result) => list(get(result, "attachments")))
      .filter((attachment) => get(attachment, "name") === "bench-rows")
      .flatMap((attachment) => list(JSON.parse(Buffer.from(String(get(attachment, "body")), "base64").toString("utf8"))))
      .map((row) => {
        const gap = get(row, "gap");
        const at = place(get(row, "at"));
        const [low, high] = [get(row, "low"), get(row, "high")];
        return {
          bench: String(get(spec, "title")),
          name: String(get(row, "name")),
          value: gap === undefined ? number(get(row, "value")) : Number.NaN,
          unit: String(get(row, "unit") ?? ""),
          note: String(get(row, "note") ?? ""),
          ...(low === undefined || high === undefined ? {} : { low: number(low), high: number(high) }),
          ...(gap === undefined ? {} : { gap: String(gap) }),
          ...(at === undefined ? {} : { at }),
        };
      }),
  );
  return [...own, ...list(get(suite, "suites")).flatMap(benchRows)];
}
