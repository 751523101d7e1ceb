/** The cohort lab as a person uses it: run, pause, step, reset; presets; export. */
import { expect, test } from "@playwright/test";
import { METRIC_COLUMNS, parseRunJson } from "../src/runs/export.ts";
import { PRESET_LIST } from "../src/runs/presets.ts";
import { button, chart, collectErrors, open, SMALL, status } from "./cohort-helpers.ts";
import { exported, runToEnd } from "./run-helpers.ts";

test("the first screen offers Co-RL beside TTRL and says what will happen", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, "");
  await expect(page.getByLabel("Preset", { exact: true })).toHaveValue("co-rl-different");
  await expect(page.getByLabel("Compare with")).toHaveValue("ttrl");
  await expect(page.getByLabel("Compare with").getByRole("option", { name: "Nothing" })).toBeAttached();
  await expect(status(page)).toContainText("ready");
  await expect(page.getByText(/Both cohorts train side by side .* for 200 steps: about/)).toBeVisible();
  for (const name of ["Pause", "Reset", "Export"]) await expect(button(page, name)).toBeDisabled();
  await expect(chart(page, "Held-out accuracy").getByText(/Measured before the first step/)).toBeVisible();
  expect(errors).toEqual([]);
});

test("run to the end: charts, legend, health and status", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, SMALL);
  await runToEnd(page);
  await expect(status(page)).toContainText("step 6/6");
  await expect(status(page)).toContainText(/steps\/s|s a step/);
  const heldOut = chart(page, "Held-out accuracy");
  await expect(heldOut.getByRole("row", { name: /^A/ })).toContainText(/\d\.\d\s*\[\d+\.\d, \d+\.\d\].*\[/);
  await expect(heldOut.getByRole("columnheader")).toHaveText(["Co-RL", "TTRL"]);
  for (const name of ["Pseudo-label accuracy", "Reward std", "Completion length"])
    await expect(chart(page, name).getByRole("row", { name: /^B/ })).toContainText(/\d/);
  await expect(chart(page, "Agreement").getByRole("row", { name: /^A–B/ })).toContainText(/\d/);
  // Four lines: two agents in two cohorts.
  await expect(heldOut.locator(".recharts-line-curve")).toHaveCount(4);
  await expect(page.getByText(/After 6 of 6 steps, held-out accuracy in %: Co-RL A \d/)).toBeVisible();
  await expect(page.getByText(/Computed by wasm on /)).toBeVisible();
  expect(errors).toEqual([]);
});

test("step by step, run on, pause, reset", async ({ page }) => {
  await open(page, `${SMALL.replace("steps=6", "steps=400")}&compare=none`);
  await button(page, "Step").click();
  await expect(status(page)).toContainText("paused · step 1/400", { timeout: 60_000 });
  await button(page, "Step").click();
  await expect(status(page)).toContainText("paused · step 2/400");
  await expect(page.getByLabel("Steps", { exact: true })).toBeDisabled();
  await expect(page.getByLabel("Learning rate")).toBeEnabled();
  await expect(page.getByText("only learning rate and temperature change; Reset frees all")).toBeVisible();

  await button(page, "Run").click();
  await expect(status(page)).toContainText(/running · step \d+\/400 .*left/);
  await button(page, "Pause").click();
  await expect(status(page)).toContainText("paused");
  // Held-out accuracy of a step before may still be measured beside training.
  await expect(status(page)).not.toContainText("measuring");
  const standing = await status(page).textContent();
  await page.waitForTimeout(500);
  expect(await status(page).textContent()).toBe(standing);

  await button(page, "Reset").click();
  await expect(status(page)).toContainText("ready");
  await expect(page.getByLabel("Steps", { exact: true })).toBeEnabled();
  await expect(chart(page, "Reward std").getByText("Comes with the first step.")).toBeVisible();
});

