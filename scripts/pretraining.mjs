/**
 * Pretraining in a headless Chromium, with the page's own code (scripts/lab/pretrain-page.ts): for `npm run pretrain`, and for experiments
 * whose policies are not shipped.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHROMIUM_ARGS, findChromium } from "./chromium.mjs";

/** @typedef {import("../src/policies/checkpoint.ts").Manifest} Manifest */
/** @typedef {import("../src/cohort/pretraining.ts").Pretraining & {readonly id: string, readonly cohortSeed: number}} Task */

/** @param {string} out folder of seed-N folders @param {number} cohortSeed @returns {Manifest} empty where there is none yet */
export function readManifest(out, cohortSeed) {
  const path = join(out, `seed-${cohortSeed}`, "manifest.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  return { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed, policies: [] };
}

/** Whole or not at all: a process that ends in between leaves the old file. @param {string} path @param {string | Buffer} content */
function write(path, content) {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Starts a server and a browser for it; `close` ends both. */
export async function openPretraining() {
  const { createServer } = await import("vite");
  const { chromium } = await import("playwright");
  const server = await createServer({ server: { port: 0, hmr: false, watch: null }, logLevel: "warn", clearScreen: false });
  await server.listen();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  /** @param {string} id @param {number} step @param {number} loss */
  const reportProgress = (id, step, loss) => {
    if (step % 500 === 0) console.log(`  ${id} step ${step}, loss ${loss.toFixed(4)}`);
  };
  await page.exposeFunction("reportProgress", reportProgress);
  await page.goto(`${server.resolvedUrls?.local[0]}scripts/lab/pretrain.html`);
  await page.waitForFunction(() => "lab" in window);

  /** @param {Task} task @param {string} out */
  const one = async ({ id, cohortSeed, spec, base, task }, out) => {
    const started = performance.now();
    const { entry, base64, note } = await page.evaluate(
      ([what, seed]) => window.lab.pretrain(what, seed),
      /** @type {const} */ ([{ spec, base, task }, cohortSeed]),
    );
    const bytes = Buffer.from(base64, "base64");
    if (createHash("sha256").update(bytes).digest("hex") !== entry.sha256) throw new Error(`${entry.file} arrived damaged.`);
    mkdirSync(join(out, `seed-${cohortSeed}`), { recursive: true });
    write(join(out, `seed-${cohortSeed}`, entry.file), bytes);
    const manifest = readManifest(out, cohortSeed);
    manifest.policies = [...manifest.policies.filter((old) => old.id !== id), entry].sort((a, b) => (a.id < b.id ? -1 : 1));
    write(join(out, `seed-${cohortSeed}`, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
    const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
    /** @param {{mean: number, low: number, high: number}} estimate */
    const interval = ({ mean, low, high }) => `${percent(mean)} [${percent(low)}, ${percent(high)}]`;
    const verdicts = entry.verdicts ? `, verdicts right ${interval(entry.verdicts)}` : "";
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${id}: base pass@1 ${interval(entry.base)}${verdicts}, ${bytes.length} bytes, ${seconds} s. ${note}`);
  };

  return {
    /**
     * The shipped policies of a cohort seed and task; with a base such as "weak=1,overlap=0.5", the families with that base.
     * @param {number} cohortSeed @param {string} base @param {string} task @returns {Promise<Task[]>}
     */
    async policies(cohortSeed, base, task) {
      const all = await page.evaluate(
        ([seed, text, id]) => window.lab.policies(seed, text, id),
        /** @type {const} */ ([cohortSeed, base, task]),
      );
      return all.map((each) => ({ ...each, cohortSeed }));
    },
    /**
     * Pretrains policies and writes them and their manifests to `out`/seed-N, each as soon as it is done.
     * @param {readonly Task[]} tasks @param {{out: string, jobs: number}} options @returns {Promise<number>} how many failed
     */
    async run(tasks, { out, jobs }) {
      const queue = [...tasks];
      let failed = 0;
      const work = async () => {
        for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
          try {
            await one(task, out);
          } catch (error) {
            failed++;
            console.error(`${task.id}: ${error instanceof Error ? error.message : error}`);
          }
        }
      };
      await Promise.all(Array.from({ length: jobs }, work));
      return failed;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
