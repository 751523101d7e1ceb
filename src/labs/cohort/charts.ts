/**
 * How the charts of the cohort lab (chart-specs.ts) are drawn from what a run has measured. Pure, so that it can be tested without a
 * browser.
 */
import type { Evaluation } from "../../stores/evaluation-table.ts";
import type { ChartData } from "../../stores/past-data.ts";
import type { ChartedMetric, CohortName, CohortShape } from "../../stores/run-data.ts";
import { agentColumn, pairColumn, pairsOf } from "../../stores/run-data.ts";
import { agentLook, pairLook } from "../../ui/agents.ts";
import type { Axis, Range } from "../../ui/axis.ts";
import { axisOf, growRange, stepAxis } from "../../ui/axis.ts";
import { agentLetter, fixed, percent } from "../../ui/format.ts";
import type { LegendCell } from "../../ui/LegendTable.tsx";
import type { FigureRow, FigureSeries } from "../../ui/LineFigure.tsx";
import type { BackLine, StepMark } from "../../ui/plot.ts";
import { type ChartSpec, type ChartView, SMOOTHING } from "./chart-specs.ts";
import { chartMarks, findingsOf } from "./seen.ts";

interface Source extends FigureSeries {
  readonly row: string;
  readonly column: string;
  /** Position of the column in the step table, or of the estimate in an evaluation. */
  readonly position: number;
}

function lines(data: ChartData, cohort: CohortShape, metric: ChartedMetric, column: string, faint: boolean): Source[] {
  return Array.from({ length: cohort.agents }, (_, n) => ({
    key: `${cohort.name}${metric}${n}`,
    row: agentLetter(n),
    column,
    look: agentLook(n),
    width: faint ? 1 : widthOf(cohort.name),
    hollow: cohort.name === "compare",
    faint,
    band: false,
    position: data.steps.column(agentColumn(cohort.name, n, metric)),
  }));
}

function widthOf(name: CohortName): number {
  return name === "main" ? 2.5 : 1.25;
}

/** The lines of a chart. */
export function sourcesOf(spec: ChartSpec, data: ChartData, view: ChartView): Source[] {
  const training = data.cohorts.filter((cohort) => cohort.trains);
  switch (spec.id) {
    case "held-out": {
      let position = 0;
      return data.cohorts.flatMap((cohort) =>
        Array.from({ length: cohort.agents }, (_, n) => ({
          key: `${cohort.name}${n}`,
          row: agentLetter(n),
          column: cohort.title,
          look: agentLook(n),
          width: widthOf(cohort.name),
          hollow: cohort.name === "compare",
          faint: false,
          band: true,
          position: position++,
        })),
      );
    }
    case "labels":
      return training
        .filter((cohort) => cohort.labels)
        .flatMap((cohort) => [
          ...lines(data, cohort, "pseudoLabelAccuracy", view.rewardAccuracy ? `${cohort.title} labels` : cohort.title, false),
          // The compared cohort's rewards would be two more lines in the same colours.
          ...(view.rewardAccuracy && cohort.name === "main"
            ? lines(data, cohort, "rewardAccuracy", `${cohort.title} rewards`, true)
            : []),
        ]);
    case "agreement":
      return training.flatMap((cohort) =>
        pairsOf(cohort.agents).map((pair, n) => ({
          key: `${cohort.name}${n}`,
          row: `${agentLetter(pair[0])}–${agentLetter(pair[1])}`,
          column: cohort.title,
          look: pairLook(n),
          width: widthOf(cohort.name),
          hollow: cohort.name === "compare",
          faint: false,
          band: false,
          position: data.steps.column(pairColumn(cohort.name, pair)),
        })),
      );
    case "reward-std":
      return training.flatMap((cohort) => lines(data, cohort, "rewardStd", cohort.title, false));
    case "length":
      return training.flatMap((cohort) => lines(data, cohort, "completionLength", cohort.title, false));
  }
}

function factorOf(spec: ChartSpec, data: ChartData, view: ChartView, source: Source): number {
  return spec.id === "reward-std" && view.relativeStd ? 1 / data.steps.at(source.position, 1) : spec.scale;
}

