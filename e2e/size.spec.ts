/**
 * What the page really loads: every script that its main thread has parsed by the time it can be used, whether imported statically or
 * by a route. scripts/size.mjs holds the build to the same budget; this test would see a lazily loaded lab or tfjs that it does not.
 */
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BUDGET, measureBuild, totalGzip } from "../scripts/size.mjs";

test("the landing page loads little JavaScript before it can be used, and no tfjs", async ({ page }) => {
  // The debugger's events are the main thread's alone; a worker is another target.
  const session = await page.context().newCDPSession(page);
  const parsed = new Set<string>();
  session.on("Debugger.scriptParsed", ({ url }) => parsed.add(url));
  await session.send("Debugger.enable");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  const { scripts } = measureBuild(join(import.meta.dirname, "..", "dist"));
  const loaded = scripts.filter(({ name }) => [...parsed].some((url) => new URL(url, page.url()).pathname === `/${name}`));
  expect(loaded.length, "the page loads a script").toBeGreaterThan(0);
  expect(loaded.filter(({ tfjs }) => tfjs).map(({ name }) => name)).toEqual([]);
  expect(totalGzip(loaded)).toBeLessThanOrEqual(BUDGET.initialScript);
});
