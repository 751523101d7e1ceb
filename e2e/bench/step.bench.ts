/**
 * Training speed in the page: the step of the different-family pair (32 prompts x K 8 = 256 rollouts an agent, two workers, wasm), the
 * first step after opening the page, and the longest task of the main thread meanwhile. Steps are read from the performance timeline,
 * where the run loop marks each ("co-rl step": sampling, voting and updating; evaluations are not in it).
 */
import { expect, type Page, test } from "@playwright/test";
import { median, report } from "./report.ts";

interface Timeline {
  readonly steps: number[];
  readonly firstStepEnd: number | null;
  readonly longTasks: { readonly start: number; readonly duration: number }[];
  /** When Run was pressed, after navigation. */
  readonly pressed: number;
  /** When the run had finished. */
  readonly finished: number;
}

declare global {
  interface Window {
    timeline: { steps: number[]; firstStepEnd: number | null; longTasks: { start: number; duration: number }[]; pressed: number };
  }
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.timeline = { steps: [], firstStepEnd: null, longTasks: [], pressed: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName("co-rl step")) {
        window.timeline.steps.push(entry.duration);
        window.timeline.firstStepEnd ??= entry.startTime + entry.duration;
      }
    }).observe({ type: "measure", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.timeline.longTasks.push({ start: entry.startTime, duration: entry.duration });
    }).observe({ type: "longtask", buffered: true });
  });
}

async function trainTo(page: Page, steps: number): Promise<Timeline> {
  await expect(page.getByRole("heading", { name: "Held-out accuracy" })).toBeVisible();
  await page.evaluate(() => {
    window.timeline.pressed = performance.now();
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /finished/i })
      .first(),
  ).toBeVisible({ timeout: 500_000 });
  const timeline = await page.evaluate(() => ({ ...window.timeline, finished: performance.now() }));
  expect(timeline.steps.length).toBe(steps);
  return timeline;
}

/** The longest task that began in [from, to) after navigation; 0 where none was over 50 ms. */
function longest(tasks: Timeline["longTasks"], from: number, to: number): number {
  return Math.max(0, ...tasks.filter((task) => task.start >= from && task.start < to).map((task) => task.duration));
}

for (const [backend, steps] of [
  ["wasm", 60],
  ["simd", 200],
] as const) {
  test(`step of the different-family pair on ${backend}`, async ({ page }) => {
    await watch(page);
    await page.goto(`/#/cohort?v=1&compare=none&backend=${backend}&steps=${steps}`);
    const line = await trainTo(page, steps);
    const name = `pair, ${backend}`;
    const begun = line.firstStepEnd ?? Number.NaN;
    const run = (line.finished - line.pressed) / 1000;
    if (backend === "simd")
      await report(
        test.info(),
        [
          { what: "default pair on simd, two workers: a step", value: median(line.steps), most: 40, unit: "ms" },
          { what: "co-rl-different on simd: 200 steps with their evaluations", value: run, most: 15, unit: "s" },
          { what: "opening the page to the end of the first step", value: begun, most: 2000, unit: "ms" },
        ].flatMap(({ what, value, most, unit }) => [
          { name: `target: ${what}`, value, unit, at: ["Targets", what, "measured"] as const },
          { name: `target: ${what}, at most`, value: most, unit, at: ["Targets", what, "at most"] as const },
        ]),
      );
    await report(test.info(), [
      {
        name: `${name}: step, median`,
        value: median(line.steps),
        unit: "ms",
        note: `256 rollouts an agent, ${steps} steps from base${backend === "wasm" ? "; at most 250" : ""}`,
      },
      { name: `${name}: step, fastest`, value: Math.min(...line.steps), unit: "ms" },
      { name: `${name}: step, slowest`, value: Math.max(...line.steps), unit: "ms" },
      {
        name: `${name}: opening the page to the end of the first step`,
        value: begun,
        unit: "ms",
        note: "Run pressed at once; at most 5000",
      },
      {
        name: `${name}: longest main-thread task, opening`,
        value: longest(line.longTasks, 0, line.pressed),
        unit: "ms",
        note: "0 where none was over 50",
      },
      {
        name: `${name}: longest main-thread task, first two seconds of the run`,
        value: longest(line.longTasks, line.pressed, begun + 2000),
        unit: "ms",
        note: "the charts appear",
      },
      {
        name: `${name}: longest main-thread task, after that`,
        value: longest(line.longTasks, begun + 2000, Number.POSITIVE_INFINITY),
        unit: "ms",
        note: "0 where none was over 50",
      },
    ]);
  });
}

for (const backend of ["wasm", "simd"]) {
  test(`both cohorts of the first screen in lockstep on ${backend}`, async ({ page }) => {
    await watch(page);
    await page.goto(`/#/cohort?v=1&backend=${backend}&steps=40`);
    const line = await trainTo(page, 40);
    const begun = line.firstStepEnd ?? Number.NaN;
    await report(test.info(), [
      {
        name: `first screen, ${backend}: lockstep step of four agents, median`,
        value: median(line.steps),
        unit: "ms",
        note: "40 steps",
      },
      {
        name: `first screen, ${backend}: longest main-thread task after the first two seconds`,
        value: longest(line.longTasks, begun + 2000, Number.POSITIVE_INFINITY),
        unit: "ms",
        note: "0 where none was over 50",
      },
    ]);
  });
}
