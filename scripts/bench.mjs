/**
 * `npm run bench`: builds the page, runs e2e/bench/*.bench.ts on it in Chromium, and prints what they measured as a table.
 * `npm run bench -- --json FILE` also writes it; `--grep TEXT` runs some benchmarks only.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { benchRows } from "./reports.mjs";
import { isBuilt, ROOT, runProgram, setup } from "./setup.mjs";

/** @param {readonly import("./reports.mjs").BenchRow[]} rows @returns {string} */
function table(rows) {
  const digits = (/** @type {number} */ value) => (Number.isInteger(value) ? String(value) : value.toPrecision(4));
  const cells = rows.map(({ name, value, unit, note }) => [name, digits(value), unit, note]);
  const width = (/** @type {number} */ column) => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  return cells
    .map(([name = "", value = "", unit = "", note = ""]) =>
      `${name.padEnd(width(0))}  ${value.padStart(width(1))} ${unit.padEnd(width(2))}  ${note}`.trimEnd(),
    )
    .join("\n");
}

const { values } = parseArgs({ options: { json: { type: "string" }, grep: { type: "string" } } });
setup({ chromium: true });
if (!isBuilt() && !runProgram("vite", ["build", "--logLevel", "warn"])) process.exit(1);

const path = join(ROOT, "test-results", "reports", "bench.json");
mkdirSync(dirname(path), { recursive: true });
rmSync(path, { force: true });
const grep = values.grep === undefined ? [] : ["--grep", values.grep];
const ok = runProgram("playwright", ["test", "--project", "bench", "--reporter=line,json", ...grep], {
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  minutes: 60,
});

const rows = benchRows(JSON.parse(readFileSync(path, "utf8")));
console.log(`\n${rows.length > 0 ? table(rows) : "No benchmark reported a number."}`);
if (values.json !== undefined) {
  const [cpu] = cpus();
  const machine = {
    cpu: cpu?.model ?? "unknown",
    cores: cpus().length,
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
  writeFileSync(
    resolve(values.json),
    `${JSON.stringify({ schema: "co-rl-playground/bench", version: 1, machine, rows }, null, 2)}\n`,
  );
}
if (!ok) console.error("A benchmark failed; see above.");
process.exitCode = ok && rows.length > 0 ? 0 : 1;
