/** Methods that reward without labels or from a second view, as a person meets them: by name in the menu, with their settings, in a step. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, chart, open, status } from "./cohort-helpers.ts";

const FEW = "compare=none&backend=simd&steps=2&prompts=2&k=2&train=8&heldout=8&finalsamples=1";

async function step(page: Page): Promise<void> {
  await button(page, "Step").click();
  await expect(status(page)).toContainText("paused · step 1/2");
}

test("RENT: found under its heading, and a step says that there are no labels instead of warning of them", async ({ page }) => {
  await open(page, FEW);
  const preset = page.getByLabel("Preset", { exact: true });
  // A closed select shows no groups, to nobody: they are in its list.
  await expect(preset.locator("optgroup[label=Self-rewarding] > option[value=rent]")).toHaveCount(1);
  await preset.selectOption("rent");
  await expect(page).toHaveURL(/preset=rent/);
  await expect(page.getByText("Every agent is rewarded for low token entropy, without a label.")).toBeVisible();
  await step(page);
  await expect(chart(page, "Pseudo-label accuracy")).toContainText("There are no labels in this run");
  await expect(page.getByText("no prompt has had a label")).toHaveCount(0);
  const rollouts = page.getByRole("region", { name: "Rollouts" });
  await expect(rollouts.getByText("Under RENT each agent is rewarded for low token entropy, without a label.")).toBeVisible();
  await expect(rollouts.getByText("is its label, right or wrong")).toHaveCount(0);
});

test("Co-rewarding-II: its slow copy can be set, the link says so, and a step is trained", async ({ page }) => {
  await open(page, `preset=co-rewarding-2&${FEW}`);
  await page.getByLabel("Slow copy answers").selectOption("other");
  await page.getByLabel("Slow copy follows").selectOption("constant");
  await expect(page).toHaveURL(/copy=other,constant,0\.001/);
  expect(await violations(page)).toEqual([]);
  await step(page);
  // A method without a copy has no such settings.
  await button(page, "Reset").click();
  await page.getByLabel("Method", { exact: true }).selectOption("ttrl");
  await expect(page.getByLabel("Slow copy answers")).toHaveCount(0);
  await expect(page).not.toHaveURL(/copy=/);
});
