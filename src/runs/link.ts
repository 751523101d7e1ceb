/**
 * Share links: the state of the cohort lab in the address, `#/cohort?v=1&preset=ttrl&seed=3&steps=40`. A link carries only what
 * differs from the defaults, under readable names, and its version; a link without `v` is of version 1. Every value passes the schemas
 * of config.ts. What does not fit is told in a sentence and replaced by its default; nothing here throws on any text. docs/links.md.
 */
import { DEFAULT_LABEL_RULE, LABEL_RULES } from "../learning/label-rules/rule.ts";
import { methodById } from "../learning/methods/index.ts";
import { BACKENDS, type BackendId } from "../policies/engine.ts";
import { defaultBase, sameBase } from "../policies/spec.ts";
import { TASK_IDS, type TaskId } from "../tasks/task.ts";
import {
  baseOf,
  baseSchema,
  type CohortConfig,
  cohortSchema,
  DEFAULT_TRAINING,
  LIMITS,
  type RunConfig,
  runConfigSchema,
  type TrainingConfig,
  trainingSchema,
} from "./config.ts";
import { formatAgents, parseAgents } from "./link-agents.ts";
import { formatCopy, parseCopy } from "./link-copy.ts";
import { DIALOGUE_NAMES, formatDialogue, parseDialogue } from "./link-dialogue.ts";
import { formatSupervisors, parseSupervisors } from "./link-supervisors.ts";
import { choose, quote, read, tellStrangers } from "./link-values.ts";
import {
  COMPARABLE,
  compareCohort,
  DEFAULT_PRESET,
  methodsOf,
  PRESETS,
  type PresetId,
  presetById,
  trainingOf,
  usualCompare,
  usualTask,
} from "./presets.ts";
import { fittingTask, taskProblem } from "./task-fit.ts";

export const LINK_VERSION = 1;

/** What a link says. `config.compare` is always compareCohort(config.cohort, compare), or null where compare is "none". */
export interface LinkState {
  readonly preset: PresetId;
  readonly compare: PresetId | "none";
  readonly config: RunConfig;
  readonly backend: "auto" | BackendId;
}

const PATH = "#/cohort";

/** The name of each training setting in a link. */
export const TRAINING_NAMES: Readonly<Record<keyof TrainingConfig, string>> = {
  steps: "steps",
  promptsPerStep: "prompts",
  rollouts: "k",
  temperature: "temperature",
  learningRate: "lr",
  schedule: "schedule",
  warmupSteps: "warmup",
  clipNorm: "gradclip",
  estimator: "estimator",
  advantageClip: "advclip",
  ddof: "ddof",
  epsilon: "epsilon",
  normalisation: "norm",
  clip: "clip",
  updates: "updates",
  beta: "beta",
  threshold: "tau",
  tieRule: "tie",
  wrongLabels: "wrong",
  trainPrompts: "train",
  heldOutPrompts: "heldout",
  evaluateEvery: "eval",
  evaluateSamples: "evalsamples",
  finalSamples: "finalsamples",
};
/** The name of each setting of the base policies in a link. */
export const BASE_NAMES = {
  weakShare: "weak",
  overlap: "overlap",
  symmetry: "symmetry",
  contrast: "contrast",
  steps: "pretrain",
} as const satisfies Record<keyof typeof baseSchema.shape, string>;
const BASE_KEYS = baseSchema.keyof().options;
const TRAINING_KEYS = trainingSchema.keyof().options;
const NAMES = new Set([
  "v",
  "preset",
  "compare",
  "backend",
  "seed",
  "sampling",
  "method",
  "agents",
  "task",
  "supervisors",
  "rule",
  "copy",
  ...Object.values(DIALOGUE_NAMES),
  ...Object.values(BASE_NAMES),
  ...Object.values(TRAINING_NAMES),
]);

/** The first screen: two different families, compared with self-rewarding from the same checkpoints. */
export function defaultLink(): LinkState {
  const { cohort } = presetById(DEFAULT_PRESET);
  return {
    preset: DEFAULT_PRESET,
    compare: usualCompare(DEFAULT_PRESET),
    backend: "auto",
    config: {
      task: "addition",
      seed: LIMITS.seed.default,
      samplingSeed: LIMITS.samplingSeed.default,
      training: DEFAULT_TRAINING,
      cohort,
      compare: compareCohort(cohort, usualCompare(DEFAULT_PRESET)),
    },
  };
}

/** True if an address from its `#` on is this lab's: `#/cohort...`, or none. Another lab's link says nothing about a cohort. */
export function isCohortLink(hash: string): boolean {
  return /^#\/cohort(?![\w-])|^#?\/?$/.test(hash);
}

