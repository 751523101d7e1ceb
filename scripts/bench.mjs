/**
 * `npm run bench`: builds the page, runs e2e/bench/*.bench.ts on it in Chromium, and prints what they measured as a table.
 * `npm run bench -- --json FILE` also writes it; `--grep TEXT` runs some benchmarks only, the slow ones of a software GPU (tag @slow) among them, which else
 * are left out; `--grep @slow` runs all of those. `--update-docs` puts the measured tables into docs/performance.md.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cell, sections, updateTables } from "./bench-tables.mjs";
import { benchRows } from "./reports.mjs";
import { isBuilt, ROOT, runProgram, setup } from "./setup.mjs";

/** @param {readonly import("./reports.mjs").BenchRow[]} rows @returns {string} */
function table(rows) {
  const cells = rows.map((row) => [row.name, cell(row), row.note]);
  const width = (/** @type {number} */ column) => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  return cells
    .map(([name = "", value = "", note = ""]) =>
      `${name.padEnd(width(0))}  ${value.padEnd(Math.min(40, width(1)))}  ${note}`.trimEnd(),
    )
    .join("\n");
}

const { values } = parseArgs({
  options: { json: { type: "string" }, grep: { type: "string" }, "update-docs": { type: "boolean", default: false } },
});
setup({ chromium: true });
if (!isBuilt() && !runProgram("vite", ["build", "--logLevel", "warn"])) process.exit(1);

const path = join(ROOT, "test-results", "reports", "bench.json");
mkdirSync(dirname(path), { recursive: true });
rmSync(path, { force: true });
const grep = values.grep === undefined ? ["--grep-invert", "@slow"] : ["--grep", values.grep];
const ok = runProgram("playwright", ["test", "--project", "bench", "--reporter=line,json", ...grep], {
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  minutes: 120,
});

const rows = benchRows(JSON.parse(readFileSync(path, "utf8")));
console.log(`\n${rows.length > 0 ? table(rows) : "No benchmark reported a number."}`);
const [cpu] = cpus();
const machine = {
  cpu: cpu?.model.trim() ?? "unknown",
  cores: cpus().length,
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
};
const measured = new Date().toISOString();
if (values.json !== undefined) {
  writeFileSync(
    resolve(values.json),
    `${JSON.stringify({ schema: "co-rl-playground/bench", version: 2, measured, machine, rows }, null, 2)}\n`,
  );
}
if (values["update-docs"]) {
  const docs = join(ROOT, "docs", "performance.md");
  const when = `${measured.slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores`;
  writeFileSync(docs, updateTables(readFileSync(docs, "utf8"), sections(rows), when));
  console.log("The measured tables are in docs/performance.md.");
}
if (!ok) console.error("A benchmark failed; see above.");
process.exitCode = ok && rows.length > 0 ? 0 : 1;
