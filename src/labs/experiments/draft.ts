/**
 * Changes of a plan by hand. Each gives a whole plan, or says in sentences why there is none; a shipped plan that is changed in more than its seeds
 * becomes one of one's own.
 */
import { methodById } from "../../learning/methods/index.ts";
import { DEFAULT_TRAINING, problems, type RunConfig, type TrainingConfig, trainingSchema } from "../../runs/config.ts";
import { type Plan, type PlanRow, planSchema } from "../../runs/plan.ts";
import { taskOf } from "../../runs/plan-expand.ts";
import { type PlanSetting, type PlanValue, setsItself } from "../../runs/plan-settings.ts";
import { planById } from "../../runs/plans/index.ts";
import { type PresetId, presetById } from "../../runs/presets.ts";
import { shippedOf } from "./link.ts";
import { settingLabel } from "./setting-words.ts";

export type Changed = { readonly plan: Plan } | { readonly problems: readonly string[] };

/** A plan that is no shipped one any more gets a name of its own. */
function named(plan: Plan): Plan {
  if (shippedOf(plan) || !planById(plan.id)) return plan;
  return { ...plan, id: `own-${plan.id}`.slice(0, 48), title: `${plan.title}, changed`.slice(0, 120) };
}

function checked(plan: Plan): Changed {
  const result = planSchema.safeParse(named(plan));
  return result.success ? { plan: result.data } : { problems: problems(result.error).map((problem) => `The plan's ${problem}.`) };
}

/** An id that no row has yet. */
function freeId(rows: readonly PlanRow[], wanted: string): string {
  const taken = new Set(rows.map(({ id }) => id));
  if (!taken.has(wanted)) return wanted;
  let n = 2;
  while (taken.has(`${wanted}-${n}`)) n++;
  return `${wanted}-${n}`;
}

/** Why a row cannot stand in a plan whose grid varies what the row sets, as sentences. */
function clashes(plan: Plan, row: PlanRow): string[] {
  return plan.grid
    .filter(({ setting }) => setsItself(row, setting))
    .map(({ setting }) => `The cohort sets ${settingLabel(setting)} itself, which the grid varies: take one of the two away.`);
}

export function withPresetRow(plan: Plan, preset: PresetId): Changed {
  const { title } = presetById(preset);
  const id = freeId(plan.rows, preset);
  const again = id === preset ? title : `${title} (${id.slice(preset.length + 1)})`;
  return checked({ ...plan, rows: [...plan.rows, { id, title: again, preset }] });
}

/** What of a training is not as the recipe has it, and not what the plan says for all rows. */
function ownTraining(plan: Plan, training: TrainingConfig): Partial<TrainingConfig> {
  const usual: TrainingConfig = trainingSchema.parse({ ...DEFAULT_TRAINING, ...plan.training });
  const keys = trainingSchema.keyof().options.filter((key) => training[key] !== usual[key]);
  return Object.fromEntries(keys.map((key) => [key, training[key]]));
}

/** The cohort that the cohort lab would train, with its settings, as a row; its seeds are the plan's. */
export function withChosenRow(plan: Plan, config: RunConfig, title: string): Changed {
  const training = ownTraining(plan, config.training);
  const { base, task, cohort } = config;
  const bare: PlanRow = {
    id: freeId(plan.rows, `cohort-${config.cohort.method}`),
    title: title.slice(0, 120) || methodById(config.cohort.method).title,
    cohort,
  };
  const row: PlanRow = {
    ...bare,
    ...(taskOf(plan, bare, cohort) === task ? {} : { task }),
    ...(Object.keys(training).length > 0 ? { training } : {}),
    ...(base ? { base } : {}),
  };
  const problem = clashes(plan, row);
  return problem.length > 0 ? { problems: problem } : checked({ ...plan, rows: [...plan.rows, row] });
}

export function withoutRow(plan: Plan, id: string): Changed {
  if (plan.rows.length === 1) return { problems: ["A plan needs at least one row: add another before this one is removed."] };
  return checked({
    ...plan,
    rows: plan.rows.filter((row) => row.id !== id),
    baseline: plan.baseline === id ? null : plan.baseline,
  });
}

export function withBaseline(plan: Plan, baseline: string | null): Changed {
  return checked({ ...plan, baseline });
}

export function withSeeds(plan: Plan, which: "seeds" | "samplingSeeds", seeds: readonly number[]): Changed {
  return checked({ ...plan, [which]: [...seeds] });
}

/** The n-th axis of the grid varies other values; no setting takes the axis away. */
export function withAxis(plan: Plan, n: number, setting: PlanSetting | null, values: readonly PlanValue[]): Changed {
  const grid = [...plan.grid];
  if (setting === null) grid.splice(n, 1);
  else grid[n] = { setting, values: [...values] };
  const clash = setting === null ? undefined : plan.rows.find((row) => setsItself(row, setting));
  if (clash && setting)
    return {
      problems: [`The row “${clash.title}” sets ${settingLabel(setting)} itself: remove it first, or vary something else.`],
    };
  return checked({ ...plan, grid });
}

/** Values as a person writes them: "2, 4, 8", or names for a setting that has names. */
export function parseValues(text: string): PlanValue[] {
  return text
    .split(/[,;\s]+/)
    .filter((part) => part !== "")
    .map((part) => (Number.isFinite(Number(part)) ? Number(part) + 0 : part));
}
