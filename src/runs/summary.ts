/**
 * What an experiment's runs say: per row, point of the grid and agent the mean over seeds with its interval, the seeds' values, means over the
 * last steps, and the paired difference to the baseline. Depends on the plan and on the runs' numbers alone: not on time, machine, order of
 * arrival or how the runs were divided.
 */
import {
  bootstrapInterval,
  excludesZero,
  type MeanInterval,
  mean,
  type PairedValue,
  pairedDifferences,
  tInterval,
} from "../math/statistics.ts";
import { specOf } from "../policies/spec.ts";
import type { AgentConfig } from "./config.ts";
import { type AgentDigest, eachMetric, type LateMetric } from "./digest.ts";
import type { CondensedRun } from "./experiment-run.ts";
import { formatAgents } from "./link-agents.ts";
import type { Expansion, PlanCell } from "./plan-expand.ts";
import type { Point } from "./plan-settings.ts";

export const SUMMARY_SCHEMA = "co-rl-playground/summary";
export const SUMMARY_VERSION = 1;

/**
 * What intervals are taken over: cohort seeds, or sampling seeds where there is one cohort seed only. With several of both, a cohort seed's
 * value is the mean over its sampling seeds, which share their policies and are not independent.
 */
export type Unit = "cohort seed" | "sampling seed";

/** A value of one unit (a seed). */
export interface UnitValue {
  readonly seed: number;
  readonly value: number;
}

export interface Figure extends MeanInterval {
  readonly values: readonly UnitValue[];
}

export interface Difference extends Figure {
  /** Whether the t interval lies on one side of zero; null where there is none. */
  readonly excludesZero: boolean | null;
  /** The percentile bootstrap's interval of the same differences. */
  readonly bootstrap: { readonly low: number | null; readonly high: number | null };
}

export interface AgentSummary {
  /** A, B, C ... */
  readonly agent: string;
  /** As a share link writes it. */
  readonly policy: string;
  /** Held-out pass@1 after and before training; null where no run is in. */
  readonly final: Figure | null;
  readonly before: Figure | null;
  /** Means over the last steps. */
  readonly late: Readonly<Record<LateMetric, Figure | null>>;
  /** final minus the baseline's of the same policy, seed by seed; null where there is none. */
  readonly difference: Difference | null;
}

export interface CellSummary {
  readonly row: string;
  readonly title: string;
  readonly point: Point;
  readonly method: string;
  /** Runs of this cell that are in, of how many. */
  readonly runs: { readonly done: number; readonly planned: number };
  readonly agents: readonly AgentSummary[];
}

export interface Summary {
  readonly schema: typeof SUMMARY_SCHEMA;
  readonly version: typeof SUMMARY_VERSION;
  readonly plan: Expansion["plan"];
  readonly backend: Expansion["backend"];
  readonly unit: Unit;
  readonly level: number;
  readonly runs: { readonly done: number; readonly planned: number };
  /** Keys of runs that are not in. */
  readonly missing: readonly string[];
  readonly cells: readonly CellSummary[];
}

const LEVEL = 0.95;

/** What the plan's seeds are, for intervals. */
export function unitOf({ seeds, samplingSeeds }: Expansion["plan"]): Unit {
  return seeds.length === 1 && samplingSeeds.length > 1 ? "sampling seed" : "cohort seed";
}

/** A value of every run of a cell that is in, under the seeds it was run with. */
type Observations = readonly PairedValue<string>[];

function seedOf(unit: string, kind: Unit): number {
  const [seed = "", sampling = ""] = unit.split(".");
  return Number(kind === "cohort seed" ? seed : sampling);
}

