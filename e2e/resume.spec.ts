/**
 * Nothing lost: the browser is killed in the middle of a run, opened again on the same profile, and the run goes on to the numbers of one that never
 * stopped. Three times here; RESUME_TIMES=20 for more. And what can stand in the way is told in a sentence.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Download, expect, type Page, type TestInfo, test } from "@playwright/test";
import { createRng } from "../src/math/rng.ts";
import { readSafetensors } from "../src/policies/safetensors.ts";
import { button, open, SMALL, status } from "./cohort-helpers.ts";
import { exportedRun, numbersOf, runToEnd } from "./run-helpers.ts";

const TIMES = Number(process.env.RESUME_TIMES ?? 3);
const STEPS = 30;
const LINK = `backend=simd&steps=${STEPS}&eval=5&prompts=16&k=4&train=32&heldout=32&finalsamples=2`;

/** A browser on a profile that outlives it. */
function browserAt(profile: string, { project }: TestInfo): Promise<BrowserContext> {
  const { launchOptions, baseURL } = project.use;
  return chromium.launchPersistentContext(profile, { ...launchOptions, ...(baseURL === undefined ? {} : { baseURL }) });
}

/** Ends the browser as a crash does: nothing of the page is told. */
async function kill(context: BrowserContext, page: Page): Promise<void> {
  const ended = new Promise((resolve) => context.on("close", resolve));
  const session = await context.newCDPSession(page);
  session.send("Browser.crash").catch(() => {});
  await ended;
}

/** Waits in the page itself, for a step takes a fraction of a second. */
async function reaches(page: Page, step: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => Number(/step (\d+)/.exec(document.querySelector("[role=status]")?.textContent ?? "")?.[1] ?? 0) >= wanted,
    step,
    { polling: 10, timeout: 90_000 },
  );
}

test(`killed at a random step, ${TIMES} times: reopened, the run goes on to the numbers of one that never stopped`, async ({
  page,
}, testInfo) => {
  test.setTimeout(60_000 + 90_000 * TIMES);
  await open(page, LINK);
  await runToEnd(page);
  const whole = numbersOf(await exportedRun(page));
  const random = createRng(Number(process.env.RESUME_SEED ?? 1));
  const profile = await mkdtemp(join(tmpdir(), "resume-"));
  const told: string[] = [];
  try {
    for (let time = 0; time < TIMES; time++) {
      const step = 1 + random.int(STEPS - 8);
      const first = await browserAt(profile, testInfo);
      const before = first.pages()[0] ?? (await first.newPage());
      await open(before, LINK);
      await button(before, "Run").click();
      await reaches(before, step);
      await kill(first, before);

      const second = await browserAt(profile, testInfo);
      const after = second.pages()[0] ?? (await second.newPage());
      await open(after, "");
      const notice = after.getByRole("status").filter({ hasText: "was broken off" });
      await expect(notice).toHaveCount(1);
      told.push(`step ${step}: ${/step \d+ of \d+/.exec((await notice.textContent()) ?? "")?.[0]}`);
      await notice.getByRole("button", { name: /^Go on with the run of / }).click();
      await expect(
        status(after)
          .filter({ hasText: /finished/i })
          .first(),
      ).toBeVisible({ timeout: 90_000 });
      const record = await exportedRun(after);
      expect(numbersOf(record), told.join("; ")).toEqual(whole);
      expect(record.faults).toMatchObject([{ reason: "The page was closed in the middle of the run." }]);
      await second.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
  console.log(`killed at ${told.join("; ")}`);
});

/** The steps that each stored run has. */
function storedSteps(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("co-rl-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction("runs").objectStore("runs").getAll();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result.map(({ steps }) => Number(steps)));
          };
        };
      }),
  );
}

test("a reload in the middle, put aside: the run is a past one, and still is after another reload", async ({ page }) => {
  await open(page, `${SMALL}&compare=none`);
  await button(page, "Step").click();
  await expect(status(page).first()).toContainText("paused · step 1/6", { timeout: 60_000 });
  await expect.poll(() => storedSteps(page)).toEqual([1]);
  await page.reload();
  const notice = page.getByRole("status").filter({ hasText: "was broken off" });
  await notice.getByRole("button", { name: /^Put it with the past runs/ }).click();
  await expect(notice).toHaveCount(0);
  const name = page.getByLabel("Name of run 1", { exact: true });
  await expect(name).toBeVisible();
  await name.fill("mine");
  await name.press("Enter");
  await expect(page.getByText(/stored in this browser: [\d.]+\s.B of [\d.]+\s.B\./)).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("mine");
  await expect(notice).toHaveCount(0);
});

test("a full disk is told, and the run goes on in memory", async ({ page }) => {
  // Before anything is stored: the browser remembers for a while how much room there was.
  await page.goto("/#/basins");
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 100 });
  await open(page, `${SMALL}&compare=none`);
  await runToEnd(page);
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: /This run is not being kept: the browser has no room left, .* is used; .* Delete past runs/ }),
  ).toBeVisible();
  expect((await exportedRun(page)).finished).toBe(true);
});

test("a damaged run is told and deleted; the others are there", async ({ page }) => {
  await open(page, `${SMALL}&compare=none`);
  await runToEnd(page);
  await button(page, "Reset").click();
  await expect(page.getByLabel("Name of run 1", { exact: true })).toBeVisible();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("co-rl-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("runs", "readwrite");
          transaction.objectStore("runs").put({ id: "broken", config: "none" });
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: /The stored run broken cannot be read: .* It can be deleted/ });
  await expect(alert).toBeVisible();
  await expect(page.getByLabel("Name of run 1", { exact: true })).toBeVisible();
  await alert.getByRole("button", { name: "Delete the damaged run" }).click();
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Name of run 1", { exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("a run that one tab has is shown in another, and can go on there once the first is closed", async ({ page, context }) => {
  await open(page, `${SMALL}&compare=none`);
  await button(page, "Step").click();
  await expect(status(page).first()).toContainText("paused · step 1/6", { timeout: 60_000 });
  const other = await context.newPage();
  await open(other, "");
  await expect(other.getByText(/The run of .* is open in another tab; it cannot go on here/)).toBeVisible();
  await expect(other.getByRole("button", { name: /^Go on with/ })).toHaveCount(0);
  await page.close();
  await other.getByRole("button", { name: /^Go on with the run of / }).click();
  await expect(
    status(other)
      .filter({ hasText: /finished/i })
      .first(),
  ).toBeVisible({ timeout: 90_000 });
  await expect(other.getByRole("alert").filter({ hasText: "The page was closed in the middle of the run." })).toBeVisible();
});

test("trained policies are exported, a file an agent, and are no base policies", async ({ page }) => {
  await open(page, `${SMALL}&compare=none`);
  await runToEnd(page);
  const downloads: Download[] = [];
  page.on("download", (download) => downloads.push(download));
  await button(page, "Export").click();
  await page.getByRole("menuitem", { name: "Trained policies (safetensors)" }).click();
  await expect.poll(() => downloads.length).toBe(2);
  const files = await Promise.all(downloads.map(async (download) => readFile(await download.path())));
  for (const [n, file] of files.entries()) {
    const { tensors, metadata } = readSafetensors(file);
    expect(metadata).toMatchObject({ kind: "co-rl-playground/trained-policy", agent: "AB"[n], step: "6" });
    expect(tensors.every(({ values }) => values.every(Number.isFinite))).toBe(true);
  }
});
