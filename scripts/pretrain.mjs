/**
 * npm run pretrain -- --cohort-seed N [--base weak=1,overlap=0.5] [--only TEXT] [--jobs N] [--out FOLDER]
 *
 * Pretrains the policies of a cohort seed in a headless Chromium, with the page's own code on its simd backend (the plain build), and writes
 * safetensors and a manifest to public/checkpoints/seed-N. Policies that the manifest has already are left alone unless
 * --force is given; --only takes policies whose name contains one of the texts, commas between them. Without --base: what is shipped for a seed. With it: the families Q,
 * L and P pretrained so, under the names of a share link (docs/links.md: weak, overlap, symmetry, contrast, pretrain).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "./chromium.mjs";
import { setup } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    "cohort-seed": { type: "string" },
    base: { type: "string", default: "" },
    only: { type: "string", default: "" },
    jobs: { type: "string" },
    out: { type: "string", default: "public/checkpoints" },
    force: { type: "boolean", default: false },
  },
});
const seed = Number(values["cohort-seed"]);
if (!Number.isInteger(seed) || seed < 0 || seed > 9999 || values["cohort-seed"] === undefined) {
  console.error("Say which cohort seed to pretrain: npm run pretrain -- --cohort-seed 7 (a whole number from 0 to 9999).");
  process.exit(2);
}
const jobs = Number(values.jobs ?? Math.min(2, availableParallelism()));
if (!Number.isInteger(jobs) || jobs < 1) {
  console.error("--jobs must be a whole number of at least 1.");
  process.exit(2);
}

setup();
ensureChromium();
const { createServer } = await import("vite");
const { chromium } = await import("playwright");

const folder = join(values.out, `seed-${seed}`);
const manifestPath = join(folder, "manifest.json");
mkdirSync(folder, { recursive: true });
/** @type {import("../src/policies/checkpoint.ts").Manifest} */
const manifest = existsSync(manifestPath)
  ? JSON.parse(readFileSync(manifestPath, "utf8"))
  : { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed: seed, policies: [] };

const server = await createServer({ server: { port: 0, hmr: false, watch: null }, logLevel: "warn", clearScreen: false });
await server.listen();
const address = server.resolvedUrls?.local[0];
const executablePath = findChromium();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
let failed = 0;
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  /** @param {string} id @param {number} step @param {number} loss */
  const reportProgress = (id, step, loss) => {
    if (step % 500 === 0) console.log(`  ${id} step ${step}, loss ${loss.toFixed(4)}`);
  };
  await page.exposeFunction("reportProgress", reportProgress);
  await page.goto(`${address}scripts/lab/pretrain.html`);
  await page.waitForFunction(() => "lab" in window);
  const have = new Set(manifest.policies.map((entry) => entry.id));
  const all = await page.evaluate(([n, base]) => window.lab.policies(n, base), /** @type {const} */ ([seed, values.base]));
  const queue = all.filter(
    ({ id }) => values.only.split(",").some((part) => id.includes(part)) && (values.force || !have.has(id)),
  );
  console.log(`Cohort seed ${seed}: ${queue.length} policies to pretrain, ${jobs} at a time.`);
  const work = async () => {
    for (let what = queue.shift(); what !== undefined; what = queue.shift()) {
      const started = performance.now();
      try {
        const { entry, base64, note } = await page.evaluate(({ what, seed }) => window.lab.pretrain(what, seed), { what, seed });
        const bytes = Buffer.from(base64, "base64");
        if (createHash("sha256").update(bytes).digest("hex") !== entry.sha256) throw new Error(`${entry.file} arrived damaged.`);
        writeFileSync(join(folder, entry.file), bytes);
        manifest.policies = [...manifest.policies.filter((old) => old.id !== entry.id), entry].sort((a, b) =>
          a.id < b.id ? -1 : 1,
        );
        writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 1)}\n`);
        const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
        const { mean, low, high } = entry.base;
        const seconds = ((performance.now() - started) / 1000).toFixed(0);
        console.log(
          `${entry.id}: base pass@1 ${percent(mean)} [${percent(low)}, ${percent(high)}], ${bytes.length} bytes, ${seconds} s. ${note}`,
        );
      } catch (error) {
        failed++;
        console.error(`${what.id}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
} finally {
  await browser.close();
  await server.close();
}
process.exit(failed > 0 ? 1 : 0);
