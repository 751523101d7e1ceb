/**
 * npm run diversity -- [--link preset=co-rl-different] [--ladder] [--seeds 0,1,2,3,4] [--samples 8] [--from public/checkpoints]
 *
 * Error decoupling of a pair of base policies, A and B of a share link's cohort, on the held-out prompts: kappa of correctness, c, w, u, each
 * with its bootstrap interval, and both accuracies. One sample a prompt and pair, `--samples` of them counted together. With `--ladder`: A and each
 * peer of its ladder of diversity (src/policies/families.ts), a table a seed and one of their means.
 */
import { parseArgs } from "node:util";
import { openLab } from "./lab-page.mjs";

const { values } = parseArgs({
  options: {
    link: { type: "string", default: "preset=co-rl-different" },
    ladder: { type: "boolean", default: false },
    seeds: { type: "string" },
    samples: { type: "string", default: "8" },
    from: { type: "string", default: "public/checkpoints" },
  },
});
/** The ladder's policies are shipped for seeds 0 to 2. */
const seeds = (values.seeds ?? (values.ladder ? "0,1,2" : "0,1,2,3,4")).split(",");

const lab = await openLab(values.from);

/** Measures in the order of the columns: name, scale, digits. */
const COLUMNS = /** @type {const} */ ([
  ["kappa", 1, 3],
  ["complementarity", 100, 1],
  ["sharedWrong", 100, 1],
  ["oracle", 100, 1],
  ["accuracyA", 100, 1],
  ["accuracyB", 100, 1],
]);
const HEAD = ["kappa", "c %", "w %", "u %", "accuracy of A %", "of B %"];

/** @typedef {import("./lab/diversity-page.ts").MeasuredRow} MeasuredRow */

/** @param {MeasuredRow} row */
const figures = ({ measured, intervals }) =>
  COLUMNS.map(([name, scale, digits]) => {
    const [value, interval] = [measured[name], intervals[name]];
    if (value === null || interval === null) return "undefined";
    return `${(scale * value).toFixed(digits)} [${[interval.low, interval.high].map((end) => (scale * end).toFixed(digits)).join(", ")}]`;
  });

/** @param {readonly MeasuredRow[]} rows of one pair, a seed each */
const means = (rows) =>
  COLUMNS.map(([name, scale, digits]) => {
    const each = rows.flatMap(({ measured }) => measured[name] ?? []);
    if (each.length === 0) return "undefined";
    const shown = [each.reduce((sum, value) => sum + value, 0) / each.length, Math.min(...each), Math.max(...each)];
    const [mean, low, high] = shown.map((value) => (scale * value).toFixed(digits));
    return `${mean} [${low}, ${high}]`;
  });

/** @param {readonly string[]} names @param {readonly (readonly string[])[]} lines */
const table = (names, lines) =>
  [[...names, ...HEAD], [...names, ...HEAD].map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");

/** @type {Map<string, MeasuredRow[]>} */
const all = new Map();
/** @type {string[][]} */
const lines = [];
try {
  const page = await lab.browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`${lab.address}scripts/lab/diversity.html`);
  await page.waitForFunction(() => "measureDiversity" in window);
  for (const seed of seeds) {
    const rows = await page.evaluate(
      ([link, samples, base, whole]) => window.measureDiversity(link, samples, base, whole),
      /** @type {const} */ ([`${values.link}&seed=${seed}`, Number(values.samples), lab.checkpoints, values.ladder]),
    );
    for (const row of rows) {
      all.set(row.title, [...(all.get(row.title) ?? []), row]);
      lines.push([seed, ...(values.ladder ? [row.title] : []), ...figures(row)]);
    }
  }
  console.log(table(values.ladder ? ["seed", "peer of A"] : ["seed"], lines));
  const summary = [...all].map(([title, rows]) => [title, ...means(rows)]);
  console.log(`\nMeans over the seeds [lowest, highest]:\n\n${table(["peer of A"], summary)}`);
} finally {
  await lab.close();
}
