/** Real training in the page: the same numbers again, and WebGPU (on a software adapter) for a few steps of a tiny batch. */
import { expect, test } from "@playwright/test";
import { exportedRun, numbersOf, runToEnd } from "./run-helpers.ts";

const SMALL = "steps=4&prompts=8&k=4&train=32&heldout=32&eval=2&finalsamples=2";

for (const backend of ["wasm", "simd"]) {
  test(`${backend}: the same link gives the same numbers, bit for bit: twice in one page, and after a reload`, async ({
    page,
  }) => {
    await page.goto(`/#/cohort?v=1&${SMALL}&backend=${backend}&seed=1`);
    await runToEnd(page);
    const first = await exportedRun(page);
    expect(first.steps).toHaveLength(4);
    expect(first.compare?.steps).toHaveLength(4);

    await page.getByRole("button", { name: "Reset" }).click();
    await runToEnd(page);
    expect(numbersOf(await exportedRun(page))).toEqual(numbersOf(first));

    await page.reload();
    await runToEnd(page);
    expect(numbersOf(await exportedRun(page))).toEqual(numbersOf(first));
  });
}

test("another sampling seed gives other numbers", async ({ page }) => {
  await page.goto(`/#/cohort?v=1&${SMALL}&backend=wasm&compare=none`);
  await runToEnd(page);
  const first = await exportedRun(page);
  await page.goto(`/#/cohort?v=1&${SMALL}&backend=wasm&compare=none&sampling=1`);
  await page.reload();
  await runToEnd(page);
  expect(numbersOf(await exportedRun(page))).not.toEqual(numbersOf(first));
});

test("a few steps of a tiny batch on WebGPU, with the adapter named", async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto("/#/cohort?v=1&compare=none&backend=webgpu&steps=2&prompts=2&k=4&train=4&heldout=2&finalsamples=1");
  await runToEnd(page, 280_000);
  const record = await exportedRun(page);
  expect(record.environment.backend).toBe("webgpu");
  expect(record.environment.adapter).toMatch(/swiftshader/i);
  expect(record.steps).toHaveLength(2);
  await expect(page.getByText(/swiftshader/i).first()).toBeVisible();
});

test("auto passes over a software adapter and says why", async ({ page }) => {
  await page.goto("/#/cohort?v=1&compare=none&steps=1&prompts=2&k=2&train=4&heldout=4&finalsamples=1");
  await runToEnd(page);
  const record = await exportedRun(page);
  expect(record.environment.backend).not.toBe("webgpu");
  // It was decided by measuring, and says what and why.
  expect(record.environment.backendReason).toMatch(/passed over: it runs on the processor/);
  expect(record.environment.backendReason).toMatch(/was chosen: a small step took [\d.]+ ms/);
});
