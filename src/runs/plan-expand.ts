/**
 * From a plan to its runs. A run is its configuration and its backend, and its key says no more: the same run asked for by two rows, by two
 * points or by two plans is done once, and a shard needs to know nothing of the others.
 */
import { DEFAULT_LABEL_RULE } from "../learning/label-rules/rule.ts";
import { methodById } from "../learning/methods/index.ts";
import { hashString, mixSeed } from "../math/rng.ts";
import type { BackendId } from "../policies/engine.ts";
import { defaultBase, sameBase } from "../policies/spec.ts";
import type { TaskId } from "../tasks/task.ts";
import { baseSchema, type CohortConfig, DEFAULT_TRAINING, problems, type RunConfig, trainingSchema } from "./config.ts";
import { formatAgents } from "./link-agents.ts";
import { formatCopy, usualCopy } from "./link-copy.ts";
import { dialogueParts } from "./link-dialogue.ts";
import { formatSupervisors } from "./link-supervisors.ts";
import { MOST_RUNS, type Plan, type PlanRow, planSchema } from "./plan.ts";
import {
  PLAN_SETTINGS,
  type PlanSetting,
  type PlanValue,
  type Point,
  plainest,
  setsItself,
  valueProblem,
  withSetting,
} from "./plan-settings.ts";
import { methodsOf, presetById } from "./presets.ts";
import { fittingTask } from "./task-fit.ts";

/** Changes of a plan for one experiment. */
export interface PlanOverrides {
  readonly backend?: "auto" | BackendId;
  readonly seeds?: readonly number[];
  readonly samplingSeeds?: readonly number[];
  /** The ids of the rows to run; the others are left out. */
  readonly rows?: readonly string[];
  /** Settings for all rows. One that a row or the grid varies is refused. */
  readonly settings?: Readonly<Partial<Record<PlanSetting, PlanValue>>>;
}

export interface PlannedRun {
  /** Such as `simd-co-rl-s0-1f3a5b7c9d2e4f60`: backend, method, cohort seed, hash of the configuration. Names a file. */
  readonly key: string;
  readonly config: RunConfig;
  readonly backend: "auto" | BackendId;
}

/** A row at a point of the grid: the runs over all seeds that its mean is taken of. */
export interface PlanCell {
  readonly row: string;
  readonly title: string;
  readonly point: Point;
  readonly cohort: CohortConfig;
  readonly runs: readonly { readonly seed: number; readonly samplingSeed: number; readonly key: string }[];
}

export interface Expansion {
  /** The plan with the changes in it: it alone gives the same runs again. */
  readonly plan: Plan;
  readonly backend: "auto" | BackendId;
  /** Every run once, in the order to run them: seed by seed, so that a broken-off experiment has whole seeds. */
  readonly runs: readonly PlannedRun[];
  /** Row by row, point by point. */
  readonly cells: readonly PlanCell[];
  /** One sentence each; where there is one, there are no runs. */
  readonly problems: readonly string[];
}

// Asked for once: a schema of keys made for every run would take most of an expansion's time.
const TRAINING_KEYS = trainingSchema.keyof().options;
const BASE_KEYS = baseSchema.keyof().options;

/**
 * What tells a run from others, as text: the cohort written out, and what differs from the recipe. A setting that a later version adds is not
 * in it where it is at its default, so that runs done before are found again.
 */
function identity({ task, seed, samplingSeed, training, cohort, base }: RunConfig): string {
  const parts = [task, cohort.method, formatAgents(cohort.agents), formatSupervisors(cohort.supervisors), seed, samplingSeed];
  if (cohort.labelRule && cohort.labelRule !== DEFAULT_LABEL_RULE) parts.push(`rule=${cohort.labelRule}`);
  if (cohort.slowCopy && !usualCopy(cohort.slowCopy)) parts.push(`copy=${formatCopy(cohort.slowCopy)}`);
  parts.push(...dialogueParts(cohort));
  for (const key of TRAINING_KEYS) if (training[key] !== DEFAULT_TRAINING[key]) parts.push(`${key}=${training[key]}`);
  for (const key of BASE_KEYS) if (base && base[key] !== defaultBase(task)[key]) parts.push(`base.${key}=${base[key]}`);
  return parts.join("|");
}

/** The key of a run. Two hashes of 32 bits: among a million runs two share a key once in 37 million experiments. */
export function runKey(config: RunConfig, backend: "auto" | BackendId): string {
  const text = identity(config);
  const half = (salt: string): string =>
    mixSeed(hashString(salt + text), text.length)
      .toString(16)
      .padStart(8, "0");
  const sampling = config.samplingSeed === 0 ? "" : `.${config.samplingSeed}`;
  return `${backend}-${config.cohort.method}-s${config.seed}${sampling}-${half("a")}${half("b")}`;
}

/** All combinations of the grid's values, the last axis fastest; one empty point without a grid. */
export function gridPoints(grid: Plan["grid"]): Point[] {
  return grid.reduce<Point[]>(
    (points, { setting, values }) => points.flatMap((point) => values.map((value) => [...point, { setting, value }])),
    [[]],
  );
}

/** A point in a few words: "rollouts 4, overlap 0.3"; empty without a grid. */
export function pointText(point: Point): string {
  return point.map(({ setting, value }) => `${setting} ${value}`).join(", ");
}

const ascending = (seeds: readonly number[]): number[] => [...new Set(seeds)].sort((a, b) => a - b);

