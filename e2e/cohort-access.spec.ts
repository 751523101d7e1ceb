/** Usable by keyboard alone, by screen reader, on a phone, in the dark, with less motion. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, chart, open, SMALL, status } from "./cohort-helpers.ts";
import { runToEnd } from "./run-helpers.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`no serious accessibility violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, `${SMALL}&seed=-1`);
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    await page.getByText("More settings").click();
    await page.getByText("attention · small").first().click();
    await page.getByRole("textbox", { name: "Temperature" }).fill("hot");
    await page.getByRole("textbox", { name: "Temperature" }).press("Enter");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Temperature" }).press("Escape");
    await runToEnd(page);
    expect(await violations(page)).toEqual([]);
    await button(page, "Export").click();
    await expect(page.getByRole("menuitem", { name: "Run (JSON)" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await button(page, "Help").click();
    await page.getByRole("menuitem", { name: "How to use the page" }).click();
    await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

/** Tabs until the named element has the focus. */
async function tabTo(page: Page, role: "button" | "slider" | "combobox" | "textbox", name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  for (let n = 0; n < 80; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${role} ${String(name)}.`);
}

test("by keyboard alone: choose, run, pause, read the charts, export, reset", async ({ page }) => {
  await open(page, SMALL.replace("steps=6", "steps=300"));
  await page.keyboard.press("Tab");
  await expect(button(page, "Skip to the content")).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "combobox", "Compare with");
  await page.keyboard.press("Home");
  await expect(page.getByLabel("Compare with")).toHaveValue("none");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(button(page, "Run")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText(/step [3-9]/, { timeout: 60_000 });
  await tabTo(page, "button", "Pause");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("paused");

  await tabTo(page, "slider", "Cursor, Pseudo-label accuracy");
  await page.keyboard.press("Home");
  const cursor = page.getByRole("slider", { name: "Cursor, Reward std" });
  await expect(cursor).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("ArrowRight");
  await expect(cursor).toHaveAttribute("aria-valuenow", "2");
  await expect(cursor).toHaveAttribute("aria-valuetext", /^Step 2: Co-RL A 0\.\d+, Co-RL B 0\.\d+$/);
  await expect(chart(page, "Agreement")).toContainText("at step 2");
  await page.keyboard.press("Escape");
  await expect(cursor).not.toHaveAttribute("aria-valuenow", "2");

  await button(page, "Reset").focus();
  await tabTo(page, "button", "Export");
  await page.keyboard.press("Enter");
  const download = page.waitForEvent("download");
  await expect(page.getByRole("menuitem", { name: "Run (JSON)" })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Metrics (CSV)" })).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^co-rl-different-seed0-\d+steps\.csv$/);
  await button(page, "Reset").focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("ready");
});

test("the cursor of one chart is the cursor of all", async ({ page }) => {
  await open(page, SMALL);
  await runToEnd(page);
  await chart(page, "Reward std").getByRole("slider").hover();
  for (const name of ["Pseudo-label accuracy", "Agreement", "Completion length"])
    await expect(chart(page, name)).toContainText("at step 3");
  // Held-out accuracy was measured at steps 0, 2, 4 and 6.
  await expect(chart(page, "Held-out accuracy")).toContainText("at step 2");
  await expect(page.locator(".plot-cursor-line")).toHaveCount(5);
  await page.mouse.move(2, 2);
  await expect(chart(page, "Agreement")).toContainText("at step 6");
});

test("nothing scrolls sideways, from a phone to a wide screen", async ({ page }) => {
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${SMALL}&preset=co-rl-ring-3&compare=ttrl&colour=a-very-long-parameter-that-nobody-knows-and-that-is-told`);
  expect(await sideways()).toBe(0);
  await page.getByText("Agents and settings").click();
  await page.getByText("More settings").click();
  expect(await sideways()).toBe(0);
  await runToEnd(page);
  expect(await sideways()).toBe(0);
  const order = await Promise.all(
    ["Held-out accuracy", "Pseudo-label accuracy", "Agreement"].map(
      async (name) => (await chart(page, name).boundingBox())?.y ?? 0,
    ),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  for (const width of [320, 768, 900, 1240, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(), `${width} px`).toBe(0);
  }
});

test("the theme is chosen, shown and remembered", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  await button(page, "Theme: auto").click();
  await button(page, "Theme: light").click();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(button(page, "Theme: dark")).toBeVisible();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("words are defined on focus", async ({ page }) => {
  await open(page, "");
  await button(page, "Agreement").focus();
  await expect(page.getByRole("tooltip")).toContainText("Share of prompts");
});
