/** Runs beside each other: what differs, and how they ended; and a replay in words. */
import { expect, test } from "vitest";
import { fixtureRecord } from "../../runs/fixture.ts";
import { pack } from "../../runs/packed.ts";
import { pastData } from "../../stores/past-data.ts";
import type { Replay } from "../../stores/replay.ts";
import { replayText } from "./replay-text.ts";
import { differing, factsOf, figuresOf } from "./run-facts.ts";

const record = fixtureRecord(12);
const { config, environment } = record;

test("only what differs is named, and every part of a configuration can differ", () => {
  const facts = factsOf(record);
  expect(differing([facts, facts])).toEqual([]);
  expect(differing([])).toEqual([]);
  const [first, second] = config.cohort.agents;
  if (!first || !second) throw new Error("The fixture has two agents.");
  const others = [
    { ...record, config: { ...config, seed: 3 } },
    { ...record, config: { ...config, cohort: { ...config.cohort, method: "ttrl" as const } } },
    { ...record, config: { ...config, cohort: { ...config.cohort, agents: [second, first] } } },
    { ...record, config: { ...config, cohort: { ...config.cohort, supervisors: [[0, 1], [0]] } } },
    { ...record, config: { ...config, cohort: { ...config.cohort, labelRule: "majority" as const } } },
    { ...record, config: { ...config, base: { weakShare: 0.5, overlap: 0, symmetry: 1, contrast: 0.5, steps: 100 } } },
    { ...record, config: { ...config, compare: null } },
    { ...record, config: { ...config, training: { ...config.training, learningRate: 0.001, ddof: 0 as const } } },
    { ...record, changes: [{ step: 3, name: "temperature" as const, value: 0.5 }] },
    { ...record, environment: { ...environment, backend: "cpu" as const } },
  ];
  expect(others.map((other) => differing([facts, factsOf(other)]))).toEqual([
    ["Seed"],
    ["Method", "Topology"],
    ["Agents"],
    ["Topology"],
    ["Label rule"],
    ["Base"],
    ["Compared with"],
    ["Learning rate", "ddof"],
    ["Changed while running"],
    ["Backend"],
  ]);
});

test("a topology has the name that the controls give it, one drawn by hand its arrows", () => {
  const topology = (supervisors?: number[][]): string | undefined => {
    const cohort = supervisors ? { ...config.cohort, supervisors } : config.cohort;
    return factsOf({ ...record, config: { ...config, cohort } }).find(([name]) => name === "Topology")?.[1];
  };
  expect([topology(), topology([[0, 1], [0]])]).toEqual(["Each other", "A by A + B; B by A"]);
});

test("every training setting is among the facts", () => {
  const { training } = config;
  for (const key of Object.keys(training)) {
    const changed = { ...training, [key]: 987 };
    expect(differing([factsOf(record), factsOf({ ...record, config: { ...config, training: changed } })]), key).toHaveLength(1);
  }
});

test("figures: the last evaluation with its interval, and means of the last ten steps", () => {
  const figures = figuresOf(pastData(pack(record)));
  expect(figures).toMatchObject({ steps: 12, heldOut: ["A 75.0 [73.0, 79.0]", "B 76.0 [73.0, 79.0]"], heldOutMean: 0.755 });
  const known = record.steps.slice(2).map((step) => step.agents[0]?.rewardStd ?? 0);
  expect(figures.std[0]).toBe(`A ${(known.reduce((sum, value) => sum + value, 0) / 10).toFixed(3)}`);
  const nothing = figuresOf(pastData(pack({ ...record, initial: null, final: null, steps: [] })));
  expect(nothing).toMatchObject({ steps: 0, heldOut: [], labels: [], std: [], heldOutMean: Number.NaN });
});

test("a replay in words", () => {
  const replay: Replay = {
    of: "2 slow",
    order: { link: "", config, backend: "wasm", titles: { main: "", compare: "" } },
    run: pack(record),
    equal: 3,
    total: 12,
    difference: null,
    done: false,
  };
  expect(replayText(replay, environment)).toBe("Replay of 2 slow: 3 of 12 steps compared, all equal so far.");
  expect(replayText({ ...replay, equal: 12, done: true }, environment)).toBe(
    "Replay of 2 slow: all 12 recorded steps and the evaluations are equal, bit for bit.",
  );
  const difference = { step: 4, what: "agent A’s loss is 1, was 2" };
  expect(replayText({ ...replay, difference }, environment)).toBe(
    "Replay of 2 slow: not the same numbers. The first difference is at step 4: agent A’s loss is 1, was 2.",
  );
  expect(replayText({ ...replay, difference }, { ...environment, backend: "simd" })).toContain(
    "The record was computed by wasm (WebAssembly SIMD), page 0.1.0 (0000000); this by simd",
  );
});
