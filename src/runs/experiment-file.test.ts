/** A whole experiment as one file. */
import { expect, test } from "vitest";
import { type ExperimentParts, experimentParts, parseExperimentJson } from "./experiment-file.ts";
import { fixtureRun } from "./experiment-fixture.ts";
import { condense } from "./experiment-run.ts";
import { planJson } from "./plan.ts";
import { expandPlan } from "./plan-expand.ts";
import { SMOKE } from "./plans/smoke.ts";
import { summarise, summaryJson } from "./summary.ts";

const expansion = expandPlan(SMOKE, { backend: "simd" });
const runs = expansion.runs.slice(0, 4).map((run) => fixtureRun(run));
const parts: ExperimentParts = {
  plan: SMOKE,
  backend: "simd",
  failed: [{ key: expansion.runs[4]?.key ?? "", reason: "The worker stopped." }],
  summary: summarise(expansion, runs.map(condense)),
};
const text = [...experimentParts(parts, runs)].join("");

test("reads back as it was written", () => {
  const read = parseExperimentJson(text);
  if ("problems" in read) throw new Error(read.problems.join(" "));
  expect(read.begun).toBe(true);
  expect(read.runs).toEqual(runs);
  expect(read.failed).toEqual(parts.failed);
  expect(read.left).toEqual([]);
  expect(read.expansion).toEqual(expansion);
  expect(summaryJson(summarise(read.expansion, read.runs.map(condense)))).toBe(summaryJson(parts.summary));
  expect(JSON.parse(text).summary.runs).toEqual({ done: 4, planned: 6 });
});

test("a plan alone is an experiment that has not begun", () => {
  expect(parseExperimentJson(planJson(SMOKE))).toMatchObject({ begun: false, runs: [], failed: [], expansion: { plan: SMOKE } });
});

test("without runs, and with none failed", () => {
  const empty = [...experimentParts({ ...parts, failed: [] }, [])].join("");
  expect(parseExperimentJson(empty)).toMatchObject({ runs: [], failed: [], left: [] });
});

test("what is no run of the plan is left out and told", () => {
  const [first, second] = runs;
  if (!first || !second) throw new Error("There are no runs.");
  const json = JSON.parse([...experimentParts(parts, [first, { ...second, key: "other" }])].join(""));
  json.runs.push({ nonsense: true });
  const read = parseExperimentJson(JSON.stringify(json));
  if ("problems" in read) throw new Error(read.problems.join(" "));
  expect(read.runs).toEqual([first]);
  expect(read.left).toEqual([
    "The run other is none of the plan's; it is left out.",
    expect.stringMatching(/^The run number 3 is no run of an experiment .*; it is left out\.$/),
  ]);
});

test("nonsense is refused with a sentence", () => {
  const problem = (given: string): string => {
    const read = parseExperimentJson(given);
    return "problems" in read ? (read.problems[0] ?? "") : "";
  };
  expect(problem("{")).toMatch(/^This file is not JSON: .*\.$/);
  expect(problem("[]")).toBe("This file is JSON, but neither a plan nor an experiment: it is not an object.");
  expect(problem('{"schema":"x"}')).toMatch(/neither a plan nor an experiment: its schema is "x"/);
  expect(problem(text.replace('"version":1', '"version":9'))).toContain("newer version of the page");
  expect(problem(text.replace('"backend":"simd"', '"backend":"gpu"'))).toMatch(/^The experiment's backend: /);
  expect(problem(text.replace('"seeds":[0,1]', '"seeds":[]'))).toBe("The experiment's plan.seeds: must name at least one.");
});
