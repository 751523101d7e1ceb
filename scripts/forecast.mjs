/**
 * npm run forecast -- [--link preset=co-rl-different] [--seeds 0-2] [--samples 32] [--from public/checkpoints]
 *
 * Theory meets training: trains a share link's cohort for each cohort seed (simd, plain build), measures every agent's answers to the train
 * prompts before and after, and prints as Markdown how many outcomes the paper's two-outcome rule, the many-answer dynamics and plain plurality
 * foresaw, with 95 % intervals and confusion tables. docs/results.md says what is counted.
 */
import { parseArgs } from "node:util";
import { openLab } from "./lab-page.mjs";

const { values } = parseArgs({
  options: {
    link: { type: "string", default: "preset=co-rl-different" },
    seeds: { type: "string", default: "0-2" },
    samples: { type: "string", default: "32" },
    from: { type: "string", default: "public/checkpoints" },
  },
});

/** Ends with a sentence. @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** "0-2,5" as numbers. @param {string} text @returns {number[]} */
function seedsOf(text) {
  return text.split(",").flatMap((part) => {
    const match = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim());
    if (!match) return refuse(`--seeds takes cohort seeds such as 0-2 or 0,3, not "${text}".`);
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    if (last < first) return refuse(`--seeds: ${part} runs backwards.`);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

const seeds = seedsOf(values.seeds);
const samples = Number(values.samples);
if (!Number.isInteger(samples) || samples < 1 || samples > 256)
  refuse(`--samples takes a whole number from 1 to 256, not "${values.samples}".`);

const lab = await openLab(values.from);

/** @typedef {import("../src/theory/foresight.ts").Foresight} Foresight */
/** @typedef {import("../src/math/intervals.ts").Interval} Interval */

const RULES = /** @type {const} */ (["twoOutcomes", "manyAnswers", "plurality"]);
const SIDES = /** @type {const} */ (["right", "wrong", "tied"]);
const TITLES = { twoOutcomes: "two outcomes (paper)", manyAnswers: "many answers", plurality: "plurality of the pooled samples" };

/** @param {Interval} interval @param {string} [sign] */
const percent = ({ estimate, low, high }, sign = "") => {
  /** @param {number} value */
  const shown = (value) => `${value > 0 ? sign : ""}${(100 * value).toFixed(1)}`;
  return Number.isFinite(estimate) && Number.isFinite(low)
    ? `${shown(estimate)} [${shown(low)}, ${shown(high)}]`
    : "nothing to compare";
};

/** @param {string} name @param {Foresight} foresight */
const row = (name, { compared, outcomes, rules, gain }) =>
  `| ${[
    name,
    `${compared} of ${outcomes}`,
    ...RULES.map((rule) => percent(rules[rule].share)),
    percent(gain.plurality, "+"),
  ].join(" | ")} |`;

/** @param {Foresight} foresight */
function tables({ rules }) {
  for (const rule of RULES) {
    console.log(`\n${TITLES[rule]}: forecast (rows), ended (columns)\n\n| | ${SIDES.join(" | ")} |\n| --- | --- | --- | --- |`);
    for (const said of SIDES)
      console.log(`| ${said} | ${SIDES.map((ended) => rules[rule].confusion[said][ended]).join(" | ")} |`);
  }
}

try {
  const page = await lab.browser.newPage();
  // A busy machine takes its time to serve the sources the first time.
  page.setDefaultTimeout(300_000);
  page.on("pageerror", (error) => console.error(error.message));
  await page.exposeFunction("reportProgress", (/** @type {string} */ message) => console.error(message));
  await page.goto(`${lab.address}scripts/lab/forecast.html`);
  await page.waitForFunction(() => "forecastRun" in window);
  /** @type {string[]} */
  const rows = [];
  for (const seed of seeds) {
    console.error(`Cohort seed ${seed}.`);
    const foresight = await page.evaluate(
      ([link, each, base]) => window.forecastRun(link, each, base),
      /** @type {const} */ ([`${values.link}&seed=${seed}`, samples, `${lab.checkpoints}/`]),
    );
    rows.push(row(String(seed), foresight));
    console.error(rows.at(-1));
  }
  const all = await page.evaluate(() => window.pooledForesight());
  console.log(`${values.link}, cohort seeds ${values.seeds}, ${samples} samples a prompt and agent\n`);
  console.log(
    `| seed | compared | ${RULES.map((rule) => `${TITLES[rule]} %`).join(" | ")} | many answers over plurality, points |\n| --- | --- | --- | --- | --- | --- |`,
  );
  for (const each of rows) console.log(each);
  console.log(row("all", all));
  tables(all);
  console.log(
    `\n| agent | compared | ${RULES.map((rule) => `${TITLES[rule]} %`).join(" | ")} |\n| --- | --- | --- | --- | --- |`,
  );
  for (const [n, { compared, hits }] of all.agents.entries()) {
    const shares = RULES.map((rule) => (compared === 0 ? "none" : ((100 * hits[rule]) / compared).toFixed(1)));
    console.log(`| ${[String.fromCharCode(65 + n), compared, ...shares].join(" | ")} |`);
  }
  const { ended, manyAnswers, plurality } = all.rescued;
  console.log(
    `\nOf those compared, ${ended} outcomes that the two-outcome rule calls wrong ended right; many answers foresaw ${manyAnswers} of them, plurality ${plurality}.`,
  );
} finally {
  await lab.close();
}
