/** The glossary: found from the header, from a term and by its address; searched; closed without losing the lab or the run. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, collectErrors, open, SMALL, status } from "./cohort-helpers.ts";

const glossary = (page: Page) => page.getByRole("dialog", { name: "Glossary" });
const word = (page: Page, name: string) => glossary(page).getByRole("link", { name, exact: true });

async function fromHelp(page: Page): Promise<void> {
  await button(page, "Help").click();
  await page.getByRole("menuitem", { name: "Glossary" }).click();
  await expect(glossary(page)).toBeVisible();
}

test("search narrows it, says how many are left, and a word has an address of its own", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, "seed=3");
  await fromHelp(page);
  const search = glossary(page).getByRole("searchbox", { name: "Search the glossary" });
  await expect(search).toBeFocused();
  await page.keyboard.type("vote of a peer");
  await expect(glossary(page)).toContainText(/1 of \d+ words\./);
  await expect(word(page, "Co-RL")).toBeVisible();
  await expect(word(page, "Agent")).toHaveCount(0);
  await search.fill("zebra");
  await expect(glossary(page)).toContainText("No word holds “zebra”.");
  await search.fill("kappa");
  await word(page, "Kappa").click();
  await expect(page).toHaveURL(/#\/glossary\/kappa$/);
  // The search has ended: the word stands among all of them.
  await expect(search).toHaveValue("");
  await expect(word(page, "Kappa")).toBeFocused();
  await expect(word(page, "Kappa")).toBeInViewport();
  await expect(word(page, "Agent")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(glossary(page)).toBeHidden();
  await expect(page).toHaveURL(/#\/cohort\?v=1&seed=3$/);
  expect(errors).toEqual([]);
});

test("a word's address opens it over the first lab; an unknown word is said", async ({ page }) => {
  await page.goto("/#/glossary/separatrix");
  await expect(word(page, "Separatrix")).toBeFocused();
  await expect(glossary(page)).toContainText("pA + pB = 1");
  await glossary(page).getByRole("button", { name: "Close" }).click();
  await expect(button(page, "Run")).toBeEnabled();
  await expect(page).toHaveURL(/#\/(cohort)?$/);
  await page.goto("/#/glossary/zebra");
  await expect(glossary(page)).toContainText("There is no word “zebra” here.");
});

test("a term leads to its word and back, by keyboard; the run goes on meanwhile", async ({ page }) => {
  await open(page, SMALL.replace("steps=6", "steps=300"));
  await button(page, "Run").click();
  await expect(status(page)).toContainText(/step [1-9]/, { timeout: 60_000 });
  const term = button(page, "Agreement");
  await term.focus();
  await page.keyboard.press("Enter");
  const more = page.getByRole("dialog", { name: "Agreement" }).getByRole("link", { name: "Agreement in the glossary" });
  // Escape counts before the focus has come into the panel, too.
  await expect(more).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(more).toBeHidden();
  await expect(term).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(more).toBeFocused();
  const before = await status(page).textContent();
  await page.keyboard.press("Enter");
  await expect(word(page, "Agreement")).toBeFocused();
  await expect(status(page)).not.toHaveText(before ?? "");
  await page.goBack();
  await expect(glossary(page)).toBeHidden();
  await expect(page).toHaveURL(/#\/cohort\?/);
  await expect(status(page)).toContainText(/step \d+/);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a tap on a term shows what it means and the way to the glossary", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await open(page, "");
  await button(page, "Reward std").tap();
  const panel = page.getByRole("dialog", { name: "Reward std" });
  await expect(panel).toContainText("Standard deviation of the rewards");
  await panel.getByRole("link").tap();
  await expect(word(page, "Reward std")).toBeInViewport();
  const width = await glossary(page).evaluate((element) => [element.clientWidth, element.scrollWidth]);
  expect(width[1]).toBeLessThanOrEqual(390);
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`no serious accessibility violation in glossary and term panel, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, "");
    await button(page, "Pseudo-label accuracy").click();
    await expect(page.getByRole("dialog", { name: "Pseudo-label accuracy" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Pseudo-label accuracy in the glossary" }).click();
    await expect(word(page, "Pseudo-label accuracy")).toBeFocused();
    expect(await violations(page)).toEqual([]);
  });
}
