/** Figures of an experiment. */
import { expect, test } from "vitest";
import { fixtureRun } from "../../runs/experiment-fixture.ts";
import { condense } from "../../runs/experiment-run.ts";
import { expandPlan, gridPoints } from "../../runs/plan-expand.ts";
import { K_SWEEP } from "../../runs/plans/k-sweep.ts";
import { SMOKE } from "../../runs/plans/smoke.ts";
import { TABLE_1 } from "../../runs/plans/table-1.ts";
import { summarise } from "../../runs/summary.ts";
import { curvesOf } from "../../runs/summary-curves.ts";
import { CURVES, curveFigure, hiddenAtFirst, rowLook, sweepFigure } from "./figures.ts";
import { bytesText, differenceText, plainText, policyText, shareText } from "./words.ts";

const [heldOut] = CURVES;
if (!heldOut) throw new Error("There is no chart.");
const view = { agent: 0, hidden: new Set<string>(), point: [] };
const expansion = expandPlan(SMOKE, { backend: "simd" });
const runs = expansion.runs.map((run) => condense(fixtureRun(run)));

test("curves: a line a row, with the interval of its seeds, none with one seed", () => {
  const figure = curveFigure(heldOut, SMOKE, curvesOf(expansion, runs), view);
  expect(figure?.series.map(({ key, band }) => [key, band])).toEqual([
    ["r0", true],
    ["r1", true],
    ["r2", true],
  ]);
  const last = figure?.rows.at(-1);
  const final = summarise(expansion, runs).cells[1]?.agents[0]?.final;
  expect(last?.step).toBe(5);
  expect(last?.r1).toBeCloseTo(100 * (final?.mean ?? 0));
  // Base does not train: its level is drawn across.
  expect(figure?.rows[0]?.r0).toBe(last?.r0);
  expect(figure?.rows[1]?.r0).toBeUndefined();
  expect(last?.r1band).toEqual([expect.any(Number), expect.any(Number)]);
  const alone = expandPlan(SMOKE, { backend: "simd", seeds: [0] });
  const single = curveFigure(heldOut, alone.plan, curvesOf(alone, runs), view);
  expect(single?.series.some(({ band }) => band)).toBe(false);
  expect(single?.rows.every((row) => !("r1band" in row))).toBe(true);
});

test("hidden rows, other agents and metrics that a method lacks are not drawn; nothing at all gives no figure", () => {
  const curves = curvesOf(expansion, runs);
  const hidden = curveFigure(heldOut, SMOKE, curves, { ...view, hidden: new Set(["ttrl"]) });
  expect(hidden?.series.map(({ key }) => key)).toEqual(["r0", "r2"]);
  expect(curveFigure(heldOut, SMOKE, curves, { ...view, agent: 5 })).toBeNull();
  const labels = CURVES.find(({ metric }) => metric === "pseudoLabelAccuracy");
  expect(labels && curveFigure(labels, SMOKE, curves, view)?.series.map(({ key }) => key)).toEqual(["r1", "r2"]);
  expect(curveFigure(heldOut, SMOKE, [], view)).toBeNull();
});

test("sweeps: the values at equal distances, each with the final figure of its cell", () => {
  const sweep = expandPlan(K_SWEEP, { backend: "simd", seeds: [0, 1] });
  const summary = summarise(
    sweep,
    sweep.runs.map((run) => condense(fixtureRun(run, ({ config }) => config.training.rollouts / 100 + config.seed / 1000))),
  );
  const point = gridPoints(K_SWEEP.grid)[0] ?? [];
  const figure = sweepFigure(summary, 0, { ...view, point });
  expect(figure?.x).toEqual({ min: -0.5, max: 4.5, ticks: [0, 1, 2, 3, 4] });
  expect(figure?.rows.map(({ r1 }) => r1)).toEqual([2.05, 4.05, 8.05, 16.05, 32.05].map((value) => expect.closeTo(value)));
  expect(figure?.rows[0]?.r0band).toEqual([expect.any(Number), expect.any(Number)]);
  expect(sweepFigure({ ...summary, cells: [] }, 0, { ...view, point })).toBeNull();
});

test("of many rows those beside the paper's are drawn at first", () => {
  expect(hiddenAtFirst(SMOKE).size).toBe(0);
  const shown = TABLE_1.rows.filter(({ id }) => !hiddenAtFirst(TABLE_1).has(id)).map(({ id }) => id);
  expect(shown).toEqual([
    "base",
    "gt-reward",
    "ttrl",
    "rent",
    "intuitor",
    "co-rewarding-2",
    "co-rl-same",
    "co-rl-different",
    "co-rl-different-plus",
  ]);
});

test("sixty-four rows look different", () => {
  const looks = Array.from({ length: 64 }, (_, n) => JSON.stringify(rowLook(n)));
  expect(new Set(looks).size).toBe(64);
});

test("policies in words", () => {
  const of = (text: string): string => policyText(text);
  expect(of("attention.small.msb.Q.r0")).toBe("Q");
  expect(of("recurrent.large.lsb.L.r1.para.x0.6666666666666666")).toBe("L, large, replica 1, paraphrased");
  expect(of("attention.small.msb.L.r0")).toBe("attention · small · corpus L · msb");
  expect(of("nonsense")).toBe("nonsense");
});

test("figures as text", () => {
  const figure = { method: "t", level: 0.95, n: 5, std: 0.1, values: [] } as const;
  expect(shareText({ ...figure, mean: 0.831, low: 0.802, high: 0.859 })).toBe("83.1 [80.2, 85.9]");
  expect(shareText({ ...figure, mean: 0.831, low: null, high: null })).toBe("83.1");
  expect(shareText(null)).toBe("–");
  expect(differenceText({ ...figure, mean: 0.042, low: -0.011, high: 0.0951 })).toBe("+4.2 [-1.1, +9.5]");
  expect(plainText({ ...figure, mean: 0.3456, low: 0.3, high: 0.4 }, 3)).toBe("0.346 [0.300, 0.400]");
  expect([900, 12_345, 4_200_000, 42_000_000, 3e9].map(bytesText)).toEqual([
    "1\u00a0kB",
    "12\u00a0kB",
    "4.2\u00a0MB",
    "42\u00a0MB",
    "3.0\u00a0GB",
  ]);
});
