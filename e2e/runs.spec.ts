/** The runs of the cohort lab: past ones stay, are compared, read from files, done again; changes while running. */
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { parseRunJson } from "../src/runs/export.ts";
import { violations } from "./axe.ts";
import { button, chart, collectErrors, open, SMALL, status } from "./cohort-helpers.ts";
import { exported, exportedFile, exportedRun, runToEnd } from "./run-helpers.ts";

const SIMD = SMALL.replace("wasm", "simd");

function runs(page: Page): Locator {
  return page.getByRole("region", { name: "Runs", exact: true });
}

/** Gives files to the panel as a person does: by its button. */
async function importRuns(page: Page, ...files: { readonly name: string; readonly text: string }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Import runs").click();
  await (await chooser).setFiles(
    files.map(({ name, text }) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) })),
  );
  await expect(button(page, "Import runs")).toBeEnabled();
}

/** Starts a long run, changes the temperature after some steps, and lets it stand. */
async function runWithChange(page: Page): Promise<void> {
  await open(page, SIMD.replace("steps=6", "steps=60"));
  await button(page, "Step").click();
  await expect(status(page)).toContainText("paused · step 1/60", { timeout: 60_000 });
  const temperature = page.getByRole("textbox", { name: "Temperature" });
  await expect(temperature).toHaveAccessibleDescription(/acts from the next step/);
  await temperature.fill("0.7");
  await temperature.press("Enter");
  await expect(temperature).toHaveAccessibleDescription(/0\.7 from step 2; started with 1, which Reset/);
}

