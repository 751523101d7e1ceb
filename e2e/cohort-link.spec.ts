/** The address holds the settings; what does not fit is told and never used. Fields refuse nonsense. */
import { expect, type Page, test } from "@playwright/test";
import { button, open, status } from "./cohort-helpers.ts";

const FIELDS = ["Seed", "Steps", "Learning rate", "K (rollouts)", "Prompts per step", "Temperature"];

async function values(page: Page): Promise<string[]> {
  return Promise.all(FIELDS.map((name) => page.getByLabel(name, { exact: true }).inputValue()));
}

test("settings go into the address, only those that differ, and come back from it", async ({ page }) => {
  await open(page, "");
  expect(new URL(page.url()).hash).toBe("#/cohort");
  await page.getByLabel("Preset", { exact: true }).selectOption("ttrl");
  await page.getByLabel("Compare with").selectOption("none");
  await page.getByLabel("Seed", { exact: true }).fill("3");
  await page.getByLabel("Steps", { exact: true }).fill("40");
  await page.getByLabel("Learning rate").fill("0.0012");
  await page.getByLabel("Backend").selectOption("wasm");
  await page.getByText("More settings").click();
  await page.getByLabel("Schedule").selectOption("cosine");
  await expect(page).toHaveURL("/#/cohort?v=1&preset=ttrl&compare=none&seed=3&steps=40&lr=0.0012&schedule=cosine&backend=wasm");
  const before = await values(page);
  await page.reload();
  await expect(page.getByLabel("Preset", { exact: true })).toHaveValue("ttrl");
  expect(await values(page)).toEqual(before);
  await page.getByText("More settings").click();
  await expect(page.getByLabel("Schedule")).toHaveValue("cosine");
  await page.getByLabel("Schedule").selectOption("constant");
  await expect(page).not.toHaveURL(/schedule/);
});

test("a link of the form that the readme names", async ({ page }) => {
  await page.goto("/#/cohort?preset=ttrl&seed=3&backend=wasm&steps=40&compare=none");
  await expect(page.getByLabel("Preset", { exact: true })).toHaveValue("ttrl");
  await expect(page.getByLabel("Backend")).toHaveValue("wasm");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a bad link is told, value by value, and the default is used; the note can be dismissed", async ({ page }) => {
  await open(page, "preset=nonsense&seed=-4&steps=40&colour=red");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText('preset is "nonsense"');
  await expect(alert).toContainText('seed is "-4" but must be a whole number from 0 to 9999; the default, 0, is used');
  await expect(alert).toContainText('"colour" is unknown');
  await expect(page.getByLabel("Preset", { exact: true })).toHaveValue("co-rl-different");
  await expect(page.getByLabel("Steps", { exact: true })).toHaveValue("40");
  await button(page, "Dismiss").click();
  await expect(alert).toHaveCount(0);
});

test("a link of a newer version is told", async ({ page }) => {
  await page.goto("/#/cohort?v=99&preset=ttrl");
  await expect(page.getByRole("alert")).toContainText("made by a newer version of the page");
  await expect(page.getByLabel("Preset", { exact: true })).toHaveValue("co-rl-different");
});

test("an address that is typed while the page is open is read", async ({ page }) => {
  await open(page, "");
  await page.evaluate(() => {
    window.location.hash = "#/cohort?v=1&seed=2&compare=none";
  });
  await expect(page.getByLabel("Seed", { exact: true })).toHaveValue("2");
  await expect(page.getByLabel("Compare with")).toHaveValue("none");
});

test("an unknown lab is told", async ({ page }) => {
  await page.goto("/#/nowhere");
  await expect(page.getByRole("alert")).toContainText("no lab “nowhere”");
  await expect(button(page, "Run")).toBeVisible();
});

test("nonsense in a field is refused with its range, the last good value is kept, and nothing breaks", async ({ page }) => {
  await open(page, "compare=none");
  const steps = page.getByLabel("Steps", { exact: true });
  for (const text of ["abc", "", "-1", "1e9", "2.5", "１２", "0", "∞", "<script>alert(1)</script>", "9".repeat(400)]) {
    await steps.fill(text);
    await steps.press("Enter");
    await expect(steps).toHaveAttribute("aria-invalid", "true");
    await expect(steps).toHaveAccessibleDescription(/Steps must be a whole number from 1 to 10000\. 200 is kept\./);
    await expect(page).not.toHaveURL(/steps=/);
  }
  await steps.press("Escape");
  await expect(steps).toHaveValue("200");
  await expect(steps).not.toHaveAttribute("aria-invalid", "true");

  const rate = page.getByLabel("Learning rate");
  await rate.fill("0.5");
  await expect(rate).toHaveAccessibleDescription(/Learning rate must be a number from 0 to 0\.01\./);
  await rate.fill("0.001");
  await expect(rate).not.toHaveAccessibleDescription(/must be/);
  await expect(page).toHaveURL(/lr=0\.001/);
  await expect(status(page)).toContainText("ready");
});

test("another lab's link says nothing about the cohort", async ({ page }) => {
  await page.goto("/#/basins?pA=0.9&tau=0.5");
  await page.getByRole("navigation").getByRole("link", { name: "Cohort" }).click();
  await expect(button(page, "Run")).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/#\/cohort$/);
});
