/** The basin page by keyboard and screen reader, on a phone, in the dark, with less motion; and what it loads. */
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BUDGET, measureBuild, totalGzip } from "../scripts/size.mjs";
import { violations } from "./axe.ts";
import { openBasins, setSlider, slider, verdict } from "./basins-helpers.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`no serious accessibility violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await openBasins(page, "points=0.2,0.3&foo=1");
    await page.getByText("Stochastic runs", { exact: true }).click();
    await expect(page.getByRole("region", { name: "Together: p over updates" })).toContainText("stochastic runs p is");
    expect(await violations(page)).toEqual([]);
    await page.getByText("Population", { exact: true }).click();
    await expect(page.getByRole("region", { name: "Final accuracy (%)" })).toContainText("100.0");
    expect(await violations(page)).toEqual([]);
  });
}

test("the first screen moves; with reduced motion it stands still until asked", async ({ page }) => {
  await openBasins(page);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(verdict(page)).toContainText("Self-rewarding");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByText(/^t = 0\.0/)).toBeVisible();
  await page.waitForTimeout(600);
  await expect(page.getByText(/^t = 0\.0/)).toBeVisible();
  // Asked to, it moves in jumps of a tenth.
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText(/^t = 6\.0/)).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
});

test("nothing scrolls sideways, from a phone to a wide screen; the point is large enough for a finger", async ({ page }) => {
  for (const width of [390, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await openBasins(page, "agents=3&points=0.2,0.3,0.4");
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    const box = await slider(page, "Start, Self-rewarding").boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(slider(page, "p_A")).toBeVisible();
  await page.locator("summary", { hasText: "Settings" }).click();
  await expect(slider(page, "K")).toBeVisible();
});

test("by keyboard alone: from the preset to the point, play, export", async ({ page }) => {
  await openBasins(page);
  const reach = async (name: string | RegExp, role: "slider" | "button" | "combobox"): Promise<void> => {
    const target = page.getByRole(role, { name, exact: true });
    for (let n = 0; n < 60; n++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab never reached ${role} ${String(name)}.`);
  };
  await reach("Preset", "combobox");
  await reach("Time", "slider");
  await page.keyboard.press("Home");
  await expect(page.getByText(/^t = 0\.0/)).toBeVisible();
  await reach("p_A", "slider");
  await page.keyboard.press("ArrowLeft");
  await expect(slider(page, "p_A")).toHaveValue("0.69");
  await reach("Start, Cross supervision", "slider");
  await page.keyboard.press("PageDown");
  await expect(verdict(page)).toContainText("p_A + p_B = 0.990 < 1");
});

test("the page loads little JavaScript before it can be used, and no tfjs", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const parsed = new Set<string>();
  session.on("Debugger.scriptParsed", ({ url }) => parsed.add(url));
  await session.send("Debugger.enable");
  // The charts are kept waiting: the page has to be of use without them.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(TimeCharts|LineFigure)-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/#/basins");
  await setSlider(page, "p_B", 0.2);
  await expect(verdict(page)).toContainText("p_A + p_B = 0.900 < 1");
  const usable = new Set(parsed);
  release();
  await expect(page.getByRole("region", { name: "Together: p over updates" })).toBeVisible();
  const { scripts } = measureBuild(join(import.meta.dirname, "..", "dist"));
  const among = (urls: ReadonlySet<string>) =>
    scripts.filter(({ name }) => [...urls].some((url) => new URL(url, page.url()).pathname === `/${name}`));
  expect(among(usable).length, "the page loads a script").toBeGreaterThan(0);
  expect(totalGzip(among(usable))).toBeLessThanOrEqual(BUDGET.initialScript);
  expect(
    among(parsed)
      .filter(({ tfjs }) => tfjs)
      .map(({ name }) => name),
  ).toEqual([]);
});
