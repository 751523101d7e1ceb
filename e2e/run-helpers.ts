/** What several end-to-end tests do with a run: press Run, wait, take the exported file. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { parseRunJson } from "../src/runs/export.ts";
import type { RunRecord } from "../src/runs/record.ts";

/** Presses Run and waits until the status says "finished". */
export async function runToEnd(page: Page, timeout = 90_000): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /finished/i })
      .first(),
  ).toBeVisible({ timeout });
}

/** Presses Run and waits for the end, however long it takes. Throws Error with the page's own sentence where the run failed. */
export async function runWhole(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const finished = page.getByRole("status").filter({ hasText: /finished/i });
  const failed = page.getByRole("status").filter({ hasText: /failed/i });
  // Policies are missing: then Run starts nothing and says so.
  const held = page.getByText(/The run has not started/);
  await finished.or(failed).or(held).first().waitFor({ timeout: 0 });
  if (await finished.first().isVisible()) return;
  const said = (await page.getByRole("alert").allTextContents()).join(" ").replace(/\s+/g, " ").trim();
  throw new Error(`The run failed: ${said || "the page did not say why."}`);
}

type Item =
  | "Trained policies (safetensors)"
  | "Run (JSON)"
  | "Metrics (CSV)"
  | "Rollouts (JSON Lines)"
  | "Charts (PNG)"
  | "Charts (SVG)";

/** Takes a file from the Export menu. */
export async function exportedFile(page: Page, item: Item): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The same as text. */
export async function exported(page: Page, item: Item): Promise<string> {
  return (await exportedFile(page, item)).bytes.toString("utf8");
}

/** The exported run, through the product's own reader. */
export async function exportedRun(page: Page): Promise<RunRecord> {
  const parsed = parseRunJson(await exported(page, "Run (JSON)"));
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.record;
}

/** All numbers of a run, without the time and place it was made. */
export function numbersOf(record: RunRecord): unknown {
  const { initial, steps, final, compare } = record;
  return { initial, steps, final, compare };
}
