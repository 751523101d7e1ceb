/**
 * What a run has measured, in two forms: the record's steps, packed (for export), and columns (for charts). Columns are named
 * `main.0.rewardStd` for an agent and `compare.0-1.agreement` for a pair.
 */
import type { StepRollouts } from "../cohort/events.ts";
import type { Finding } from "../learning/health.ts";
import { methodById } from "../learning/methods/index.ts";
import type { RunConfig } from "../runs/config.ts";
import { healthSample, packedHealthSample } from "../runs/health.ts";
import {
  createPackedRows,
  type PackedPart,
  type PackedRows,
  type PackedRun,
  type RowShape,
  rowShape,
  unpack,
} from "../runs/packed.ts";
import type { AgentStep, Change, CohortStep, Environment, Estimate, Fault, Final, HeldOut, RunRecord } from "../runs/record.ts";
import { pairsOf, RUN_SCHEMA, RUN_VERSION } from "../runs/record.ts";
import { createEvaluationTable, type EvaluationTable } from "./evaluation-table.ts";
import { createHealthLog, type HealthLog } from "./health-log.ts";
import { createRolloutLog, type RolloutLog } from "./rollout-log.ts";
import { createStepTable, type StepTable } from "./step-table.ts";
import { createVisitLog, type VisitLog } from "./visit-log.ts";

/** Metrics of an agent that charts and the health line read. */
export const CHARTED = [
  "pseudoLabelAccuracy",
  "rewardAccuracy",
  "rewardStd",
  "zeroStdShare",
  "completionLength",
  "labelledShare",
  "distinctMajorities",
  "unparsedShare",
  "truncatedShare",
  "loss",
] as const satisfies readonly (keyof AgentStep)[];
export type ChartedMetric = (typeof CHARTED)[number];

export { pairsOf } from "../runs/record.ts";

export type CohortName = "main" | "compare";

export interface CohortShape {
  readonly name: CohortName;
  /** As the legends call it. */
  readonly title: string;
  readonly agents: number;
  /** Base does not: it has held-out accuracy only. */
  readonly trains: boolean;
  /** Without labels there is neither accuracy of labels nor of rewards. */
  readonly labels: boolean;
}

export interface RunData {
  readonly config: RunConfig;
  readonly cohorts: readonly CohortShape[];
  readonly steps: StepTable;
  readonly heldOut: EvaluationTable;
  /** What was written, of as many steps as there is room for. */
  readonly rollouts: RolloutLog;
  /** What came of each prompt at each visit, of all steps. */
  readonly visits: VisitLog;
  /** Settings changed while it ran, ascending by step. */
  readonly changes: readonly Change[];
  readonly faults: readonly Fault[];
  /** What the rules of the health line have seen of an agent; the same array as long as nothing has changed. */
  findings(cohort: CohortName, agent: number): readonly Finding[];
  addInitial(cohort: HeldOut, compare: HeldOut | null): void;
  addStep(cohort: CohortStep, compare: CohortStep | null, rollouts?: StepRollouts): void;
  /** Held-out accuracy after a step that is there, and after all that were measured before. */
  addHeldOut(step: number, cohort: HeldOut, compare: HeldOut | null): void;
  addFinal(cohort: Final, compare: Final | null): void;
  addChange(change: Change): void;
  addFault(fault: Fault): void;
  /** Everything after a step is void. */
  rewind(step: number): void;
  /** The whole so far, packed: a copy, made quickly however long the run. `finished` says whether the final evaluation is in. */
  packed(environment: Environment): PackedRun;
  /** What was measured in one cohort, to be compared with a recorded run. Rows are not to be kept. */
  measured(cohort: CohortName): {
    readonly initial: HeldOut | null;
    readonly final: Final | null;
    row(step: number): Float64Array;
  };
  /** The same as a record. */
  record(environment: Environment): RunRecord;
}

/** A run's cohort by name; null where none is compared. */
export function cohortConfig(config: RunConfig, name: CohortName): RunConfig["cohort"] | null {
  return name === "main" ? config.cohort : config.compare;
}

export function agentColumn(cohort: CohortName, agent: number, metric: ChartedMetric): string {
  return `${cohort}.${agent}.${metric}`;
}

export function pairColumn(cohort: CohortName, [a, b]: readonly [number, number]): string {
  return `${cohort}.${a}-${b}.agreement`;
}

function columnNames(cohorts: readonly CohortShape[]): string[] {
  return cohorts.flatMap(({ name, agents }) => [
    ...Array.from({ length: agents }, (_, n) => CHARTED.map((metric) => agentColumn(name, n, metric))).flat(),
    ...pairsOf(agents).map((pair) => pairColumn(name, pair)),
  ]);
}

