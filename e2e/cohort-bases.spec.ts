/** Base policies pretrained in the page: stopped, kept, found again, run with, exported, imported, deleted; nonsense refused. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, open, status } from "./cohort-helpers.ts";
import { exportedRun, runToEnd } from "./run-helpers.ts";

/** One policy of a seed that is not shipped, pretrained for some seconds. */
const LONE =
  "preset=ttrl&compare=none&seed=77&agents=attention.small.msb.Q.r0&backend=simd&steps=2&prompts=4&k=4&train=16&heldout=16&finalsamples=1";
const WORDS = "attention · small · corpus Q · msb · seed 77 · 100 steps";

function panel(page: Page) {
  return page.getByRole("region", { name: "Base policies" });
}

test("Run leads to what is missing; pretrained, it is kept over a reload, runs, is exported, deleted and imported", async ({
  page,
}) => {
  await open(page, `${LONE}&pretrain=100`);
  await expect(panel(page)).toContainText("missing");
  await expect(page.getByText("1 base policy of this cohort is not there yet for seed 77.")).toBeVisible();
  await button(page, "Show Base policies").click();
  await expect(panel(page).getByRole("button", { name: /^Pretrain the missing policy/ })).toBeFocused();
  await button(page, "Run").click();
  await expect(page.getByRole("alert")).toContainText(
    /The run has not started: 1 base policy has no checkpoint for seed 77 yet, attention · small · corpus Q · msb\. Pretraining takes about \d+\ss/,
  );
  const pretrain = panel(page).getByRole("button", { name: /^Pretrain the missing policy/ });
  await expect(pretrain).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("progressbar", { name: `Pretraining ${WORDS}` })).toBeVisible();
  await expect(panel(page)).toContainText(/step \d+ of 100, loss \d\.\d+ nats/, { timeout: 60_000 });
  await expect(panel(page)).toContainText(/kept in this browser, base pass@1 \d+\.\d/, { timeout: 90_000 });
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  // Another one, stopped: nothing of it stays.
  const steps = panel(page).getByLabel("Pretraining steps", { exact: true });
  await steps.fill("9000");
  await panel(page)
    .getByRole("button", { name: /^Pretrain the missing policy/ })
    .click();
  await panel(page)
    .getByRole("button", { name: /^Stop pretraining/ })
    .click();
  await expect(panel(page)).toContainText("Stopped; nothing of it is kept.");
  await expect(panel(page).getByRole("progressbar")).toHaveCount(0);

  await open(page, `${LONE}&pretrain=100`);
  await page.reload();
  await expect(panel(page)).toContainText("kept in this browser, base pass@1");
  await panel(page).getByText("Kept in this browser: 1, 56").click();
  await runToEnd(page);
  expect((await exportedRun(page)).environment.agents[0]?.checkpoint).toBe("attention-small-msb-Q-r0-s77-w0.38-o0.15-y0.6-n100");
  // What the run started from is needed again where it goes on from a kept step in fresh workers.
  await expect(button(page, `Delete ${WORDS}`)).toBeDisabled();
  await button(page, "Reset").click();

  const download = page.waitForEvent("download");
  await button(page, `Export ${WORDS}`).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("attention-small-msb-Q-r0-s77-w0.38-o0.15-y0.6-n100.safetensors");
  const bytes = await readFile(await saved.path());
  await button(page, `Delete ${WORDS}`).click();
  await expect(panel(page)).toContainText("None is kept in this browser");
  await expect(panel(page)).toContainText("missing");

  const file = panel(page).getByLabel("Import a safetensors file");
  await file.setInputFiles({ name: "half.safetensors", mimeType: "", buffer: bytes.subarray(0, bytes.length / 2) });
  await expect(panel(page).getByRole("alert")).toContainText(/"half.safetensors" was not imported: .*truncated/);
  await file.setInputFiles({ name: "whole.safetensors", mimeType: "", buffer: bytes });
  await expect(panel(page)).toContainText("is imported.", { timeout: 30_000 });
  await expect(panel(page).getByRole("alert")).toHaveCount(0);
  await expect(panel(page)).toContainText("kept in this browser, base pass@1");
});

test("nonsense in the fields of a base is refused with the range; the sliders and the link say the same", async ({ page }) => {
  await open(page, "compare=none&weak=0.5");
  await expect(panel(page)).toContainText("with weak share 0.5");
  for (const [label, typed, sentence] of [
    ["Weak share", "1.5", "Weak share must be a number from 0 to 1. 0.5 is kept."],
    ["Overlap", "much", "Overlap must be a number from 0 to 1. 0.15 is kept."],
    ["Contrast", "-1", "Contrast must be a number from 0 to 1. 0 is kept."],
    ["Pretraining steps", "5", "Pretraining steps must be a whole number from 100 to 10000. 2000 is kept."],
  ] as const) {
    const field = panel(page).getByLabel(label, { exact: true });
    await field.fill(typed);
    await field.press("Enter");
    await expect(panel(page).getByText(sentence)).toBeVisible();
    await field.press("Escape");
  }
  const slider = page.getByRole("slider", { name: "Overlap, slider" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(panel(page).getByLabel("Overlap", { exact: true })).toHaveValue("0.16");
  await expect(page).toHaveURL(/weak=0\.5&overlap=0\.16/);
  await button(page, "As the shipped ones").click();
  await expect(page).toHaveURL("/#/cohort?v=1&compare=none");
  await expect(panel(page)).toContainText(/shipped; base pass@1 53\.6 and 49\.4/);
  await expect(status(page)).toContainText("ready");
});

test("a browser that keeps nothing: the policy is used in the page, and that is said", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", { value: undefined });
  });
  await open(page, `${LONE}&pretrain=100`);
  await panel(page)
    .getByRole("button", { name: /^Pretrain the missing policy/ })
    .click();
  await expect(panel(page).getByRole("alert")).toContainText("does not let this page keep anything", { timeout: 90_000 });
  await expect(panel(page)).toContainText("in this page only, base pass@1");
  await runToEnd(page);
});
