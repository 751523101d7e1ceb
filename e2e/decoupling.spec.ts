/** Error decoupling before training: measured on demand, as a map and a table, with the paper's pairs beside; stopped; what is missing; a phone. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, collectErrors, open } from "./cohort-helpers.ts";

function panel(page: Page) {
  return page.getByRole("region", { name: "Error decoupling before training" });
}

test("the agents and the ladder are measured: map, table, the paper's pairs, a file", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, "compare=none");
  await panel(page).getByLabel("Samples a prompt").fill("2");
  await button(page, "Measure 8 policies").click();
  await expect(panel(page).getByRole("progressbar", { name: "Measuring error decoupling" })).toBeVisible();
  const map = panel(page).getByRole("region", { name: "Map of pairs" }).getByRole("table");
  await expect(map.getByRole("row")).toHaveCount(9, { timeout: 60_000 });
  await expect(panel(page)).toContainText("Seed 0: 8 policies, 512 held-out prompts, 2 samples a prompt and policy");
  // Another corpus decouples what one checkpoint shares with itself (docs/results.md: .23 against .02).
  const row = map.getByRole("row").nth(1);
  await expect(row.getByRole("rowheader")).toHaveText("A");
  const kappa = async (column: number): Promise<number> => Number(await row.getByRole("cell").nth(column).textContent());
  expect(await kappa(0)).toBeGreaterThan(0.1);
  expect(await kappa(6)).toBeLessThan(0.1);
  const table = panel(page).getByRole("region", { name: "Pairs in figures" });
  await expect(table.getByRole("row", { name: /^A beside itself samples only/ })).toContainText(/0\.\d\d \[0\.\d\d, 0\.\d\d\]/);
  await expect(table.getByRole("row", { name: /^A × corpus corpus/ })).toHaveCount(1);
  await expect(table.getByRole("row")).toHaveCount(1 + 36);
  await panel(page).getByLabel("Shown in the map").selectOption("oracle");
  await expect(panel(page)).toContainText("u, at least one is right, %: uncoloured is 0");

  await panel(page).getByText("The paper’s pairs").click();
  await expect(panel(page).getByRole("region", { name: "The paper's table 6" })).toContainText("Qwen2.5-3B × Llama-3.2-3B");
  await expect(panel(page).getByRole("region", { name: "The paper's table 7" })).toContainText("itself, new seed");

  const download = page.waitForEvent("download");
  await button(page, "Export the pairs (CSV)").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("decoupling-seed0.csv");
  const lines = (await readFile(await saved.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(37);
  expect(lines[1]).toMatch(/^A,A,attention-small-msb-Q-r0-s0,attention-small-msb-Q-r0-s0,false,false,samples only,0,2,1024,/);

  await page.emulateMedia({ colorScheme: "light" });
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute("data-mantine-color-scheme", "dark"));
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(errors).toEqual([]);
});

test("stopped by hand, nothing is kept; what has no checkpoint is named, with the way to it", async ({ page }) => {
  await open(page, "compare=none&seed=3");
  await panel(page).getByLabel("Samples a prompt").fill("64");
  await button(page, "Measure 8 policies").click();
  await button(page, "Stop measuring").click();
  await expect(panel(page).getByRole("progressbar")).toHaveCount(0);
  await expect(panel(page).getByRole("region", { name: "Map of pairs" })).toHaveCount(0);

  await panel(page).getByLabel("Samples a prompt").fill("1");
  await button(page, "Measure 8 policies").click();
  await expect(panel(page)).toContainText(
    "Left out, for there is no checkpoint for seed 3 yet: attention · large · corpus Q · msb. Pretrain it here",
  );
  await expect(panel(page)).toContainText("Seed 3: 7 policies", { timeout: 60_000 });
  await panel(page)
    .getByRole("button", { name: /^Pretrain 1 policy \(about / })
    .click();
  await expect(page.getByRole("progressbar", { name: "Pretraining attention · large · corpus Q · msb · seed 3" })).toBeVisible();
});
