/** Choices: each change keeps the link valid and the compared cohort in step. */
import { expect, test } from "vitest";
import { METHODS } from "../learning/method.ts";
import { defaultBase } from "../policies/spec.ts";
import { runConfigSchema } from "../runs/config.ts";
import { defaultLink, formatLink, parseLink } from "../runs/link.ts";
import { COMPARABLE, familyAgent, PRESETS, presetById } from "../runs/presets.ts";
import {
  cohortTitles,
  createChoices,
  isChanged,
  withAgentAdded,
  withAgentRemoved,
  withAgents,
  withBase,
  withCompare,
  withLabelRule,
  withMethod,
  withPreset,
  withSeed,
  withSlowCopy,
  withSupervisors,
  withTask,
  withTraining,
} from "./choices.ts";

const start = defaultLink();

test("starts from a link, with its problems", () => {
  const { link, problems } = createChoices("#/cohort?preset=nonsense&seed=3").getState();
  expect(link.config.seed).toBe(3);
  expect(link.preset).toBe("co-rl-different");
  expect(problems).toHaveLength(1);
});

test("every preset, comparison and method gives a valid configuration that survives its link", () => {
  for (const preset of PRESETS) {
    for (const compare of ["none", ...COMPARABLE] as const) {
      for (const method of METHODS) {
        const link = withMethod(withCompare(withPreset(withTraining(start, { steps: 7 }), preset), compare), method);
        expect(runConfigSchema.safeParse(link.config).success).toBe(true);
        expect(link.config.training.steps).toBe(7);
        expect(link.config.compare === null).toBe(compare === "none");
        expect(parseLink(formatLink(link))).toEqual({ state: link, problems: [] });
        const titles = cohortTitles(link);
        expect(titles.main).not.toBe(titles.compare);
      }
    }
  }
});

test("the compared cohort follows the agents", () => {
  const [first, second] = start.config.cohort.agents;
  if (!first || !second) throw new Error("the default cohort has two agents");
  const link = withAgents(start, [first, { ...second, corpus: "P" }]);
  expect(link.config.compare?.agents[1]?.corpus).toBe("P");
  expect(isChanged(link)).toBe(true);
  for (const preset of PRESETS) expect(isChanged(createChoices(`#/cohort?preset=${preset}`).getState().link)).toBe(false);
});

test("another task keeps all else, and pretrains as long as that task's shipped policies", () => {
  const roles = withTask(start, "addition-roles");
  expect(roles.config).toEqual({ ...start.config, task: "addition-roles" });
  expect(isChanged(roles)).toBe(true);
  expect(withTask(roles, "addition")).toEqual(start);
  const weak = withTask(withPreset(start, "co-rl-weak"), "addition-roles");
  expect(weak.config.base).toMatchObject({ weakShare: 1, steps: 3200 });
  // Steps chosen by hand stay, and are said where they are the other task's.
  const short = withTask(withBase(start, { ...defaultBase("addition"), steps: 500 }), "addition-roles");
  expect(short.config.base).toMatchObject({ steps: 500 });
  expect(withBase(roles, defaultBase("addition")).config.base).toMatchObject({ steps: 2000 });
  expect(withBase(weak, defaultBase("addition-roles")).config.base).toBeUndefined();
  // A preset brings its own task.
  expect(withPreset(roles, "ttrl").config.task).toBe("addition");
  for (const link of [roles, weak, short]) expect(parseLink(formatLink(link))).toEqual({ state: link, problems: [] });
});

test("another task starts from base policies: what was trained on one fits no other", () => {
  const start = defaultLink();
  const weights = "ab".repeat(32);
  const trained = withAgents(
    start,
    start.config.cohort.agents.map((agent) => ({ ...agent, weights })),
  );
  expect(trained.config.cohort.agents.map((agent) => agent.weights)).toEqual([weights, weights]);
  const { cohort, compare } = withTask(trained, "addition-roles").config;
  for (const agent of [...cohort.agents, ...(compare?.agents ?? [])]) expect(agent).not.toHaveProperty("weights");
});

test("agents that the method does not take change nothing", () => {
  expect(withAgents(start, start.config.cohort.agents.slice(0, 1))).toBe(start);
});

test("a method that takes more agents gets them", () => {
  const alone = withAgents(withMethod(start, "ttrl"), start.config.cohort.agents.slice(0, 1));
  expect(alone.config.cohort.agents).toHaveLength(1);
  expect(withMethod(alone, "co-rl").config.cohort.agents).toHaveLength(2);
});

test("a preset is never put beside itself unless that is chosen", () => {
  const ttrl = withPreset(start, "ttrl");
  expect(ttrl.compare).toBe("co-rl-different");
  expect(withPreset(ttrl, "co-rl-different").compare).toBe("ttrl");
  expect(withPreset(withCompare(start, "base"), "ttrl").compare).toBe("base");
  expect(createChoices("#/cohort?preset=ttrl").getState().link.compare).toBe("co-rl-different");
  expect(withCompare(start, "co-rl-different").compare).toBe("co-rl-different");
});

