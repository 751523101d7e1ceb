/**
 * Training speed in the page: the step of the different-family pair (32 prompts x K 8 = 256 rollouts an agent, two workers, wasm), the
 * first step after opening the page, and the longest task of the main thread meanwhile. Steps are read from the performance timeline,
 * where the run loop marks each ("co-rl step": sampling, voting and updating; evaluations are not in it).
 */
import { expect, type Page, test } from "@playwright/test";
import { report } from "./report.ts";

interface Timeline {
  readonly steps: number[];
  readonly firstStepEnd: number | null;
  readonly longTasks: number[];
}

declare global {
  interface Window {
    timeline: { steps: number[]; firstStepEnd: number | null; longTasks: number[] };
  }
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.timeline = { steps: [], firstStepEnd: null, longTasks: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName("co-rl step")) {
        window.timeline.steps.push(entry.duration);
        window.timeline.firstStepEnd ??= entry.startTime + entry.duration;
      }
    }).observe({ type: "measure", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.timeline.longTasks.push(entry.duration);
    }).observe({ type: "longtask", buffered: true });
  });
}

async function trainTo(page: Page, steps: number): Promise<Timeline> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /finished/i })
      .first(),
  ).toBeVisible({ timeout: 500_000 });
  const timeline = await page.evaluate(() => window.timeline);
  expect(timeline.steps.length).toBe(steps);
  return timeline;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN)) / 2
  );
}

const PAIR = "/#/cohort?v=1&compare=none&backend=wasm&steps=60";

test("step of the different-family pair on wasm", async ({ page }) => {
  await watch(page);
  await page.goto(PAIR);
  const { steps, firstStepEnd, longTasks } = await trainTo(page, 60);
  await report(test.info(), [
    {
      name: "pair, wasm: step, median",
      value: median(steps),
      unit: "ms",
      note: "256 rollouts an agent, 60 steps from base; at most 250",
    },
    { name: "pair, wasm: step, fastest", value: Math.min(...steps), unit: "ms" },
    { name: "pair, wasm: step, slowest", value: Math.max(...steps), unit: "ms" },
    {
      name: "pair, wasm: opening the page to the end of the first step",
      value: firstStepEnd ?? Number.NaN,
      unit: "ms",
      note: "Run pressed at once; at most 5000",
    },
    {
      name: "pair, wasm: longest main-thread task while opening and training",
      value: Math.max(0, ...longTasks),
      unit: "ms",
      note: "0 where none was over 50",
    },
  ]);
});

test("both cohorts of the first screen in lockstep", async ({ page }) => {
  await watch(page);
  await page.goto("/#/cohort?v=1&backend=wasm&steps=40");
  const { steps, longTasks } = await trainTo(page, 40);
  await report(test.info(), [
    { name: "first screen, wasm: lockstep step of four agents, median", value: median(steps), unit: "ms", note: "40 steps" },
    {
      name: "first screen, wasm: longest main-thread task",
      value: Math.max(0, ...longTasks),
      unit: "ms",
      note: "0 where none was over 50",
    },
  ]);
});
