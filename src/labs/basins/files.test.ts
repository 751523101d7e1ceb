/** What the Export menu writes: state, trajectory, map, picture; and the shading that goes into it. */
import { describe, expect, it } from "vitest";
import { crossBasinMap } from "../../theory/invariant.ts";
import { verdict } from "../../theory/verdict.ts";
import { basinMapCsv, TRAJECTORY_ROWS, trajectoryCsv } from "./csv.ts";
import { parseLink } from "./link.ts";
import { pictureSvg } from "./picture.ts";
import { startOf } from "./scene.ts";
import { readColour, shadeMap, thresholdMap } from "./shading.ts";
import { type BasinState, DEFAULTS, PAPER_PROMPTS, settingOf } from "./state.ts";
import { stateFile, stateFileSchema } from "./state-json.ts";
import { fanSentence, timeRows } from "./time-rows.ts";

const setting = settingOf(DEFAULTS);

describe("State (JSON)", () => {
  const state: BasinState = {
    ...DEFAULTS,
    p: [0.9, 0.2],
    points: [
      [0.3, 0.7],
      [0.1, 0.2],
    ],
  };
  const parts = {
    state,
    app: "test",
    verdict: verdict(setting, state.p),
    points: state.points.map((p) => ({ p, verdict: verdict(setting, p) })),
    population: null,
  };
  it("holds outcome, final and the link that shows it; null on the separatrix", () => {
    const file = stateFileSchema.parse(JSON.parse(JSON.stringify(stateFile(parts))));
    expect(file.outcome).toEqual({ self: [1, 0], cross: 1 });
    expect(file.final).toEqual({ self: [1, 0], cross: [1, 1] });
    expect(file.points.map((point) => point.outcome.cross)).toEqual([null, 0]);
    expect(parseLink(file.link).state).toEqual(state);
    expect(file.finalAccuracy).toBeUndefined();
    expect(file.verdict).toContain("p_A + p_B = 1.100 > 1");
  });
  it("has finalAccuracy in population mode", () => {
    const accuracy = { base: 0.55, self: 0.5, cross: 1 };
    const file = stateFile({
      ...parts,
      state: { ...state, mode: "population" },
      population: { accuracy, prompts: PAPER_PROMPTS },
    });
    expect(file.finalAccuracy).toEqual(accuracy);
    expect(file.prompts).toHaveLength(2);
  });
});

it("Trajectory (CSV): a row a time, rule and point, with the start first", () => {
  const starts = [startOf(setting, [0.7, 0.4], 60), startOf(setting, [0.2, 0.3], 60)];
  const lines = trajectoryCsv(starts, 60).trimEnd().split("\r\n");
  expect(lines[0]).toBe("rule,point,t,p_A,p_B");
  expect(lines).toHaveLength(1 + 2 * 2 * TRAJECTORY_ROWS);
  expect(lines[1]).toBe("self,0,0,0.7,0.4");
  const last = lines[1 + 3 * TRAJECTORY_ROWS - 1]?.split(",") ?? [];
  expect(last.slice(0, 3)).toEqual(["cross", "0", "60"]);
  expect(Number(last[3])).toBeGreaterThan(0.95);
});

it("Basin map (CSV): a row a cell, the two outcomes in words", () => {
  const n = 8;
  const cross = { ...crossBasinMap(n, [1, 1], setting), rows: n };
  const lines = [...basinMapCsv(thresholdMap(0.5, n), cross, [0, 1])].join("").trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + n * n);
  expect(lines[0]).toBe("p_A,p_B,self,cross");
  expect(lines[1]).toBe("0.0625,0.0625,wrong,wrong");
  expect(lines[8]).toBe("0.9375,0.0625,apart,undecided");
  expect(lines.at(-1)).toBe("0.9375,0.9375,right,right");
  expect(() => [...basinMapCsv(thresholdMap(0.5, 4), cross, [0, 1])]).toThrow(RangeError);
});

