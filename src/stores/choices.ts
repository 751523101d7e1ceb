/** What a person chose: the state of a share link, and how each choice changes it. The link itself is read and written by runs/link.ts. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { DEFAULT_LABEL_RULE, type LabelRuleId } from "../learning/label-rules/rule.ts";
import type { MethodId } from "../learning/method.ts";
import { methodById } from "../learning/methods/index.ts";
import { grown, type Supervisors, sameSupervisors, without } from "../learning/topology.ts";
import type { BackendId } from "../policies/engine.ts";
import { FAMILY_IDS } from "../policies/families.ts";
import { type BaseRecipe, defaultBase, sameBase } from "../policies/spec.ts";
import {
  type AgentConfig,
  baseOf,
  type CohortConfig,
  cohortSchema,
  DEFAULT_TRAINING,
  type DialogueConfig,
  type SlowCopyConfig,
  slowCopyOf,
  type TrainingConfig,
} from "../runs/config.ts";
import { type LinkState, parseLink } from "../runs/link.ts";
import { formatAgents } from "../runs/link-agents.ts";
import { formatCopy, usualCopy } from "../runs/link-copy.ts";
import { formatDialogue, plainDialogue } from "../runs/link-dialogue.ts";
import { formatSupervisors } from "../runs/link-supervisors.ts";
import {
  compareCohort,
  familyAgent,
  methodsOf,
  PRESET_LIST,
  type PresetId,
  presetById,
  usualCompare,
  usualTask,
} from "../runs/presets.ts";
import { fittingTask, taskProblem } from "../runs/task-fit.ts";
import type { TaskId } from "../tasks/task.ts";

export interface Choices {
  readonly link: LinkState;
  /** What was wrong with the link that was opened; empty once dismissed. */
  readonly problems: readonly string[];
  /** What another address says that came in while a run was going on or not yet exported; null where there is none to decide about. */
  readonly pending: { readonly link: LinkState; readonly problems: readonly string[] } | null;
  /** Fields that held nonsense when the run was started, and what is used instead. */
  readonly kept: readonly string[];
}

export type ChoicesStore = StoreApi<Choices>;

/** Choices as a link says; a hash without a query gives the defaults. */
export function createChoices(hash: string): ChoicesStore {
  const { state, problems } = parseLink(hash);
  return createStore<Choices>(() => ({ link: state, problems, pending: null, kept: [] }));
}

/** A task that the methods do not run on gives way to one that they do. */
function withCohort(link: LinkState, cohort: CohortConfig): LinkState {
  const compare = link.compare === "none" ? null : compareCohort(cohort, link.compare);
  const next = { ...link, config: { ...link.config, cohort, compare } };
  return onTask(next, fittingTask(link.config.task, methodsOf(cohort, compare)));
}

/** A cohort from base policies: what was trained on one task fits no other. */
function untrained(cohort: CohortConfig): CohortConfig {
  return { ...cohort, agents: cohort.agents.map(({ weights: _, ...agent }) => agent) };
}

/** The same on another task. Policies pretrained as long as the task's shipped ones are so on the other, too. */
function onTask(link: LinkState, task: TaskId): LinkState {
  const { config } = link;
  if (task === config.task) return link;
  const base = baseOf(config);
  const steps = base.steps === defaultBase(config.task).steps ? defaultBase(task).steps : base.steps;
  const [cohort, compare] = [untrained(config.cohort), config.compare && untrained(config.compare)];
  return withBase({ ...link, config: { ...config, task, cohort, compare } }, { ...base, steps });
}

/** Another task; the link as it is where a method does not run on it. */
export function withTask(link: LinkState, task: TaskId): LinkState {
  const { cohort, compare } = link.config;
  return taskProblem(task, methodsOf(cohort, compare)) === null ? onTask(link, task) : link;
}

/** The training of a link without what its preset had brought, where that is still so, and with what the next one brings. */
function trainingUnder(link: LinkState, preset: PresetId): TrainingConfig {
  const before = { ...presetById(link.preset).training };
  const { training } = link.config;
  const kept = Object.entries(training).filter(
    ([key, value]) => !Object.entries(before).some(([name, brought]) => name === key && brought === value),
  );
  return { ...DEFAULT_TRAINING, ...Object.fromEntries(kept), ...presetById(preset).training };
}

export function withPreset(link: LinkState, preset: PresetId): LinkState {
  const { cohort, base, task = "addition", compare: beside } = presetById(preset);
  // A preset beside itself shows nothing: its usual comparison takes the place. One that is meant to be seen beside another brings it.
  const compare = link.compare === preset || (beside && link.compare !== "none") ? usualCompare(preset) : link.compare;
  const asked = withCohort({ ...link, compare, config: { ...link.config, task } }, cohort);
  const next = withTraining(asked, trainingUnder(link, preset));
  return { ...withBase(next, { ...defaultBase(next.config.task), ...base }), preset };
}

/** Other base policies. */
export function withBase(link: LinkState, base: BaseRecipe): LinkState {
  const { base: _, ...config } = link.config;
  return { ...link, config: sameBase(base, defaultBase(config.task)) ? config : { ...config, base: { ...base } } };
}

/** A cohort that fits together, or the link as it is. A topology that is the method's own is not written down; the label rule stays. */
function withParts(
  link: LinkState,
  method: MethodId,
  agents: readonly AgentConfig[],
  supervisors: Supervisors | undefined,
): LinkState {
  const own = methodById(method).topology(agents.length);
  const drawn = supervisors && !sameSupervisors(supervisors, own) ? { supervisors } : {};
  const { labelRule, slowCopy, dialogue } = link.config.cohort;
  const result = cohortSchema.safeParse({
    method,
    agents,
    ...drawn,
    ...(labelRule ? { labelRule } : {}),
    ...(slowCopy ? { slowCopy } : {}),
    ...(dialogue ? { dialogue } : {}),
  });
  return result.success ? withCohort(link, result.data) : link;
}

