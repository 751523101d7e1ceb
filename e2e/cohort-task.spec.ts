/** A run's task: chosen, in the address, its own base policies, run and exported. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { open } from "./cohort-helpers.ts";
import { exportedRun, runToEnd } from "./run-helpers.ts";

const FIVE = "compare=none&backend=simd&steps=5&prompts=4&k=4&train=16&heldout=16&finalsamples=1";

function panel(page: Page) {
  return page.getByRole("region", { name: "Who trains" });
}

test("a method without judges runs on the task with roles, with that task's policies", async ({ page }) => {
  await open(page, FIVE);
  const task = panel(page).getByLabel("Task", { exact: true });
  await expect(task).toHaveValue("addition");
  await task.selectOption({ label: "Two-digit addition, with judging and answering again" });
  await expect(page).toHaveURL(/task=addition-roles/);
  await expect(task).toHaveAccessibleDescription(/All methods run on it/);
  const bases = page.getByRole("region", { name: "Base policies" });
  await expect(bases.getByText(/All 2 are shipped/)).toBeVisible();
  await expect(bases.getByText(/for the task with roles and seed 0/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await runToEnd(page);
  const run = await exportedRun(page);
  expect(run.config.task).toBe("addition-roles");
  expect(run.steps).toHaveLength(5);
  expect(run.environment.agents.map(({ checkpoint }) => checkpoint)).toEqual([
    "addition-roles-attention-small-msb-Q-r0-s0",
    "addition-roles-recurrent-small-lsb-L-r0-s0",
  ]);
});

test("a method in which agents judge brings the task it needs, and keeps it", async ({ page }) => {
  await open(page, FIVE);
  const task = panel(page).getByLabel("Task", { exact: true });
  await panel(page).getByLabel("Method", { exact: true }).selectOption({ label: "CoMAS" });
  await expect(task).toHaveValue("addition-roles");
  await expect(task).toHaveAccessibleDescription(/CoMAS needs it/);
  await task.selectOption("addition");
  await expect(task).toHaveValue("addition-roles");
  await open(page, `${FIVE}&method=comas&task=addition`);
  await expect(
    page.getByText(/The link's task must be addition-roles, for the agents of CoMAS judge or answer again/),
  ).toBeVisible();
});
