import { describe, expect, it } from "vitest";
import { METRIC_COLUMNS, metricsCsv, parseRunJson, runJson } from "./export.ts";
import { fixtureAgentStep, fixtureRecord } from "./fixture.ts";
import { agentStepSchema, type Ensemble, type RunRecord } from "./record.ts";

/** The same value with the keys of every object reversed. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

/** The sentence with which a changed file is refused. */
function refusal(change: (file: Record<string, unknown>) => unknown): string {
  const file: Record<string, unknown> = JSON.parse(runJson(fixtureRecord()));
  const result = parseRunJson(JSON.stringify(change(file) ?? file));
  if ("record" in result) throw new Error("The file was read.");
  expect(result.problem).toMatch(/^This [^\n]+\.$/);
  return result.problem;
}

function changed(change: (record: RunRecord) => RunRecord): string {
  return refusal(() => change(fixtureRecord()));
}

describe("runJson", () => {
  it("is read back as the same record", () => {
    const record = fixtureRecord();
    expect(parseRunJson(runJson(record))).toEqual({ record });
    expect(parseRunJson(`\uFEFF${runJson(record)}`)).toEqual({ record });
  });

  it("reads a run of version 1, which knew no changes and no faults", () => {
    const { changes: _, faults: __, ...old } = fixtureRecord();
    expect(parseRunJson(JSON.stringify({ ...old, version: 1 }))).toEqual({ record: fixtureRecord() });
  });

  it("keeps a topology drawn by hand, other base policies, changes and faults", () => {
    const record = fixtureRecord();
    const { config } = record;
    const whole: RunRecord = {
      ...record,
      config: {
        ...config,
        cohort: { ...config.cohort, supervisors: [[0, 1], [0]] },
        base: { weakShare: 1, overlap: 0, symmetry: 0.5, contrast: 0.25, steps: 500 },
      },
      changes: [
        { step: 1, name: "learningRate", value: 0.001 },
        { step: 3, name: "temperature", value: 0.7 },
      ],
      faults: [{ step: 2, reason: "The worker of agent B stopped.", resumedFrom: null }],
    };
    expect(parseRunJson(runJson(whole))).toEqual({ record: whole });
    const backwards = { ...whole, changes: [...whole.changes].reverse() };
    expect(parseRunJson(runJson(backwards))).toMatchObject({ problem: expect.stringContaining("order of their steps") });
  });

  it("has the keys in the schema's order, whatever the record's", () => {
    const record = fixtureRecord();
    const text = runJson(record);
    expect(runJson(reversed(record) as RunRecord)).toBe(text);
    expect(Object.keys(JSON.parse(text)).slice(0, 4)).toEqual(["schema", "version", "config", "environment"]);
    expect(Object.keys(JSON.parse(text).steps[0].agents[0])).toEqual(Object.keys(agentStepSchema.omit({ dialogue: true }).shape));
  });

  it("writes no number that JSON cannot hold", () => {
    const record = fixtureRecord(1);
    const step = record.steps[0];
    if (!step) throw new Error("The fixture has a step.");
    const broken = {
      ...record,
      steps: [{ ...step, agents: [{ ...fixtureAgentStep(1, 0, 0), loss: Number.NaN }, fixtureAgentStep(1, 1, 0)] }],
    };
    expect(() => runJson(broken)).toThrow(/steps\.0\.agents\.0\.loss/);
  });
});

describe("parseRunJson refuses, in one sentence,", () => {
  it("what is not JSON", () => {
    expect(parseRunJson("step,cohort\r\n")).toEqual({ problem: expect.stringMatching(/^This file is not JSON: /) });
    expect(parseRunJson(runJson(fixtureRecord()).slice(0, 500))).toEqual({
      problem: expect.stringMatching(/^This file is not JSON: /),
    });
    expect(parseRunJson("")).toEqual({ problem: expect.stringMatching(/^This file is not JSON: /) });
  });

  it.each(["null", "3", "[]", '"run"'])("JSON that is no object: %s", (text) => {
    expect(parseRunJson(text)).toEqual({ problem: "This file is JSON, but not a run: it is not an object." });
  });

  it("another schema, or none", () => {
    expect(refusal(() => ({}))).toContain("it names no schema");
    expect(refusal((file) => ({ ...file, schema: "other/thing" }))).toContain('"other/thing", not "co-rl-playground/run"');
  });

  it("a newer version, whatever else stands there", () => {
    expect(refusal((file) => ({ schema: file.schema, version: 3, wonder: true }))).toContain(
      "newer version of the page: its format is version 3",
    );
  });

  it("a version that never was", () => {
    expect(refusal((file) => ({ ...file, version: 0 }))).toContain("version: ");
    expect(refusal((file) => ({ ...file, version: "1" }))).toContain("version: ");
  });

  it("a field of a wrong value, a missing and an unknown one", () => {
    const { config } = fixtureRecord();
    expect(refusal((file) => ({ ...file, config: { ...config, training: { ...config.training, steps: 0 } } }))).toContain(
      "config.training.steps: must be a whole number from 1 to 10000",
    );
    expect(refusal(({ finished: _, ...rest }) => rest)).toContain("finished: ");
    expect(refusal((file) => ({ ...file, colour: "red" }))).toContain("colour");
  });

  it("parts that contradict each other", () => {
    expect(changed((record) => ({ ...record, compare: null }))).toContain("compare: ");
    expect(changed((record) => ({ ...record, config: { ...record.config, compare: null } }))).toContain("compare: ");
    expect(changed((record) => ({ ...record, steps: record.steps.slice(1) }))).toContain("steps.0.step: must be 1");
    expect(
      changed((record) => ({ ...record, steps: record.steps.map((step) => ({ ...step, agents: step.agents.slice(1) })) })),
    ).toContain("steps.0.agents: must have 2");
    expect(
      changed((record) => ({
        ...record,
        steps: record.steps.map((step) => ({ ...step, agreement: [{ a: 1, b: 2, agreement: 1, prompts: 1 }] })),
      })),
    ).toContain("steps.0.agreement");
    expect(
      changed((record) => ({ ...record, compare: record.compare && { ...record.compare, final: { agents: [] } } })),
    ).toContain("compare.final.agents");
    expect(changed((record) => ({ ...record, final: null }))).toContain("finished: must be false");
    const ensemble = (changes: Partial<Ensemble>) => (record: RunRecord) => ({
      ...record,
      final: record.final?.ensemble ? { ...record.final, ensemble: { ...record.final.ensemble, ...changes } } : null,
    });
    expect(changed(ensemble({ agents: [] }))).toContain("final.ensemble.agents: must have 2 entries");
    expect(changed(ensemble({ pairs: [] }))).toContain("final.ensemble.pairs: must have one entry for each pair");
    expect(changed((record) => ({ ...record, compare: record.compare && { ...record.compare, final: null } }))).toContain(
      "compare.final: must be there",
    );
    const { config, environment } = fixtureRecord();
    const shorter = { ...config, training: { ...config.training, steps: 2 } };
    expect(changed((record) => ({ ...record, config: shorter }))).toContain("steps: are 3, and the configuration has 2");
    expect(changed((record) => ({ ...record, environment: { ...environment, agents: [] } }))).toContain(
      "environment.agents: must have 2 entries",
    );
  });
});