/** Another topology; undefined for the method's own. The link as it is where the method takes no other. */
export function withSupervisors(link: LinkState, supervisors: Supervisors | undefined): LinkState {
  const { method, agents } = link.config.cohort;
  return withParts(link, method, agents, supervisors);
}

/** Another label rule. The link as it is where the method takes no other. */
export function withLabelRule(link: LinkState, labelRule: LabelRuleId): LinkState {
  const { labelRule: _, ...rest } = link.config.cohort;
  const result = cohortSchema.safeParse(labelRule === DEFAULT_LABEL_RULE ? rest : { ...rest, labelRule });
  return result.success ? withCohort(link, result.data) : link;
}

/** Another slow copy; the released one is not written down. The link as it is where the method has none. */
export function withSlowCopy(link: LinkState, changes: Partial<SlowCopyConfig>): LinkState {
  const { slowCopy: _, ...rest } = link.config.cohort;
  const before = slowCopyOf(link.config.cohort);
  if (!before) return link;
  const slowCopy = { ...before, ...changes };
  const result = cohortSchema.safeParse(usualCopy(slowCopy) ? rest : { ...rest, slowCopy });
  return result.success ? withCohort(link, result.data) : link;
}

/** Other choices for judges and debates; usual ones are not written down. The link as it is where the method has no such choice. */
export function withDialogue(link: LinkState, changes: DialogueConfig): LinkState {
  const { dialogue: before, ...rest } = link.config.cohort;
  const dialogue = plainDialogue({ ...before, ...changes });
  const result = cohortSchema.safeParse(dialogue ? { ...rest, dialogue } : rest);
  return result.success ? withCohort(link, result.data) : link;
}

export function withCompare(link: LinkState, compare: PresetId | "none"): LinkState {
  return withCohort({ ...link, compare }, link.config.cohort);
}

export function withBackend(link: LinkState, backend: "auto" | BackendId): LinkState {
  return { ...link, backend };
}

export function withSeed(link: LinkState, name: "seed" | "samplingSeed", value: number): LinkState {
  return { ...link, config: { ...link.config, [name]: value } };
}

export function withTraining(link: LinkState, changes: Partial<TrainingConfig>): LinkState {
  return { ...link, config: { ...link.config, training: { ...link.config.training, ...changes } } };
}

/** Other agents, if the method takes that many; otherwise the link as it is. As many as before keep their topology. */
export function withAgents(link: LinkState, agents: readonly AgentConfig[]): LinkState {
  const { method, supervisors } = link.config.cohort;
  return withParts(link, method, agents, agents.length === supervisors?.length ? supervisors : undefined);
}

/** One agent more, at the end. The link as it is where the method takes no more. */
export function withAgentAdded(link: LinkState, agent: AgentConfig): LinkState {
  const { method, agents, supervisors } = link.config.cohort;
  return withParts(link, method, [...agents, agent], supervisors && grown(supervisors));
}

/** Without agent n. The link as it is where the method needs it. */
export function withAgentRemoved(link: LinkState, n: number): LinkState {
  const { method, agents, supervisors } = link.config.cohort;
  const left = agents.filter((_, index) => index !== n);
  return withParts(link, method, left, supervisors && without(supervisors, n));
}

/** Another method; where it takes more agents than there are, those of its first preset fill up, or the families. */
export function withMethod(link: LinkState, method: MethodId): LinkState {
  const [fewest, most] = methodById(method).agents;
  const fill =
    PRESET_LIST.find((preset) => preset.cohort.method === method)?.cohort.agents ??
    FAMILY_IDS.map((family) => familyAgent(family));
  const { agents } = link.config.cohort;
  return withCohort(link, {
    method,
    agents: [...agents, ...fill.slice(agents.length, Math.max(agents.length, fewest))].slice(0, most),
  });
}

/** True where method, agents, topology, label rule, task, base, or a training setting that the preset brings, are no longer the preset's. */
export function isChanged(link: LinkState): boolean {
  const { cohort, base, training = {} } = presetById(link.preset);
  const { config } = link;
  const now = Object.entries(config.training);
  return (
    Object.entries(training).some(([name, value]) => now.some(([key, own]) => key === name && own !== value)) ||
    config.cohort.method !== cohort.method ||
    formatAgents(config.cohort.agents) !== formatAgents(cohort.agents) ||
    formatSupervisors(config.cohort.supervisors) !== formatSupervisors(cohort.supervisors) ||
    config.cohort.labelRule !== cohort.labelRule ||
    formatCopy(config.cohort.slowCopy) !== formatCopy(cohort.slowCopy) ||
    formatDialogue(config.cohort.dialogue, cohort.dialogue).length > 0 ||
    config.task !== usualTask(link.preset, cohort, config.compare) ||
    !sameBase(baseOf(config), { ...defaultBase(config.task), ...base })
  );
}

/** How the legends call the cohorts: by method, or by preset where the methods are the same. */
export function cohortTitles(link: LinkState): { readonly main: string; readonly compare: string } {
  const { cohort, compare } = link.config;
  const main = methodById(cohort.method).title;
  if (!compare || link.compare === "none") return { main, compare: "" };
  if (compare.method !== cohort.method) return { main, compare: methodById(compare.method).title };
  const own = `${presetById(link.preset).title}${isChanged(link) ? " (changed)" : ""}`;
  const other = presetById(link.compare).title;
  return own === other ? { main: own, compare: `${other} (compared)` } : { main: own, compare: other };
}
