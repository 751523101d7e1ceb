/** Kept runs: files that survive, files that do not, and what a run is condensed to. */
import { describe, expect, it } from "vitest";
import { digestOf } from "./digest.ts";
import { fixtureRun } from "./experiment-fixture.ts";
import { condense, experimentRunJson, mismatch, parseExperimentRun } from "./experiment-run.ts";
import { fixtureRecord } from "./fixture.ts";
import { expandPlan, type PlannedRun } from "./plan-expand.ts";
import { SMOKE } from "./plans/smoke.ts";

const { runs } = expandPlan(SMOKE, { backend: "simd" });
const planned = runs.find(({ config }) => config.cohort.method === "co-rl") ?? runs[0];
if (!planned) throw new Error("The plan has no run.");
const run = fixtureRun(planned);

describe("a kept run", () => {
  it("is one line and survives its file", () => {
    const text = experimentRunJson(run);
    expect(text.trimEnd()).not.toContain("\n");
    expect(parseExperimentRun(text)).toEqual({ run });
    expect(mismatch(planned, run)).toBeNull();
  });

  it("that was cut off anywhere is told, never taken", () => {
    const text = experimentRunJson(run);
    for (const length of [0, 1, 40, 1000, text.length - 3]) {
      expect(parseExperimentRun(text.slice(0, length))).toEqual({ problem: "is not whole: it is no JSON" });
    }
    expect(parseExperimentRun("{}")).toMatchObject({ problem: expect.stringContaining("is no run of an experiment") });
    const broken = text.replace('"finished":true', '"finished":7');
    expect(parseExperimentRun(broken)).toMatchObject({ problem: expect.stringMatching(/^holds no run: This run does not fit/) });
  });

  it.each<[string, Partial<PlannedRun>, (run: typeof planned) => object]>([
    ["is the run", { key: "another" }, () => ({})],
    ["was run with another configuration", { config: { ...planned.config, seed: 7 } }, () => ({})],
    ["was run on simd", { backend: "wasm" }, () => ({})],
    ["is not finished", {}, () => ({ finished: false })],
    ["was changed by hand while it ran", {}, () => ({ changes: [{ step: 1, name: "learningRate", value: 0.001 }] })],
  ])("that is not what was planned: %s", (problem, other, change) => {
    const changed = { ...run, record: { ...run.record, ...change(planned) } };
    expect(mismatch({ ...planned, ...other }, changed)).toContain(problem);
  });

  it("is the same whatever the order of its configuration's keys", () => {
    const { task, seed, ...rest } = planned.config;
    expect(mismatch({ ...planned, config: { ...rest, seed, task } }, run)).toBeNull();
  });
});

describe("condense", () => {
  it("keeps time and machine in the line alone, and numbers in the fingerprint alone", () => {
    const { environment } = run.record;
    const elsewhere = condense({
      ...run,
      seconds: 99,
      record: { ...run.record, environment: { ...environment, userAgent: "another", startedAt: "2027-01-01T00:00:00.000Z" } },
    });
    const here = condense(run);
    expect(elsewhere.line).not.toBe(here.line);
    expect({ ...elsewhere, line: "" }).toEqual({ ...here, line: "" });
    const { final } = run.record;
    const moved = condense({
      ...run,
      record: {
        ...run.record,
        final: { agents: final?.agents.map(({ heldOut }) => ({ heldOut: { ...heldOut, mean: 0.61 } })) ?? [] },
      },
    });
    expect(moved.numbers).not.toBe(here.numbers);
    expect(JSON.parse(here.line)).toMatchObject({ key: run.key, seconds: run.seconds, steps: 5, environment });
  });

  it("takes late means over the last 20 steps, and passes over steps without a value", () => {
    const record = fixtureRecord(30);
    const [a, b] = digestOf(record);
    const late = record.steps.slice(10);
    const measured = late.flatMap(({ agents }) => agents[0]?.pseudoLabelAccuracy ?? []);
    expect(a?.late.pseudoLabelAccuracy).toBeCloseTo(measured.reduce((sum, x) => sum + x, 0) / measured.length, 12);
    expect(b?.late.agreement).toBeCloseTo(late.reduce((sum, { agreement }) => sum + (agreement[0]?.agreement ?? 0), 0) / 20, 12);
    expect(a?.before).toBe(0.5);
    expect(a?.final).toBe(0.75);
    expect(a?.heldOut).toEqual([
      [0, 0.5],
      [2, record.steps[1]?.agents[0]?.heldOut?.mean],
      [30, 0.75],
    ]);
  });

  it("draws at most fifty points, each the mean of its bin", () => {
    const { curves } = digestOf(fixtureRecord(120))[0] ?? {};
    const curve = curves?.rewardStd ?? [];
    expect(curve).toHaveLength(40);
    expect(curve[0]?.[0]).toBe(3);
    expect(curve.at(-1)?.[0]).toBe(120);
    const first = fixtureRecord(3).steps.map(({ agents }) => agents[0]?.rewardStd ?? 0);
    expect(curve[0]?.[1]).toBeCloseTo(first.reduce((sum, x) => sum + x, 0) / 3, 12);
  });

  it("refuses a run that is not finished", () => {
    expect(() => digestOf({ ...run.record, finished: false })).toThrow("not finished");
  });

  it("has no curve where nothing was trained", () => {
    const base = fixtureRun(runs[0] ?? planned);
    const [agent] = digestOf(base.record);
    expect(agent?.late.rewardStd).toBeNull();
    expect(agent?.curves.rewardStd).toEqual([]);
    expect(agent?.heldOut).toHaveLength(1);
  });
});
