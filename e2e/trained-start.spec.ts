/** A run that starts from a policy that another run has trained: exported, imported, chosen on the card, named by its hash in link and record. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { readSafetensors } from "../src/policies/safetensors.ts";
import { violations } from "./axe.ts";
import { button, open } from "./cohort-helpers.ts";
import { exportedRun, runToEnd } from "./run-helpers.ts";

const SMALL = "backend=simd&compare=none&prompts=8&k=4&train=32&heldout=32&finalsamples=2";

function panel(page: Page) {
  return page.getByRole("region", { name: "Base policies" });
}

/** The trained policies of the run shown, agent A's first. */
async function exportTrained(page: Page, agents: number): Promise<Buffer[]> {
  const files: Promise<Buffer>[] = [];
  const names: string[] = [];
  page.on("download", (download) => {
    names.push(download.suggestedFilename());
    files.push(download.path().then((path) => readFile(path)));
  });
  await button(page, "Export").click();
  await page.getByRole("menuitem", { name: "Trained policies (safetensors)" }).click();
  await expect.poll(() => files.length).toBe(agents);
  page.removeAllListeners("download");
  expect(names[0]).toContain("main-A-");
  return Promise.all(files);
}

test("trained, exported, imported, started from; with no learning rate the weights that come out are those that went in", async ({
  page,
}) => {
  await open(page, `${SMALL}&steps=4&eval=4`);
  await runToEnd(page);
  const before = await exportedRun(page);
  const [file] = await exportTrained(page, 2);
  if (!file) throw new Error("There is no file.");
  const hash = createHash("sha256").update(file).digest("hex");
  const short = `trained ${hash.slice(0, 8)}`;
  await button(page, "Reset").click();

  // What is not such a policy changes nothing and is told.
  await panel(page).getByText("None is kept in this browser; import one").click();
  const input = panel(page).getByLabel("Import a safetensors file");
  await input.setInputFiles({ name: "half.safetensors", mimeType: "", buffer: file.subarray(0, file.length / 2) });
  await expect(panel(page).getByRole("alert")).toContainText(/"half.safetensors" was not imported: .*truncated/);
  const spoilt = Buffer.from(file);
  spoilt.writeFloatLE(Number.NaN, spoilt.length - 8);
  await input.setInputFiles({ name: "nan.safetensors", mimeType: "", buffer: spoilt });
  await expect(panel(page).getByRole("alert")).toContainText("some of its numbers are not finite");
  await expect(panel(page)).toContainText("None is kept in this browser");

  await input.setInputFiles({ name: "a.safetensors", mimeType: "", buffer: file });
  await expect(panel(page)).toContainText(`“${short}” is imported; an agent’s “Starts from” has it now.`, { timeout: 30_000 });
  await expect(panel(page).getByRole("list", { name: "Kept policies" })).toContainText(
    `attention · small · corpus Q · msb · ${short}: co-rl, agent A, step 4 of seed 0`,
  );

  // Agent B, of another make, takes it and its make.
  await page.getByText("recurrent · small · corpus L · lsb").first().click();
  const start = page.getByLabel("Starts from, agent B");
  await start.selectOption({ label: `attention · small · corpus Q · msb · ${short}: co-rl, agent A, step 4 of seed 0` });
  await expect(page.getByLabel("Architecture of agent B")).toHaveValue("attention");
  await expect(page).toHaveURL(new RegExp(`agents=attention\\.small\\.msb\\.Q\\.r0,attention\\.small\\.msb\\.Q\\.r0\\.t${hash}`));
  await expect(panel(page)).toContainText(`attention · small · corpus Q · msb · ${short}`);
  expect(await violations(page)).toEqual([]);

  await page.getByLabel("Learning rate", { exact: true }).fill("0");
  await runToEnd(page);
  const after = await exportedRun(page);
  expect(after.config.cohort.agents[1]?.weights).toBe(hash);
  expect(after.environment.agents.map(({ sha256 }) => sha256)).toEqual([before.environment.agents[0]?.sha256, hash]);
  expect(after.environment.agents[1]?.checkpoint).toBe(`trained-${hash}`);
  const [, again] = await exportTrained(page, 2);
  if (!again) throw new Error("There is no file.");
  const came = readSafetensors(again);
  expect(came.tensors).toEqual(readSafetensors(file).tensors);
  expect(came.metadata).toMatchObject({ start: hash, architecture: "attention", corpus: "Q" });

  // The link, opened again, has it; another make of the agent has it no more.
  await page.reload();
  await page.locator("summary").filter({ hasText: short }).click();
  await expect(page.getByLabel("Starts from, agent B")).toHaveValue(hash);
  await page.getByLabel("Corpus of agent B").selectOption("L");
  await expect(page.getByLabel("Starts from, agent B")).toHaveValue("base");
  await expect(page).not.toHaveURL(/\.t[0-9a-f]{64}/);
});

test("a page that lacks the policy says which file is missing, and starts nothing", async ({ page }) => {
  const hash = "0123456789abcdef".repeat(4);
  await open(page, `${SMALL}&steps=2&agents=attention.small.msb.Q.r0.t${hash},recurrent.small.lsb.L.r0`);
  const sentence = `A trained policy that an agent starts from is not in this browser: attention · small · corpus Q · msb (SHA-256 ${hash}). Import its safetensors file under Base policies, or choose another start on the agent’s card.`;
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(panel(page)).toContainText("not in this browser: import its file");
  await button(page, "Run").click();
  await expect(page.getByRole("alert")).toContainText(`The run has not started. ${sentence}`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);

  await page.getByText("Agents and settings").click();
  await page.getByText("attention · small · corpus Q · msb · trained 01234567").first().click();
  await page.getByLabel("Starts from, agent A").selectOption("base");
  await expect(page.getByText(sentence)).toHaveCount(0);
  await runToEnd(page);
});
