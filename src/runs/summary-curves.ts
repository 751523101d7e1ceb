/** Mean curves over seeds with their bands, on the steps that all of a cell's runs share. */
import { type MeanInterval, mean, tInterval } from "../math/statistics.ts";
import { type AgentDigest, type Curve, LATE_METRICS, type LateMetric } from "./digest.ts";
import type { CondensedRun } from "./experiment-run.ts";
import type { Expansion, PlanCell } from "./plan-expand.ts";
import { clipped, mostOf, type Unit, unitOf } from "./summary.ts";

export const CURVE_METRICS = ["heldOut", ...LATE_METRICS] as const;
export type CurveMetric = "heldOut" | LateMetric;

export interface CurvePoint extends MeanInterval {
  readonly step: number;
}

export interface CellCurve {
  readonly row: string;
  readonly point: PlanCell["point"];
  readonly agent: number;
  readonly metric: CurveMetric;
  /** Ascending by step. */
  readonly points: readonly CurvePoint[];
}

function curveOf(agent: AgentDigest, metric: CurveMetric): Curve {
  return metric === "heldOut" ? agent.heldOut : agent.curves[metric];
}

/** The curves of one unit as one: the mean at each step that all have. */
function together(curves: readonly Curve[]): Curve {
  const [first = [], ...others] = curves;
  const maps = others.map((curve) => new Map(curve));
  return first.flatMap(([step, value]): Curve => {
    const values = [value, ...maps.map((map) => map.get(step))].filter((each) => each !== undefined);
    return values.length === curves.length ? [[step, mean(values)]] : [];
  });
}

/** The mean curve of a cell's agent with a 95 % band at each step that every unit has; empty where no run is in. */
export function meanCurve(
  cell: PlanCell,
  runs: ReadonlyMap<string, CondensedRun>,
  agent: number,
  metric: CurveMetric,
  unit: Unit,
): readonly CurvePoint[] {
  const groups = new Map<number, Curve[]>();
  for (const { seed, samplingSeed, key } of cell.runs) {
    const digest = runs.get(key)?.agents[agent];
    if (!digest) continue;
    const name = unit === "cohort seed" ? seed : samplingSeed;
    groups.set(name, [...(groups.get(name) ?? []), curveOf(digest, metric)]);
  }
  const units = [...groups].sort(([a], [b]) => a - b).map(([, curves]) => new Map(together(curves)));
  const [first] = units;
  return [...(first?.keys() ?? [])].flatMap((step) => {
    const values = units.map((curve) => curve.get(step)).filter((value) => value !== undefined);
    return values.length === units.length ? [{ step, ...clipped(tInterval(values), 0, mostOf(metric)) }] : [];
  });
}

/** All mean curves of an experiment, row by row, agent by agent; those without a point are left out. */
export function curvesOf(expansion: Expansion, given: Iterable<CondensedRun>): readonly CellCurve[] {
  const runs = new Map([...given].map((run) => [run.key, run]));
  const unit = unitOf(expansion.plan);
  return expansion.cells.flatMap((cell) =>
    cell.cohort.agents.flatMap((_, agent) =>
      CURVE_METRICS.map((metric) => ({
        row: cell.row,
        point: cell.point,
        agent,
        metric,
        points: meanCurve(cell, runs, agent, metric, unit),
      })).filter(({ points }) => points.length > 0),
    ),
  );
}