/** What of a cohort goes with its method, where a link names none: the preset's, if the method is the preset's too. */
function usualSupervision(
  preset: PresetId,
  method: CohortConfig["method"],
): Pick<CohortConfig, "supervisors" | "labelRule" | "slowCopy" | "dialogue"> {
  const { cohort } = presetById(preset);
  return method === cohort.method ? cohort : {};
}

/** The cohort of a link: the preset's, or with another method or other agents where the link says so and they fit together. */
function readCohort(parameters: URLSearchParams, problems: string[], preset: PresetId): RunConfig["cohort"] {
  const { cohort } = presetById(preset);
  const method = choose(parameters, problems, "method", cohortSchema.shape.method.options, cohort.method);
  const text = parameters.get("agents");
  const parsed = text === null ? { agents: cohort.agents } : parseAgents(text);
  if ("problem" in parsed)
    problems.push(`The link's agents are not usable: ${parsed.problem}; those of the preset ${preset} are used.`);
  const agents = "problem" in parsed ? cohort.agents : parsed.agents;
  // Who supervises whom in a preset goes with its method.
  const usual = usualSupervision(preset, method);
  const who = parameters.get("supervisors");
  const named = who === null ? { supervisors: usual.supervisors } : parseSupervisors(who);
  if ("problem" in named) problems.push(`The link's supervisors are not usable: ${named.problem}; the method's own are used.`);
  const supervisors = "problem" in named ? undefined : named.supervisors;
  const labelRule = choose(parameters, problems, "rule", LABEL_RULES, usual.labelRule ?? DEFAULT_LABEL_RULE);
  const drawn = supervisors ? { supervisors } : {};
  const copyText = parameters.get("copy");
  const wished = copyText === null ? { copy: usual.slowCopy } : parseCopy(copyText);
  if ("problem" in wished) problems.push(`The link's copy is not usable: ${wished.problem}; the released one is used.`);
  const copied = !("problem" in wished) && wished.copy ? { slowCopy: wished.copy } : {};
  const ruled = labelRule === DEFAULT_LABEL_RULE ? {} : { labelRule };
  const chosen = parseDialogue((name) => parameters.get(name), usual.dialogue);
  for (const problem of chosen.problems) problems.push(`The link's ${problem}; the usual is used.`);
  const spoken = chosen.dialogue ? { dialogue: chosen.dialogue } : {};
  const result = cohortSchema.safeParse({ method, agents, ...drawn, ...ruled, ...copied, ...spoken });
  if (result.success) return result.data;
  // Agents and method that fit together are not thrown away for a rule or a topology that does not fit them.
  const refused = (part: "supervisors" | "labelRule" | "slowCopy" | "dialogue"): string | undefined =>
    result.error.issues.find(({ path }) => path[0] === part)?.message;
  const [arrows, rule, copy, said] = [refused("supervisors"), refused("labelRule"), refused("slowCopy"), refused("dialogue")];
  const without = cohortSchema.safeParse({
    method,
    agents,
    ...(arrows ? {} : drawn),
    ...(rule ? {} : ruled),
    ...(copy ? {} : copied),
    ...(said ? {} : spoken),
  });
  if (without.success) {
    if (arrows) problems.push(`The link's supervisors are not usable: ${arrows}; the method's own are used.`);
    if (copy) problems.push(`The link's copy is not usable: ${copy}; it was passed over.`);
    if (said) problems.push(`The link's choices for judges and debates are not usable: ${said}; they were passed over.`);
    if (rule) problems.push(`The link's rule is not usable: ${rule}; the method's own is used.`);
    return without.data;
  }
  problems.push(
    `The link's method and agents do not fit together: ${result.error.issues[0]?.message}; those of the preset ${preset} are used.`,
  );
  return cohort;
}

/** The task of a link: what it says, where its methods run on that. */
function readTask(
  parameters: URLSearchParams,
  problems: string[],
  preset: PresetId,
  cohort: CohortConfig,
  compare: CohortConfig | null,
): TaskId {
  const task = choose(parameters, problems, "task", TASK_IDS, usualTask(preset, cohort, compare));
  const problem = taskProblem(task, methodsOf(cohort, compare));
  if (problem === null) return task;
  const fitting = fittingTask(task, methodsOf(cohort, compare));
  problems.push(`The link's task ${problem}; ${fitting} is used.`);
  return fitting;
}

/**
 * Reads a link. `hash` is the address from its `#` on (only what follows `?` counts). `problems` has one sentence for every value
 * that could not be used; the state is valid always.
 */
