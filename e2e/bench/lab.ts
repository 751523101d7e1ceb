/** Builds the benchmarks' own page (lab/), serves it, and asks its workers. It is not in dist/, so neither in the product nor in its size. */
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { build, preview } from "vite";
import { buildSimd } from "../../scripts/simd.mjs";
import type { ContenderId } from "./lab/contender.ts";
import type { Part, Step } from "./lab/contender.worker.ts";
import type { Workload } from "./lab/workload.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const OUT = join(ROOT, "test-results", "bench-lab");
const SHARED = {
  configFile: false,
  root: join(import.meta.dirname, "lab"),
  base: "/",
  // The checkpoints.
  publicDir: join(ROOT, "public"),
  logLevel: "error",
  worker: { format: "es" },
  build: { outDir: OUT, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
} as const;

let address = "";
/** Once for all files of benchmarks that one process runs. */
let built: Promise<unknown> | null = null;

/** To be called once in a file of benchmarks that open the lab. */
export function useLab(): void {
  let close: (() => Promise<void>) | null = null;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    buildSimd({ quiet: true });
    built ??= build({ ...SHARED });
    await built;
    const server = await preview({ ...SHARED, preview: { host: "127.0.0.1", port: 0 } });
    address = server.resolvedUrls?.local[0] ?? "";
    close = () => server.close();
  });
  test.afterAll(() => close?.());
}

export async function openLab(page: Page): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => "benchLab" in window);
}

/** A contender in its worker. */
export interface Contestant {
  readonly id: ContenderId;
  readonly name: string;
  readonly opened: { readonly backend: number; readonly policy: number; readonly ready: number; readonly facts: string };
}

/** Starts a contender. Rejects where it does not run here. */
export async function enter(page: Page, id: ContenderId, workload: Workload, name: string = id): Promise<Contestant> {
  const opened = await page.evaluate(([n, i, w]) => window.benchLab.open(n, i, w), [name, id, workload] as const);
  return { id, name, opened };
}

export const leave = (page: Page, name: string): Promise<void> => page.evaluate((n) => window.benchLab.close(n), name);
export const stepOf = (page: Page, { name }: Contestant, key: number, part: Part = "step"): Promise<Step> =>
  page.evaluate(([n, k, p]) => window.benchLab.step(n, k, p), [name, key, part] as const);
export const firstOf = (page: Page, { name }: Contestant, part: Part = "step") =>
  page.evaluate(([n, p]) => window.benchLab.first(n, p), [name, part] as const);
export const logProbsOf = (page: Page, { name }: Contestant): Promise<number[]> =>
  page.evaluate((n) => window.benchLab.logProbs(n), name);

/** Whether the adapter is a graphics card emulated on the processor. */
export const isSoftware = ({ opened }: Contestant): boolean => opened.facts.includes("software");

/** The first sentence of an error that came out of the page. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text
    .replace(/^page\.evaluate: /, "")
    .replace(/^(Uncaught )?(Error|RangeError|TypeError): /, "")
    .split(/\n|\. /);
  return line.slice(0, 160);
}
