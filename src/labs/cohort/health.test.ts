/** The health line says what was measured, with its step. */
import { expect, test } from "vitest";
import { defaultLink } from "../../runs/link.ts";
import { presetById } from "../../runs/presets.ts";
import { cohortStep, heldOut } from "../../stores/fake-session.ts";
import { createRunData, type RunData } from "../../stores/run-data.ts";
import { headline, healthSentences, warnings } from "./health.ts";

function fresh(): RunData {
  return createRunData(defaultLink().config, { main: "Co-RL", compare: "TTRL" });
}

const WELL = { rewardStd: 0.4, distinctMajorities: 0.9, unparsedShare: 0, labelledShare: 1, pseudoLabelAccuracy: 0.75 };

test("nothing is said before anything is measured", () => {
  expect(healthSentences(fresh(), 0, 200)).toEqual([]);
});

test("the headline names both cohorts with intervals, and the step they were measured at", () => {
  const data = fresh();
  data.addInitial(heldOut(0.56, 0.55), heldOut(0.56, 0.55));
  expect(headline(data, 0, 200)).toMatch(/^Before training, held-out accuracy in %: Co-RL A 56\.0 \[54\.0, 58\.0\], B 55\.0/);
  data.addStep(cohortStep(1, 0, WELL), cohortStep(1, 0, WELL));
  expect(headline(data, 1, 200)).toMatch(/^After 1 of 200 steps.*\(measured at step 0\)/);
});

test("the comparison counts in points and says whether intervals overlap", () => {
  const data = fresh();
  data.addStep(cohortStep(1, 0, WELL), cohortStep(1, 0, { ...WELL, pseudoLabelAccuracy: 0.5 }));
  data.addFinal(heldOut(0.7, 0.6), heldOut(0.6, 0.61));
  const text = healthSentences(data, 1, 1).join(" ");
  expect(text).toContain("Co-RL against TTRL: A +10.0 points (intervals apart) and B −1.0 points (intervals overlap).");
  expect(text).toContain("Co-RL A 75.0, B 75.0; TTRL A 50.0, B 50.0.");
  expect(text).not.toMatch(/!|NaN|undefined|null/);
});

test("a healthy run has no warnings; each trouble has its own", () => {
  const trouble = (changes: Partial<typeof WELL>, threshold = 0): string[] => {
    const { config } = defaultLink();
    const training = { ...config.training, threshold };
    const data = createRunData({ ...config, training }, { main: "Co-RL", compare: "TTRL" });
    data.addStep(cohortStep(1, 0, WELL), cohortStep(1, 0, WELL));
    for (let step = 2; step <= 30; step++) data.addStep(cohortStep(step, 0, WELL), cohortStep(step, 0, { ...WELL, ...changes }));
    return warnings(data);
  };
  expect(trouble({})).toEqual([]);
  expect(trouble({ rewardStd: 0.05 })).toEqual([expect.stringMatching(/^Reward std of TTRL A and TTRL B is under a quarter/)]);
  expect(trouble({ labelledShare: 0 })).toEqual([expect.stringContaining("no prompt has had a label lately")]);
  expect(trouble({ labelledShare: 0.3 })).toEqual([expect.stringContaining("under half of the prompts")]);
  // Only a threshold that is there can be lowered.
  expect(trouble({ labelledShare: 0 }).join()).not.toContain("lower the vote threshold");
  expect(trouble({ labelledShare: 0 }, 0.9)).toEqual([expect.stringMatching(/nothing is learnt; lower the vote threshold\.$/)]);
});

test("a cohort whose method has no labels is not warned about them, nor is their accuracy told", () => {
  const { config } = defaultLink();
  const data = createRunData({ ...config, compare: presetById("rent").cohort }, { main: "Co-RL", compare: "RENT" });
  const bare = { ...WELL, labelledShare: 0, pseudoLabelAccuracy: null, rewardAccuracy: null };
  data.addInitial(heldOut(0.56, 0.55), heldOut(0.56, 0.55));
  for (let step = 1; step <= 20; step++) data.addStep(cohortStep(step, 0, WELL), cohortStep(step, 0, bare));
  const text = healthSentences(data, 20, 200).join(" ");
  expect(text).toContain("Labels that were right, in % (mean of the last 10 steps): Co-RL A 75.0, B 75.0.");
  expect(text).not.toMatch(/no prompt has had a label|half of the prompts have a label|NaN/);
  expect(warnings(data)).toEqual([]);
});
