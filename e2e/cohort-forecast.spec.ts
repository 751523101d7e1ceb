/** Theory meets training: measured on demand after a small run, by role and name. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, collectErrors, open, SMALL } from "./cohort-helpers.ts";
import { exportedRun, numbersOf, runToEnd } from "./run-helpers.ts";

const panel = (page: Page): Locator => page.getByRole("region", { name: "Theory meets training" });
const tables = (page: Page): Locator => panel(page).getByRole("table", { name: /forecast and outcome$/ });

async function measure(page: Page): Promise<void> {
  await button(page, "Measure").click();
  await expect(panel(page).getByText("Measured.")).toBeVisible({ timeout: 90_000 });
}

async function cells(table: Locator): Promise<number[]> {
  return (await table.getByRole("cell").allTextContents()).map(Number);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

test("measures a finished run beside it: tables that count every outcome, the way of the prompts, and an untouched run", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page, SMALL);
  await expect(panel(page)).toHaveCount(0);
  await runToEnd(page);
  await expect(panel(page)).toContainText("32 train prompts 32 times each");
  const before = numbersOf(await exportedRun(page));
  await measure(page);
  // 32 prompts and two agents.
  await expect(tables(page)).toHaveCount(3);
  const counted = await Promise.all((await tables(page).all()).map(cells));
  for (const table of counted) expect(sum(table)).toBe(64);
  // How the outcomes ended does not hang on the rule: columns have the same sums.
  const columns = counted.map((table) => [0, 1, 2].map((column) => sum(table.filter((_, n) => n % 3 === column))));
  expect(columns[1]).toEqual(columns[0]);
  expect(columns[2]).toEqual(columns[0]);
  for (const name of ["Two outcomes (paper)", "Many answers", "Plurality, no dynamics"])
    await expect(tables(page).filter({ hasText: name })).toContainText(/Foreseen: \d+ of \d+, [\d.]+ % \[[\d.]+, [\d.]+\]/);
  await expect(panel(page)).toContainText(/Many answers against plurality: .* points \[/);

  const slider = panel(page).getByRole("slider", { name: /Measured step/ });
  await expect(slider).toHaveAttribute("aria-valuetext", "before training");
  const places = panel(page).getByRole("table", { name: /^Prompts by side of the line/ });
  expect(sum(await cells(places))).toBe(32);
  // Kept at 0, 2, 4 and 6.
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "after step 2");
  await page.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "after step 6");
  await expect(panel(page).getByRole("img", { name: "32 prompts between agents A and B, after step 6" })).toBeVisible();
  await button(page, "Play the way").click();
  await expect(button(page, "Pause the way")).toBeVisible();
  await expect(button(page, "Play the way")).toBeVisible({ timeout: 20_000 });
  await expect(slider).toHaveAttribute("aria-valuetext", "after step 6");
  await panel(page).getByLabel("Prompts that stand out").selectOption("missed by two outcomes");
  const missed = Number(
    /^\d+/.exec(
      (await panel(page)
        .getByRole("img", { name: /missed by two outcomes/ })
        .getAttribute("aria-label")) ?? "",
    )?.[0],
  );
  expect(sum(await cells(places))).toBe(missed);

  expect(numbersOf(await exportedRun(page))).toEqual(before);
  expect(errors).toEqual([]);
});

test("the same run gives the same tables; self-rewarding has its own rule; a method without votes is refused in a sentence", async ({
  page,
}) => {
  await open(page, SMALL);
  await runToEnd(page);
  await measure(page);
  const first = await tables(page).allTextContents();
  await button(page, "Measure again").click();
  await expect(panel(page).getByText("Measured.")).toBeVisible({ timeout: 90_000 });
  expect(await tables(page).allTextContents()).toEqual(first);
  await panel(page).getByRole("radiogroup", { name: "Cohort to forecast" }).getByText("TTRL").click();
  await expect(tables(page)).toHaveCount(0);
  await measure(page);
  await expect(tables(page).first()).toContainText("an agent ends right where its p is above one half");
  await button(page, "Reset").click();
  await expect(panel(page)).toHaveCount(0);

  await open(page, `${SMALL}&preset=gt-reward&compare=none`);
  await runToEnd(page);
  await expect(panel(page)).toContainText("It says nothing of this method.");
  await expect(button(page, "Measure")).toHaveCount(0);
});

test("stopped in the middle it says so; three agents: the pair is chosen", async ({ page }) => {
  await open(page, `${SMALL}&preset=co-rl-ring-3&compare=none`);
  await runToEnd(page);
  await button(page, "Measure").click();
  await button(page, "Stop measuring").click();
  await expect(panel(page).getByText(/^Stopped: /)).toBeVisible();
  await measure(page);
  await panel(page).getByLabel("Forecast axes").selectOption("B across, C up");
  await expect(panel(page).getByRole("img", { name: /between agents B and C, before training/ })).toBeVisible();
  await expect(panel(page)).toContainText("the line is a guide here");
});

test("what cannot be fetched is said in a sentence, and can be tried again; a run that goes on takes nothing away", async ({
  page,
}) => {
  await open(page, `${SMALL.replace("steps=6", "steps=40")}&compare=none`);
  await button(page, "Step").click();
  await button(page, "Step").click();
  await expect(panel(page)).toContainText("as it is after step 2.");
  await page.route("**/checkpoints/**", (route) => route.abort());
  await button(page, "Measure").click();
  await expect(panel(page).getByRole("alert")).toContainText(/checkpoint|connection/i, { timeout: 60_000 });
  await page.unroute("**/checkpoints/**");
  await measure(page);
  await expect(panel(page).getByRole("alert")).toHaveCount(0);
  await button(page, "Run").click();
  await expect(page.getByRole("status").filter({ hasText: /finished/i })).toBeVisible({ timeout: 90_000 });
  await expect(tables(page)).toHaveCount(3);
  await expect(panel(page)).toContainText("as it is after step 40");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`no serious accessibility violation in the forecasts, ${colorScheme}; nothing sideways`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page, SMALL);
    await runToEnd(page);
    await measure(page);
    expect(await violations(page)).toEqual([]);
    for (const width of [390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(sideways, `${width} px`).toBe(0);
    }
  });
}
