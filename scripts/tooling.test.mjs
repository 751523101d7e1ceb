/** The scripts that judge the others: counts from reports, the size budget, what setup takes for installed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { usualPlaces } from "./chromium.mjs";
import { benchRows, playwrightCounts, vitestCounts } from "./reports.mjs";
import { isInstalled, nodeComplaint } from "./setup.mjs";
import { BUDGET, initialScripts, overBudget } from "./size.mjs";

describe("counts", () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };

  test("a test file that breaks before its first test is a failure of its own", () => {
    const failing = { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] };
    expect(vitestCounts({ ...vitest, testResults: [failing] })).toEqual({ passed: 5, failed: 1, skipped: 2 });
    const broken = { status: "failed", assertionResults: [] };
    expect(vitestCounts({ ...vitest, testResults: [failing, broken] }).failed).toBe(2);
  });

  test("errors outside of Playwright's tests are failures", () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 4 };
    expect(playwrightCounts({ stats, errors: [{}, {}] })).toEqual({ passed: 4, failed: 3, skipped: 4 });
  });

  test("a report of another form is no zero", () => {
    expect(() => vitestCounts({})).toThrow("another form");
    expect(() => playwrightCounts(null)).toThrow("another form");
  });
});

test("rows of benchmarks are read from nested suites", () => {
  const body = Buffer.from(JSON.stringify([{ name: "step", value: 1.5, unit: "ms" }])).toString("base64");
  const attachments = [{ name: "trace" }, { name: "bench-rows", body }];
  const report = { suites: [{ suites: [{ specs: [{ title: "steps", tests: [{ results: [{ attachments }] }] }] }] }] };
  expect(benchRows(report)).toEqual([{ bench: "steps", name: "step", value: 1.5, unit: "ms", note: "" }]);
});

describe("size budget", () => {
  test("the page's first scripts are the entry, its preloads and their static imports, not the dynamic ones", () => {
    const files = new Map([
      ["assets/index.js", `import{a}from"./shared.js";import("./lab.js");a();`],
      ["assets/preload.js", "export const p=1;"],
      ["assets/shared.js", `export{b as a}from"../vendor.js";`],
      ["vendor.js", "export const b=()=>0;"],
      ["assets/lab.js", `import"./index.js";`],
    ]);
    const html = `<script type="module" crossorigin src="./assets/index.js"></script><link rel="modulepreload" href="./assets/preload.js"><link rel="icon" href="./x.svg">`;
    expect([...initialScripts(html, (name) => files.get(name) ?? "")].sort()).toEqual([
      "assets/index.js",
      "assets/preload.js",
      "assets/shared.js",
      "vendor.js",
    ]);
  });

  const entry = { name: "index.js", bytes: 9, gzip: BUDGET.initialScript, initial: true, tfjs: false };
  const worker = { name: "worker.js", bytes: 9, gzip: 500_000, initial: false, tfjs: true };

  test("exactly on budget is in budget", () => {
    expect(overBudget({ scripts: [entry, worker], checkpointBytes: BUDGET.checkpoints })).toEqual([]);
  });

  test.each([
    ["loads", { scripts: [{ ...entry, gzip: BUDGET.initialScript + 1 }, worker], checkpointBytes: 0 }],
    ["holds tfjs, and the page", { scripts: [{ ...entry, tfjs: true }], checkpointBytes: 0 }],
    ["No script holds tfjs", { scripts: [entry], checkpointBytes: 0 }],
    ["loads no script", { scripts: [worker], checkpointBytes: 0 }],
    ["checkpoints", { scripts: [entry, worker], checkpointBytes: BUDGET.checkpoints + 1 }],
  ])("complains: %s", (part, sizes) => {
    expect(overBudget(sizes)).toEqual([expect.stringContaining(part)]);
  });
});

describe("setup", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "setup-test-"));
    mkdirSync(join(root, "node_modules"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** @param {string} name @param {Record<string, object>} packages */
  const lock = (name, packages) => writeFileSync(join(root, name), JSON.stringify({ packages }));
  const HIDDEN = "node_modules/.package-lock.json";

  test("installed means: the lock's versions are there, other platforms' binaries aside", () => {
    lock("package-lock.json", {
      "": {},
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b": { version: "2.0.0", optional: true },
    });
    expect(isInstalled(root)).toBe(false);
    lock(HIDDEN, { "node_modules/a": { version: "1.0.0" } });
    expect(isInstalled(root)).toBe(true);
    lock(HIDDEN, { "node_modules/a": { version: "1.0.1" } });
    expect(isInstalled(root)).toBe(false);
    lock(HIDDEN, { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "1.9.0" } });
    expect(isInstalled(root)).toBe(false);
  });

  test("Node 20.19 is the oldest", () => {
    for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.1.0"]) expect(nodeComplaint(version)).toBeUndefined();
    for (const version of ["18.20.0", "20.18.9"]) expect(nodeComplaint(version)).toContain(version);
  });

  test("browsers are looked for where each system keeps them", () => {
    expect(usualPlaces("linux", {})).toContain("/usr/bin/chromium");
    expect(usualPlaces("darwin", {})).toContain("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    expect(usualPlaces("win32", { PROGRAMFILES: "C:\\Programs" })).toContain(
      "C:\\Programs\\Google\\Chrome\\Application\\chrome.exe",
    );
  });
});
