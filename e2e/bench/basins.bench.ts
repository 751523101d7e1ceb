/**
 * The basin page: how fast basins are known, against integrating every cell with odex (Hairer's extrapolation code in JavaScript), and how long a
 * drag of a slider takes until the page is drawn. The maps run in Node, the drags in the built page in Chromium.
 */
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";
import { createRng } from "../../src/math/rng.ts";
import { logit } from "../../src/theory/binomial.ts";
import { DEFAULT_SETTING } from "../../src/theory/forecast.ts";
import { cellCentre, crossBasinMap, type RatePair } from "../../src/theory/invariant.ts";
import { RIGHT, WRONG } from "../../src/theory/outcome-codes.ts";
import { systemMapJob } from "../../src/theory/ring-map.ts";
import { twoOutcomeSystem } from "../../src/theory/two-outcome.ts";
import { report } from "./report.ts";

/** odex ships no declarations, and its TypeScript source does not pass our checks. */
interface OdexSolver {
  absoluteTolerance: number;
  relativeTolerance: number;
  solve(
    f: (t: number, x: number[]) => number[],
    from: number,
    start: number[],
    to: number,
    out: (n: number, before: number, t: number, x: number[]) => boolean | undefined,
  ): { readonly y: number[] };
}
const odex = z
  .object({ Solver: z.custom<new (dimension: number) => OdexSolver>((value) => typeof value === "function") })
  .parse(createRequire(import.meta.url)("odex"));

const N = 512;
const RATES: RatePair = [1, 0.25];
const SAMPLE = 1500;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Where a start ends by odex, followed until both agents are on one side of one half, which is certain to be their end. */
function odexJudge(): (pA: number, pB: number) => number {
  const { drift } = twoOutcomeSystem({ ...DEFAULT_SETTING, rates: RATES, supervision: { kind: "cross" } });
  const solver = new odex.Solver(2);
  solver.absoluteTolerance = 1e-5;
  solver.relativeTolerance = 1e-5;
  const x = new Float64Array(2);
  const out = new Float64Array(2);
  const f = (_t: number, state: number[]): number[] => {
    x[0] = state[0] ?? 0;
    x[1] = state[1] ?? 0;
    drift(x, out);
    return [out[0] ?? 0, out[1] ?? 0];
  };
  return (pA, pB) => {
    let code = -1;
    solver.solve(f, 0, [logit(pA), logit(pB)], 1e5, (_n, _before, _t, [a = 0, b = 0]) => {
      if (a > 0 === b > 0) code = a > 0 ? RIGHT : WRONG;
      return code < 0;
    });
    return code;
  };
}

test("512 x 512 map of two agents, by the first integral and by integrating every cell", async () => {
  // The first call makes the tables of the setting: counted once, told apart.
  const start = performance.now();
  const { cells } = crossBasinMap(N, RATES, DEFAULT_SETTING);
  const first = performance.now() - start;
  const times = Array.from({ length: 40 }, () => {
    const begin = performance.now();
    crossBasinMap(N, RATES, DEFAULT_SETTING);
    return performance.now() - begin;
  });
  const judge = odexJudge();
  const rng = createRng(1);
  for (let i = 0; i < 100; i++) judge(rng.uniform(), rng.uniform());
  let different = 0;
  const begin = performance.now();
  for (let i = 0; i < SAMPLE; i++) {
    const a = rng.int(N);
    const b = rng.int(N);
    if (judge(cellCentre(a, N), cellCentre(b, N)) !== cells[b * N + a]) different++;
  }
  const whole = ((performance.now() - begin) / SAMPLE) * N * N;
  // Cells next to the separatrix may fall either way at 1e-5.
  expect(different / SAMPLE).toBeLessThan(0.01);
  const own = median(times);
  await report(test.info(), [
    {
      name: "basin map 512 x 512, two agents: first integral",
      value: own,
      unit: "ms",
      note: "median of 40, K 7, eta 1 and 0.25",
    },
    {
      name: "basin map 512 x 512, two agents: first call of a setting",
      value: first,
      unit: "ms",
      note: "with its tables, code not yet compiled",
    },
    {
      name: "basin map 512 x 512, two agents: odex in every cell",
      value: whole / 1000,
      unit: "s",
      note: `extrapolated from ${SAMPLE} random cells, tolerance 1e-5, each stopped as soon as its end is certain`,
    },
    { name: "basin map 512 x 512, two agents: times faster", value: whole / own, unit: "", note: "at least 1000" },
  ]);
});

test("128^3 map of a ring of three", async () => {
  const n = 128;
  const ring = twoOutcomeSystem({ ...DEFAULT_SETTING, rates: [1, 1, 1], supervision: { kind: "cross" } });
  const begin = performance.now();
  const job = systemMapJob(ring, { n, axes: [0, 1, 2], at: [0.5, 0.5, 0.5] });
  while (!job.advance(1000));
  const time = performance.now() - begin;
  await report(test.info(), [
    {
      name: "basin map 128^3, ring of three",
      value: time / 1000,
      unit: "s",
      note: `${job.judged} of ${n ** 3} cells integrated, K 7`,
    },
    { name: "basin map 128^3, ring of three: cells", value: n ** 3 / (time / 1000), unit: "cells/s" },
  ]);
});

