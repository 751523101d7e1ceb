/** What charts and tables read of a run that is over: its main cohort's columns and evaluations, from the packed record. */
import type { Finding } from "../learning/health.ts";
import { methodById } from "../learning/methods/index.ts";
import { agentPosition, type PackedRun, pairPosition, rowWidth, stepsOf } from "../runs/packed.ts";
import type { Change, HeldOut } from "../runs/record.ts";
import { createEvaluationTable } from "./evaluation-table.ts";
import { agentColumn, type ChartedMetric, type CohortShape, pairColumn, pairsOf, type RunData } from "./run-data.ts";
import { createStepTable } from "./step-table.ts";

/** The part of a run's data that is drawn. */
export type ChartData = Pick<RunData, "cohorts" | "steps" | "heldOut" | "changes" | "findings">;

const NO_FINDINGS: readonly Finding[] = [];

/** Metrics that are drawn of a past run. */
const PAST = ["pseudoLabelAccuracy", "rewardStd", "completionLength"] as const satisfies readonly ChartedMetric[];

/** The main cohort of a packed run as a chart draws it. */
export function pastData({ head, main }: PackedRun): ChartData {
  const { agents } = main;
  const method = methodById(head.config.cohort.method);
  const cohort: CohortShape = { name: "main", title: method.title, agents, trains: method.trains, labels: method.labels };
  const numbers = Array.from({ length: agents }, (_, n) => n);
  const pairs = pairsOf(agents);
  const steps = createStepTable([
    ...numbers.flatMap((n) => PAST.map((metric) => agentColumn("main", n, metric))),
    ...pairs.map((pair) => pairColumn("main", pair)),
  ]);
  const heldOut = createEvaluationTable();
  const evaluated = (step: number, measured: HeldOut | null): void => {
    if (measured) heldOut.add({ step, estimates: measured.agents.map((agent) => agent.heldOut) });
  };
  evaluated(0, main.initial);
  const length = stepsOf(main);
  const width = rowWidth(main);
  const drawn = [
    ...numbers.flatMap((n) => PAST.map((metric) => agentPosition(n, metric))),
    ...pairs.map((_, pair) => pairPosition(agents, pair)),
  ];
  const row = new Float64Array(drawn.length);
  const evaluations = numbers.map((n) => agentPosition(n, "heldOutMean"));
  for (let step = 1; step <= length; step++) {
    const start = (step - 1) * width;
    const at = (position: number): number => main.numbers[start + position] ?? Number.NaN;
    for (let n = 0; n < drawn.length; n++) row[n] = at(drawn[n] ?? 0);
    steps.append(row);
    // Mean, low and high stand side by side.
    const estimates = evaluations.map((mean) => ({ mean: at(mean), low: at(mean + 1), high: at(mean + 2) }));
    if (estimates.every(({ mean }) => !Number.isNaN(mean))) heldOut.add({ step, estimates });
  }
  evaluated(length, main.final);
  const changes: readonly Change[] = head.changes;
  // No marks are drawn for a past run; the table of runs says what was seen (past-health.ts).
  return { cohorts: [cohort], steps, heldOut, changes, findings: () => NO_FINDINGS };
}
