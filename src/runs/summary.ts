/**
 * What an experiment's runs say: per row, point of the grid and agent the mean over seeds with its interval, the seeds' values, means over the
 * last steps, and the paired difference to the baseline. Depends on the plan and on the runs' numbers alone: not on time, machine, order of
 * arrival or how the runs were divided.
 */
import { specOf } from "../policies/spec.ts";
import type { AgentConfig } from "./config.ts";
import { type AgentDigest, eachMetric, type LateMetric } from "./digest.ts";
import type { CondensedRun } from "./experiment-run.ts";
import { formatAgents } from "./link-agents.ts";
import type { Expansion, PlanCell } from "./plan-expand.ts";
import type { Point } from "./plan-settings.ts";
import { type EnsembleSummary, ensembleSummaries } from "./summary-ensemble.ts";
import {
  clipped,
  type Difference,
  differenceOf,
  type Figure,
  figureOf,
  LEVEL,
  type Observations,
  observeRuns,
  type Unit,
} from "./summary-figures.ts";
import { type SeenSummary, seenSummaries } from "./summary-seen.ts";

export { clipped, type Difference, type Figure, type Unit, type UnitValue } from "./summary-figures.ts";

export const SUMMARY_SCHEMA = "co-rl-playground/summary";
export const SUMMARY_VERSION = 1;

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
  /** The matched-budget evaluation; empty where no run has it. */
  readonly ensemble: readonly EnsembleSummary[];
  /** What the rules of the health line saw in its runs. */
  readonly seen: readonly SeenSummary[];
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

/** What the plan's seeds are, for intervals. */
export function unitOf({ seeds, samplingSeeds }: Expansion["plan"]): Unit {
  return seeds.length === 1 && samplingSeeds.length > 1 ? "sampling seed" : "cohort seed";
}

/** The largest value that a metric can have; the least is 0 for all. */
export function mostOf(metric: LateMetric | "heldOut"): number {
  return metric === "completionLength" || metric === "rewardStd" ? Number.POSITIVE_INFINITY : 1;
}

/** The agent of the baseline that began as the same policy: at the same place if it is, else the first. -1 where none did. */
export function counterpart(agents: readonly AgentConfig[], n: number, baseline: readonly AgentConfig[]): number {
  const text = (agent: AgentConfig | undefined): string =>
    agent ? JSON.stringify([specOf(agent), agent.weakShare, agent.weights]) : "";
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
  return observeRuns(cell, runs, ({ agents }) => {
    const agent = agents[n];
    return agent ? read(agent) : null;
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
      ensemble: ensembleSummaries(cell, baselineCell(expansion, cell), runs, unit, counterpart),
      seen: seenSummaries(cell, runs),
    })),
  };
}

/** The summary as JSON text, one space deep. */
export function summaryJson(summary: Summary): string {
  return `${JSON.stringify(summary, null, 1)}\n`;
}