describe("metricsCsv", () => {
  const lines = metricsCsv(fixtureRecord(3)).split("\r\n");
  const header = lines[0]?.split(",") ?? [];
  const table = lines
    .slice(1, -1)
    .map((line) => Object.fromEntries(line.split(",").map((cell, column) => [header[column], cell])));

  it("has one row per step, cohort and agent, in that order, and ends its last line", () => {
    expect(lines.at(-1)).toBe("");
    expect(table.map((row) => `${row.step} ${row.cohort} ${row.method} ${row.agent}`)).toEqual(
      [1, 2, 3].flatMap((step) => [
        `${step} main co-rl A`,
        `${step} main co-rl B`,
        `${step} compare ttrl A`,
        `${step} compare ttrl B`,
      ]),
    );
    expect(new Set(lines.slice(0, -1).map((line) => line.split(",").length))).toEqual(new Set([header.length]));
  });

  it("has a column for each metric of a step", () => {
    expect([...METRIC_COLUMNS, "heldOut", "dialogue"].sort()).toEqual(Object.keys(agentStepSchema.shape).sort());
  });

  it("writes every number so that it reads back exactly, and null as an empty cell", () => {
    for (const row of table) {
      const metrics = fixtureAgentStep(Number(row.step), row.agent === "B" ? 1 : 0, row.cohort === "compare" ? 400 : 0);
      for (const column of METRIC_COLUMNS) expect(row[column]).toBe(metrics[column] === null ? "" : `${metrics[column]}`);
      expect(row.agreement_A_B).toBe(String(0.25 * (Number(row.step) - 1)));
      expect(row.unanimity).toBe("");
    }
  });

  it("has held-out accuracy where it was measured, the final one in the last row", () => {
    const own = table.filter((row) => row.cohort === "main" && row.agent === "B");
    expect(own.map((row) => row.heldOutMean)).toEqual(["", String(0.248), String(0.76)]);
    expect(own.map((row) => row.heldOutSamples)).toEqual(["", "1", "8"]);
  });

  it("has the ensemble evaluation in the last row, and nothing of it in a record without one", () => {
    const own = table.filter((row) => row.cohort === "main" && row.agent === "B");
    expect(own.map((row) => row.ensemblePassAt1Mean)).toEqual(["", "", String(0.703)]);
    expect(own.map((row) => row.ensembleMajorityMean)).toEqual(["", "", String(0.704)]);
    expect(own.map((row) => row.ensemble_A_BMean)).toEqual(["", "", String(0.705)]);
    const record = fixtureRecord(3);
    const plain = (final: RunRecord["final"]): RunRecord["final"] => final && { agents: final.agents };
    const { compare } = record;
    const old = { ...record, final: plain(record.final), compare: compare && { ...compare, final: plain(compare.final) } };
    const read = parseRunJson(runJson(old));
    expect(read).toEqual({ record: old });
    expect(metricsCsv(old).trimEnd().split("\r\n").at(-1)).toMatch(/,,,,,,,,,$/);
  });

  it("has columns for the pairs of the larger cohort", () => {
    const record = fixtureRecord(1);
    const agents = record.config.cohort.agents;
    const three = [...agents, ...agents.slice(0, 1)];
    const large = metricsCsv({ ...record, config: { ...record.config, cohort: { method: "co-rl", agents: three } } });
    expect(large.split("\r\n")[0]).toContain("heldOutSamples,agreement_A_B,agreement_A_C,agreement_B_C,unanimity");
  });

  it("is a header alone where nothing was trained", () => {
    expect(metricsCsv({ ...fixtureRecord(1), steps: [], compare: null }).split("\r\n")).toHaveLength(2);
  });
});