/** A run that is over, as charts know it. */
export interface Behind {
  readonly label: string;
  readonly data: ChartData;
}

/** Lines of past runs in a chart, and what the axes must hold for them. */
export interface BackDrawing {
  readonly lines: readonly BackLine[];
  readonly low: number;
  readonly high: number;
  readonly steps: number;
}

export const NOTHING_BEHIND: BackDrawing = {
  lines: [],
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
  steps: 0,
};

/** With more lines behind than this, one of each run is named. */
const MOST_NAMED = 6;

/**
 * The lines of past runs: of each its main cohort's, without bands, rewards and compared cohorts, so that a chart stays readable with six of
 * them. Smoothed as the chart's own lines are. While lines are few each bears its run's label and, of several, its agent or pair; else the first
 * of a run bears the label.
 */
export function drawBehind(spec: ChartSpec, runs: readonly Behind[], view: ChartView): BackDrawing {
  let { low, high, steps } = NOTHING_BEHIND;
  const drawn: (BackLine & { readonly row: string; readonly first: boolean })[] = [];
  for (const { label, data } of runs) {
    const { rows, series } = drawChart(spec, data, data.steps.length, { ...view, rewardAccuracy: false }, null);
    for (const one of series) {
      const points = rows.map(({ step, [one.key]: value }) => (typeof value === "number" ? ([step, value] as const) : null));
      for (const point of points) {
        if (!point) continue;
        low = Math.min(low, point[1]);
        high = Math.max(high, point[1]);
      }
      drawn.push({ key: `${label} ${one.key}`, look: one.look, points, label, row: one.row, first: one === series[0] });
    }
    steps = Math.max(steps, data.steps.length);
  }
  const each = drawn.length <= MOST_NAMED;
  const lines = drawn.map(({ key, look, points, label, row, first }, n) => {
    const alone = first && (drawn[n + 1]?.first ?? true);
    return { key, look, points, label: each && !alone ? `${label} ${row}` : first ? label : "" };
  });
  return { lines, low, high, steps };
}

export interface Drawing {
  readonly back: readonly BackLine[];
  /** Steps at which settings were changed, and at which a rule of the health line was first met. */
  readonly marks: readonly StepMark[];
  /** The changes that the marks were made of. */
  readonly changes: ChartData["changes"];
  /** The findings that they were made of. */
  readonly seen: ReturnType<typeof findingsOf>;
  readonly rows: readonly FigureRow[];
  readonly series: readonly Source[];
  readonly x: Axis;
  readonly y: Axis;
  /** What the axes have grown to, to be passed on to the next drawing. */
  readonly grown: Grown;
  /** Steps that each point is the mean of; 1 where points are exact. Points of a smoothed line end with the step that they stand at. */
  readonly pointSpan: number;
  /** The last evaluation that is drawn. */
  readonly evaluation: Evaluation | null;
}

/** Ranges that the axes had; they only grow. */
export interface Grown {
  readonly x: Range | null;
  readonly y: Range | null;
}

/** Held-out points are marked one by one, so fewer of them. */
const MAX_EVALUATIONS = 60;

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const NOT_GROWN: Grown = { x: null, y: null };

/** The same axis again if it has not changed, so that whoever draws it sees that. */
function settled(axis: Axis, before: Axis | undefined): Axis {
  return before && before.min === axis.min && before.max === axis.max && before.ticks.length === axis.ticks.length
    ? before
    : axis;
}

/**
 * Draws a chart from what a run has measured so far, on axes that contain those of `last`, the drawing before of the same data and
 * view, with the same runs behind. Parts that have not changed are the same objects as in `last`.
 */
