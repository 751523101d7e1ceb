/**
 * What the page really loads: every script that has come by the moment it can be used, whether imported statically or by a route.
 * scripts/size.mjs holds the build to the same budget; this test would see a lazily loaded lab or tfjs that it does not.
 */
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BUDGET, measureBuild, totalGzip } from "../scripts/size.mjs";

test("the landing page loads little JavaScript before it can be used, and no tfjs", async ({ page }) => {
  // Looked at in the page, in the very task that puts an enabled Run button there: asked from outside, a slow machine would have loaded
  // what comes after it, the charts, too.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const run = [...document.querySelectorAll("button")].some((button) => button.textContent === "Run" && !button.disabled);
      if (!run) return;
      observer.disconnect();
      const names = performance.getEntriesByType("resource").map((entry) => entry.name);
      document.documentElement.setAttribute("data-loaded", JSON.stringify(names));
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  const names: unknown = JSON.parse((await page.locator("html").getAttribute("data-loaded")) ?? "null");
  if (!Array.isArray(names)) throw new Error("The page never showed an enabled Run button.");
  const { scripts } = measureBuild(join(import.meta.dirname, "..", "dist"));
  const paths = names.map((url) => new URL(String(url)).pathname);
  const loaded = scripts.filter(({ name }) => paths.includes(`/${name}`));
  expect(loaded.length, "the page loads a script").toBeGreaterThan(0);
  expect(loaded.filter(({ tfjs }) => tfjs).map(({ name }) => name)).toEqual([]);
  expect(totalGzip(loaded)).toBeLessThanOrEqual(BUDGET.initialScript);
});
