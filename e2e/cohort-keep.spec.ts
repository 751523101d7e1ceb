/** A run is not lost without a word, and what it was run with is said: addresses, leaving, fields with nonsense, files that do not come. */
import { expect, type Page, test } from "@playwright/test";
import { button, chart, open, SMALL, status } from "./cohort-helpers.ts";
import { exported, runToEnd } from "./run-helpers.ts";

async function address(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    window.location.hash = next;
  }, hash);
}

test("another address while a run stands: it is kept, or the settings are loaded, as one chooses", async ({ page }) => {
  await open(page, `${SMALL.replace("steps=6", "steps=300")}&compare=none`);
  const own = new URL(page.url()).hash;
  await button(page, "Step").click();
  await expect(status(page)).toContainText("paused · step 1/300", { timeout: 60_000 });
  await address(page, "#/cohort?v=1&seed=2");
  const notice = page.getByRole("alert").filter({ hasText: "The address names other settings." });
  await expect(notice).toBeVisible();
  await expect(status(page)).toContainText("paused · step 1/300");
  await button(page, "Keep this run").click();
  await expect(notice).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe(own);
  await expect(page.getByLabel("Seed", { exact: true })).toHaveValue("0");

  await address(page, "#/cohort?v=1&seed=2");
  await expect(notice).toContainText("Loading them ends the run.");
  await button(page, "Reset").click();
  await expect(notice).toContainText("Those chosen here still stand.");
  await button(page, "Load them").click();
  await expect(page.getByLabel("Seed", { exact: true })).toHaveValue("2");
  await expect(status(page)).toContainText("seed 2 · ready");
  await expect(page).toHaveURL("/#/cohort?v=1&seed=2");
});

test("leaving asks where the browser stores nothing and steps are not exported, and no more once they are", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await open(page, `${SMALL}&compare=none`);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await runToEnd(page);
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await runToEnd(page);
  await exported(page, "Metrics (CSV)");
  await page.reload();
  expect(asked).toHaveLength(1);
});

test("leaving does not ask where the run is stored, and it is there again", async ({ page }) => {
  await open(page, `${SMALL}&compare=none`);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await runToEnd(page);
  // Written within a fraction of a second.
  await page.waitForTimeout(1000);
  await page.reload();
  expect(asked).toEqual([]);
  await expect(page.getByLabel("Name of run 1", { exact: true })).toHaveValue("Co-RL");
});

test("a finished run keeps its own seed in the status while the settings have another, and a verdict", async ({ page }) => {
  await open(page, SMALL);
  await runToEnd(page);
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText(/Co-RL: A \d+\.\d \[.*\], [+−]\d+\.\d points from its start/);
  await expect(verdict).toContainText(/climbed \d+\.\d points|fell \d+\.\d points|No difference shows between Co-RL and TTRL/);
  await page.getByLabel("Seed", { exact: true }).fill("3");
  await expect(status(page)).toContainText("seed 0 · finished");
  await expect(
    page.getByText(/Shown is the run as it was started, seed 0, 6 steps; the settings have changed since/),
  ).toBeVisible();
  await expect(chart(page, "Pseudo-label accuracy")).toContainText("the mean of the last 10 steps");
});

test("Run puts a field with nonsense right and says so; the focus goes to Pause and comes back to Run", async ({ page }) => {
  await open(page, `${SMALL}&compare=none`);
  const steps = page.getByLabel("Steps", { exact: true });
  await steps.fill("x99");
  await button(page, "Run").click();
  await expect(steps).toHaveValue("6");
  await expect(page.getByText("Steps was not a whole number from 1 to 10000; 6 is used.")).toBeVisible();
  await expect(button(page, "Pause")).toBeFocused();
  await expect(status(page)).toContainText("finished", { timeout: 60_000 });
  await expect(button(page, "Run")).toBeFocused();
});

test("settings that cannot learn are told at the field and in words", async ({ page }) => {
  await open(page, `${SMALL.replace("k=4", "k=1")}&compare=none`);
  await expect(page.getByLabel("K (rollouts)")).toHaveAccessibleDescription(/every advantage is 0 and nothing is learnt/);
  await runToEnd(page);
  await expect(page.getByRole("region", { name: "What is going on" })).toContainText("every advantage is 0");
});

test("an engine's file that does not come is named", async ({ page }) => {
  await page.route("**/*tfjs-backend-wasm*.wasm", (route) => route.abort());
  await open(page, `${SMALL}&compare=none`);
  await button(page, "Run").click();
  await expect(page.getByRole("alert").first()).toContainText(
    /The file tfjs-backend-wasm(-simd)?\.wasm of the wasm backend could not be fetched; check the connection/,
    { timeout: 60_000 },
  );
});

test("where auto is left with plain JavaScript, that is said at the status", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await open(page, "compare=none&steps=1&prompts=2&k=2&train=4&heldout=4&finalsamples=1");
  await runToEnd(page);
  await expect(page.getByText(/Plain JavaScript computes this run, which is slow/)).toBeVisible();
});

test("a preset is not put beside itself, and a changed cohort is described as it is", async ({ page }) => {
  await open(page, "");
  await page.getByLabel("Preset", { exact: true }).selectOption("ttrl");
  await expect(page.getByLabel("Compare with")).toHaveValue("co-rl-different");
  await page.getByLabel("Preset", { exact: true }).selectOption("co-rl-different");
  await expect(page.getByLabel("Compare with")).toHaveValue("ttrl");
  await button(page, "Other corpus only").click();
  await expect(page.getByText(/Custom: A and B label each other\. They differ in corpora\. Corpus: A Q, B L\./)).toBeVisible();
});

test("a bad address becomes the one of what is used, and its problems stay told", async ({ page }) => {
  await open(page, "seed=-4&steps=40");
  await expect(page.getByRole("alert")).toContainText('seed is "-4"');
  await expect(page).toHaveURL("/#/cohort?v=1&steps=40");
});