export function drawChart(
  spec: ChartSpec,
  data: ChartData,
  total: number,
  view: ChartView,
  last: Drawing | null,
  behind: BackDrawing = NOTHING_BEHIND,
): Drawing {
  const across = (): Axis => stepAxis(before.x, Math.max(data.steps.length, behind.steps), Math.max(total, behind.steps));
  const { changes } = data;
  const now = findingsOf(data);
  const unchanged = last !== null && now.every((findings, n) => last.seen[n] === findings);
  const seen = unchanged ? last.seen : now;
  const marks = unchanged && last.changes === changes ? last.marks : chartMarks(spec.id, changes, data);
  const before = last?.grown ?? NOT_GROWN;
  const series = last?.series ?? sourcesOf(spec, data, view);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const holds = (value: number): void => {
    if (value < low) low = value;
    if (value > high) high = value;
  };
  const rows: FigureRow[] = [];
  if (spec.id === "held-out") {
    // Evaluations are rarer than drawings. An estimate can change without a new row: the final one replaces its step's.
    if (last && last.evaluation === data.heldOut.last) return { ...last, marks, changes, seen, x: settled(across(), last.x) };
    for (const evaluation of data.heldOut.shown(MAX_EVALUATIONS)) {
      const row: Record<string, number | readonly [number, number]> & { step: number } = { step: evaluation.step };
      for (const one of series) {
        const estimate = evaluation.estimates[one.position];
        if (!estimate) continue;
        row[one.key] = 100 * estimate.mean;
        row[`${one.key}band`] = [100 * estimate.low, 100 * estimate.high];
        holds(100 * estimate.low);
        holds(100 * estimate.high);
      }
      rows.push(row);
    }
  } else {
    // A bucket that spans more than that is smooth enough, and its mean is at hand.
    const moving = spec.smooth && data.steps.width < SMOOTHING;
    const factors = series.map((one) => factorOf(spec, data, view, one));
    for (let bucket = 0; bucket < data.steps.buckets; bucket++) {
      const end = data.steps.endOf(bucket);
      const row: Record<string, number | null> & { step: number } = { step: spec.smooth ? end : data.steps.stepOf(bucket) };
      for (const [index, one] of series.entries()) {
        const mean = moving ? data.steps.trailing(one.position, end, SMOOTHING) : data.steps.mean(one.position, bucket);
        const value = mean * (factors[index] ?? 1);
        row[one.key] = finite(value);
        if (Number.isFinite(value)) holds(value);
      }
      rows.push(row);
    }
  }
  if (behind.low <= behind.high) {
    holds(behind.low);
    holds(behind.high);
  }
  const x = across();
  const y = growRange(before.y, low, high, spec.rule);
  return {
    back: behind.lines,
    marks,
    changes,
    seen,
    rows,
    series,
    x: settled(x, last?.x),
    y: settled(axisOf(y ?? spec.rule.empty), last?.y),
    grown: { x, y },
    pointSpan: spec.id === "held-out" ? 1 : spec.smooth ? Math.max(SMOOTHING, data.steps.width) : data.steps.width,
    evaluation: data.heldOut.last,
  };
}

/** The step that a chart's values are read at: the cursor's, or the latest; for held-out accuracy the last one evaluated by then. */
export function readingStep(spec: ChartSpec, data: ChartData, cursor: number | null): number {
  if (spec.id !== "held-out") return Math.min(cursor ?? data.steps.length, data.steps.length);
  return (cursor === null ? data.heldOut.last : data.heldOut.before(cursor))?.step ?? 0;
}

/** The legend's cells at a step: exact values, or in a smoothed chart the mean over the last SMOOTHING steps. */
export function legendCells(spec: ChartSpec, data: ChartData, view: ChartView, step: number): LegendCell[] {
  return sourcesOf(spec, data, view).map((one) => {
    const { row, column, look, width, hollow, faint } = one;
    const cell = { row, column, look, width, hollow, faint };
    if (spec.id === "held-out") {
      const estimate = data.heldOut.before(step)?.estimates[one.position];
      if (!estimate) return { ...cell, value: fixed(null, 1), detail: "" };
      return { ...cell, value: percent(estimate.mean), detail: `[${percent(estimate.low)}, ${percent(estimate.high)}]` };
    }
    const stored = spec.smooth ? data.steps.trailing(one.position, step, SMOOTHING) : data.steps.at(one.position, step);
    const value = stored * factorOf(spec, data, view, one);
    return { ...cell, value: fixed(value, spec.id === "reward-std" && view.relativeStd ? 2 : spec.digits), detail: "" };
  });
}
