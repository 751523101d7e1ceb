/** The cohorts that the page offers by name, grouped; one file a group in presets/. */
import type { Method } from "../learning/method.ts";
import { methodById } from "../learning/methods/index.ts";
import type { TaskId } from "../tasks/task.ts";
import { type CohortConfig, DEFAULT_TRAINING, type TrainingConfig } from "./config.ts";
import { JUDGES_AND_DEBATES } from "./presets/judges.ts";
import { PEERS } from "./presets/peers.ts";
import type { Preset, PresetId } from "./presets/preset.ts";
import { QUESTIONS } from "./presets/questions.ts";
import { REFERENCE } from "./presets/reference.ts";
import { SELF_REWARDING } from "./presets/self-rewarding.ts";
import { SUPERVISION } from "./presets/supervision.ts";
import { fittingTask } from "./task-fit.ts";

export { familyAgent, PRESET_GROUPS, PRESETS, type Preset, type PresetGroup, type PresetId } from "./presets/preset.ts";

/** The preset of the first screen. */
export const DEFAULT_PRESET: PresetId = "co-rl-different";

/** In the order of the menu. */
export const PRESET_LIST: readonly Preset[] = [
  ...PEERS,
  ...SUPERVISION,
  ...SELF_REWARDING,
  ...JUDGES_AND_DEBATES,
  ...QUESTIONS,
  ...REFERENCE,
];

/** A preset by id. Throws RangeError where there is none. */
export function presetById(id: PresetId): Preset {
  const found = PRESET_LIST.find((candidate) => candidate.id === id);
  if (!found) throw new RangeError(`There is no preset "${id}".`);
  return found;
}

/** The recipe's training with what a preset changes of it. */
export function trainingOf(preset: PresetId): TrainingConfig {
  return { ...DEFAULT_TRAINING, ...presetById(preset).training };
}

/**
 * The presets that can be compared with: all policies of a run share one base and one training, so one that brings its own would be compared
 * without it.
 */
export const COMPARABLE: readonly PresetId[] = PRESET_LIST.filter(({ base, training }) => !base && !training).map(({ id }) => id);

/**
 * The task of a preset's cohort, or of another that stands on the preset: the preset's own, unless a method of the cohort, or of the one that is
 * compared, needs another.
 */
export function usualTask(preset: PresetId, cohort: CohortConfig, compare: CohortConfig | null): TaskId {
  return fittingTask(presetById(preset).task ?? "addition", methodsOf(cohort, compare));
}

/** The methods of both cohorts. */
export function methodsOf(cohort: CohortConfig, compare: CohortConfig | null): Method[] {
  return [cohort, ...(compare ? [compare] : [])].map(({ method }) => methodById(method));
}

/**
 * What a preset is compared with where nothing else was said: what it is meant to be seen beside, else self-rewarding, and self-rewarding with
 * Co-RL; never itself.
 */
export function usualCompare(preset: PresetId): PresetId {
  return presetById(preset).compare ?? (preset === "ttrl" ? "co-rl-different" : "ttrl");
}

/**
 * The cohort that compares a method with a cohort: the same checkpoints under the other preset's method, so that nothing else
 * differs. Where the other preset is a Co-RL pairing, its own agents are taken, for they are what distinguishes it; and so where its method
 * takes more or fewer agents than the cohort has.
 */
export function compareCohort(cohort: CohortConfig, other: PresetId): CohortConfig {
  const preset = presetById(other);
  const [fewest, most] = methodById(preset.cohort.method).agents;
  const { length } = cohort.agents;
  if (preset.cohort.method === "co-rl" || length < fewest || length > most) return preset.cohort;
  const { method, slowCopy, dialogue } = preset.cohort;
  return {
    method,
    agents: cohort.agents.map((agent) => ({ ...agent, paraphrase: false })),
    ...(slowCopy ? { slowCopy } : {}),
    ...(dialogue ? { dialogue } : {}),
  };
}
