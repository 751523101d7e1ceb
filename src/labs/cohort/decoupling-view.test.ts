/** Whose errors are compared and what they are called; figures, the map's cells and the file. */
import { describe, expect, it } from "vitest";
import { bootstrapCells } from "../../diversity/bootstrap.ts";
import type { Cells } from "../../diversity/cells.ts";
import { diversityOf } from "../../diversity/measures.ts";
import { DEFAULT_BASE } from "../../policies/spec.ts";
import { familyAgent, presetById } from "../../runs/presets.ts";
import { difference, subjectsOf } from "./decoupling-subjects.ts";
import { darkest, decouplingCsv, depth, figureText, pairOf, valueText } from "./decoupling-view.ts";

function measured(pair: readonly [number, number], cells: Cells) {
  const figures = diversityOf(cells);
  if (!figures) throw new Error("No cells.");
  return { pair, cells, measured: figures, intervals: bootstrapCells(cells, { seed: 1, resamples: 200 }) };
}
const half = measured([0, 1], { both: 20, onlyA: 5, onlyB: 10, neither: 15, sameWrong: 3 });
const whole = measured([0, 0], { both: 50, onlyA: 0, onlyB: 0, neither: 0, sameWrong: 0 });
const against = measured([1, 1], { both: 0, onlyA: 25, onlyB: 25, neither: 0, sameWrong: 0 });

describe("subjects", () => {
  const { cohort } = presetById("co-rl-different");

  it("are the agents, then the ladder, each policy once under all its names", () => {
    expect(subjectsOf({ cohort }, "agents").map(({ label }) => label)).toEqual(["A", "B"]);
    expect(subjectsOf({ cohort }, "both").map(({ label }) => label)).toEqual([
      "A",
      "B, family",
      "replica",
      "size",
      "digit order",
      "architecture",
      "corpus",
      "family +",
    ]);
    const ladder = subjectsOf({ cohort }, "ladder");
    expect(ladder.map(({ label }) => label)).not.toContain("B");
    expect(ladder.at(-1)?.words).toBe("recurrent · small · corpus L · lsb · paraphrase");
    const same = { method: "co-rl" as const, agents: [familyAgent("Q"), familyAgent("Q", { learningRateScale: 3 })] };
    expect(subjectsOf({ cohort: same }, "agents").map(({ label }) => label)).toEqual(["A, B"]);
  });

  it("see the prompt as agent A does, but for the last rung", () => {
    const agents = [familyAgent("Q", { paraphrase: true }), familyAgent("L", { paraphrase: true })];
    const all = subjectsOf({ cohort: { method: "co-rl", agents } }, "both");
    expect(all.map(({ label, paraphrase }) => [label, paraphrase]).slice(1)).toEqual([
      ["B, family", true],
      ["replica", true],
      ["size", true],
      ["digit order", true],
      ["architecture", true],
      ["corpus", true],
      ["family +", false],
    ]);
  });

  it("differ in what they differ in", () => {
    const [a, b] = subjectsOf({ cohort }, "agents");
    if (!a || !b) throw new Error("There are two agents.");
    expect(difference(a, b)).toBe("architecture, corpus and digit order");
    expect(difference(a, { ...a, paraphrase: true })).toBe("phrasing");
    expect(difference(a, { ...a, spec: { ...a.spec, replica: 1 } })).toBe("pretraining seed");
    expect(difference(a, a)).toBe("samples only");
  });
});

describe("figures", () => {
  it("say that kappa is undefined, and never NaN", () => {
    expect(figureText(half, "kappa")).toMatch(/^0\.40 \[-?\d\.\d\d, 0\.\d\d\]$/);
    expect(figureText(half, "complementarity")).toMatch(/^30\.0 \[\d\d\.\d, \d\d\.\d\]$/);
    expect(figureText(whole, "kappa")).toBe("undefined");
    expect(valueText("kappa", null)).toBe("undefined");
    expect(figureText(whole, "oracle")).toBe("100.0 [100.0, 100.0]");
  });

  it("find a pair from either side; the darkest cell is the greatest value, below 0 none", () => {
    const pairs = [whole, half, against];
    expect(pairOf(pairs, 1, 0)).toBe(half);
    expect(pairOf(pairs, 0, 2)).toBeNull();
    expect(darkest(pairs, "kappa")).toBeCloseTo(0.4, 12);
    expect(depth(0.2, 0.4)).toBeCloseTo(0.5, 12);
    expect([depth(-0.3, 0.4), depth(null, 0.4), depth(0.1, 0), depth(0.5, 0.4)]).toEqual([0, 0, 0, 1]);
    expect(darkest([whole], "kappa")).toBe(0);
  });

  it("make a file that a table reads: names quoted where they must be, empty where nothing is defined", () => {
    const subjects = subjectsOf({ cohort: presetById("co-rl-different").cohort }, "both").slice(0, 2);
    const text = decouplingCsv({ subjects, pairs: [half, whole], seed: 3, task: "addition", base: DEFAULT_BASE, samples: 1 });
    const [header = "", first = "", second = "", rest] = text.split("\r\n");
    expect(rest).toBe("");
    const columns = header.split(",");
    expect(columns.slice(9, 16)).toEqual(["n", "both", "onlyA", "onlyB", "neither", "sameWrong", "kappa"]);
    expect(columns).toHaveLength(33);
    expect(first).toMatch(
      /^A,"B, family",attention-small-msb-Q-r0-s3,recurrent-small-lsb-L-r0-s3,false,false,"architecture, corpus and digit order",3,1,50,20,5,10,15,3,0\.4,/,
    );
    expect(second).toContain(",50,50,0,0,0,0,,,,0,0,0,");
    expect(text).not.toMatch(/NaN|null|undefined/);
  });
});
