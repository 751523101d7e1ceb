/**
 * End-to-end tests and benchmarks, both on the built page served by `vite preview`. `npm test` builds and runs the project "e2e",
 * `npm run bench` the project "bench", `npm run experiment` the project "experiment". By hand: `npm run build && npx playwright test --project e2e`.
 */
import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.mjs";

/** A port that nobody uses, so that two checkouts can be tested at once. Kept in the environment: every worker reads this file again. */
function freePort(): number {
  const script =
    "const s=require('node:net').createServer().listen(0,'127.0.0.1',()=>{process.stdout.write(String(s.address().port));s.close()})";
  process.env.E2E_PORT ??= execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
  return Number(process.env.E2E_PORT);
}

const address = `http://127.0.0.1:${freePort()}`;
const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/playwright",
  // One browser at a time: each page trains with several workers of its own, and the times are part of what is tested.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [
    ["line"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? "test-results/reports/playwright.json" }],
  ],
  use: {
    baseURL: address,
    browserName: "chromium",
    headless: true,
    serviceWorkers: "block",
    trace: "off",
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: "e2e", testMatch: "*.spec.ts", testIgnore: "bench/**" },
    // Only where `npm run experiment` says which: one test a run of a plan, divided among workers and shards one by one.
    ...(process.env.EXPERIMENT_FOLDER
      ? [{ name: "experiment", testDir: "e2e/experiment", testMatch: "*.experiment.ts", fullyParallel: true }]
      : []),
    { name: "bench", testDir: "e2e/bench", testMatch: "*.bench.ts", timeout: 600_000 },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${new URL(address).port} --strictPort --logLevel warn`,
    url: address,
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
