/** Charts as data: what is drawn is what was measured. */
import { expect, test } from "vitest";
import { defaultLink } from "../../runs/link.ts";
import { cohortStep, heldOut } from "../../stores/fake-session.ts";
import { createRunData, type RunData } from "../../stores/run-data.ts";
import { CHARTS, type ChartId } from "./chart-specs.ts";
import { drawBehind, drawChart, legendCells, readingStep, sourcesOf } from "./charts.ts";

const VIEW = { rewardAccuracy: true, relativeStd: false };

function spec(id: ChartId) {
  const found = CHARTS.find((chart) => chart.id === id);
  if (!found) throw new Error(`no chart ${id}`);
  return found;
}

function data(steps: number): RunData {
  const run = createRunData(defaultLink().config, { main: "Co-RL", compare: "TTRL" });
  run.addInitial(heldOut(0.56, 0.55), heldOut(0.561, 0.551));
  for (let step = 1; step <= steps; step++) {
    const std = { rewardStd: 0.4 / step, pseudoLabelAccuracy: 0.6 + step / 1000, rewardAccuracy: 0.7 };
    run.addStep(cohortStep(step, 0, std), cohortStep(step, 5, { ...std, pseudoLabelAccuracy: step % 2 ? null : 0.6 }));
  }
  return run;
}

test("lines: two agents in two cohorts; pairs for agreement; rewards of the main cohort only", () => {
  const run = data(1);
  expect(CHARTS.map((chart) => sourcesOf(chart, run, VIEW).length)).toEqual([4, 6, 2, 4, 4]);
  expect(sourcesOf(spec("labels"), run, { ...VIEW, rewardAccuracy: false })).toHaveLength(4);
  const [main, , compared] = sourcesOf(spec("held-out"), run, VIEW);
  expect(main?.width).toBeGreaterThan(compared?.width ?? 0);
  expect(main?.look).toEqual(compared?.look);
});

test("each line behind is named by its run and agent while lines are few, then one of each run; a line alone by its run", () => {
  const labels = (id: ChartId, runs: number): string[] =>
    drawBehind(
      spec(id),
      Array.from({ length: runs }, (_, n) => ({
        label: String(n + 1),
        data: { ...data(3), cohorts: data(3).cohorts.slice(0, 1) },
      })),
      VIEW,
    ).lines.map(({ label }) => label);
  expect(labels("held-out", 2)).toEqual(["1 A", "1 B", "2 A", "2 B"]);
  expect(labels("agreement", 2)).toEqual(["1", "2"]);
  expect(labels("held-out", 4)).toEqual(["1", "", "2", "", "3", "", "4", ""]);
});

test("held-out accuracy is drawn exactly, in percent with its interval", () => {
  const drawing = drawChart(spec("held-out"), data(0), 200, VIEW, null);
  expect(drawing.rows).toHaveLength(1);
  expect(drawing.rows[0]).toMatchObject({ step: 0, main0: 56.00000000000001, main0band: [54, expect.closeTo(58)] });
  expect(drawing.x.max).toBe(200);
});

test("a smoothed line is the mean of the last ten steps; undefined values are left out, and are no zeros", () => {
  const drawing = drawChart(spec("labels"), data(30), 200, VIEW, null);
  expect(drawing.pointSpan).toBe(10);
  expect(drawing.rows.slice(0, 3).map((row) => row.comparepseudoLabelAccuracy0)).toEqual([null, 60, 60]);
  // Steps 21 to 30 of 60 % and a tenth of a point each.
  expect(drawing.rows.at(-1)?.mainpseudoLabelAccuracy0).toBeCloseTo(62.55);
  expect(drawChart(spec("length"), data(30), 200, VIEW, null).pointSpan).toBe(1);
});

