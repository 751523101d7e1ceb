/** The tour of the first screen: offered once, by keyboard, on a phone, beside what it explains, without touching a run. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, chart, collectErrors, open, SMALL, status } from "./cohort-helpers.ts";

const card = (page: Page): Locator => page.getByRole("dialog", { name: "Tour" });
const next = (page: Page): Locator => card(page).getByRole("button", { name: "Next" });
const offer = (page: Page): Locator => page.getByText("New here? A tour of one minute.");
const heading = (page: Page): Locator => card(page).getByRole("heading");

async function chartsReady(page: Page): Promise<void> {
  await expect(chart(page, "Held-out accuracy")).toBeVisible();
}

/** Whether two things on the page overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("Not on the page.");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Goes through the whole tour with a way of going on; the steps' titles. */
async function wholeTour(page: Page, on: () => Promise<void>, each?: () => Promise<void>): Promise<string[]> {
  const titles: string[] = [];
  for (let n = 1; n <= 6; n++) {
    await expect(card(page)).toContainText(new RegExp(`^${n} of [456]`));
    titles.push((await heading(page).textContent()) ?? "");
    await each?.();
    if ((await card(page).getByRole("button", { name: "Done" }).count()) > 0) return titles;
    await on();
  }
  throw new Error("The tour has no end.");
}

test("offered on a first visit, gone through, remembered, and started again from Help", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, "");
  await chartsReady(page);
  await expect(offer(page)).toBeVisible();
  await button(page, "Start").click();
  await expect(offer(page)).toBeHidden();
  const ring = page.locator(".tour-ring");
  const titles = await wholeTour(
    page,
    () => next(page).click(),
    async () => {
      await expect(ring).toBeInViewport();
      expect(await overlap(card(page), ring)).toBe(false);
    },
  );
  expect(titles.slice(0, 5)).toEqual(["A cohort", "Who labels whom", "Run", "The result", "The reason"]);
  await card(page).getByRole("button", { name: "Done" }).click();
  await expect(card(page)).toBeHidden();
  await expect(ring).toHaveCount(0);
  await expect(button(page, "Run")).toBeFocused();
  await page.reload();
  await chartsReady(page);
  await expect(offer(page)).toHaveCount(0);
  // From another lab too.
  await page.getByRole("link", { name: "Basins" }).click();
  await button(page, "Help").click();
  await page.getByRole("menuitem", { name: "Tour" }).click();
  await expect(next(page)).toBeFocused();
  await expect(page).toHaveURL(/#\/cohort$/);
  await page.keyboard.press("Escape");
  await expect(card(page)).toBeHidden();
  await expect(button(page, "Help")).toBeFocused();
  expect(errors).toEqual([]);
});

test("declined once is declined for good; skipped is skipped", async ({ page }) => {
  await open(page, "");
  await button(page, "No thanks").click();
  await expect(offer(page)).toHaveCount(0);
  await expect(button(page, "Run")).toBeFocused();
  await page.reload();
  await chartsReady(page);
  await expect(offer(page)).toHaveCount(0);
  await button(page, "Help").click();
  await page.getByRole("menuitem", { name: "Tour" }).click();
  await next(page).click();
  await card(page).getByRole("button", { name: "Skip" }).click();
  await expect(card(page)).toHaveCount(0);
});

test("by keyboard alone: arrows go on and back, Escape ends it, and nothing holds the focus inside", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "");
  await chartsReady(page);
  await button(page, "Start").focus();
  await page.keyboard.press("Enter");
  await expect(next(page)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(card(page)).toContainText(/^1 of/);
  await page.keyboard.press("ArrowRight");
  await expect(heading(page)).toHaveText("Who labels whom");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Run");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Who labels whom");
  await page.keyboard.press("Shift+Tab");
  await expect(card(page).locator(":focus")).toHaveCount(0);
  await button(page, "Run").focus();
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);
  await expect(button(page, "Run")).toBeFocused();
});

test("a run can be started during the tour, which neither stops nor restarts it", async ({ page }) => {
  await open(page, SMALL.replace("steps=6", "steps=40"));
  await chartsReady(page);
  await button(page, "Start").click();
  await next(page).click();
  await next(page).click();
  await expect(heading(page)).toHaveText("Run");
  await button(page, "Run").click();
  await expect(status(page)).toContainText(/step [1-9]/, { timeout: 60_000 });
  await wholeTourFrom(page);
  await expect(status(page)).toContainText("finished", { timeout: 90_000 });
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
});

/** To the end from where it stands. */
async function wholeTourFrom(page: Page): Promise<void> {
  const done = card(page).getByRole("button", { name: "Done" });
  while ((await done.count()) === 0) {
    const before = (await heading(page).textContent()) ?? "";
    await next(page).click();
    await expect(heading(page)).not.toHaveText(before);
  }
  await done.click();
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone a sheet that covers nothing it explains, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "");
    await chartsReady(page);
    expect(await violations(page)).toEqual([]);
    await button(page, "Start").click();
    await wholeTour(
      page,
      () => next(page).click(),
      async () => {
        const [sheet, ring] = [await card(page).boundingBox(), await page.locator(".tour-ring").boundingBox()];
        if (!sheet || !ring) throw new Error("No sheet or ring.");
        expect(sheet.y + sheet.height).toBeCloseTo(844, 0);
        expect([sheet.x, sheet.width]).toEqual([0, 390]);
        // A part taller than the room above the sheet shows its beginning there.
        expect(ring.y).toBeGreaterThanOrEqual(0);
        expect(Math.min(ring.y + ring.height, ring.y + 200)).toBeLessThanOrEqual(sheet.y);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      },
    );
    expect(await violations(page)).toEqual([]);
  });

  test(`no serious accessibility violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, "");
    await chartsReady(page);
    await button(page, "Start").click();
    await expect(next(page)).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await next(page).click();
    expect(await violations(page)).toEqual([]);
  });
}

test("where the browser denies storage the tour, the theme and a run work all the same", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  await open(page, SMALL.replace("backend=wasm&", ""));
  await chartsReady(page);
  await button(page, "No thanks").click();
  await expect(offer(page)).toHaveCount(0);
  await button(page, "Run").click();
  await expect(status(page)).toContainText("finished", { timeout: 90_000 });
});
