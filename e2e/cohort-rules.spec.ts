/** How several supervisors give one label, an agent's own weak share, and wrong labels where the truth is taught: chosen, in the address, run. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { open } from "./cohort-helpers.ts";
import { exportedRun, runToEnd } from "./run-helpers.ts";

const FIVE = "compare=none&backend=simd&steps=5&prompts=4&k=4&train=16&heldout=16&finalsamples=1";

function panel(page: Page) {
  return page.getByRole("region", { name: "Who trains" });
}

test("a label rule is chosen where several label one agent, said in words, and trained by", async ({ page }) => {
  await open(page, `${FIVE}&preset=co-rl-ring-3`);
  const rule = panel(page).getByLabel("Label rule", { exact: true });
  await expect(rule).toHaveCount(0);
  await panel(page).getByLabel("Who labels whom", { exact: true }).selectOption({ label: "All others" });
  await expect(rule).toHaveValue("pooled");
  await expect(panel(page).getByText("each is labelled by a majority vote over their pooled answers")).toBeVisible();
  await rule.selectOption({ label: "Majority of the votes" });
  await expect(panel(page).getByText("each is labelled by the majority of their votes (a tie gives no label)")).toBeVisible();
  await expect(rule).toHaveAccessibleDescription(/Each of those who label has one vote/);
  await expect(page).toHaveURL(/rule=majority/);
  expect(await violations(page)).toEqual([]);
  await runToEnd(page);
  const run = await exportedRun(page);
  expect(run.config.cohort.labelRule).toBe("majority");
  expect(run.steps).toHaveLength(5);
});

test("RLCCF has one label for all and a rule of its own", async ({ page }) => {
  await open(page, `${FIVE}&preset=rlccf`);
  await expect(panel(page).getByText(/^Fixed: who labels whom is part of what RLCCF is\./)).toBeVisible();
  await expect(panel(page).getByText("each is labelled by all their answers, weighted by self-consistency")).toBeVisible();
  await expect(panel(page).getByLabel("Label rule", { exact: true })).toHaveCount(0);
  await runToEnd(page);
  const { steps } = await exportedRun(page);
  // One label for all: where all three are labelled by it, it is right equally often.
  for (const { agents } of steps) expect(new Set(agents.map(({ pseudoLabelAccuracy }) => pseudoLabelAccuracy)).size).toBe(1);
});

test("a weak share of an agent's own asks for another base policy, which is shipped with its preset", async ({ page }) => {
  await open(page, `${FIVE}&preset=co-rl-strong-weak-slow-strong`);
  const bases = page.getByRole("region", { name: "Base policies" });
  await expect(bases.getByText(/All 2 are shipped/)).toBeVisible();
  await panel(page).getByText("weak share 0.15").click();
  const share = panel(page).getByLabel("Weak share of A");
  await expect(share).toHaveValue("0.15");
  await expect(share).toHaveAccessibleDescription(/its own, all others 0\.38/);
  await share.fill("0.38");
  await share.press("Enter");
  await expect(share).toHaveAccessibleDescription(/as all have it/);
  await expect(page).toHaveURL(/agents=attention\.small\.msb\.Q\.r0\.x0\.25,recurrent\.small\.lsb\.L\.r0\.w0\.6/);
  await share.fill("0.2");
  await share.press("Enter");
  await expect(bases.getByText("weak share 0.2")).toBeVisible();
  await expect(bases.getByRole("button", { name: /Pretrain the missing policy/ })).toBeVisible();
});

test("wrong labels stand where the truth is taught, and are what GT-Reward learns from", async ({ page }) => {
  await open(page, `${FIVE}&preset=co-rl-different`);
  const wrong = page.getByLabel("Wrong labels", { exact: true });
  await expect(wrong).toHaveCount(0);
  await open(page, `${FIVE}&preset=gt-reward`);
  await expect(wrong).toHaveValue("0");
  await wrong.fill("1");
  await expect(page).toHaveURL(/wrong=1/);
  await expect(page.getByLabel("Wrong labels, slider")).toHaveValue("1");
  await expect(page.getByText("With 100.0 % of wrong labels among those that are taught, it is no ceiling.")).toBeVisible();
  await runToEnd(page);
  const run = await exportedRun(page);
  expect(run.config.training.wrongLabels).toBe(1);
  // Measured against the truth itself: no label is right.
  for (const { agents } of run.steps) for (const { pseudoLabelAccuracy } of agents) expect(pseudoLabelAccuracy).toBe(0);
});