interface Drag {
  /** Mean time of the main thread's own work a step, waiting for a core not counted, in ms. */
  readonly own: number;
  /** From the slider's event to the end of the frame's work on the main thread (script, style, layout, paint), in ms. */
  readonly frames: number[];
  /** To the frame in which the picture shows the new start, in ms: the same but where a worker computes. */
  readonly shown: number[];
  readonly longest: number;
}

/** A hundred, and ten before them to warm up. */
const STEPS = 110;

/** Moves a slider through 100 values, one a frame, and times each; `watched` is what must have changed. */
async function drag(page: Page, name: string, from: number, to: number, watched: string): Promise<Drag> {
  const slider = page.getByRole("slider", { name, exact: true });
  await slider.scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((metric) => metric.name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await busy();
  const measured = await slider.evaluate(
    async (element, { from, to, watched, steps }) => {
      if (!(element instanceof HTMLInputElement)) throw new Error("Not a slider.");
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      const frames: number[] = [];
      const shown: number[] = [];
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
      });
      observer.observe({ type: "longtask" });
      const frame = (work: () => void): Promise<number> =>
        new Promise((resolve) =>
          requestAnimationFrame(() => {
            const begin = performance.now();
            work();
            // A message is handled after the frame that the callback belongs to has been drawn.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - begin);
            port2.postMessage(null);
          }),
        );
      const state = (): string =>
        [...document.querySelectorAll(watched)].map((one) => one.getAttribute("d") ?? one.textContent ?? "").join("|");
      for (let i = 0; i < steps; i++) {
        const before = state();
        const begin = performance.now();
        const time = await frame(() => {
          set?.call(element, String(from + ((to - from) * i) / (steps - 1)));
          element.dispatchEvent(new Event("input", { bubbles: true }));
        });
        while (state() === before && performance.now() - begin < 2000) await frame(() => {});
        // The first ten warm up.
        if (i < 10) continue;
        frames.push(time);
        shown.push(performance.now() - begin);
      }
      observer.disconnect();
      return { frames, shown, longest };
    },
    { from, to, watched, steps: STEPS },
  );
  const own = (1000 * ((await busy()) - before)) / STEPS;
  await session.detach();
  return { ...measured, own };
}

const PATH = ".path-line";
const BORDER = ".border-line";

async function open(page: Page, query: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/#/basins?${query}`);
  await expect(page.locator(PATH).first()).toBeAttached();
  await expect(page.getByRole("region", { name: "Together: p over updates" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("figure", { name: "Cross supervision" })).toHaveAttribute("aria-busy", "false");
  await page.waitForTimeout(1500);
}

test("a drag of a slider redraws within a frame", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const cases = [
    ["two agents, p_A", "etaB=0.5", "p_A", 0.2, 0.9, PATH],
    ["two agents, eta_B", "pA=0.2&pB=0.6", "eta_B", 0.2, 1.6, BORDER],
    ["two agents, K from 3 to 112", "", "K", 3, 112, PATH],
    ["ring of three, p_C", "agents=3", "p_C", 0.2, 0.9, PATH],
  ] as const;
  for (const [what, query, name, from, to, watched] of cases) {
    await open(page, query);
    const { frames, longest, own } = await drag(page, name, from, to, watched);
    await report(test.info(), [
      {
        name: `drag, ${what}: median`,
        value: median(frames),
        unit: "ms",
        note: "main thread from event to drawn, of 100; at most 16",
      },
      { name: `drag, ${what}: worst`, value: Math.max(...frames), unit: "ms", note: "of 100" },
      { name: `drag, ${what}: own work`, value: own, unit: "ms", note: "mean time on the processor a step, waiting not counted" },
      { name: `drag, ${what}: longest task`, value: longest, unit: "ms", note: "0 where none was over 50" },
    ]);
  }
});

test("with many answers a drag shows within 100 ms", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [what, query] of [
    ["M 4, K 7", "answers=4&wrong=scattered&pA=0.3&pB=0.4"],
    ["M 4, K 16", "answers=4&wrong=scattered&pA=0.3&pB=0.4&K=16"],
    ["M 8, K 12", "answers=8&wrong=scattered&pA=0.3&pB=0.4&K=12"],
  ] as const) {
    await open(page, query);
    const { shown, longest } = await drag(page, "p_A", 0.2, 0.6, PATH);
    await report(test.info(), [
      {
        name: `drag, many answers, ${what}: median`,
        value: median(shown),
        unit: "ms",
        note: "from event to drawn by way of the worker, of 100; at most 100",
      },
      { name: `drag, many answers, ${what}: worst`, value: Math.max(...shown), unit: "ms", note: "of 100" },
      { name: `drag, many answers, ${what}: longest task`, value: longest, unit: "ms", note: "0 where none was over 50" },
    ]);
  }
});

test("opening the page", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto("/#/basins");
  await expect(page.getByRole("region", { name: "Together: p over updates" })).toContainText("stochastic runs");
  await page.waitForTimeout(1000);
  const longest = await page.evaluate(() => {
    const { longTasks } = window as Window & { longTasks?: number[] };
    return Math.max(0, ...(longTasks ?? []));
  });
  await report(test.info(), [
    {
      name: "opening the basin page: longest task",
      value: longest,
      unit: "ms",
      note: "scripts of page and charts included; 0 where none was over 50",
    },
  ]);
});