test("two runs in a row: the first stays as a dotted line, and the table says what differs", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, `${SIMD}&compare=none`);
  await runToEnd(page);
  await expect(runs(page).getByRole("row")).toHaveCount(2);
  await expect(runs(page).getByText("What differs between runs gets columns here")).toBeVisible();
  await page.getByLabel("Learning rate").fill("0.001");
  await runToEnd(page);
  await expect(chart(page, "Held-out accuracy").locator(".back-lines path")).toHaveCount(2);
  await expect(chart(page, "Agreement").locator(".back-lines path")).toHaveCount(1);
  await expect(runs(page).getByRole("columnheader")).toHaveText([
    "Run",
    "Steps done",
    "Held-out accuracy, %",
    /Pseudo-label accuracy/,
    /Reward std/,
    "Seen",
    "Learning rate",
  ]);
  const [now, before] = [runs(page).getByRole("row").nth(1), runs(page).getByRole("row").nth(2)];
  await expect(now.getByRole("cell").last()).toHaveText("0.001");
  await expect(before.getByRole("cell").last()).toHaveText("0.0006");
  await expect(before.getByRole("cell").nth(1)).toHaveText(/^A \d+\.\d \[\d+\.\d, \d+\.\d\]B \d+\.\d \[/);

  await button(page, "Learning rate").click();
  await expect(page.getByRole("columnheader", { name: "Learning rate" })).toHaveAttribute("aria-sort", "descending");
  await button(page, "Learning rate").click();
  await expect(runs(page).getByRole("row").nth(1)).toContainText("0.0006");

  await page.getByLabel("Name of run 1").fill("slow");
  await page.getByLabel("Name of run 1").press("Enter");
  await page.getByLabel("Show run 1 in the charts").uncheck();
  await expect(page.locator(".back-lines")).toHaveCount(0);
  await page.getByLabel("Show run 1 in the charts").check();
  await expect(page.locator(".back-lines")).toHaveCount(5);

  await button(page, "Use these settings: run 1, slow").click();
  await expect(page.getByLabel("Learning rate")).toHaveValue("0.0006");
  const download = page.waitForEvent("download");
  await button(page, "Export: run 1, slow").click();
  expect((await download).suggestedFilename()).toBe("run-1-slow.json");
  const saved = parseRunJson(await readFile(await (await download).path(), "utf8"));
  expect("record" in saved && saved.record.steps).toHaveLength(6);
  await button(page, "Remove: run 1, slow").click();
  await expect(button(page, "Import runs")).toBeFocused();
  await expect(page.locator(".back-lines")).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a change while the run goes on is marked, refused where it is nonsense, and recorded; its replay gives the same numbers", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await runWithChange(page);
  const rate = page.getByLabel("Learning rate");
  await rate.fill("7");
  await rate.press("Enter");
  await expect(page.getByText("Learning rate must be a number from 0 to 0.01.")).toBeVisible();
  await rate.fill("0.0003");
  await rate.press("Enter");
  await button(page, "Run").click();
  await expect(status(page)).toContainText("finished", { timeout: 90_000 });
  await expect(chart(page, "Reward std").locator(".step-marks text")).toHaveText("temp 0.7, lr 0.0003");
  await expect(chart(page, "Held-out accuracy")).toContainText(
    "Changed while it ran: temperature 0.7 from step 2 and learning rate 0.0003 from step 2.",
  );
  // The choices stay what the run was started with.
  await expect(page.getByRole("textbox", { name: "Temperature" })).toHaveValue("1");
  const record = await exportedRun(page);
  expect(record.changes).toEqual([
    { step: 2, name: "temperature", value: 0.7 },
    { step: 2, name: "learningRate", value: 0.0003 },
  ]);
  const text = await exported(page, "Run (JSON)");

  await importRuns(page, { name: "again.json", text });
  await expect(page.getByText("again.json: It is the run that the charts show.")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  // It was stored, and is there without its file.
  await page.getByLabel("Name of run 1", { exact: true }).fill("kept");
  await page.getByLabel("Name of run 1", { exact: true }).press("Enter");
  await importRuns(page, { name: "kept.json", text }, { name: "twice.json", text });
  await expect(page.getByText("twice.json: It is here already, as 1 kept.")).toBeVisible();
  await expect(chart(page, "Held-out accuracy").locator(".back-lines path")).toHaveCount(2);
  await button(page, "Replay: run 1, kept").click();
  await expect(page.getByText("Replay of 1 kept: all 60 recorded steps and the evaluations are equal, bit for bit.")).toBeVisible(
    {
      timeout: 90_000,
    },
  );
  await expect(chart(page, "Reward std").locator(".step-marks text")).toHaveText("temp 0.7, lr 0.0003");
  await expect(runs(page).getByRole("row", { name: /Replay of 1 kept/ })).toBeVisible();

  // A record whose numbers are not this run's is found out.
  const other = { ...record, steps: record.steps.map((step) => (step.step === 5 ? { ...step, unanimity: 0.5 } : step)) };
  await importRuns(page, { name: "other.json", text: JSON.stringify(other) });
  await button(page, "Replay: run 2, other").click();
  await expect(
    page.getByText(
      "Replay of 2 other: not the same numbers. The first difference is at step 5: unanimity is not defined, was 0.5.",
    ),
  ).toBeVisible({ timeout: 60_000 });
});

test("files that cannot be read are each said in a sentence, and nothing is lost", async ({ page }) => {
  await open(page, `${SIMD.replace("steps=6", "steps=2")}&compare=none`);
  await runToEnd(page);
  const text = await exported(page, "Run (JSON)");
  const record: Record<string, unknown> = JSON.parse(text);
  await importRuns(
    page,
    { name: "words.json", text: "not a run" },
    { name: "half.json", text: text.slice(0, text.length / 2) },
    { name: "nan.json", text: text.replace(/"loss": [-\d.e]+/, '"loss": NaN') },
    { name: "other.json", text: JSON.stringify({ ...record, schema: "something/else" }) },
    { name: "newer.json", text: JSON.stringify({ ...record, version: 99 }) },
    { name: "share.json", text: text.replace(/"passAt1": [\d.]+/, '"passAt1": 7') },
    { name: "good.json", text: text.replace(/"samplingSeed": 0/, '"samplingSeed": 1') },
  );
  const told = page.getByRole("alert").getByRole("listitem");
  await expect(told).toHaveText([
    /^words\.json: This file is not JSON: .+\.$/,
    /^half\.json: This file is not JSON: .+\.$/,
    /^nan\.json: This file is not JSON: .+\.$/,
    /^other\.json: .+its schema is "something\/else".+\.$/,
    /^newer\.json: .+newer version.+version 99.+\.$/,
    /^share\.json: This run does not fit its schema: steps\.0\.agents\.0\.passAt1: .+\.$/,
  ]);
  await expect(page.getByLabel("Name of run 1")).toHaveValue("good");
  await expect(status(page)).toContainText("finished");
  await button(page, "Dismiss").click();
  await expect(told).toHaveCount(0);
});