/** One value per unit, ascending by seed: the mean over what shares it. */
function byUnit(observations: Observations, kind: Unit): UnitValue[] {
  const groups = new Map<number, number[]>();
  for (const { unit, value } of observations) {
    const seed = seedOf(unit, kind);
    groups.set(seed, [...(groups.get(seed) ?? []), value]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([seed, values]) => ({ seed, value: mean(values) }));
}

/** An interval without the part that no value of this kind can reach: few seeds give wide ones. */
export function clipped<T extends Pick<MeanInterval, "low" | "high">>(interval: T, least: number, most: number): T {
  const { low, high } = interval;
  return { ...interval, low: low === null ? null : Math.max(least, low), high: high === null ? null : Math.min(most, high) };
}

/** The largest value that a metric can have; the least is 0 for all. */
export function mostOf(metric: LateMetric | "heldOut"): number {
  return metric === "completionLength" || metric === "rewardStd" ? Number.POSITIVE_INFINITY : 1;
}

function figureOf(observations: Observations, kind: Unit): Figure | null {
  const values = byUnit(observations, kind);
  if (values.length === 0) return null;
  return {
    ...tInterval(
      values.map(({ value }) => value),
      LEVEL,
    ),
    values,
  };
}

function differenceOf(own: Observations, baseline: Observations, kind: Unit): Difference | null {
  const figure = figureOf(pairedDifferences(own, baseline), kind);
  if (!figure) return null;
  const { low, high } = bootstrapInterval(
    figure.values.map(({ value }) => value),
    { level: LEVEL },
  );
  return { ...figure, excludesZero: excludesZero(figure), bootstrap: { low, high } };
}

/** The agent of the baseline that began as the same policy: at the same place if it is, else the first. -1 where none did. */
export function counterpart(agents: readonly AgentConfig[], n: number, baseline: readonly AgentConfig[]): number {
  const text = (agent: AgentConfig | undefined): string => (agent ? JSON.stringify(specOf(agent)) : "");
  const own = text(agents[n]);
  return text(baseline[n]) === own ? n : baseline.findIndex((agent) => text(agent) === own);
}

/** Reads a value of agent n from every run of a cell that is in. */
export function observe(
  cell: PlanCell,
  runs: ReadonlyMap<string, CondensedRun>,
  n: number,
  read: (agent: AgentDigest) => number | null,
): Observations {
  return cell.runs.flatMap(({ seed, samplingSeed, key }) => {
    const agent = runs.get(key)?.agents[n];
    const value = agent ? read(agent) : null;
    return value === null ? [] : [{ unit: `${seed}.${samplingSeed}`, value }];
  });
}

/** The cell of the baseline at the same point; null for the baseline itself and where there is none. */
function baselineCell({ plan, cells }: Expansion, cell: PlanCell): PlanCell | null {
  if (plan.baseline === null || cell.row === plan.baseline) return null;
  const point = JSON.stringify(cell.point);
  return cells.find(({ row, point: other }) => row === plan.baseline && JSON.stringify(other) === point) ?? null;
}

function agentSummary(
  expansion: Expansion,
  cell: PlanCell,
  runs: ReadonlyMap<string, CondensedRun>,
  n: number,
  kind: Unit,
): AgentSummary {
  const agent = cell.cohort.agents[n];
  const figure = (read: (digest: AgentDigest) => number | null, most = 1): Figure | null => {
    const all = figureOf(observe(cell, runs, n, read), kind);
    return all && clipped(all, 0, most);
  };
  const baseline = baselineCell(expansion, cell);
  const other = baseline ? counterpart(cell.cohort.agents, n, baseline.cohort.agents) : -1;
  const final = (digest: AgentDigest): number => digest.final;
  return {
    agent: String.fromCharCode(65 + n),
    policy: agent ? formatAgents([agent]) : "",
    final: figure(final),
    before: figure(({ before }) => before),
    late: eachMetric((metric) => figure((digest) => digest.late[metric], mostOf(metric))),
    difference:
      baseline && other >= 0 ? differenceOf(observe(cell, runs, n, final), observe(baseline, runs, other, final), kind) : null,
  };
}

/** The summary of what is in; runs of other plans are passed over. */
export function summarise(expansion: Expansion, given: Iterable<CondensedRun>): Summary {
  const { plan, backend, cells } = expansion;
  const runs = new Map([...given].map((run) => [run.key, run]));
  const missing = expansion.runs.map(({ key }) => key).filter((key) => !runs.has(key));
  const unit = unitOf(plan);
  return {
    schema: SUMMARY_SCHEMA,
    version: SUMMARY_VERSION,
    plan,
    backend,
    unit,
    level: LEVEL,
    runs: { done: expansion.runs.length - missing.length, planned: expansion.runs.length },
    missing: missing.sort(),
    cells: cells.map((cell) => ({
      row: cell.row,
      title: cell.title,
      point: cell.point,
      method: cell.cohort.method,
      runs: { done: cell.runs.filter(({ key }) => runs.has(key)).length, planned: cell.runs.length },
      agents: cell.cohort.agents.map((_, n) => agentSummary(expansion, cell, runs, n, unit)),
    })),
  };
}

/** The summary as JSON text, one space deep. */
export function summaryJson(summary: Summary): string {
  return `${JSON.stringify(summary, null, 1)}\n`;
}