test("every preset runs, and Base only evaluates", async ({ page }) => {
  test.setTimeout(300_000);
  const tiny = "backend=wasm&steps=1&prompts=4&k=4&train=8&heldout=8&finalsamples=1&compare=none";
  for (const { id, cohort } of PRESET_LIST) {
    await page.goto("about:blank");
    await open(page, tiny);
    await page.getByLabel("Preset", { exact: true }).selectOption(id);
    await runToEnd(page);
    const agents = cohort.agents.length;
    await expect(chart(page, "Held-out accuracy").locator(".recharts-line"), id).toHaveCount(agents);
    await expect(chart(page, "Held-out accuracy").getByRole("cell", { name: /\d\.\d \[/ }), id).toHaveCount(agents);
    await expect(status(page)).toContainText(id === "base" ? "step 0/0" : "step 1/1");
    if (id === "base") await expect(chart(page, "Agreement").getByText("Base does not train")).toBeVisible();
  }
});

test("the comparison can be another cohort or nothing", async ({ page }) => {
  await open(page, SMALL.replace("steps=6", "steps=1"));
  await page.getByLabel("Compare with").selectOption("co-rl-same");
  await runToEnd(page);
  await expect(chart(page, "Held-out accuracy").getByRole("columnheader")).toHaveText([
    "Co-RL, different families",
    "Co-RL, same checkpoint",
  ]);
  await page.getByLabel("Compare with").selectOption("none");
  await expect(page.getByText("the settings have changed since")).toBeVisible();
  await runToEnd(page);
  await expect(chart(page, "Held-out accuracy").getByRole("columnheader")).toHaveText(["Co-RL"]);
});

test("export: the JSON fits its schema, the CSV has its columns", async ({ page }) => {
  await open(page, `${SMALL}&seed=1`);
  await runToEnd(page);
  const parsed = parseRunJson(await exported(page, "Run (JSON)"));
  if ("problem" in parsed) throw new Error(parsed.problem);
  const { record } = parsed;
  expect(record).toMatchObject({ schema: "co-rl-playground/run", version: 2, finished: true });
  expect(record.config).toMatchObject({ seed: 1, training: { steps: 6, promptsPerStep: 8, rollouts: 4 } });
  expect(record.steps).toHaveLength(6);
  expect(record.compare?.steps).toHaveLength(6);
  expect(record.final?.agents).toHaveLength(2);
  expect(record.steps[1]?.agents[0]?.heldOut).not.toBeNull();
  expect(record.environment).toMatchObject({ backend: "wasm", agents: [{}, {}], compareAgents: [{}, {}] });

  const [header = "", ...rows] = (await exported(page, "Metrics (CSV)")).trimEnd().split("\r\n");
  expect(header.split(",")).toEqual(
    expect.arrayContaining(["step", "cohort", "agent", ...METRIC_COLUMNS, "heldOutMean", "agreement_A_B"]),
  );
  expect(rows).toHaveLength(6 * 2 * 2);
  for (const row of rows) expect(row.split(",")).toHaveLength(header.split(",").length);
});

test("vary one thing alone: agent B becomes A with another corpus", async ({ page }) => {
  await open(page, "");
  await button(page, "Other corpus only").click();
  await expect(page.getByText("attention · small · corpus L · msb")).toBeVisible();
  await expect(page).toHaveURL(/agents=attention\.small\.msb\.Q\.r0,attention\.small\.msb\.L\.r0/);
  await expect(page.getByLabel("Preset (changed)")).toBeVisible();
});

test("agents are built, added and taken out; the method says how many it takes", async ({ page }) => {
  await open(page, "");
  await button(page, "Add an agent of family P").click();
  await expect(page.getByText("A by C, B by A, C by B: each is labelled")).toBeVisible();
  await page.getByText("convolutional · small · corpus P").click();
  await page.getByLabel("Size of agent C").selectOption("large");
  await expect(page.getByText("convolutional · large · corpus P")).toBeVisible();
  await button(page, "Take agent C out").click();
  await expect(page.getByText("A by B, B by A")).toBeVisible();
  await page.getByText("attention · small · corpus Q").click();
  await expect(button(page, "Take agent A out")).toHaveCount(0);
  await page.getByLabel("Method").selectOption("ttrl");
  await expect(button(page, "Take agent A out")).toBeVisible();
  await expect(page.getByText("Every agent is labelled by its own majority vote.")).toBeVisible();
});
