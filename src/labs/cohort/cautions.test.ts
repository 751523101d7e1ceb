/** What stands in the way of learning is said; a usual run has nothing to be told. */
import { expect, test } from "vitest";
import type { TrainingConfig } from "../../runs/config.ts";
import { defaultLink } from "../../runs/link.ts";
import { presetById } from "../../runs/presets.ts";
import { cautions } from "./cautions.ts";

const { config } = defaultLink();
const told = (changes: Partial<TrainingConfig>): string[] =>
  Object.keys(cautions({ ...config, training: { ...config.training, ...changes } }));

test("each setting that cannot learn has its sentence", () => {
  expect(told({})).toEqual([]);
  expect(told({ rollouts: 1 })).toEqual(["rollouts"]);
  // REINFORCE++ compares over the whole batch, so one rollout a prompt is enough.
  expect(told({ rollouts: 1, estimator: "reinforce-plus-plus" })).toEqual([]);
  expect(told({ learningRate: 0 })).toEqual(["learningRate"]);
  expect(told({ threshold: 1 })).toEqual(["threshold"]);
  expect(told({ threshold: 0.99 })).toEqual([]);
});

test("a run that does not train, or has the truth, is told nothing of labels", () => {
  const base = { ...config, cohort: { ...config.cohort, method: "base" as const }, compare: null };
  expect(cautions({ ...base, training: { ...base.training, rollouts: 1, learningRate: 0 } })).toEqual({});
  const truth = { ...config, cohort: { ...config.cohort, method: "gt-reward" as const }, compare: null };
  expect(cautions({ ...truth, training: { ...truth.training, threshold: 1 } })).toEqual({});
});

test("CoMAS has an estimator of its own, so one rollout a prompt is enough for it, whatever the run's", () => {
  const alone = { ...config, cohort: presetById("comas").cohort, compare: null, training: { ...config.training, rollouts: 1 } };
  expect(cautions(alone)).toEqual({});
  expect(cautions({ ...alone, compare: presetById("ttrl").cohort }).rollouts).toMatch(
    /^With K = 1 a rollout of TTRL is compared/,
  );
  expect(cautions({ ...alone, cohort: presetById("maporl").cohort }).rollouts).toMatch(/^With K = 1 a rollout is compared/);
});

test("agents whose every factor is 0 stand still", () => {
  const agents = config.cohort.agents.map((agent) => ({ ...agent, learningRateScale: 0 }));
  expect(Object.keys(cautions({ ...config, cohort: { ...config.cohort, agents }, compare: null }))).toEqual(["learningRate"]);
});
