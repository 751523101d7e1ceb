/**
 * The runs of an experiment, a test each: opens the run's share link in the built page, presses Run, takes "Run (JSON)" and keeps it. Started
 * by `npm run experiment`, which names the folder; Playwright's workers, retries, time limits and shards do the scheduling. All tests are
 * there in every shard and at every start, so that a division into shards stays what it is when some runs are done.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, test } from "@playwright/test";
import { mergedManifest } from "../../scripts/experiment/bases.ts";
import { readExperiment, readRun, writeFailure, writeRun } from "../../scripts/experiment/folder.ts";
import { mismatch } from "../../src/runs/experiment-run.ts";
import { expandPlan, pointText } from "../../src/runs/plan-expand.ts";
import { runLink } from "../../src/runs/plan-link.ts";
import { exportedRun, runWhole } from "../run-helpers.ts";

const folder = process.env.EXPERIMENT_FOLDER ?? "";
const experiment = readExperiment(folder);
if (!experiment) throw new Error(`${folder} holds no experiment: start it with npm run experiment.`);
const { runs, cells } = expandPlan(experiment.plan, { backend: experiment.backend });
const titles = new Map(
  cells.flatMap((cell) =>
    cell.runs.map(({ key }) => [key, [cell.title, pointText(cell.point)].filter(Boolean).join(", ")] as const),
  ),
);
const SHIPPED = join(import.meta.dirname, "..", "..", "public", "checkpoints");
const OWN = join(folder, "checkpoints");

/** Serves the experiment's own policies beside the shipped ones. */
async function serveOwn(context: BrowserContext): Promise<void> {
  if (!existsSync(OWN)) return;
  await context.route(/\/checkpoints\/seed-\d+\/[\w.-]+$/, async (route) => {
    const [, seed = "", file = ""] = /seed-(\d+)\/([\w.-]+)$/.exec(new URL(route.request().url()).pathname) ?? [];
    if (file === "manifest.json") return route.fulfill({ json: mergedManifest(SHIPPED, OWN, Number(seed)) });
    const path = join(OWN, `seed-${seed}`, file);
    return existsSync(path)
      ? route.fulfill({ body: await readFile(path), contentType: "application/octet-stream" })
      : route.continue();
  });
}

test.describe.configure({ mode: "parallel" });

for (const planned of runs) {
  const { key, config } = planned;
  test(`${titles.get(key)}, seed ${config.seed} ${key}`, async ({ browser, baseURL }) => {
    const kept = readRun(folder, planned);
    if ("problem" in kept) console.warn(kept.problem);
    else if (kept.run) return;
    const context = await browser.newContext({ serviceWorkers: "block" });
    try {
      await serveOwn(context);
      const page = await context.newPage();
      const crashed = new Promise<never>((_, reject) => {
        page.on("crash", () => reject(new Error("The page crashed; is there memory enough for so many workers?")));
      });
      crashed.catch(() => {});
      await page.goto(`${baseURL}/${runLink(planned)}`);
      const started = performance.now();
      await Promise.race([runWhole(page), crashed]);
      const seconds = Math.round(performance.now() - started) / 1000;
      const run = { key, seconds, record: await exportedRun(page) };
      const wrong = mismatch(planned, run);
      if (wrong !== null) throw new Error(`The page's run ${wrong}.`);
      writeRun(folder, run);
    } finally {
      await context.close();
    }
  });
}

test.afterEach(({ browserName: _ }, info) => {
  if (info.status === "passed" || info.status === "interrupted" || info.status === "skipped") return;
  const key = info.title.split(" ").at(-1) ?? "";
  const said = info.status === "timedOut" ? `The run took longer than ${info.timeout / 60_000} min.` : info.error?.message;
  writeFailure(folder, key, said ?? "The run failed without a word.");
});
