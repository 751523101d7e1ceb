/** What the basin page's tests share. */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";

export function verdict(page: Page): Locator {
  return page.getByRole("status", { name: "Verdict" });
}

export function slider(page: Page, name: string): Locator {
  return page.getByRole("slider", { name, exact: true });
}

/** Opens the page by a link's query, empty for the defaults. */
export async function openBasins(page: Page, query = ""): Promise<void> {
  await page.goto(query ? `/#/basins?${query}` : "/#/basins");
  await expect(verdict(page)).toContainText("Self-rewarding");
}

/** Sets a slider as dragging it would. */
export async function setSlider(page: Page, name: string, value: number): Promise<void> {
  await slider(page, name).fill(String(value));
}

/** The text of what an item of the Export menu saves. */
export async function exported(page: Page, item: string): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "latin1") };
}
