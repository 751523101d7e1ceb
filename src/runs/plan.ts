/**
 * A plan: which runs answer a question. Rows (cohorts by preset or written out) x a grid of values x seeds, the row that the others are
 * compared with, and the paper's table that stands beside. Schema `co-rl-playground/plan`, version 1; docs/experiments.md.
 */
import { z } from "zod";
import { TASK_IDS } from "../tasks/task.ts";
import { baseSchema, cohortSchema, problems, runConfigSchema, trainingSchema } from "./config.ts";
import { PAPER_TABLE_IDS } from "./paper/index.ts";
import { PLAN_SETTINGS, setsItself, valueProblem } from "./plan-settings.ts";
import { methodsOf, PRESETS, presetById } from "./presets.ts";
import { taskProblem } from "./task-fit.ts";

export const PLAN_SCHEMA = "co-rl-playground/plan";
export const PLAN_VERSION = 1;

/** Most runs of one plan: some six hours of the pair's usual run on two cores. */
export const MOST_RUNS = 1000;

const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,47}$/;
const id = z.string().regex(ID, { error: "must be 1 to 48 letters, digits and hyphens, beginning with a letter or digit" });
const seeds = z.array(runConfigSchema.shape.seed).min(1, { error: "must name at least one" });

type Bare<S> = S extends z.ZodDefault<infer Inner> ? Inner : S;

/** A schema's fields without defaults: what a plan leaves out is not set by it. */
function bare<T extends z.ZodRawShape>(shape: T): { [K in keyof T]: Bare<T[K]> } {
  const fields = Object.entries(shape).map(([key, field]) => [key, field instanceof z.ZodDefault ? field.unwrap() : field]);
  // Entries lose which key had which type.
  return Object.fromEntries(fields) as { [K in keyof T]: Bare<T[K]> };
}

/** Some of the training's settings; the others are the recipe's. */
const someTraining = z.strictObject(bare(trainingSchema.shape)).partial();
const someBase = z.strictObject(bare(baseSchema.shape)).partial();

export const planRowSchema = z
  .strictObject({
    id,
    title: z.string().min(1).max(120),
    /** The cohort: a preset's, or written out. */
    preset: z.enum(PRESETS).optional(),
    cohort: cohortSchema.optional(),
    /** The row's task, where not the plan's. */
    task: z.enum(TASK_IDS).optional(),
    /** How this row's policies were pretrained, where not as the plan's. */
    base: someBase.optional(),
    training: someTraining.optional(),
    /** The paper's rows that stand beside this one, by the table's key label. */
    paper: z.array(z.string().min(1).max(60)).optional(),
  })
  .refine((row) => (row.preset === undefined) !== (row.cohort === undefined), {
    error: "must have either a preset or a cohort written out",
  });
export type PlanRow = z.infer<typeof planRowSchema>;

const axisSchema = z
  .strictObject({
    setting: z.enum(PLAN_SETTINGS),
    values: z.array(z.union([z.number(), z.string()])).min(1),
  })
  .superRefine(({ setting, values }, context) => {
    for (const [n, value] of values.entries()) {
      const problem = valueProblem(setting, value);
      if (problem) context.addIssue({ code: "custom", path: ["values", n], message: `${setting} ${problem}` });
      else if (values.indexOf(value) !== n)
        context.addIssue({ code: "custom", path: ["values", n], message: `${setting} has ${value} twice` });
    }
  });

export const planSchema = z
  .strictObject({
    schema: z.literal(PLAN_SCHEMA),
    version: z.literal(PLAN_VERSION),
    id,
    title: z.string().min(1).max(120),
    /** What the plan asks, and what to know when reading its answer. */
    description: z.string().max(1200),
    rows: z.array(planRowSchema).min(1).max(64),
    /** Cohort seeds. */
    seeds,
    samplingSeeds: seeds.default([0]),
    /** For all rows, so that they can be compared; absent: each row's own, which is addition unless its method needs another. */
    task: z.enum(TASK_IDS).optional(),
    /** For all rows. */
    training: someTraining.default({}),
    base: someBase.default({}),
    /** Every combination of these values is a point. */
    grid: z.array(axisSchema).max(8).default([]),
    /** The row that paired differences are taken against; null for none. */
    baseline: id.nullable().default(null),
    /** The paper's table that stands beside. */
    paper: z.enum(PAPER_TABLE_IDS).nullable().default(null),
    /** Rows of the question that this page cannot run yet. */
    later: z.array(z.string().min(1).max(120)).default([]),
  })
  .superRefine((plan, context) => {
    const tell = (path: (string | number)[], message: string): void => context.addIssue({ code: "custom", path, message });
    const ids = plan.rows.map((row) => row.id);
    for (const [n, row] of ids.entries()) if (ids.indexOf(row) !== n) tell(["rows", n, "id"], `"${row}" is another row's too`);
    if (plan.baseline !== null && !ids.includes(plan.baseline)) tell(["baseline"], `there is no row "${plan.baseline}"`);
    for (const [n, row] of plan.rows.entries()) {
      const cohort = row.cohort ?? (row.preset === undefined ? undefined : presetById(row.preset).cohort);
      const task = row.task ?? plan.task;
      const problem = task && cohort ? taskProblem(task, methodsOf(cohort, null)) : null;
      if (problem) tell(row.task ? ["rows", n, "task"] : ["task"], `${problem} (row "${row.title}")`);
    }
    const axes = plan.grid.map(({ setting }) => setting);
    for (const [n, setting] of axes.entries()) {
      if (axes.indexOf(setting) !== n) tell(["grid", n, "setting"], `${setting} is varied twice`);
      for (const [r, row] of plan.rows.entries())
        if (setsItself(row, setting)) tell(["rows", r], `sets ${setting}, which the grid varies`);
    }
  });
export type Plan = z.infer<typeof planSchema>;
/** A plan as it is written: what has a default may be left out. */
export type PlanInput = z.input<typeof planSchema>;

/** A plan from JSON text, or one sentence per problem. Never throws. */
export function parsePlanJson(text: string): { readonly plan: Plan } | { readonly problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { problems: [`This plan is not JSON: ${error instanceof Error ? error.message : String(error)}.`] };
  }
  const envelope = z.looseObject({ schema: z.unknown().optional(), version: z.unknown().optional() }).safeParse(json);
  if (!envelope.success || Array.isArray(json)) return { problems: ["This file is JSON, but not a plan: it is not an object."] };
  const { schema, version } = envelope.data;
  if (schema !== PLAN_SCHEMA) {
    const found = typeof schema === "string" ? `its schema is "${schema.slice(0, 60)}"` : "it names no schema";
    return { problems: [`This file is JSON, but not a plan: ${found}, not "${PLAN_SCHEMA}".`] };
  }
  if (typeof version === "number" && version > PLAN_VERSION)
    return {
      problems: [
        `This plan was written for a newer version of the page: its format is version ${version}, and this page reads up to ${PLAN_VERSION}.`,
      ],
    };
  const result = planSchema.safeParse(envelope.data);
  if (result.success) return { plan: result.data };
  return { problems: problems(result.error).map((problem) => `The plan's ${problem}.`) };
}

/** A plan as JSON text, one space deep. */
export function planJson(plan: Plan): string {
  return `${JSON.stringify(planSchema.parse(plan), null, 1)}\n`;
}