/** The plan with the changes in it, and what is wrong with them. */
function changed(plan: Plan, overrides: PlanOverrides): { readonly plan: Plan; readonly problems: string[] } {
  const told: string[] = [];
  let { rows, grid, baseline } = plan;
  if (overrides.rows) {
    const wanted = overrides.rows;
    const ids = rows.map((row) => row.id);
    for (const row of wanted)
      if (!ids.includes(row)) told.push(`The plan ${plan.id} has no row "${row}"; it has ${ids.join(", ")}.`);
    rows = rows.filter((row) => wanted.includes(row.id));
    if (!rows.some((row) => row.id === baseline)) baseline = null;
  }
  for (const setting of PLAN_SETTINGS) {
    const value = overrides.settings?.[setting];
    if (value === undefined) continue;
    const problem = valueProblem(setting, value);
    if (problem) told.push(`${setting} is ${value} but ${problem}.`);
    else if (grid.some((axis) => axis.setting === setting && axis.values.length > 1))
      told.push(`${setting} is what the plan ${plan.id} varies: it cannot be set for all rows.`);
    else if (rows.some((row) => setsItself(row, setting)))
      told.push(`${setting} is what tells the plan's rows apart: it cannot be set for all of them.`);
    // A value for all is an axis with one point.
    else grid = [...grid.filter((axis) => axis.setting !== setting), { setting, values: [value] }];
  }
  const next = {
    ...plan,
    rows,
    grid,
    baseline,
    seeds: ascending(overrides.seeds ?? plan.seeds),
    samplingSeeds: ascending(overrides.samplingSeeds ?? plan.samplingSeeds),
  };
  if (told.length > 0) return { plan, problems: told };
  const result = planSchema.safeParse(next);
  return result.success
    ? { plan: result.data, problems: [] }
    : { plan, problems: problems(result.error).map((problem) => `The plan's ${problem}.`) };
}

/** The task of a row: what it says itself, or the plan for all; else its preset's, else one that its method runs on. */
export function taskOf(plan: Pick<Plan, "task">, row: PlanRow, cohort: CohortConfig): TaskId {
  const usual = row.preset === undefined ? undefined : presetById(row.preset).task;
  return row.task ?? plan.task ?? fittingTask(usual ?? "addition", methodsOf(cohort, null));
}

/** A row's configuration for seed 0, without the grid. */
function rowConfig(plan: Plan, row: PlanRow): RunConfig {
  const preset = row.preset === undefined ? null : presetById(row.preset);
  const cohort = row.cohort ?? preset?.cohort;
  if (!cohort) throw new RangeError(`The row "${row.id}" has no cohort.`);
  const task = taskOf(plan, row, cohort);
  const base = baseSchema.parse({ ...defaultBase(task), ...preset?.base, ...plan.base, ...row.base });
  return {
    task,
    seed: 0,
    samplingSeed: 0,
    training: trainingSchema.parse({ ...DEFAULT_TRAINING, ...preset?.training, ...plan.training, ...row.training }),
    cohort,
    ...(sameBase(base, defaultBase(task)) ? {} : { base }),
    compare: null,
  };
}

/** What the schemas cannot see: a setting that acts on no row, policies that a row would not have. */
function idleAxes(plan: Plan): string[] {
  const varied = plan.grid.flatMap(({ setting }) => (setting === "topology" || setting === "labelRule" ? [setting] : []));
  if (varied.length === 0) return [];
  const any = plan.rows.some((row) => methodById(rowConfig(plan, row).cohort.method).anyTopology);
  if (any) return [];
  const what = { topology: "topology", labelRule: "label rule" };
  return varied.map(
    (setting) =>
      `The plan ${plan.id} varies the ${what[setting]}, but every one of its rows has a method with a ${what[setting]} of its own.`,
  );
}

/**
 * The runs of a plan, with changes. The same plan and changes give the same runs in the same order; seeds may come in any order. Never
 * throws: what is wrong stands in `problems`.
 */
export function expandPlan(given: Plan, overrides: PlanOverrides = {}): Expansion {
  const backend = overrides.backend ?? "auto";
  const { plan, problems: told } = changed(given, overrides);
  const points = gridPoints(plan.grid);
  const asked = plan.rows.length * points.length * plan.seeds.length * plan.samplingSeeds.length;
  if (asked > MOST_RUNS)
    told.push(`The plan ${plan.id} asks for ${asked} runs; at most ${MOST_RUNS} are allowed: take fewer seeds, values or rows.`);
  told.push(...idleAxes(plan));
  if (told.length > 0) return { plan, backend, runs: [], cells: [], problems: told };

  const runs = new Map<string, PlannedRun>();
  const cells = plan.rows.flatMap((row) =>
    points.map((point) => {
      const config = point.reduce((made, { setting, value }) => withSetting(made, setting, value), rowConfig(plan, row));
      const planned = plan.seeds.flatMap((seed) =>
        plan.samplingSeeds.map((samplingSeed): PlannedRun => {
          const own = plainest({ ...config, seed, samplingSeed });
          return { key: runKey(own, backend), config: own, backend };
        }),
      );
      for (const run of planned) if (!runs.has(run.key)) runs.set(run.key, run);
      return {
        row: row.id,
        title: row.title,
        point,
        cohort: config.cohort,
        runs: planned.map(({ key, config: { seed, samplingSeed } }) => ({ seed, samplingSeed, key })),
      };
    }),
  );
  // The sort is stable: within a seed, rows and points in the plan's order.
  const order = [...runs.values()].sort((a, b) => a.config.seed - b.config.seed || a.config.samplingSeed - b.config.samplingSeed);
  return { plan, backend, runs: order, cells, problems: [] };
}
