/** The experiments page as a person uses it: run, reload in the middle, go on, read, export; what fails is told; what makes no sense is refused. */
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { parseExperimentJson } from "../src/runs/experiment-file.ts";
import { condense } from "../src/runs/experiment-run.ts";
import { planJson } from "../src/runs/plan.ts";
import { definePlan } from "../src/runs/plans/define.ts";
import { SMOKE } from "../src/runs/plans/smoke.ts";
import { summarise } from "../src/runs/summary.ts";
import { summaryCsv } from "../src/runs/summary-csv.ts";
import { violations } from "./axe.ts";
import { button, collectErrors } from "./cohort-helpers.ts";

/** The smoke plan with one seed, and steps enough to be caught in the middle. */
const OWN = definePlan({
  ...SMOKE,
  id: "own",
  title: "Own plan",
  seeds: [0],
  training: { ...SMOKE.training, steps: 200, evaluateEvery: 20 },
});

function status(page: Page): Locator {
  return page.getByRole("status");
}

/** Opens the page with a plan, and waits until its stored runs have been looked for. */
async function open(page: Page, query: string): Promise<void> {
  await page.goto(`/#/experiments?${query}`);
  await expect(page.getByText("Looking for runs of this plan")).toHaveCount(0);
  await expect(status(page)).toContainText("runs are in");
}

/** Takes a file from the Export menu. */
async function exported(page: Page, item: string): Promise<Buffer> {
  await button(page, "Export").click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  return readFile(await (await coming).path());
}

async function importText(page: Page, name: string, text: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await button(page, "Import").click();
  await (await choosing).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("a plan broken off by a reload goes on, and gives the same bytes as without, and as the headless runner's code", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const errors = collectErrors(page);
  await open(page, "plan=table-3");
  await importText(page, "own.json", planJson(OWN));
  await expect(page.getByText(/3 runs, 400 steps\. About .* of storage in this browser/)).toBeVisible();
  await button(page, "Run").click();
  await expect(page.getByText(/step \d{2,3} of 200/).first()).toBeVisible({ timeout: 120_000 });
  await page.reload();
  await page.getByRole("button", { name: "Open Own plan, seeds 0, simd" }).click();
  await expect(status(page)).toContainText(/Not (begun|at work): [01] of 3 runs/, { timeout: 60_000 });
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await expect(status(page)).toContainText("Finished: 3 of 3 runs are in.", { timeout: 240_000 });

  const table = page.getByRole("region", { name: "Table of results" });
  await expect(table.getByRole("row")).toHaveCount(7);
  await expect(table.getByRole("row").nth(3)).toContainText(/TTRL.*A.*Q.*1.*\d+\.\d/);
  await table.getByRole("button", { name: /Held-out accuracy/ }).click();
  await expect(table.getByRole("columnheader", { name: /Held-out accuracy/ })).toHaveAttribute("aria-sort", "descending");
  const lines = (name: string): Locator => page.getByRole("region", { name: `Curves of ${name}` }).locator(".recharts-line");
  await expect(lines("held-out accuracy")).toHaveCount(3);
  for (const name of ["pseudo-label accuracy", "agreement", "reward std"]) await expect(lines(name)).toHaveCount(2);
  await page.getByRole("checkbox", { name: /^TTRL/ }).uncheck();
  await expect(lines("held-out accuracy")).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);

  // What the headless runner's own code makes of the same records.
  const csv = (await exported(page, "Summary (CSV)")).toString("utf8");
  const read = parseExperimentJson((await exported(page, "Experiment (JSON)")).toString("utf8"));
  if ("problems" in read) throw new Error(read.problems.join(" "));
  expect(summaryCsv(summarise(read.expansion, read.runs.map(condense)))).toBe(csv);

  // A run that nothing broke off gives the same bytes.
  const other = await (await browser.newContext()).newPage();
  await open(other, "plan=table-3");
  await importText(other, "own.json", planJson(OWN));
  await button(other, "Run").click();
  await expect(status(other)).toContainText("Finished: 3 of 3 runs are in.", { timeout: 240_000 });
  expect((await exported(other, "Summary (CSV)")).toString("utf8")).toBe(csv);
  await other.context().close();
});

