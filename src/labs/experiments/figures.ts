/** Curves and sweeps as figures: from the books' results to rows, series and axes that ui/LineFigure draws. Pure. */
import type { Plan } from "../../runs/plan.ts";
import type { Point } from "../../runs/plan-settings.ts";
import type { Summary } from "../../runs/summary.ts";
import type { CellCurve } from "../../runs/summary-curves.ts";
import { type AgentLook, agentLook } from "../../ui/agents.ts";
import { type Axis, axisOf, growRange, type RangeRule, stepAxis } from "../../ui/axis.ts";
import type { TermId } from "../../ui/glossary.ts";
import type { FigureRow, FigureSeries } from "../../ui/LineFigure.tsx";
import type { DrawnMetric } from "./books.ts";

export interface CurveSpec {
  readonly metric: DrawnMetric;
  readonly term: TermId;
  readonly unit: string;
  /** Factor from the summary's value to the chart's. */
  readonly scale: number;
  readonly rule: RangeRule;
  readonly lookFor: string;
  readonly large: boolean;
}

const SHARE: RangeRule = { empty: { min: 0, max: 100 }, span: 10, floor: 0, ceiling: 100 };

export const CURVES: readonly CurveSpec[] = [
  {
    metric: "heldOut",
    term: "held-out accuracy",
    unit: "%",
    scale: 100,
    rule: SHARE,
    lookFor: "The result: which row ends highest, and whether its band clears the others. What does not train is a level line.",
    large: true,
  },
  {
    metric: "pseudoLabelAccuracy",
    term: "pseudo-label accuracy",
    unit: "%",
    scale: 100,
    rule: SHARE,
    lookFor: "The reason: labels that become better teach more. Methods without pseudo-labels have no line.",
    large: true,
  },
  {
    metric: "agreement",
    term: "agreement",
    unit: "%",
    scale: 100,
    rule: SHARE,
    lookFor: "An agent's mean over the pairs it is in. High agreement with poor labels is agreement on mistakes.",
    large: false,
  },
  {
    metric: "rewardStd",
    term: "reward std",
    unit: "",
    scale: 1,
    rule: { empty: { min: 0, max: 0.5 }, span: 0.1, floor: 0, ceiling: 0.6, include: 0 },
    lookFor: "Falls towards 0 as the rollouts of a group all get the same reward and nothing is left to learn.",
    large: false,
  },
];

/** How the n-th row of a plan looks: colour, dash and marker tell eight apart each, and their pairing all others. */
export function rowLook(n: number): AgentLook {
  const { colour } = agentLook(n);
  const { dash, marker } = agentLook(n + Math.floor(n / 8));
  return { colour, dash, marker };
}

export interface Figure {
  readonly rows: readonly FigureRow[];
  readonly series: readonly FigureSeries[];
  readonly x: Axis;
  readonly y: Axis;
}

/** A line's points; low and high are null where one seed gives no interval. */
interface Line {
  readonly row: number;
  readonly points: readonly {
    readonly at: number;
    readonly mean: number;
    readonly low: number | null;
    readonly high: number | null;
  }[];
}

function figureOf(lines: readonly Line[], scale: number, rule: RangeRule, x: Axis): Figure | null {
  const places = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);
  if (places.length === 0) return null;
  const cut = (value: number): number => Math.min(rule.ceiling, Math.max(rule.floor, scale * value));
  type Growing = { step: number; [key: string]: number | readonly [number, number] };
  const rows = new Map<number, Growing>(places.map((step) => [step, { step }]));
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { row, points } of lines)
    for (const { at, mean, low, high } of points) {
      const place = rows.get(at);
      if (!place) continue;
      const [from, to] = [cut(low ?? mean), cut(high ?? mean)];
      place[`r${row}`] = scale * mean;
      if (low !== null && high !== null) place[`r${row}band`] = [from, to];
      least = Math.min(least, from);
      most = Math.max(most, to);
    }
  return {
    rows: [...rows.values()],
    series: lines.map(({ row, points }) => ({
      key: `r${row}`,
      look: rowLook(row),
      width: 2,
      hollow: false,
      faint: false,
      band: points.some(({ low }) => low !== null),
    })),
    x,
    y: axisOf(growRange(null, least, most, rule) ?? rule.empty),
  };
}

function samePoint(a: Point, b: Point): boolean {
  return a.length === b.length && a.every(({ setting, value }, n) => b[n]?.setting === setting && b[n]?.value === value);
}

/** What of the results a figure shows. */
export interface View {
  /** The agent: 0 for A. */
  readonly agent: number;
  /** Ids of rows that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  /** Where on the grid the curves are taken. */
  readonly point: Point;
}

/** Mean curves of a metric, a line a row; null where nothing is in. */
export function curveFigure(spec: CurveSpec, plan: Plan, curves: readonly CellCurve[], view: View): Figure | null {
  const lines = plan.rows.flatMap((row, n): Line[] => {
    if (view.hidden.has(row.id)) return [];
    const curve = curves.find(
      (one) => one.metric === spec.metric && one.row === row.id && one.agent === view.agent && samePoint(one.point, view.point),
    );
    return curve ? [{ row: n, points: curve.points.map(({ step, ...point }) => ({ at: step, ...point })) }] : [];
  });
  const last = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ at }) => at)));
  // What does not train stays where it is.
  const drawn = lines.map((line) => {
    const [only] = line.points;
    return only && line.points.length === 1 && only.at === 0 && last > 0
      ? { ...line, points: [only, { ...only, at: last }] }
      : line;
  });
  return figureOf(drawn, spec.scale, spec.rule, stepAxis(null, last, last));
}

/**
 * Final held-out accuracy over the values of an axis of the grid, a line a row; the other axes stand where the view's point is. Values stand at equal
 * distances, in the plan's order. Null where nothing is in.
 */
export function sweepFigure(summary: Summary, axis: number, view: View): Figure | null {
  const { plan, cells } = summary;
  const values = plan.grid[axis]?.values ?? [];
  const lines = plan.rows.flatMap((row, n): Line[] => {
    if (view.hidden.has(row.id)) return [];
    const points = values.flatMap((value, at) => {
      const point = view.point.map((one, index) => (index === axis ? { ...one, value } : one));
      const cell = cells.find((one) => one.row === row.id && samePoint(one.point, point));
      const final = cell?.agents[view.agent]?.final;
      return final ? [{ at, mean: final.mean, low: final.low, high: final.high }] : [];
    });
    return points.length > 0 ? [{ row: n, points }] : [];
  });
  // Half a place free at both ends, so that whiskers do not stand on the frame.
  const across: Axis = { min: -0.5, max: values.length - 0.5, ticks: values.map((_, n) => n) };
  return figureOf(lines, 100, SHARE, across);
}

/** Rows that charts draw at first: more bands than that cover each other. */
export const MOST_ROWS = 9;

/** Which rows of a plan are not drawn at first: all but the first nine, as many as the paper's largest table has, those that stand beside the paper's before the others. */
export function hiddenAtFirst({ rows }: Plan): ReadonlySet<string> {
  const order = [...rows].sort((a, b) => Number(b.paper !== undefined) - Number(a.paper !== undefined));
  return new Set(order.slice(MOST_ROWS).map(({ id }) => id));
}

/** The most agents of any row: how many the view can choose among. */
export function agentsOf(summary: Summary): number {
  return Math.max(1, ...summary.cells.map(({ agents }) => agents.length));
}
