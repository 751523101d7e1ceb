/** The matched budget, and collapse made visible: the six rows at the end, the preset at twice the learning rate, what the health line says. */
import { expect, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, chart, collectErrors, open } from "./cohort-helpers.ts";
import { exported, runToEnd } from "./run-helpers.ts";

const SMALL = "backend=simd&steps=6&prompts=8&k=4&train=32&heldout=32&eval=3&finalsamples=2";

test("a finished run shows the six rows of the matched budget, and exports them", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, SMALL);
  await page.getByLabel("Preset", { exact: true }).selectOption("matched-budget");
  await expect(page.getByLabel("Compare with")).toHaveValue("ttrl");
  await expect(page.getByRole("heading", { name: /Ensemble/ })).toHaveCount(0);
  await runToEnd(page);
  const section = page.getByRole("region", { name: "Ensemble: maj@8, temperature 0.6, top-p 0.95" });
  await expect(section.getByRole("rowheader")).toHaveText([
    "Co-RL A",
    "Co-RL B",
    "Co-RL ensemble",
    "TTRL A",
    "TTRL B",
    "TTRL ensemble",
  ]);
  await expect(section.getByRole("row", { name: /Co-RL A/ })).toContainText(/\d\.\d \[\d+\.\d, \d+\.\d\].*\[/);
  const [header = "", ...rows] = (await exported(page, "Metrics (CSV)")).trimEnd().split("\r\n");
  const at = header.split(",").indexOf("ensemble_A_BMean");
  expect(rows.at(-1)?.split(",")[at]).toMatch(/^[\d.]+$/);
  expect(rows[0]?.split(",")[at]).toBe("");
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test("the preset for collapse brings its learning rate and comparison; the health line names what it sees and explains it", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page, SMALL.replace("steps=6", "steps=80"));
  await page.getByLabel("Preset", { exact: true }).selectOption("ttrl-collapse");
  await expect(page.getByLabel("Learning rate")).toHaveValue("0.0012");
  await expect(page.getByLabel("Compare with")).toHaveValue("co-rl-same");
  await expect(page).toHaveURL(/preset=ttrl-collapse/);
  await expect(page).not.toHaveURL(/lr=/);
  // A rate at which it takes few steps.
  await page.getByLabel("Learning rate").fill("0.01");
  await runToEnd(page);
  const health = page.getByRole("region", { name: "What is going on" });
  const line = health.getByText(/^Labels get worse: TTRL .*step \d+/);
  await expect(line).toBeVisible();
  const rule = health.getByText(/accuracy of the labels is 15 points or more below/);
  await expect(rule).toBeHidden();
  await line.click();
  await expect(rule).toBeVisible();
  await expect(
    chart(page, "Pseudo-label accuracy").locator(".step-marks text", { hasText: "TTRL: labels get worse" }),
  ).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Table of runs" }).getByText(/A labels get worse since step \d+/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await button(page, "Reset").click();
  await page.getByLabel("Learning rate").fill("0.0012");
  await page.getByLabel("Preset", { exact: true }).selectOption("ttrl");
  await expect(page.getByLabel("Learning rate")).toHaveValue("0.0006");
  expect(errors).toEqual([]);
});
