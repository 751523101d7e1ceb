/** What engines hold while a policy steps 2,000 times, and how many bytes the page and an agent's worker tell each other in a step. */
import { expect, type Page, test } from "@playwright/test";
import { type ContenderId, TITLES } from "./lab/contender.ts";
import type { Workload } from "./lab/workload.ts";
import { enter, leave, openLab, useLab } from "./lab.ts";
import { type BenchRow, report } from "./report.ts";

useLab();

/** Few rollouts: memory that is not given back shows in the number of steps. */
const SMALL: Workload = { policy: "L", prompts: 2, perPrompt: 4 };
const CHUNK = 100;

async function watched(page: Page, id: ContenderId, steps: number): Promise<BenchRow[]> {
  const { name } = await enter(page, id, SMALL);
  const seen: { tensors: number; bytes: number }[] = [];
  for (let done = 0; done < steps; done += CHUNK)
    seen.push(await page.evaluate(([n, from, count]) => window.benchLab.steps(n, from, count), [name, done, CHUNK] as const));
  await leave(page, name);
  const table = "Memory of an engine";
  const row = `${TITLES[id]}, ${steps.toLocaleString("en")} steps of 8 rollouts`;
  const put = (column: string, value: number, unit: string): BenchRow => ({
    ...{ name: `${table}: ${row}: ${column}`, value, unit, at: [table, row, column] },
  });
  const bytes = seen.map((one) => one.bytes / 1e6);
  const tensors = seen.map((one) => one.tensors);
  return [
    put(`after ${CHUNK}`, bytes[0] ?? Number.NaN, "MB"),
    put("at most", Math.max(...bytes), "MB"),
    put("at the end", bytes[bytes.length - 1] ?? Number.NaN, "MB"),
    put(`tensors or buffers after ${CHUNK}`, tensors[0] ?? Number.NaN, ""),
    put("tensors or buffers at the end", tensors[tensors.length - 1] ?? Number.NaN, ""),
  ];
}

test("memory of the engines over 2,000 steps", async ({ page }) => {
  test.setTimeout(900_000);
  await openLab(page);
  await report(test.info(), [...(await watched(page, "simd", 2000)), ...(await watched(page, "wasm", 2000))]);
});

test("memory of the WebGPU engine over 2,000 steps", { tag: "@slow" }, async ({ page }) => {
  test.setTimeout(1_800_000);
  await openLab(page);
  await report(test.info(), await watched(page, "webgpu", 2000));
});

test("the page's JavaScript heap over 2,000 steps of the pair", { tag: "@slow" }, async ({ page }) => {
  test.setTimeout(900_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const heap = async (): Promise<number> => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 1e6;
  };
  const rows: BenchRow[] = [];
  const table = "Memory of the page";
  for (const steps of [200, 2000]) {
    await page.goto("about:blank");
    await page.goto(`/#/cohort?v=1&compare=none&backend=simd&steps=${steps}`);
    await expect(page.getByRole("heading", { name: "Held-out accuracy" })).toBeVisible();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const finished = page.getByRole("status").filter({ hasText: /finished/i });
    await expect(finished.first()).toBeVisible({ timeout: 800_000 });
    const row = `${steps.toLocaleString("en")} steps of the pair, main thread's heap when finished`;
    rows.push({ name: `${table}: ${row}`, value: await heap(), unit: "MB", at: [table, row, "after a collection"] });
  }
  await report(test.info(), rows);
});

declare global {
  interface Window {
    /** Payloads that crossed between page and workers. */
    told: { out: number; in: number; steps: number };
  }
}

test("bytes that page and workers tell each other in a step", async ({ page }) => {
  const steps = 40;
  await page.addInitScript(() => {
    window.told = { out: 0, in: 0, steps: 0 };
    /** Numbers as 8 bytes, texts by their letters, arrays of numbers by their bytes; names of fields are not counted. */
    const sizeOf = (value: unknown): number => {
      if (typeof value === "string") return value.length;
      if (typeof value === "number") return 8;
      if (typeof value === "boolean") return 1;
      if (ArrayBuffer.isView(value)) return value.byteLength;
      if (value instanceof ArrayBuffer) return value.byteLength;
      if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one), 0);
      if (typeof value === "object" && value !== null) return sizeOf(Object.values(value));
      return 0;
    };
    // comlink's messages: a call has a path, its answer the same id.
    const asked = new Set<unknown>();
    const { postMessage } = Worker.prototype;
    const own = new WeakSet<Worker>();
    Worker.prototype.postMessage = function (this: Worker, message: unknown, transfer?: unknown) {
      if (!own.has(this)) {
        own.add(this);
        this.addEventListener("message", ({ data }: MessageEvent) => {
          if (asked.delete(data?.id)) window.told.in += sizeOf(data.value);
        });
      }
      if (
        typeof message === "object" &&
        message !== null &&
        "path" in message &&
        "id" in message &&
        Array.isArray(message.path)
      ) {
        const [call] = message.path;
        if (call === "sample" || call === "learn") {
          asked.add(message.id);
          if (call === "learn") window.told.steps++;
          if ("argumentList" in message) window.told.out += sizeOf(message.argumentList);
        }
      }
      Reflect.apply(postMessage, this, transfer === undefined ? [message] : [message, transfer]);
    };
  });
  await page.goto(`/#/cohort?v=1&compare=none&backend=simd&steps=${steps}`);
  await expect(page.getByRole("heading", { name: "Held-out accuracy" })).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /finished/i })
      .first(),
  ).toBeVisible({ timeout: 100_000 });
  const told = await page.evaluate(() => window.told);
  expect(told.steps, "both agents learn in each step").toBe(2 * steps);
  const table = "Bytes between page and workers";
  const row = "an agent and step, 256 rollouts, orders and reports of sampling and learning";
  await report(test.info(), [
    { name: `${table}: to the worker`, value: told.out / told.steps / 1000, unit: "kB", at: [table, row, "to the worker"] },
    { name: `${table}: from the worker`, value: told.in / told.steps / 1000, unit: "kB", at: [table, row, "from the worker"] },
  ]);
});