test("files can be dropped on the panel", async ({ page }) => {
  await open(page, `${SIMD.replace("steps=6", "steps=2")}&compare=none`);
  await runToEnd(page);
  const text = (await exported(page, "Run (JSON)")).replace(/"samplingSeed": 0/, '"samplingSeed": 1');
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "dropped.json", { type: "application/json" }));
    return transfer;
  }, text);
  await runs(page).dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByLabel("Name of run 1")).toHaveValue("dropped");
  await expect(runs(page).getByRole("columnheader", { name: "Sampling seed" })).toBeVisible();
});

test("charts as pictures: an SVG that stands alone, a PNG of twice its size, in the colours that are shown", async ({ page }) => {
  const errors = collectErrors(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, SIMD);
  await runToEnd(page);
  await runToEnd(page);
  const svg = await exportedFile(page, "Charts (SVG)");
  expect(svg.name).toBe("co-rl-different-seed0-6steps-charts.svg");
  const text = svg.bytes.toString("utf8");
  const drawn = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    const root = parsed.documentElement;
    return {
      error: parsed.querySelector("parsererror")?.textContent ?? null,
      size: [Number(root.getAttribute("width")), Number(root.getAttribute("height"))],
      words: [...parsed.querySelectorAll("text")].map((element) => element.textContent ?? ""),
      foreign: parsed.querySelectorAll("image, style, script, foreignObject, [href]").length,
    };
  }, text);
  expect(drawn).toMatchObject({ error: null, foreign: 0 });
  for (const title of ["Held-out accuracy%, at step 6", "Agreement%, at step 6", "Reward stdat step 6"])
    expect(drawn.words).toContain(title);
  expect(drawn.words.join(" ")).toMatch(
    /past runs: 1 Co-RL\. .*Computed by simd \(AssemblyScript SIMD.*\)\. Co-RL playground \d/,
  );
  // The page's own number for A, and the dark ground. The pointer, left where the menu was, may point at an earlier step.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("table", { name: "Held-out accuracy (%) at step 6" })).toBeVisible();
  const value = await chart(page, "Held-out accuracy").getByRole("row", { name: /^A/ }).getByRole("cell").first().textContent();
  expect(drawn.words.map((word) => word.replaceAll(" ", ""))).toContain(value?.replaceAll(" ", ""));
  expect(text).toContain('fill="#16181b"');
  expect(text).not.toContain("var(");
  expect(text).not.toContain("NaN");
  expect(await exported(page, "Charts (SVG)")).toBe(text);

  const png = await exportedFile(page, "Charts (PNG)");
  expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  // Width and height stand in the first chunk.
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual(drawn.size.map((side) => 2 * side));
  expect(errors).toEqual([]);
});

test("with other agents the figures stay in sight beside the run; a narrow window says that there is more", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `${SIMD}&compare=none`);
  await runToEnd(page);
  await button(page, "Add an agent of family P").click();
  await runToEnd(page);
  const table = page.getByRole("region", { name: "Table of runs" });
  const right = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return box ? box.x + box.width : Number.NaN;
  };
  for (const name of [/Held-out/, /Pseudo-label/, /Reward std/])
    expect(await right(table.getByRole("columnheader", { name }))).toBeLessThanOrEqual((await right(table)) + 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(runs(page).getByText("scroll it sideways")).toBeVisible();
  const first = table.getByRole("columnheader", { name: "Run" });
  const place = await right(first);
  await table.evaluate((box) => box.scrollTo({ left: 400 }));
  expect(await right(first)).toBeCloseTo(place, 0);
  expect(place).toBeLessThan(160);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`runs: no serious accessibility violation, nothing scrolls sideways on a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, `${SIMD}&compare=none`);
    await runToEnd(page);
    await page.getByLabel("Seed", { exact: true }).fill("1");
    await runToEnd(page);
    await expect(runs(page).getByRole("columnheader", { name: "Seed" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
}
