/** Runs beside each other: what differs between their configurations, and how they ended. Pure. */
import { labelRuleById } from "../../learning/label-rules/index.ts";
import { methodById } from "../../learning/methods/index.ts";
import { topologyOf } from "../../learning/topology.ts";
import { baseOf, type CohortConfig, labelRuleOf, type RunConfig, slowCopyOf, supervisorsOf } from "../../runs/config.ts";
import type { Change, Environment } from "../../runs/record.ts";
import type { ChartData } from "../../stores/past-data.ts";
import { agentColumn, type ChartedMetric } from "../../stores/run-data.ts";
import { taskById } from "../../tasks/index.ts";
import { agentLetter, fixed, interval, percent } from "../../ui/format.ts";
import { agentSummary } from "./agent-options.ts";
import { changesSaid } from "./changes.ts";
import { MAIN_FIELDS, MORE_FIELDS } from "./fields.tsx";
import { topologyTitle } from "./supervision.ts";

/** What a table says of a run: the same facts in the same order for every run. */
export type Facts = readonly (readonly [name: string, value: string])[];

/** What is known of a run: a record's head; before a run is ready, its environment is not. */
export interface Known {
  readonly config: RunConfig;
  readonly changes: readonly Change[];
  readonly environment?: Environment;
}

function agents(cohort: CohortConfig): string {
  return cohort.agents.map((agent, n) => `${agentLetter(n)} ${agentSummary(agent)}`).join("; ");
}

function topology(cohort: CohortConfig): string {
  const { labels, needsTruth } = methodById(cohort.method);
  if (!labels) return "none";
  if (needsTruth) return "the truth";
  const supervisors = supervisorsOf(cohort);
  const named = topologyOf(supervisors);
  if (named) return topologyTitle(named, supervisors.length);
  return supervisors.map((list, n) => `${agentLetter(n)} by ${list.map(agentLetter).join(" + ")}`).join("; ");
}

function slowCopyText(cohort: CohortConfig): string {
  const copy = slowCopyOf(cohort);
  return copy ? `${copy.phrasing} phrasing, ${copy.schedule}, KL ${copy.beta}` : "none";
}

function base(config: RunConfig): string {
  const recipe = baseOf(config);
  return `weak ${recipe.weakShare}, overlap ${recipe.overlap}, symmetry ${recipe.symmetry}, contrast ${recipe.contrast}, ${recipe.steps} steps`;
}

/** The configuration of a run as facts. */
export function factsOf({ config, changes, environment }: Known): Facts {
  const { cohort, compare, training } = config;
  return [
    ["Task", taskById(config.task).title],
    ["Method", methodById(cohort.method).title],
    ["Agents", agents(cohort)],
    ["Topology", topology(cohort)],
    ["Slow copy", slowCopyText(cohort)],
    ["Label rule", labelRuleById(labelRuleOf(cohort)).title],
    ["Base", base(config)],
    ["Compared with", compare ? `${methodById(compare.method).title}: ${agents(compare)}` : "nothing"],
    ["Seed", String(config.seed)],
    ["Sampling seed", String(config.samplingSeed)],
    ...[...MAIN_FIELDS, ...MORE_FIELDS].map(({ name, label }) => [label, String(training[name])] as const),
    ["Schedule", training.schedule],
    ["Estimator", training.estimator],
    ["Loss normalisation", training.normalisation],
    ["ddof", String(training.ddof)],
    ["Ties", training.tieRule],
    ["Wrong labels", String(training.wrongLabels)],
    ["Changed while running", changesSaid(changes) || "nothing"],
    ["Backend", environment ? `${environment.backend}: ${environment.adapter}` : "not known yet"],
    ["Page", environment?.app ?? "not known yet"],
  ];
}

/** The names of the facts that are not the same for all runs. */
export function differing(runs: readonly Facts[]): string[] {
  const [first = []] = runs;
  return first.filter(([, value], n) => runs.some((facts) => facts[n]?.[1] !== value)).map(([name]) => name);
}

/** How a run stands, of its main cohort. Numbers to sort by are NaN where there is none. */
export interface Figures {
  readonly steps: number;
  /** One text an agent: "A 83.1 [80.2, 85.9]". */
  readonly heldOut: readonly string[];
  readonly heldOutMean: number;
  readonly labels: readonly string[];
  readonly labelsMean: number;
  readonly std: readonly string[];
  readonly stdMean: number;
}

/** Steps that the last accuracy of labels and the last reward std are means of, as in the charts' legends. */
export const RECENT = 10;

function mean(values: readonly number[]): number {
  const known = values.filter((value) => Number.isFinite(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

export function figuresOf({ cohorts, steps, heldOut }: Pick<ChartData, "cohorts" | "steps" | "heldOut">): Figures {
  const count = cohorts[0]?.agents ?? 0;
  const letters = Array.from({ length: count }, (_, n) => agentLetter(n));
  const estimates = heldOut.last?.estimates.slice(0, count) ?? [];
  const recent = (metric: ChartedMetric): number[] =>
    letters.map((_, n) => steps.recent(steps.column(agentColumn("main", n, metric)), RECENT));
  const [labels, std] = [recent("pseudoLabelAccuracy"), recent("rewardStd")];
  const told = (values: readonly number[], shown: (value: number) => string): string[] =>
    values.flatMap((value, n) => (Number.isFinite(value) ? [`${letters[n]} ${shown(value)}`] : []));
  return {
    steps: steps.length,
    heldOut: estimates.map((estimate, n) => `${letters[n]} ${interval(estimate)}`),
    heldOutMean: mean(estimates.map((estimate) => estimate.mean)),
    labels: told(labels, percent),
    labelsMean: mean(labels),
    std: told(std, (value) => fixed(value, 3)),
    stdMean: mean(std),
  };
}
