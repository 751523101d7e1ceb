/**
 * The page while map and rollouts are on screen: the main thread's long tasks and the times between frames, in a run of the first screen, in
 * a run of 10,000 recorded steps (tiny ones, trained in the page like any other), and while the cursor is drawn through those. Every
 * other program on the machine lengthens frames and tasks: compare only what was measured on a quiet one. The processor time of tasks,
 * from Chromium's trace, leaves out what others took.
 */
import { expect, type Page, test } from "@playwright/test";
import { report } from "./report.ts";

interface Watch {
  frames: number[];
  tasks: number[];
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** What a trace says of a task: thread, and its processor time in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Frames and long tasks from now on. Returns what ends it: the longest processor time of a task of the main thread, in ms. */
async function begin(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] }, transferMode: "ReportEvents" });
  await page.evaluate(() => {
    window.watch = { frames: [], tasks: [] };
  });
  return async () => {
    const whole = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
    await session.send("Tracing.end");
    await whole;
    await session.detach();
    const of = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
    const renderers = new Set(events.filter(({ args }) => args?.name === "CrRendererMain").map(of));
    const times = events.filter((event) => renderers.has(of(event)) && /RunTask/.test(event.name)).map(({ tdur }) => tdur ?? 0);
    expect(times.length, "tasks were traced").toBeGreaterThan(0);
    return times.reduce((most, time) => Math.max(most, time), 0) / 1000;
  };
}

async function install(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.watch = { frames: [], tasks: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.watch.tasks.push(entry.duration);
    }).observe({ type: "longtask" });
    let before: number | null = null;
    const tick = (now: number): void => {
      if (before !== null) window.watch.frames.push(now - before);
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

async function told(page: Page, end: () => Promise<number>, name: string, note: string): Promise<void> {
  const { frames, tasks } = await page.evaluate(() => window.watch);
  const processor = await end();
  expect(frames.length, "frames were drawn").toBeGreaterThan(10);
  await report(test.info(), [
    ...[0.5, 0.95, 0.99].map((share) => ({
      name: `${name}: time between frames, p${100 * share}`,
      value: quantile(frames, share),
      unit: "ms",
      note: share === 0.5 ? note : "",
    })),
    { name: `${name}: tasks over 50 ms`, value: tasks.length, unit: "", note: `of ${frames.length} frames` },
    { name: `${name}: longest main-thread task, processor time`, value: processor, unit: "ms", note: "at most 50" },
    { name: `${name}: longest main-thread task`, value: Math.max(0, ...tasks), unit: "ms", note: "0 where none was over 50" },
  ]);
}

async function finished(page: Page): Promise<void> {
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /finished/i })
      .first(),
  ).toBeVisible({ timeout: 560_000 });
}

test.use({ viewport: { width: 1600, height: 1500 } });

test("the first screen's pair beside TTRL, map and rollouts open", async ({ page }) => {
  await install(page);
  await page.goto("/#/cohort?v=1&backend=simd&steps=120");
  await expect(page.getByRole("region", { name: "Rollouts", exact: true })).toBeInViewport();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("table", { name: /^Prompts of step/ })).toBeVisible({ timeout: 120_000 });
  await page.waitForTimeout(2000);
  const end = await begin(page);
  await finished(page);
  await told(page, end, "look, first screen", "120 steps on simd, from two seconds after the first step; with trails off");
});

test("10,000 recorded steps", async ({ page }) => {
  await install(page);
  await page.goto(
    "/#/cohort?v=1&backend=simd&steps=10000&prompts=8&k=2&train=512&heldout=16&eval=2500&finalsamples=1&lr=0.00001&compare=ttrl",
  );
  await expect(page.getByRole("region", { name: "Rollouts", exact: true })).toBeInViewport();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const status = page.getByRole("status").first();
  await expect(status).toContainText(/step 8\d\d\d/, { timeout: 560_000 });
  const end = await begin(page);
  await finished(page);
  await told(page, end, "look, steps 8,000 to 10,000", "8 prompts, K 2, two cohorts; 160,000 completions kept, 80,000 visits");

  // The cursor through the whole run: charts, map and rollouts all follow.
  const box = await page.getByRole("slider", { name: "Cursor, Agreement" }).boundingBox();
  if (!box) throw new Error("the chart is not on the page");
  const endCursor = await begin(page);
  for (let n = 0; n <= 120; n++) {
    const share = 0.5 + 0.5 * Math.sin(n / 9);
    await page.mouse.move(box.x + share * (box.width - 2) + 1, box.y + box.height / 2);
  }
  await told(page, endCursor, "look, cursor through 10,000 steps", "121 moves of the pointer, forth and back");
});
