/** The verdict says what was measured, and gives a reason only where the labels bear it out. */
import { expect, test } from "vitest";
import { defaultLink } from "../../runs/link.ts";
import { cohortStep, heldOut } from "../../stores/fake-session.ts";
import { createRunData, type RunData } from "../../stores/run-data.ts";
import { differenceShows, finalVerdict, runningVerdict } from "./verdict.ts";

function run(main: number, compare: number, labels: readonly [number, number], steps = 20): RunData {
  const data = createRunData(defaultLink().config, { main: "Co-RL", compare: "TTRL" });
  data.addInitial(heldOut(0.55, 0.5), heldOut(0.55, 0.5));
  for (let step = 1; step <= steps; step++)
    data.addStep(
      cohortStep(step, 0, { pseudoLabelAccuracy: labels[0] }),
      cohortStep(step, 0, { pseudoLabelAccuracy: labels[1] }),
    );
  data.addFinal(heldOut(main, main), heldOut(compare, compare));
  return data;
}

test("who climbed more, from where, and with which labels", () => {
  expect(finalVerdict(run(0.758, 0.634, [0.74, 0.61]))).toEqual([
    "Co-RL: A 75.8 [73.8, 77.8], +20.8 points from its start; B 75.8 [73.8, 77.8], +25.8 points.",
    "TTRL: A 63.4 [61.4, 65.4], +8.4 points from its start; B 63.4 [61.4, 65.4], +13.4 points.",
    "Labels that were right, last 10 steps: 74.0 % against 61.0 %.",
    "Co-RL climbed 12.4 points more than TTRL on average: Co-RL’s labels were right more often, and an agent can only learn what its labels say.",
  ]);
});

test("the compared cohort may win, and labels need not explain it", () => {
  const text = finalVerdict(run(0.6, 0.66, [0.7, 0.6])).join(" ");
  expect(text).toContain("TTRL climbed 6.0 points more than Co-RL");
  expect(text).toContain("TTRL’s labels were right less often, so the labels do not explain it");
});

test("within the noise nobody wins: the interval of the difference decides", () => {
  // Intervals of ±2 points each: the difference has ±2.8.
  expect(finalVerdict(run(0.627, 0.6, [0.7, 0.6])).at(-1)).toBe(
    "No difference shows between Co-RL and TTRL: +2.7 points on average, 95 % interval [−0.1, +5.5].",
  );
  expect(differenceShows(run(0.627, 0.6, [0.7, 0.6]))).toBe(false);
  expect(differenceShows(run(0.629, 0.6, [0.7, 0.6]))).toBe(true);
  expect(finalVerdict(run(0.629, 0.6, [0.7, 0.6])).at(-1)).toContain("climbed 2.9 points more");
});

test("who fell is said to have fallen", () => {
  expect(finalVerdict(run(0.62, 0.5, [0.7, 0.6])).at(-1)).toContain("Co-RL climbed 9.5 points on average, TTRL fell 2.5: ");
  expect(finalVerdict(run(0.52, 0.45, [0.7, 0.6])).at(-1)).toContain("TTRL fell 7.5 points on average, Co-RL 0.5: ");
});

test("while training only gains and labels; before the first step nothing", () => {
  const data = createRunData(defaultLink().config, { main: "Co-RL", compare: "TTRL" });
  expect(runningVerdict(data)).toEqual([]);
  data.addInitial(heldOut(0.55, 0.5), heldOut(0.55, 0.5));
  expect(runningVerdict(data)).toEqual([]);
  data.addStep(cohortStep(1, 0, { pseudoLabelAccuracy: null }), cohortStep(1, 0, { pseudoLabelAccuracy: 0.5 }));
  expect(runningVerdict(data)).toEqual(["Labels that were right, last step: 50.0 % (TTRL)."]);
  expect(runningVerdict(run(0.65, 0.5, [0.7, 0.6]))[0]).toBe(
    "So far (held-out, step 20), points gained on average: Co-RL +12.5, TTRL −2.5.",
  );
});

test("Base alone has no labels and no comparison", () => {
  const { config } = defaultLink();
  const data = createRunData(
    { ...config, cohort: { ...config.cohort, method: "base" }, compare: null },
    { main: "Base", compare: "" },
  );
  data.addInitial(heldOut(0.5, 0.5), null);
  data.addFinal(heldOut(0.51, 0.5), null);
  expect(differenceShows(data)).toBe(false);
  expect(finalVerdict(data)).toEqual([expect.stringMatching(/^Base: A 51\.0/)]);
});