test("a run that fails keeps its reason, the others go on, it can be tried again, and all of it is one file", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await page.route("**/checkpoints/seed-1/*.safetensors", (route) => route.fulfill({ status: 404, body: "" }));
  await open(page, "plan=smoke");
  await page.getByRole("button", { name: "Remove the row Base" }).click();
  await page.getByRole("button", { name: "Remove the row Co-RL, different families" }).click();
  await expect(status(page)).toContainText("0 of 2 runs");
  await button(page, "Run").click();
  await expect(status(page)).toContainText("Ended: 1 of 2 runs is in, 1 failed.", { timeout: 120_000 });
  await expect(page.getByRole("list", { name: "Runs at work and failed" })).toContainText(/TTRL, seed 1.*failed: .*\./);
  await expect(page.getByRole("region", { name: "Table of results" })).toBeVisible();
  await page.unroute("**/checkpoints/seed-1/*.safetensors");
  await page.getByRole("button", { name: "Try again: TTRL, seed 1" }).click();
  await expect(status(page)).toContainText("Finished: 2 of 2 runs are in.", { timeout: 120_000 });
  const file = await exported(page, "Experiment (JSON)");
  const summary = await exported(page, "Summary (CSV)");

  const other = await browser.newPage();
  await open(other, "plan=table-3");
  await importText(other, "mine.json", file.toString("utf8"));
  await expect(status(other)).toContainText("Finished: 2 of 2 runs are in.", { timeout: 60_000 });
  expect((await exported(other, "Summary (CSV)")).equals(summary)).toBe(true);
  await other.getByText("All 2 runs").click();
  await other.getByRole("button", { name: "Open in the cohort lab: TTRL, seed 1" }).click();
  await expect(other).toHaveURL(/#\/cohort\?.*preset=ttrl/);
  await expect(other.getByRole("textbox", { name: "Name of run 1" })).toHaveValue("TTRL, seed 1");
  await other.close();
});

test("nonsense is refused with a sentence; missing policies are said before anything runs", async ({ page }) => {
  await open(page, "plan=smoke&seeds=banana");
  await expect(page.getByRole("alert")).toContainText("The link's seeds: “banana” does not read like 0-4");
  await importText(page, "odd.json", "{ nonsense");
  await expect(page.getByRole("alert").first()).toContainText("odd.json: This file is not JSON:");
  await importText(page, "run.json", '{"schema":"co-rl-playground/run","version":2}');
  await expect(page.getByRole("alert").first()).toContainText("neither a plan nor an experiment");
  await page.getByRole("textbox", { name: "Seeds", exact: true }).fill("4-1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“4-1” does not read like 0-4 or 0,2,7")).toBeVisible();
  await page.getByRole("textbox", { name: "Seeds", exact: true }).fill("0,7");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/plan=smoke&seeds=0,7/);
  await page.getByRole("combobox", { name: "Vary" }).selectOption("Rollouts K");
  await page.getByRole("textbox", { name: "Values of Rollouts K" }).fill("2, 99");
  await page.keyboard.press("Enter");
  await expect(page.getByText("rollouts must be a whole number from 1 to 64")).toBeVisible();
  await page.getByRole("textbox", { name: "Values of Rollouts K" }).fill("2, 4");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("0 of 10 runs");
  await button(page, "Run").click();
  await expect(page.getByRole("alert").filter({ hasText: "The experiment has not started" })).toContainText(
    "2 base policies that 5 of these runs start from are not shipped",
  );
  await expect(page.getByRole("button", { name: "Run without those 5 runs" })).toBeVisible();
});

test("fits a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "plan=k-sweep");
  await page
    .locator("summary")
    .filter({ hasText: /^Plan$/ })
    .click();
  await expect(button(page, "Add the row")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});