test("a label rule stays with agents and arrows, and goes with the method", () => {
  const three = withSupervisors(withPreset(start, "co-rl-ring-3"), [
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
  const ruled = withLabelRule(three, "majority");
  expect(ruled.config.cohort.labelRule).toBe("majority");
  expect(isChanged(withPreset(ruled, "co-rl-majority-3"))).toBe(false);
  expect(isChanged({ ...ruled, preset: "co-rl-majority-3" })).toBe(false);
  expect(isChanged({ ...ruled, preset: "co-rl-adaptive" })).toBe(true);
  expect(withAgentAdded(ruled, familyAgent("Q")).config.cohort.labelRule).toBe("majority");
  expect(withSupervisors(ruled, undefined).config.cohort.labelRule).toBe("majority");
  expect(withLabelRule(ruled, "pooled").config.cohort).toEqual(three.config.cohort);
  expect(withMethod(ruled, "ttrl").config.cohort.labelRule).toBeUndefined();
  const self = withMethod(ruled, "ttrl");
  expect(withLabelRule(self, "majority")).toBe(self);
});

test("the slow copy of a method that has one", () => {
  const copied = withPreset(start, "co-rewarding-2");
  const other = withSlowCopy(withSlowCopy(copied, { phrasing: "other", schedule: "constant" }), { beta: 0 });
  expect(other.config.cohort).toEqual(presetById("co-rewarding-2-paraphrase").cohort);
  expect([isChanged(other), isChanged({ ...other, preset: "co-rewarding-2-paraphrase" })]).toEqual([true, false]);
  // It stays with other agents, goes with another method, and the released one is not written down.
  const [first, second] = other.config.cohort.agents;
  if (!first || !second) throw new Error("the preset has two agents");
  expect(withAgents(other, [second, first]).config.cohort.slowCopy).toEqual(other.config.cohort.slowCopy);
  expect(withMethod(other, "ttrl").config.cohort).not.toHaveProperty("slowCopy");
  expect(withSlowCopy(other, { phrasing: "same", schedule: "cosine", beta: 0.001 }).config.cohort).toEqual(copied.config.cohort);
  const self = withMethod(other, "ttrl");
  expect(withSlowCopy(self, { beta: 0.5 })).toBe(self);
});

test("seeds", () => {
  expect(withSeed(start, "seed", 4).config).toMatchObject({ seed: 4, samplingSeed: 0 });
  expect(withSeed(start, "samplingSeed", 9).config).toMatchObject({ seed: 0, samplingSeed: 9 });
});

test("two Co-RL cohorts are told apart by their presets", () => {
  expect(cohortTitles(start)).toEqual({ main: "Co-RL", compare: "TTRL" });
  expect(cohortTitles(withCompare(start, "co-rl-same"))).toEqual({
    main: "Co-RL, different families",
    compare: "Co-RL, same checkpoint",
  });
});

test("a topology stays with the agents: edited, added, taken out; one that is the method's own is not written down", () => {
  const agents = [familyAgent("Q"), familyAgent("L"), familyAgent("P")];
  const three = withAgents(start, agents);
  const drawn = withSupervisors(three, [[1, 2], [0], [0]]);
  expect(drawn.config.cohort.supervisors).toEqual([[1, 2], [0], [0]]);
  const edited = withAgents(drawn, [familyAgent("P"), ...agents.slice(1)]);
  expect(edited.config.cohort.supervisors).toEqual([[1, 2], [0], [0]]);
  expect(withAgentAdded(drawn, familyAgent("Q")).config.cohort.supervisors).toEqual([[1, 2], [0], [0], [2]]);
  expect(withAgentRemoved(drawn, 2).config.cohort.supervisors).toBeUndefined();
  expect(withAgentRemoved(drawn, 2).config.cohort.agents).toHaveLength(2);
  const self = withSupervisors(three, [[0], [1], [2]]);
  expect(withAgentAdded(self, familyAgent("Q")).config.cohort.supervisors).toEqual([[0], [1], [2], [3]]);
  expect(withSupervisors(self, [[2], [0], [1]]).config.cohort.supervisors).toBeUndefined();
  // Refused: nobody left to label A; a ninth agent; the second of a pair.
  expect(withSupervisors(three, [[], [0], [0]])).toBe(three);
  const eight = withAgents(
    start,
    Array.from({ length: 8 }, () => familyAgent("Q")),
  );
  expect(withAgentAdded(eight, familyAgent("Q"))).toBe(eight);
  expect(withAgentRemoved(start, 0)).toBe(start);
  expect(withMethod(drawn, "ttrl").config.cohort.supervisors).toBeUndefined();
});

test("a preset brings its training and what it is meant to be seen beside, and takes its training away again", () => {
  const collapse = withPreset(withTraining(start, { steps: 40 }), "ttrl-collapse");
  expect(collapse.config.training).toMatchObject({ learningRate: 0.0012, steps: 40 });
  expect(collapse.compare).toBe("co-rl-same");
  expect(collapse.config.compare?.method).toBe("co-rl");
  expect(isChanged(collapse)).toBe(false);
  expect(formatLink(collapse)).toBe("#/cohort?v=1&preset=ttrl-collapse&steps=40");
  expect(isChanged(withTraining(collapse, { learningRate: 0.001 }))).toBe(true);
  expect(withPreset(collapse, "ttrl").config.training).toMatchObject({ learningRate: 0.0006, steps: 40 });
  // What was set by hand stays.
  const own = withPreset(withTraining(collapse, { learningRate: 0.001 }), "ttrl");
  expect(own.config.training.learningRate).toBe(0.001);
  expect(withPreset(withCompare(start, "none"), "ttrl-collapse").compare).toBe("none");
  expect(COMPARABLE).not.toContain("ttrl-collapse");
  expect(parseLink("#/cohort?v=1&preset=ttrl-collapse&lr=0.0006").state.config.training.learningRate).toBe(0.0006);
});
