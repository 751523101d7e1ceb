/** Building a cohort: agents added, duplicated and taken out; who labels whom drawn by mouse and by keyboard; run. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, open, status } from "./cohort-helpers.ts";
import { exportedRun, runToEnd } from "./run-helpers.ts";

const FIVE = "compare=none&backend=simd&steps=5&prompts=4&k=4&train=16&heldout=16&finalsamples=1";

function panel(page: Page) {
  return page.getByRole("region", { name: "Who trains" });
}

function box(page: Page, name: string) {
  return panel(page).getByRole("checkbox", { name, exact: true });
}

/** The middle of an agent in the picture. */
async function disc(page: Page, letter: string): Promise<{ x: number; y: number }> {
  await panel(page).locator("figure svg").scrollIntoViewIfNeeded();
  const found = await panel(page).locator("figure svg text").filter({ hasText: letter }).boundingBox();
  if (!found) throw new Error(`Agent ${letter} is not in the picture.`);
  return { x: found.x + found.width / 2, y: found.y + found.height / 2 };
}

test("a cohort of three with arrows of its own, drawn by mouse, trains along them", async ({ page }) => {
  await open(page, FIVE);
  await button(page, "Add an agent of family P").click();
  await expect(panel(page).getByText("A by C, B by A, C by B")).toBeVisible();
  await panel(page).getByLabel("Who labels whom", { exact: true }).selectOption({ label: "All others" });
  await expect(panel(page).getByText("A by B + C, B by A + C, C by A + B")).toBeVisible();

  const [a, b] = [await disc(page, "A"), await disc(page, "B")];
  // Dragged from B to A: the arrow goes; clicked again, one after the other: it is back; then A to itself.
  await page.mouse.move(b.x, b.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(a.x, a.y, { steps: 3 });
  await page.mouse.up();
  await expect(panel(page).getByText("A by C, B by A + C, C by A + B")).toBeVisible();
  await page.mouse.click(b.x, b.y);
  await page.mouse.click(a.x, a.y);
  await expect(panel(page).getByText("A by B + C, B by A + C, C by A + B")).toBeVisible();
  await page.mouse.click(a.x, a.y);
  await page.mouse.click(a.x, a.y);
  await expect(panel(page).getByText("A by A + B + C, B by A + C, C by A + B")).toBeVisible();
  await expect(page).toHaveURL(/supervisors=ABC,AC,AB/);
  await expect(panel(page).getByLabel("Who labels whom", { exact: true })).toHaveValue("by-hand");

  await runToEnd(page);
  const run = await exportedRun(page);
  expect(run.config.cohort.supervisors).toEqual([
    [0, 1, 2],
    [0, 2],
    [0, 1],
  ]);
  expect(run.steps).toHaveLength(5);
});

test("by keyboard alone: patterns, single arrows, the last one stays, and axe finds nothing", async ({ page }) => {
  await open(page, `${FIVE}&preset=co-rl-ring-3`);
  const select = panel(page).getByLabel("Who labels whom", { exact: true });
  await select.focus();
  await page.keyboard.press("End");
  await expect(panel(page).getByText("this is self-rewarding, the method TTRL")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(select).toHaveValue("ring");
  await page.keyboard.press("Tab");
  await expect(panel(page).getByText("Single arrows")).toBeFocused();
  await page.keyboard.press("Enter");
  // A Tab before the boxes stand there would go on to what follows them.
  await expect(box(page, "A labels itself")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(box(page, "A labels itself")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(box(page, "B labels A")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(box(page, "B labels A")).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(box(page, "C labels A")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(panel(page).getByText("A by B, B by A, C by B")).toBeVisible();
  await box(page, "B labels A").focus();
  await page.keyboard.press("Space");
  await expect(box(page, "B labels A")).toBeChecked();
  await expect(
    panel(page).getByText("A keeps B: an agent always has at least one that labels it. Add another first."),
  ).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
});

test("where the method has its own, the arrows stand still and it is said why", async ({ page }) => {
  await open(page, `${FIVE}&preset=ttrl`);
  await expect(panel(page).getByText(/^Fixed: who labels whom is part of what TTRL.* is\. Choose/)).toBeVisible();
  await expect(panel(page).getByLabel("Who labels whom", { exact: true })).toHaveCount(0);
  const [a, b] = [await disc(page, "A"), await disc(page, "B")];
  await page.mouse.click(a.x, a.y);
  await page.mouse.click(b.x, b.y);
  await expect(panel(page).getByText("Every agent is labelled by its own majority vote.")).toBeVisible();
});

test("agents are duplicated and taken out, up to eight; a rate factor is shown with the rate that it gives", async ({ page }) => {
  await open(page, FIVE);
  const card = panel(page).getByText("attention · small").first();
  await card.click();
  const factor = panel(page).getByLabel("Rate factor of A");
  await expect(factor).toHaveAccessibleDescription(/Times the learning rate ?: 0\.0006\./);
  await factor.fill("0.5");
  await expect(factor).toHaveAccessibleDescription(/Times the learning rate ?: 0\.0003\./);
  await factor.fill("99");
  await factor.press("Enter");
  await expect(panel(page).getByText("Rate factor of A must be a number from 0 to 10. 0.5 is kept.")).toBeVisible();
  await factor.press("Escape");
  for (let n = 0; n < 6; n++) await button(page, "Duplicate agent A").click();
  await expect(panel(page).getByText("A cohort has at most 8 agents.")).toBeVisible();
  await expect(button(page, "Duplicate agent A")).toHaveCount(0);
  await button(page, "Take agent A out").click();
  await expect(panel(page).locator("details.agent-card")).toHaveCount(7);
  await expect(status(page)).toContainText("ready");
});
