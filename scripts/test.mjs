/**
 * `npm test`: installs what is missing, then runs every check and test. A stage that fails does not hide the ones after it; a test
 * stage that ran no test counts as a failure. The last line is always "N passed, N failed", and the exit code says the same.
 *
 * `npm test -- --only unit` (or `--only types,unit`) runs some stages only.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { playwrightCounts, vitestCounts } from "./reports.mjs";
import { isBuilt, ROOT, runProgram, setup } from "./setup.mjs";

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** A log file is read as text; CI=true alone would make the programs colour it. */
const PLAIN = !process.stdout.isTTY;
const REPORTS = join(ROOT, "test-results", "reports");

/** @param {boolean} ok @returns {Counts} */
const check = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/**
 * Runs a test program that writes a JSON report, and counts from the report. Worse of the two counts: a program that fails without
 * a failed test (a crash, an unhandled error) is one failure.
 * @param {string} name @param {(report: string) => boolean} run @param {(report: unknown) => Counts} count @returns {Counts}
 */
function fromReport(name, run, count) {
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  const ok = run(path);
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = count(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    console.error(`${name}: no report (${error instanceof Error ? error.message : error})`);
  }
  if (counts.passed + counts.failed === 0) console.error(`${name}: no test ran.`);
  const hidden = counts.failed === 0 && (!ok || counts.passed === 0) ? 1 : 0;
  return { ...counts, failed: counts.failed + hidden };
}

/** @param {string} project @param {number} minutes */
const vitest = (project, minutes) => () =>
  fromReport(
    project,
    (report) => {
      const args = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      return runProgram("vitest", args, { minutes, env: PLAIN ? { NO_COLOR: "1" } : {} });
    },
    vitestCounts,
  );

/** @param {string} name @param {string[]} args */
const script = (name, args = []) =>
  spawnSync(process.execPath, [join(ROOT, "scripts", name), ...args], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] })
    .status === 0;

const build = () => runProgram("vite", ["build", "--logLevel", "warn"], { minutes: 10 });

/** In this order, cheapest first. @type {Record<string, {title: string, run: () => Counts}>} */
const STAGES = {
  lint: {
    title: "Format and lint",
    run: () => check(runProgram("biome", ["ci", "--error-on-warnings", ...(PLAIN ? ["--colors=off"] : []), "."])),
  },
  layers: { title: "Layers", run: () => check(script("layers.mjs")) },
  types: { title: "Types", run: () => check(runProgram("tsc", ["-p", ".", "--noEmit"])) },
  unit: { title: "Unit tests", run: vitest("unit", 15) },
  engine: { title: "Engine tests, in Chromium", run: vitest("engine", 25) },
  build: { title: "Build", run: () => check(build()) },
  size: { title: "Size budget", run: () => check((isBuilt() || build()) && script("size.mjs")) },
  e2e: {
    title: "End-to-end tests, on the built page",
    run: () => {
      if (!isBuilt() && !build()) return check(false);
      const args = ["test", "--project", "e2e", "--reporter=line,json"];
      return fromReport(
        "e2e",
        (report) => runProgram("playwright", args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, minutes: 40 }),
        playwrightCounts,
      );
    },
  },
};
const NEED_BROWSER = ["engine", "e2e"];

const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = values.only?.split(",") ?? Object.keys(STAGES);
const unknown = wanted.filter((name) => !(name in STAGES));
if (unknown.length > 0) {
  console.error(`--only knows no ${unknown.join(", ")}; there are ${Object.keys(STAGES).join(", ")}.`);
  process.exit(2);
}

setup();
if (wanted.some((name) => NEED_BROWSER.includes(name))) {
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
    console.log(`Chromium: ${process.env.CHROMIUM_PATH}`);
  } catch (error) {
    // The stages that need it will fail; the others still tell something.
    console.error(error instanceof Error ? error.message : error);
  }
}
mkdirSync(REPORTS, { recursive: true });

/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
for (const [name, { title, run }] of Object.entries(STAGES)) {
  if (!wanted.includes(name)) continue;
  console.log(`\n== ${title} (${name})`);
  const start = performance.now();
  const counts = run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  summary.push(
    `${counts.failed > 0 ? "FAILED" : "ok    "}  ${title}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`,
  );
  total.passed += counts.passed;
  total.failed += counts.failed;
}
console.log(`\n${summary.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