export function parseLink(hash: string): { readonly state: LinkState; readonly problems: string[] } {
  const defaults = defaultLink();
  const question = hash.indexOf("?");
  const parameters = new URLSearchParams(question < 0 ? "" : hash.slice(question + 1));
  const problems: string[] = [];
  const version = parameters.get("v");
  if (version !== null && /^\d+$/.test(version) && Number(version) > LINK_VERSION) {
    problems.push(
      `This link was made by a newer version of the page (link version ${version.slice(0, 20)}; this page reads up to ${LINK_VERSION}), so the defaults are shown instead.`,
    );
    return { state: defaults, problems };
  }
  if (version !== null && version !== String(LINK_VERSION)) {
    problems.push(
      `The link's v, its version, is ${quote(version)} but must be ${LINK_VERSION}; it is read as version ${LINK_VERSION}.`,
    );
  }
  tellStrangers(parameters, problems, NAMES);
  const preset = choose(parameters, problems, "preset", PRESETS, defaults.preset);
  const compare = choose(parameters, problems, "compare", ["none", ...COMPARABLE], usualCompare(preset));
  const backend = choose(parameters, problems, "backend", ["auto", ...BACKENDS] as const, defaults.backend);
  const usual = trainingOf(preset);
  const training: Record<string, unknown> = {};
  for (const key of TRAINING_KEYS) {
    training[key] = read<TrainingConfig[typeof key]>(
      parameters,
      problems,
      TRAINING_NAMES[key],
      trainingSchema.shape[key],
      usual[key],
    );
  }
  const cohort = readCohort(parameters, problems, preset);
  const compared = compare === "none" ? null : compareCohort(cohort, compare);
  const task = readTask(parameters, problems, preset, cohort, compared);
  const shipped = defaultBase(task);
  const base = { ...shipped, ...presetById(preset).base };
  for (const key of BASE_KEYS) base[key] = read(parameters, problems, BASE_NAMES[key], baseSchema.shape[key], base[key]);
  const config = runConfigSchema.parse({
    task,
    seed: read(parameters, problems, "seed", runConfigSchema.shape.seed, defaults.config.seed),
    samplingSeed: read(parameters, problems, "sampling", runConfigSchema.shape.samplingSeed, defaults.config.samplingSeed),
    training,
    cohort,
    ...(sameBase(base, shipped) ? {} : { base }),
    compare: compared,
  });
  return { state: { preset, compare, config, backend }, problems };
}

/** The link of a state: `#/cohort` alone for the defaults. parseLink(formatLink(state)) is the state again. */
export function formatLink(state: LinkState): string {
  const defaults = defaultLink();
  const parts: string[] = [];
  const add = (name: string, value: string | number, fallback: string | number): void => {
    if (value !== fallback) parts.push(`${name}=${value}`);
  };
  const { cohort } = presetById(state.preset);
  add("preset", state.preset, defaults.preset);
  add("compare", state.compare, usualCompare(state.preset));
  add("method", state.config.cohort.method, cohort.method);
  add("agents", formatAgents(state.config.cohort.agents, "short"), formatAgents(cohort.agents, "short"));
  const { method, supervisors, labelRule = DEFAULT_LABEL_RULE, slowCopy } = state.config.cohort;
  const usual = usualSupervision(state.preset, method);
  add("supervisors", formatSupervisors(supervisors), formatSupervisors(usual.supervisors));
  add("rule", labelRule, usual.labelRule ?? DEFAULT_LABEL_RULE);
  for (const [name, value] of formatDialogue(state.config.cohort.dialogue, usual.dialogue)) parts.push(`${name}=${value}`);
  if (methodById(method).second === "slow-copy") add("copy", formatCopy(slowCopy), formatCopy(usual.slowCopy));
  const { task } = state.config;
  add("task", task, usualTask(state.preset, state.config.cohort, state.config.compare));
  const base = { ...defaultBase(task), ...presetById(state.preset).base };
  for (const key of BASE_KEYS) add(BASE_NAMES[key], baseOf(state.config)[key], base[key]);
  add("seed", state.config.seed, defaults.config.seed);
  add("sampling", state.config.samplingSeed, defaults.config.samplingSeed);
  const usualTraining = trainingOf(state.preset);
  for (const key of TRAINING_KEYS) add(TRAINING_NAMES[key], state.config.training[key], usualTraining[key]);
  add("backend", state.backend, defaults.backend);
  // No value needs percent-encoding: names, digits, dots, commas and signs only.
  return parts.length === 0 ? PATH : `${PATH}?v=${LINK_VERSION}&${parts.join("&")}`;
}
