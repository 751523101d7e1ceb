/**
 * npm run figures -- [--seeds 0,1,2] [--rows co-rl-different,ttrl] [--backend wasm] [--out results/figures] [--jobs 1] [--extra steps=40]
 *
 * The table of docs/results.md: opens the built page in a headless Chromium at a share link, presses Run, waits for "finished", takes
 * "Run (JSON)" from the Export menu, and prints held-out pass@1 per agent over the seeds. Runs that are in the folder already are
 * not run again.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "./chromium.mjs";
import { isBuilt, runProgram, setup } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "0,1,2" },
    rows: { type: "string", default: "" },
    out: { type: "string", default: "results/figures" },
    backend: { type: "string", default: "wasm" },
    /** More of a link, such as lr=0.0012&steps=100; name another folder with it. */
    extra: { type: "string", default: "" },
    jobs: { type: "string", default: "1" },
  },
});

const CORPUS_ONLY = "agents=attention.small.msb.Q.r0,attention.small.msb.L.r0";
const ARCHITECTURE_ONLY = "agents=attention.small.msb.Q.r0,recurrent.small.msb.Q.r0";
const ORDER_ONLY = "agents=attention.small.msb.Q.r0,attention.small.lsb.Q.r0";
const REPLICA_L = "agents=recurrent.small.lsb.L.r0.x0.667,recurrent.small.lsb.L.r1.x0.667";
const SAME_L = "agents=recurrent.small.lsb.L.r0.x0.667,recurrent.small.lsb.L.r0.x0.667";
/** Name of a row -> what its link says. @type {Record<string, string>} */
const ROWS = {
  base: "preset=base",
  ttrl: "preset=ttrl",
  "gt-reward": "preset=gt-reward",
  "co-rl-same": "preset=co-rl-same",
  "co-rl-same-L": `preset=co-rl-same&${SAME_L}`,
  "co-rl-replica": "preset=co-rl-replica",
  "co-rl-replica-L": `preset=co-rl-replica&${REPLICA_L}`,
  "co-rl-different": "preset=co-rl-different",
  "co-rl-different-plus": "preset=co-rl-different-plus",
  "co-rl-ring-3": "preset=co-rl-ring-3",
  "corpus-only": `preset=co-rl-different&${CORPUS_ONLY}`,
  "architecture-only": `preset=co-rl-different&${ARCHITECTURE_ONLY}`,
  "order-only": `preset=co-rl-different&${ORDER_ONLY}`,
};

const seeds = values.seeds.split(",").map(Number);
const wanted = values.rows === "" ? Object.keys(ROWS) : values.rows.split(",");
for (const row of wanted) {
  if (!(row in ROWS)) {
    console.error(`There is no row "${row}"; there are ${Object.keys(ROWS).join(", ")}.`);
    process.exit(2);
  }
}
setup();
ensureChromium();
if (!isBuilt()) await runProgram("vite", ["build"]);
mkdirSync(values.out, { recursive: true });

const { preview } = await import("vite");
const { chromium } = await import("playwright");
const server = await preview({ preview: { port: 0, strictPort: false }, logLevel: "warn" });
const address = server.resolvedUrls?.local[0];
const executablePath = findChromium();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });

/** @typedef {import("../src/runs/record.ts").RunRecord} RunRecord */

/** @param {string} row @param {number} seed @returns {Promise<RunRecord>} */
async function oneRun(row, seed) {
  const file = join(values.out, `${row}-s${seed}-${values.backend}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const link = `${address}#/cohort?v=1&${ROWS[row]}&compare=none&backend=${values.backend}&seed=${seed}${values.extra && `&${values.extra}`}`;
    await page.goto(link);
    const started = performance.now();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /finished/i })
      .first()
      .waitFor({ timeout: 1_200_000 });
    const seconds = (performance.now() - started) / 1000;
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Run (JSON)" }).click();
    await (await download).saveAs(file);
    console.log(`${row}, seed ${seed}: ${seconds.toFixed(0)} s`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    await context.close();
  }
}

const queue = seeds.flatMap((seed) => wanted.map((row) => ({ row, seed })));
/** @type {Map<string, RunRecord>} */
const results = new Map();
const work = async () => {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    try {
      results.set(`${job.row}/${job.seed}`, await oneRun(job.row, job.seed));
    } catch (error) {
      console.error(`${job.row}, seed ${job.seed}: ${error instanceof Error ? error.message : error}`);
    }
  }
};
try {
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
} finally {
  await browser.close();
  await server.close();
}

/** @param {number} share */
const percent = (share) => (100 * share).toFixed(1);
/** @param {number[]} list */
const average = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
/** @param {number[]} list mean [min, max] in per cent */
const range = (list) =>
  list.length === 0 ? "-" : `${percent(average(list))} [${percent(Math.min(...list))}, ${percent(Math.max(...list))}]`;

/** Mean of a metric over the last 20 steps, where it is measured. @param {RunRecord} record @param {(step: RunRecord["steps"][number]) => number | null | undefined} pick */
const late = (record, pick) =>
  record.steps
    .slice(-20)
    .map(pick)
    .filter((x) => typeof x === "number");
/** @param {RunRecord[]} records @param {(step: RunRecord["steps"][number]) => number | null | undefined} pick */
const lateRange = (records, pick) =>
  range(
    records
      .map((record) => late(record, pick))
      .filter((list) => list.length > 0)
      .map(average),
  );

console.log(
  "\n| cohort | agent | held-out pass@1 %, mean [min, max] | before | label accuracy, last 20 steps | agreement, last 20 | seeds |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const row of wanted) {
  const records = seeds.flatMap((seed) => results.get(`${row}/${seed}`) ?? []);
  const agents = records[0]?.config.cohort.agents ?? [];
  for (const [n, agent] of agents.entries()) {
    const final = records.flatMap((record) => record.final?.agents[n]?.heldOut.mean ?? []);
    const before = records.flatMap((record) => record.initial?.agents[n]?.heldOut.mean ?? []);
    const cells = [
      row,
      `${String.fromCharCode(65 + n)} ${agent.architecture} ${agent.digitOrder} ${agent.corpus} r${agent.replica}`,
      range(final),
      range(before),
      lateRange(records, (step) => step.agents[n]?.pseudoLabelAccuracy),
      lateRange(records, (step) => step.agreement[0]?.agreement),
      final.length,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