test("reward std over its first value starts at 1", () => {
  const drawing = drawChart(spec("reward-std"), data(4), 200, { ...VIEW, relativeStd: true }, null);
  expect(drawing.rows.map((row) => row.mainrewardStd0)).toEqual([
    1,
    expect.closeTo((1 + 1 / 2) / 2),
    expect.closeTo((1 + 1 / 2 + 1 / 3) / 3),
    expect.closeTo((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4),
  ]);
});

test("10,000 steps are drawn as few points, quickly, and the axes only grow", () => {
  const run = data(0);
  let last = drawChart(spec("labels"), run, 10_000, VIEW, null);
  const times: number[] = [];
  for (let step = 1; step <= 10_000; step++) {
    run.addStep(cohortStep(step), cohortStep(step, 5));
    if (step % 500 !== 0) continue;
    const started = performance.now();
    const drawing = drawChart(spec("labels"), run, 10_000, VIEW, last);
    times.push(performance.now() - started);
    expect(drawing.rows.length).toBeLessThanOrEqual(200);
    expect(drawing.x.max).toBeGreaterThanOrEqual(last.grown.x?.max ?? 0);
    expect(drawing.y.min).toBeLessThanOrEqual(last.grown.y?.min ?? 100);
    last = drawing;
  }
  // The median: a busy machine may stop us in the middle of one.
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(20);
});

test("what has not changed is the same object in the next drawing, so that it is not drawn again", () => {
  const run = data(3);
  const held = drawChart(spec("held-out"), run, 200, VIEW, null);
  const labels = drawChart(spec("labels"), run, 200, VIEW, null);
  run.addStep(cohortStep(4), cohortStep(4, 5));
  const heldNext = drawChart(spec("held-out"), run, 200, VIEW, held);
  expect([heldNext.rows === held.rows, heldNext.x === held.x, heldNext.y === held.y]).toEqual([true, true, true]);
  const labelsNext = drawChart(spec("labels"), run, 200, VIEW, labels);
  expect([labelsNext.rows === labels.rows, labelsNext.series === labels.series, labelsNext.x === labels.x]).toEqual([
    false,
    true,
    true,
  ]);
  run.addFinal(heldOut(0.9, 0.9), heldOut(0.8, 0.8));
  expect(drawChart(spec("held-out"), run, 200, VIEW, heldNext).rows.at(-1)).toMatchObject({ step: 4, main0: 90 });
});

test("legends read what is drawn at the cursor, and the last evaluation by then", () => {
  const run = data(4);
  expect(readingStep(spec("labels"), run, null)).toBe(4);
  expect(readingStep(spec("labels"), run, 99)).toBe(4);
  expect(readingStep(spec("held-out"), run, 3)).toBe(0);
  expect(legendCells(spec("labels"), run, VIEW, 2).map(({ value }) => value)).toEqual([
    "60.1",
    "60.1",
    "70.0",
    "70.0",
    "60.0",
    "60.0",
  ]);
  expect(legendCells(spec("labels"), run, VIEW, 1).at(-1)?.value).toBe("–");
  expect(legendCells(spec("held-out"), run, VIEW, 0)[0]).toMatchObject({
    row: "A",
    column: "Co-RL",
    value: "56.0",
    detail: "[54.0, 58.0]",
  });
});

test("Base has held-out lines only", () => {
  const { config } = defaultLink();
  const run = createRunData(
    { ...config, cohort: { ...config.cohort, method: "base" }, compare: null },
    { main: "Base", compare: "" },
  );
  expect(CHARTS.map((chart) => sourcesOf(chart, run, VIEW).length)).toEqual([2, 0, 0, 0, 0]);
});

test("each chart has one sentence on what to look for and one on what this scale can show", () => {
  for (const { id, lookFor, thisScale } of CHARTS) {
    for (const text of [lookFor, thisScale]) expect(text.match(/[.?](?= |$)/g), `${id}: ${text}`).toHaveLength(1);
    expect(thisScale, id).toContain("this scale");
  }
});
