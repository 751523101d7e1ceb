/**
 * npm run diversity -- [--link preset=co-rl-different] [--seeds 0,1,2,3,4] [--samples 8] [--from public/checkpoints]
 *
 * Error decoupling of a pair of base policies, A and B of a share link's cohort, on the held-out prompts: kappa of correctness, c, w, u, each
 * with its bootstrap interval, and both accuracies. One sample a prompt and pair, `--samples` of them counted together.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "./chromium.mjs";
import { ROOT, setup } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    link: { type: "string", default: "preset=co-rl-different" },
    seeds: { type: "string", default: "0,1,2,3,4" },
    samples: { type: "string", default: "8" },
    from: { type: "string", default: "public/checkpoints" },
  },
});

setup();
ensureChromium();
const { createServer } = await import("vite");
const { chromium } = await import("playwright");
const folder = resolve(values.from);
const server = await createServer({
  server: { port: 0, hmr: false, watch: null, fs: { allow: [ROOT, folder] } },
  logLevel: "warn",
  clearScreen: false,
});
await server.listen();
const address = server.resolvedUrls?.local[0];
const executablePath = findChromium();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });

/** @param {number | null} value @param {{low: number, high: number} | null} interval @param {number} scale @param {number} digits */
const shown = (value, interval, scale, digits) =>
  value === null || interval === null
    ? "undefined"
    : `${(scale * value).toFixed(digits)} [${(scale * interval.low).toFixed(digits)}, ${(scale * interval.high).toFixed(digits)}]`;

/** @type {number[]} */
const kappas = [];
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`${address}scripts/lab/diversity.html`);
  await page.waitForFunction(() => "measureDiversity" in window);
  console.log("| seed | kappa | c % | w % | u % | accuracy of A % | of B % |\n| --- | --- | --- | --- | --- | --- | --- |");
  for (const seed of values.seeds.split(",")) {
    const { measured, intervals } = await page.evaluate(
      ([link, samples, base]) => window.measureDiversity(link, samples, base),
      /** @type {const} */ ([`${values.link}&seed=${seed}`, Number(values.samples), `${address}@fs${folder}`]),
    );
    if (measured.kappa !== null) kappas.push(measured.kappa);
    const cells = [
      seed,
      shown(measured.kappa, intervals.kappa, 1, 3),
      shown(measured.complementarity, intervals.complementarity, 100, 1),
      shown(measured.sharedWrong, intervals.sharedWrong, 100, 1),
      shown(measured.oracle, intervals.oracle, 100, 1),
      shown(measured.accuracyA, intervals.accuracyA, 100, 1),
      shown(measured.accuracyB, intervals.accuracyB, 100, 1),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  if (kappas.length > 0) console.log(`Mean kappa: ${(kappas.reduce((sum, each) => sum + each, 0) / kappas.length).toFixed(3)}.`);
} finally {
  await browser.close();
  await server.close();
}
