/**
 * npm run roles -- [--seeds 0,1,2] [--samples 2] [--from public/checkpoints]
 *
 * How well the base policies of the task with roles do each role (src/cohort/role-skill.ts): two tables a seed, families and judges.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "./chromium.mjs";
import { ROOT, setup } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "0,1,2" },
    samples: { type: "string", default: "2" },
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

/** @param {number | null} value */
const percent = (value) => (value === null ? "none" : (100 * value).toFixed(1));
/** @param {number | null} value */
const score = (value) => (value === null ? "none" : value.toFixed(2));
/** @param {readonly (readonly string[])[]} lines */
const table = ([head = [], ...lines]) =>
  [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");

try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`${address}scripts/lab/roles.html`);
  await page.waitForFunction(() => "measureRoles" in window);
  for (const seed of values.seeds.split(",")) {
    const { families, judges } = await page.evaluate(
      ([cohortSeed, samples, base]) => window.measureRoles(cohortSeed, samples, base),
      /** @type {const} */ ([Number(seed), Number(values.samples), `${address}@fs${folder}`]),
    );
    const turns = families.map(({ family, solve, debate }) => [
      family,
      percent(solve),
      debate.map(({ peer, passAt1 }) => `${percent(passAt1)} (${peer})`).join(", "),
    ]);
    console.log(`Cohort seed ${seed}\n\n${table([["family", "solve %", "after a debate turn % (peer)"], ...turns])}\n`);
    const said = judges.map(({ judge, author, accuracy, yesOfRight, yesOfWrong, unparsed, scores }) => [
      `${judge} of ${author}`,
      ...[accuracy, yesOfRight, yesOfWrong, unparsed].map(percent),
      ...scores.map(({ right, wrong }) => `${score(right)} / ${score(wrong)}`),
    ]);
    const head = ["judge of author", "verdict right %", "Y of right %", "Y of wrong %", "none %"];
    const shown = ["Y", "N", "no verdict"].map((verdict) => `score under ${verdict}, right / wrong`);
    console.log(`${table([[...head, ...shown], ...said])}\n`);
  }
} finally {
  await browser.close();
  await server.close();
}