describe("Portrait (SVG)", () => {
  const parts = {
    axes: [0, 1] as const,
    colours: {
      ground: "#fff",
      ink: "#000",
      soft: "#555",
      line: "#ccc",
      right: "#0f0",
      wrong: "#f80",
      agents: ["#00f", "#80f"] as const,
    },
    titles: { self: "Self-rewarding", cross: "Cross <supervision>" },
    shading: { self: "data:image/png;base64,AA", cross: "" },
    field: { self: "M0 0L1 1", cross: "" },
    border: { self: "M2 2L3 3", cross: "M4 4L5 5" },
    paths: { self: ["M6 6L7 7"], cross: [] },
    marks: [[0.25, 0.75]] as const,
    sentences: ["A & B end right."],
  };
  it("stands alone: its size, both portraits, the sentences, nothing unescaped", () => {
    const { text, width, height } = pictureSvg(parts);
    expect(text).toContain(`width="${width}" height="${height}"`);
    expect(text).toContain("Cross &lt;supervision&gt;");
    expect(text).toContain("A &amp; B end right.");
    for (const data of ["M0 0L1 1", "M4 4L5 5", "M6 6L7 7"]) expect(text).toContain(data);
    expect(text).toContain('cx="250.0" cy="250.0"');
    expect(text).not.toContain("var(--");
    expect(text.match(/<image/g)).toHaveLength(1);
    expect(text.match(/<g /g)).toHaveLength(text.match(/<\/g>/g)?.length ?? 0);
  });
});

describe("shading", () => {
  const palette = { right: [1, 2, 3], wrong: [4, 5, 6], neither: [7, 8, 9] } as const;
  it("the top row of pixels is the largest p_y; unknown rows are transparent", () => {
    const pixels = shadeMap({ cells: Uint8Array.of(0, 1, 2, 3), n: 2, rows: 1 }, palette);
    expect([...pixels.slice(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...pixels.slice(8, 11)]).toEqual([4, 5, 6]);
    expect([...pixels.slice(12, 15)]).toEqual([1, 2, 3]);
  });
  it("reads a colour, and black where it cannot", () => {
    expect(readColour(" #15803d")).toEqual([21, 128, 61]);
    expect(readColour("teal")).toEqual([0, 0, 0]);
  });
  it("self-rewarding quarters the square; where nothing moves all is undecided", () => {
    expect([...thresholdMap(0.5, 2).cells]).toEqual([0, 3, 3, 1]);
    expect(new Set(thresholdMap(null, 3).cells)).toEqual(new Set([2]));
  });
});

describe("time charts", () => {
  const start = startOf(setting, [0.7, 0.4], 60);
  const interval = { estimate: 0.8, low: 0.7, high: 0.9 };
  const fan = {
    steps: [0, 60],
    levels: Float32Array.from({ length: 5 * 2 * 2 }, (_, i) => i / 20),
    mean: Float32Array.of(0.7, 0.4, 0.99, 0.98),
    right: [interval, interval],
    allRight: interval,
    noneRight: interval,
  };
  it("without runs: a line an agent over the whole horizon", () => {
    const { rows, series } = timeRows(start.path.cross, 60, null);
    expect(series.map(({ key, band }) => [key, band])).toEqual([
      ["A", false],
      ["B", false],
    ]);
    expect(rows[0]).toMatchObject({ step: 0, A: expect.closeTo(0.7, 6), B: expect.closeTo(0.4, 6) });
    expect(rows.at(-1)?.step).toBe(60);
  });
  it("with runs: the equation's line in the wide band, the median in the narrow one", () => {
    const { rows, series } = timeRows(start.path.cross, 60, fan);
    expect(series.map(({ key }) => key)).toEqual(["A", "Amedian", "B", "Bmedian"]);
    // [level, step, agent]: level 0 of B at step 60 is element 3, level 4 element 19.
    expect(rows[1]).toMatchObject({
      step: 60,
      Bband: [expect.closeTo(3 / 20), expect.closeTo(19 / 20)],
      Bmedian: expect.closeTo(11 / 20),
    });
  });
  it("say it in words", () => {
    expect(fanSentence(fan, 200, 60)).toBe(
      "Of 200 stochastic runs p is above one half at T = 60: A in 80.0 [70.0, 90.0] %, B in 80.0 [70.0, 90.0] %; of all at once in 80.0 [70.0, 90.0] %. The equation then has A at 0.990, B at 0.980.",
    );
  });
});
