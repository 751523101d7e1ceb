/** Parts of the page whose code does not come: that part says so, the rest works on, and trying again fetches it. */
import { expect, test } from "@playwright/test";
import { button, open, SMALL, status } from "./cohort-helpers.ts";

test("a lab that cannot be fetched while a run goes on: the run goes on, and the lab comes with its style at another try", async ({
  page,
}) => {
  await open(page, `compare=none&${SMALL.replace("wasm", "simd").replace("steps=6", "steps=5000")}`);
  await page.route(/BasinLab/, (route) => route.abort());
  await button(page, "Run").click();
  await page.getByRole("link", { name: "Basins" }).click();
  const missing = page.getByRole("alert").filter({ hasText: "The basin lab could not be loaded. Check the connection" });
  await expect(missing).toBeVisible();
  await page.unroute(/BasinLab/);
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("slider", { name: /^p_A/ }).first()).toBeVisible();
  await expect.poll(() => page.locator(".basin-columns").evaluate((columns) => getComputedStyle(columns).display)).toBe("grid");
  await page.getByRole("link", { name: "Cohort" }).click();
  await expect(status(page)).toContainText(/running · step \d+\/5000/, { timeout: 60_000 });
});

test("charts, map and list of runs that cannot be fetched: the controls stay, and all come when the connection does", async ({
  page,
  context,
}) => {
  await page.route(/ChartGrid|LookColumn|RunsPanel/, (route) => route.abort());
  await open(page, "");
  for (const name of ["The charts", "The prompt map", "The list of runs"])
    await expect(page.getByRole("alert").filter({ hasText: `${name} could not be loaded.` })).toBeVisible();
  await page.unroute(/ChartGrid|LookColumn|RunsPanel/);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole("region", { name: "Held-out accuracy", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Runs", exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a glossary that cannot be fetched is told, and comes at another try", async ({ page }) => {
  await open(page, "");
  await page.route(/Glossary/, (route) => route.abort());
  await page.evaluate(() => {
    window.location.hash = "#/glossary";
  });
  const missing = page.getByRole("alert").filter({ hasText: "The glossary could not be loaded." });
  await expect(missing).toBeVisible();
  await page.unroute(/Glossary/);
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(missing).toHaveCount(0);
});
