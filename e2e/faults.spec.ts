/** Checkpoints that are missing, damaged or another policy's: a sentence, and no training. */
import { expect, type Page, test } from "@playwright/test";

const LINK = "/#/cohort?v=1&compare=none&backend=wasm&steps=2&prompts=2&k=2&train=4&heldout=4&finalsamples=1";
const FILE = "**/checkpoints/seed-0/*.safetensors";

async function failure(page: Page): Promise<string> {
  await page.goto(LINK);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const alert = page.getByRole("alert").first();
  await expect(alert).toBeVisible({ timeout: 60_000 });
  const text = (await alert.textContent()) ?? "";
  expect(text).not.toMatch(/NaN|undefined|\[object/);
  return text;
}

test("a cohort seed without checkpoints", async ({ page }) => {
  await page.goto(`${LINK}&seed=4321`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("4321", { timeout: 60_000 });
});

test("a missing file", async ({ page }) => {
  await page.route(FILE, (route) => route.fulfill({ status: 404, body: "not found" }));
  expect(await failure(page)).toMatch(/checkpoint/i);
});

test("a truncated file", async ({ page }) => {
  await page.route(FILE, async (route) => {
    const body = await (await route.fetch()).body();
    await route.fulfill({ body: body.subarray(0, body.length - 1000), contentType: "application/octet-stream" });
  });
  expect(await failure(page)).toMatch(/checkpoint/i);
});

test("a file with other bytes than its hash says", async ({ page }) => {
  await page.route(FILE, async (route) => {
    const body = Buffer.from(await (await route.fetch()).body());
    body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1;
    await route.fulfill({ body, contentType: "application/octet-stream" });
  });
  expect(await failure(page)).toMatch(/hash|SHA-256|changed|damaged/i);
});

test("a manifest that is not JSON", async ({ page }) => {
  await page.route("**/checkpoints/seed-0/manifest.json", (route) =>
    route.fulfill({ body: "{", contentType: "application/json" }),
  );
  expect(await failure(page)).toMatch(/manifest|checkpoint/i);
});

test("a page where a manifest should be, as static hosts answer for what they do not have", async ({ page }) => {
  await page.route("**/checkpoints/seed-0/manifest.json", (route) =>
    route.fulfill({ body: "<!doctype html>", contentType: "text/html" }),
  );
  expect(await failure(page)).toMatch(/2 base policies have no checkpoint for seed 0/);
});
