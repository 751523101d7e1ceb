/**
 * npm run roles -- [--seeds 0,1,2] [--samples 2] [--from public/checkpoints]
 *
 * How well the base policies of the task with roles do each role (src/cohort/role-skill.ts): two tables a seed, families and judges.
 */
import { parseArgs } from "node:util";
import { openLab } from "./lab-page.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "0,1,2" },
    samples: { type: "string", default: "2" },
    from: { type: "string", default: "public/checkpoints" },
  },
});

const lab = await openLab(values.from);

/** @param {number | null} value */
const percent = (value) => (value === null ? "none" : (100 * value).toFixed(1));
/** @param {number | null} value */
const score = (value) => (value === null ? "none" : value.toFixed(2));
/** @param {readonly (readonly string[])[]} lines */
const table = ([head = [], ...lines]) =>
  [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");

try {
  const page = await lab.browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`${lab.address}scripts/lab/roles.html`);
  await page.waitForFunction(() => "measureRoles" in window);
  for (const seed of values.seeds.split(",")) {
    const { families, judges } = await page.evaluate(
      ([cohortSeed, samples, base]) => window.measureRoles(cohortSeed, samples, base),
      /** @type {const} */ ([Number(seed), Number(values.samples), lab.checkpoints]),
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
  await lab.close();
}
