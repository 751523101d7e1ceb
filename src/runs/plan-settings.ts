/**
 * What a plan's grid may vary: every training setting, how the base policies were pretrained, the size of the policies, who supervises
 * whom and by which label rule. Each acts on a run's configuration; one that does not concern a row (a topology where the method has its own) leaves it as it is.
 */
import { z } from "zod";
import { DEFAULT_LABEL_RULE, LABEL_RULES } from "../learning/label-rules/rule.ts";
import { methodById } from "../learning/methods/index.ts";
import { sameSupervisors, TOPOLOGY_LIST } from "../learning/topology.ts";
import { defaultBase, SIZES, sameBase } from "../policies/spec.ts";
import {
  baseOf,
  baseSchema,
  cohortSchema,
  DEFAULT_TRAINING,
  type RunConfig,
  rulesMatter,
  type TrainingConfig,
  trainingSchema,
} from "./config.ts";

const TRAINING_KEYS = trainingSchema.keyof().options;

type BaseConfig = z.infer<typeof baseSchema>;
/** The name in a plan of each setting of the base policies. */
const NAMES_OF_BASE = {
  weakShare: "weakShare",
  overlap: "overlap",
  symmetry: "symmetry",
  contrast: "contrast",
  steps: "pretrainSteps",
} as const satisfies Record<keyof BaseConfig, string>;
const BASE_KEYS = baseSchema.keyof().options;

export const PLAN_SETTINGS = [
  ...TRAINING_KEYS,
  ...BASE_KEYS.map((key) => NAMES_OF_BASE[key]),
  "size",
  "topology",
  "labelRule",
] as const;
export type PlanSetting = (typeof PLAN_SETTINGS)[number];
export type PlanValue = string | number;

/** A point of the grid: a value for each setting that is varied, in the plan's order. */
export type Point = readonly { readonly setting: PlanSetting; readonly value: PlanValue }[];

function isTraining(setting: PlanSetting): setting is keyof TrainingConfig {
  return setting in trainingSchema.shape;
}

/** Which setting of the base policies this is; undefined where it is none. */
function baseKey(setting: PlanSetting): keyof BaseConfig | undefined {
  return BASE_KEYS.find((key) => NAMES_OF_BASE[key] === setting);
}

/** Whether a row of a plan has a value of its own for a setting. */
export function setsItself(
  row: { readonly training?: object | undefined; readonly base?: object | undefined },
  setting: PlanSetting,
): boolean {
  const key = baseKey(setting);
  if (key) return row.base !== undefined && key in row.base;
  return isTraining(setting) && row.training !== undefined && setting in row.training;
}

/** What is wrong with a value of a setting, as the rest of a sentence; null where nothing is. */
export function valueProblem(setting: PlanSetting, value: PlanValue): string | null {
  if (setting === "size") return SIZES.some((size) => size === value) ? null : `must be ${SIZES.join(" or ")}`;
  if (setting === "topology") {
    const ids = TOPOLOGY_LIST.map(({ id }) => id);
    return ids.some((id) => id === value) ? null : `must be one of ${ids.join(", ")}`;
  }
  if (setting === "labelRule") return LABEL_RULES.some((id) => id === value) ? null : `must be one of ${LABEL_RULES.join(", ")}`;
  const key = baseKey(setting);
  const schema = isTraining(setting) ? trainingSchema.shape[setting] : key ? baseSchema.shape[key] : z.never();
  const result = schema.safeParse(value);
  if (result.success) return null;
  const issue = result.error.issues[0];
  if (issue?.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue?.code === "invalid_union" ? "must be 0 or 1" : (issue?.message ?? "is not allowed");
}

/** A configuration with one setting changed. The value must be one that valueProblem passes. */
export function withSetting(config: RunConfig, setting: PlanSetting, value: PlanValue): RunConfig {
  if (isTraining(setting)) return { ...config, training: trainingSchema.parse({ ...config.training, [setting]: value }) };
  const key = baseKey(setting);
  if (key) {
    const base = baseSchema.parse({ ...baseOf(config), [key]: value });
    const { base: _, ...rest } = config;
    return sameBase(base, defaultBase(config.task)) ? rest : { ...rest, base };
  }
  const { cohort } = config;
  if (setting === "size") {
    const size = SIZES.find((known) => known === value) ?? "small";
    return { ...config, cohort: { ...cohort, agents: cohort.agents.map((agent) => ({ ...agent, size })) } };
  }
  const method = methodById(cohort.method);
  if (setting === "labelRule") {
    if (!method.anyTopology) return config;
    const { labelRule: _, ...rest } = cohort;
    return { ...config, cohort: value === DEFAULT_LABEL_RULE ? rest : cohortSchema.parse({ ...rest, labelRule: value }) };
  }
  const topology = TOPOLOGY_LIST.find(({ id }) => id === value);
  if (!topology || !method.anyTopology) return config;
  const supervisors = topology.supervisors(cohort.agents.length).map((list) => [...list]);
  const { supervisors: _, ...rest } = cohort;
  const own = sameSupervisors(supervisors, method.topology(cohort.agents.length));
  return { ...config, cohort: own ? rest : { ...rest, supervisors } };
}

/** What an evaluation alone depends on; the rest of a training means nothing to a method that does not train. */
const EVALUATED = [
  "trainPrompts",
  "heldOutPrompts",
  "evaluateSamples",
  "finalSamples",
] as const satisfies readonly (keyof TrainingConfig)[];

/**
 * The same run in its plainest form: settings that cannot act are at their defaults, so that runs with the same numbers are the same run.
 * Base trains nothing, so only its evaluation counts; wrong labels are taught where the truth is; a label rule decides nothing where every agent has one supervisor.
 */
export function plainest(config: RunConfig): RunConfig {
  const { labelRule, ...plain } = config.cohort;
  const ruled = labelRule && labelRule !== DEFAULT_LABEL_RULE && rulesMatter(config.cohort);
  const cohort = ruled ? config.cohort : plain;
  const { trains, needsTruth } = methodById(cohort.method);
  const wrongLabels = needsTruth ? config.training.wrongLabels : DEFAULT_TRAINING.wrongLabels;
  if (trains) return { ...config, cohort, training: { ...config.training, wrongLabels } };
  const training: TrainingConfig = { ...DEFAULT_TRAINING };
  for (const key of EVALUATED) training[key] = config.training[key];
  return { ...config, cohort, training };
}
