/** Plans changed by hand. */
import { expect, test } from "vitest";
import { DEFAULT_TRAINING } from "../../runs/config.ts";
import { defaultLink, parseLink } from "../../runs/link.ts";
import type { Plan } from "../../runs/plan.ts";
import { expandPlan } from "../../runs/plan-expand.ts";
import { PLAN_SETTINGS } from "../../runs/plan-settings.ts";
import { K_SWEEP } from "../../runs/plans/k-sweep.ts";
import { SMOKE } from "../../runs/plans/smoke.ts";
import {
  type Changed,
  parseValues,
  withAxis,
  withBaseline,
  withChosenRow,
  withoutRow,
  withPresetRow,
  withSeeds,
} from "./draft.ts";
import { settingHint, settingLabel } from "./setting-words.ts";

function planOf(changed: Changed): Plan {
  if ("problems" in changed) throw new Error(changed.problems.join(" "));
  return changed.plan;
}

function problemsOf(changed: Changed): readonly string[] {
  return "problems" in changed ? changed.problems : [];
}

test("rows come and go, and a changed plan has a name of its own", () => {
  const more = planOf(withPresetRow(SMOKE, "ttrl"));
  expect(more).toMatchObject({ id: "own-smoke", title: "Smoke test, changed" });
  expect(more.rows.at(-1)).toEqual({ id: "ttrl-2", title: "TTRL (self-rewarding) (2)", preset: "ttrl" });
  const fewer = planOf(withoutRow(more, "ttrl"));
  expect(fewer.rows.map(({ id }) => id)).toEqual(["base", "co-rl-different", "ttrl-2"]);
  expect(fewer.baseline).toBeNull();
  const one = planOf(withoutRow(planOf(withoutRow(fewer, "base")), "ttrl-2"));
  expect(problemsOf(withoutRow(one, "co-rl-different"))).toEqual([expect.stringContaining("at least one row")]);
});

test("seeds alone leave a shipped plan what it is", () => {
  const plan = planOf(withSeeds(SMOKE, "seeds", [0, 1, 2]));
  expect(plan).toEqual({ ...SMOKE, seeds: [0, 1, 2] });
  expect(problemsOf(withSeeds(SMOKE, "seeds", []))).toEqual(["The plan's seeds: must name at least one."]);
});

test("the cohort lab's cohort is a row that runs exactly that", () => {
  const { config } = defaultLink();
  const training = { ...DEFAULT_TRAINING, steps: 7, rollouts: 3 };
  const plan = planOf(withChosenRow({ ...SMOKE, training: {} }, { ...config, training }, "Mine"));
  const { cells, runs } = expandPlan(plan);
  const own = cells.find(({ title }) => title === "Mine")?.runs[0]?.key;
  const run = runs.find(({ key }) => key === own);
  expect(run?.config).toEqual({ ...config, training, compare: null });
});

test("a cohort of another task is a row that says so", () => {
  const { config } = parseLink("#/cohort?task=addition-roles").state;
  const plan = planOf(withChosenRow(SMOKE, config, "Mine"));
  expect(plan.rows.at(-1)?.task).toBe("addition-roles");
  expect(plan.rows[0]).not.toHaveProperty("task");
  // Where the plan says it for all, the row need not.
  expect(planOf(withChosenRow({ ...SMOKE, task: "addition-roles" }, config, "Mine")).rows.at(-1)).not.toHaveProperty("task");
});

test("the grid varies what no row sets", () => {
  const plan = planOf(withAxis(SMOKE, 0, "learningRate", [0.0003, 0.0006]));
  expect(expandPlan(plan).cells).toHaveLength(6);
  expect(planOf(withAxis(plan, 0, null, [])).grid).toEqual([]);
  expect(problemsOf(withAxis(plan, 0, "rollouts", [0]))).toEqual([
    "The plan's grid.0.values.0: rollouts must be a whole number from 1 to 64.",
  ]);
  expect(problemsOf(withAxis(plan, 1, "learningRate", [0.1]))).not.toEqual([]);
  const { config } = defaultLink();
  const clash = withChosenRow(K_SWEEP, { ...config, training: { ...DEFAULT_TRAINING, rollouts: 3 } }, "Mine");
  expect(problemsOf(clash)).toEqual([expect.stringContaining("Rollouts K itself, which the grid varies")]);
  const own = planOf(withChosenRow(SMOKE, config, "Mine"));
  expect(problemsOf(withAxis(own, 0, "rollouts", [2, 4]))).toEqual([expect.stringContaining("“Mine” sets Rollouts K itself")]);
});

test("the baseline is a row or none", () => {
  expect(planOf(withBaseline(SMOKE, null)).baseline).toBeNull();
  expect(problemsOf(withBaseline(SMOKE, "nobody"))).toEqual(['The plan\'s baseline: there is no row "nobody".']);
});

test("values are numbers where they read as such, and names otherwise", () => {
  expect(parseValues("2, 4;8  1e-3")).toEqual([2, 4, 8, 0.001]);
  expect(parseValues("small,large")).toEqual(["small", "large"]);
  expect(parseValues(" ")).toEqual([]);
});

test("every setting says what it does and what it may be", () => {
  for (const setting of PLAN_SETTINGS) {
    expect(settingLabel(setting)).not.toBe("");
    expect(settingHint(setting)).toMatch(/\. Each value must be .*\.$/);
  }
  expect(settingHint("rollouts")).toContain("a whole number from 1 to 64");
});