function values(shape: CohortShape, step: CohortStep | null): number[] {
  const agents = Array.from({ length: shape.agents }, (_, n) =>
    CHARTED.map((metric) => step?.agents[n]?.[metric] ?? Number.NaN),
  ).flat();
  const agreements = pairsOf(shape.agents).map(
    ([a, b]) => step?.agreement.find((pair) => pair.a === a && pair.b === b)?.agreement ?? Number.NaN,
  );
  return [...agents, ...agreements];
}

/** Empty data for a run. `titles` names the cohorts in legends. */
export function createRunData(config: RunConfig, titles: { readonly main: string; readonly compare: string }): RunData {
  const shape = (name: CohortName, cohort: RunConfig["cohort"]): CohortShape => ({
    name,
    title: titles[name],
    agents: cohort.agents.length,
    trains: methodById(cohort.method).trains,
    labels: methodById(cohort.method).labels,
  });
  const cohorts = [shape("main", config.cohort), ...(config.compare ? [shape("compare", config.compare)] : [])];
  const steps = createStepTable(columnNames(cohorts));
  const heldOut = createEvaluationTable();
  const rollouts = createRolloutLog();
  const visits = createVisitLog({ main: config.cohort.agents.length, compare: config.compare?.agents.length ?? 0 });
  let changes: Change[] = [];
  const faults: Fault[] = [];
  type Growing = {
    initial: HeldOut | null;
    readonly rows: PackedRows;
    readonly health: HealthLog;
    final: Final | null;
    readonly shape: RowShape;
  };
  const growing = (shape: RowShape): Growing => ({
    initial: null,
    rows: createPackedRows(shape),
    health: createHealthLog(shape.agents),
    final: null,
    shape,
  });
  const main = growing(rowShape(config.cohort));
  const compared = growing(config.compare ? rowShape(config.compare) : { agents: 0, roles: false });

  const estimatesOf = (...parts: (HeldOut | null)[]): Estimate[] =>
    parts.flatMap((part) => part?.agents.map((agent) => agent.heldOut) ?? []);
  const expected = cohorts.reduce((sum, cohort) => sum + cohort.agents, 0);
  const evaluated = (step: number, estimates: Estimate[]): void => {
    if (estimates.length === expected) heldOut.add({ step, estimates });
  };
  const part = ({ initial, rows, final, shape }: Growing): PackedPart => ({ initial, final, ...shape, numbers: rows.numbers() });
  const packed = (environment: Environment): PackedRun => ({
    head: {
      schema: RUN_SCHEMA,
      version: RUN_VERSION,
      config,
      environment,
      changes: [...changes],
      faults: [...faults],
      finished: main.final !== null,
    },
    main: part(main),
    compare: config.compare ? part(compared) : null,
  });

  return {
    config,
    cohorts,
    steps,
    heldOut,
    rollouts,
    visits,
    get changes() {
      return changes;
    },
    get faults() {
      return faults;
    },
    findings: (name, agent) => (name === "main" ? main : compared).health.findings(agent),
    addInitial(cohort, compare) {
      main.initial = cohort;
      compared.initial = compare;
      evaluated(0, estimatesOf(cohort, compare));
    },
    addStep(cohort, compare, written) {
      for (const [part, step] of [[main, cohort] as const, ...(compare ? [[compared, compare] as const] : [])]) {
        part.rows.add(step);
        part.health.add(step.agents.map(healthSample));
      }
      if (written) {
        rollouts.add(written);
        visits.add(written);
      }
      steps.append(cohorts.flatMap((shape) => values(shape, shape.name === "main" ? cohort : compare)));
      evaluated(
        cohort.step,
        [...cohort.agents, ...(compare?.agents ?? [])].flatMap((agent) => agent.heldOut ?? []),
      );
    },
    addHeldOut(step, cohort, compare) {
      main.rows.setHeldOut(step, cohort);
      if (compare) compared.rows.setHeldOut(step, compare);
      evaluated(step, estimatesOf(cohort, compare));
    },
    addFinal(cohort, compare) {
      main.final = cohort;
      compared.final = compare;
      evaluated(steps.length, estimatesOf(cohort, compare));
    },
    addChange(change) {
      changes = [...changes, change].sort((a, b) => a.step - b.step);
    },
    addFault(fault) {
      faults.push(fault);
    },
    rewind(step) {
      for (const cohort of [main, compared]) {
        cohort.rows.truncate(step);
        cohort.health.rewind(step, (agent, at) => packedHealthSample(cohort.rows.row(at), cohort.shape, agent));
        cohort.final = null;
      }
      steps.truncate(step);
      heldOut.rewind(step);
      rollouts.rewind(step);
      visits.rewind(step);
      changes = changes.filter((change) => change.step <= step);
    },
    packed,
    measured(name) {
      const { initial, final, rows } = name === "main" ? main : compared;
      return { initial, final, row: rows.row };
    },
    record: (environment) => unpack(packed(environment)),
  };
}
