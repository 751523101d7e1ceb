import { describe, expect, it } from "vitest";
import { METHOD_LIST } from "../learning/methods/index.ts";
import { defaultBase } from "../policies/spec.ts";
import { TASK_IDS } from "../tasks/task.ts";
import { baseOf, type RunConfig, runConfigSchema } from "./config.ts";
import { defaultLink } from "./link.ts";
import { PRESET_LIST, usualTask } from "./presets.ts";
import { fittingTask, taskProblem } from "./task-fit.ts";

const solving = { title: "TTRL", roles: false };
const judging = { title: "CoMAS", roles: true };

describe("which task goes with which methods", () => {
  it("is any, where agents only solve", () => {
    for (const task of TASK_IDS) {
      expect(taskProblem(task, [solving])).toBeNull();
      expect(fittingTask(task, [solving])).toBe(task);
    }
  });

  it("is one with roles, where agents of one of them judge or answer again", () => {
    expect(taskProblem("addition", [solving, judging])).toBe(
      "must be addition-roles, for the agents of CoMAS judge or answer again, not addition",
    );
    expect(taskProblem("addition-roles", [solving, judging])).toBeNull();
    expect(fittingTask("addition", [judging])).toBe("addition-roles");
    expect(fittingTask("addition-roles", [judging])).toBe("addition-roles");
  });

  it("is decided by the configuration's schema, method by method", () => {
    const { config } = defaultLink();
    for (const { id, roles, agents } of METHOD_LIST) {
      const [fewest] = agents;
      const all = [...config.cohort.agents, ...config.cohort.agents].slice(0, Math.max(2, fewest));
      const cohort = { method: id, agents: all };
      const on = (task: string): boolean => runConfigSchema.safeParse({ ...config, task, cohort, compare: null }).success;
      expect([on("addition"), on("addition-roles"), on("chess")]).toEqual([!roles, true, false]);
    }
  });

  it("is the preset's own, or what its method needs", () => {
    for (const { id, cohort } of PRESET_LIST)
      expect(
        taskProblem(
          usualTask(id, cohort, null),
          METHOD_LIST.filter((method) => method.id === cohort.method),
        ),
      ).toBeNull();
    expect(usualTask("ttrl", PRESET_LIST[0]?.cohort ?? defaultLink().config.cohort, null)).toBe("addition");
  });
});

it("policies are pretrained as the task's shipped ones, where a configuration says nothing", () => {
  const { config } = defaultLink();
  const roles: RunConfig = { ...config, task: "addition-roles" };
  expect(baseOf(config)).toEqual(defaultBase("addition"));
  expect(baseOf(roles).steps).toBe(3200);
  const base = { ...defaultBase("addition"), weakShare: 1 };
  expect(baseOf({ ...roles, base })).toBe(base);
});
