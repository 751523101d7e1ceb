/** Cohorts whose agents judge and debate, as a person meets them: the choices of the method, a run, and what was said of a prompt's answers. */
import { expect, test } from "@playwright/test";
import { parseRunJson } from "../src/runs/export.ts";
import { violations } from "./axe.ts";
import { collectErrors, open } from "./cohort-helpers.ts";
import { exported, runToEnd } from "./run-helpers.ts";

const SETTINGS = "steps=3&prompts=4&k=4&train=16&heldout=16&eval=3&finalsamples=1&compare=none";

test("CoMAS: judges can be chosen, a run says how they judge, and the rollouts show what they said", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, `preset=comas&${SETTINGS}`);
  await expect(page.getByLabel("Judges of a solution")).toHaveValue("both");
  await expect(page.getByLabel("Verifier")).toHaveCount(0);
  await page.getByLabel("Judges of a solution").selectOption("evaluator");
  await expect(page).toHaveURL(/judges=evaluator/);
  await page.getByLabel("Judges of a solution").selectOption("both");
  await runToEnd(page);
  const rollouts = page.getByRole("region", { name: "Rollouts", exact: true });
  // Two answers of A to the prompt, each with a verdict and a score.
  await rollouts.getByText("4 said of A’s answers").click();
  const said = rollouts.getByRole("table", { name: "What was said of the answers of agent A" });
  await expect(said.getByRole("row")).toHaveCount(5);
  await expect(said.getByRole("cell", { name: /^(verdict|score) / })).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
  const parsed = parseRunJson(await exported(page, "Run (JSON)"));
  if ("problem" in parsed) throw new Error(parsed.problem);
  expect(parsed.record.config.task).toBe("addition-roles");
  expect(parsed.record.steps.map(({ agents }) => agents.every(({ dialogue }) => dialogue !== undefined))).toEqual([
    true,
    true,
    true,
  ]);
  expect(errors).toEqual([]);
});

test("MAPoRL with a judge of its own: it is tuned before the first step, and the debate's second answers are shown", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page, `preset=maporl-tuned&${SETTINGS}`);
  await expect(page.getByLabel("Verifier")).toHaveValue("tuned");
  await runToEnd(page);
  const rollouts = page.getByRole("region", { name: "Rollouts", exact: true });
  await rollouts.getByText("4 said of B’s answers").click();
  const said = rollouts.getByRole("table", { name: "What was said of the answers of agent B" });
  await expect(said.getByRole("cell", { name: /^second answer / })).toHaveCount(4);
  expect(errors).toEqual([]);
});
