/** Rollouts as JSON Lines: every kept step, each line whole by itself, with rests between portions. */
import { expect, test } from "vitest";
import { defaultLink } from "../../runs/link.ts";
import { cohortStep, stepRollouts } from "../../stores/fake-session.ts";
import { createRunData } from "../../stores/run-data.ts";
import { rolloutsFile, stepLines } from "./rollouts-file.ts";

const { config } = defaultLink();
const TITLES = { main: "Co-RL", compare: "TTRL" };

test("a line for each step, cohort and prompt, which tells all of it", () => {
  const data = createRunData(config, TITLES);
  const written = stepRollouts(7);
  const lines = stepLines(data, { ...written, compare: written.cohort });
  expect(lines).toHaveLength(2);
  expect(lines.map((line) => JSON.parse(line).cohort)).toEqual(["main", "compare"]);
  expect(JSON.parse(lines[1] ?? "")).toEqual({
    schema: "co-rl-playground/rollouts",
    version: 1,
    step: 7,
    cohort: "compare",
    method: "ttrl",
    id: 0,
    prompt: "37+58=",
    truth: "95",
    agents: ["A", "B"].map((agent) => ({
      agent,
      vote: "95",
      label: "95",
      completions: ["15,09#95$", "#96$"],
      answers: ["95", "96"],
      rewards: [1, 0],
    })),
  });
  // A cohort that did not write has no lines.
  expect(stepLines(data, written)).toHaveLength(1);
});

test("all kept steps in order; the page may rest after each portion, and what comes meanwhile is left out", async () => {
  const data = createRunData(config, TITLES);
  for (let step = 1; step <= 5; step++) data.addStep(cohortStep(step), cohortStep(step), stepRollouts(step));
  let time = 0;
  let rests = 0;
  const rest = async (): Promise<void> => {
    rests++;
    data.addStep(cohortStep(5 + rests), cohortStep(5 + rests), stepRollouts(5 + rests));
  };
  const file = await rolloutsFile(data, rest, () => {
    time += 7;
    return time;
  });
  const text = await file.text();
  expect(text.endsWith("\n")).toBe(true);
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).step),
  ).toEqual([1, 2, 3, 4, 5]);
  expect(rests).toBe(2);
});
