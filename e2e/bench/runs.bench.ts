/** The main thread with six past runs behind every chart: how long its longest task is when they come in, and while a run goes on. */
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { report } from "./report.ts";

/** Tasks over 50 ms since the page began: when, and for how long. */
declare global {
  interface Window {
    slowTasks: { start: number; duration: number }[];
  }
}

const STEPS = 150;

test("six past runs behind the charts", async ({ page }) => {
  await page.addInitScript(() => {
    window.slowTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.slowTasks.push({ start: startTime, duration });
    }).observe({ type: "longtask", buffered: true });
  });
  const run = async (): Promise<void> => {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: /finished/i })).toBeVisible({ timeout: 500_000 });
  };
  const now = (): Promise<number> => page.evaluate(() => performance.now());
  const longest = (from: number, to: number): Promise<number> =>
    page.evaluate(
      ([begin, end]) =>
        Math.max(
          0,
          ...window.slowTasks.filter(({ start }) => start >= (begin ?? 0) && start < (end ?? 0)).map((task) => task.duration),
        ),
      [from, to],
    );
  await page.goto(`/#/cohort?v=1&compare=none&backend=simd&steps=${STEPS}`);
  await run();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Run (JSON)" }).click();
  const text = await readFile(await (await coming).path(), "utf8");
  const without = await now();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("button", { name: "Clear past runs" }).click();
  await run();
  const begun = await now();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import runs" }).click();
  const files = Array.from({ length: 6 }, (_, n) => ({
    name: `past ${n}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(text.replace(/"samplingSeed": 0/, `"samplingSeed": ${n + 1}`)),
  }));
  await (await chooser).setFiles(files);
  await expect(page.getByLabel("Name of run 7")).toBeVisible();
  await expect(page.locator(".back-lines path")).toHaveCount(6 * (2 + 2 + 1 + 2 + 2));
  const there = await now();
  await page.getByRole("button", { name: "Replay: run 7, past 5" }).click();
  await expect(page.getByText(/^Replay of 7/)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /finished/i })).toBeVisible({ timeout: 500_000 });
  const end = await now();
  await report(test.info(), [
    {
      name: "a run without past runs: longest main-thread task",
      value: await longest(without, begun),
      unit: "ms",
      note: "0 where none was over 50",
    },
    {
      name: "six runs of 150 steps read from files: longest main-thread task",
      value: await longest(begun, there),
      unit: "ms",
      note: "0 where none was over 50",
    },
    {
      name: "a run with six past runs: longest main-thread task",
      value: await longest(there, end),
      unit: "ms",
      note: "0 where none was over 50",
    },
  ]);
});
