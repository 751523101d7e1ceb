/**
 * The cohorts that the page offers by name. Ids are part of share links and of the experiment plans: do not rename.
 */
import type { MethodId } from "../learning/method.ts";
import { FAMILIES, type FamilyId } from "../policies/families.ts";
import type { BaseRecipe } from "../policies/spec.ts";
import type { AgentConfig, CohortConfig } from "./config.ts";

export const PRESETS = [
  "base",
  "gt-reward",
  "ttrl",
  "co-rl-same",
  "co-rl-replica",
  "co-rl-different",
  "co-rl-different-plus",
  "co-rl-ring-3",
  "co-rl-kappa-38",
  "co-rl-weak",
] as const;
export type PresetId = (typeof PRESETS)[number];

/** The preset of the first screen. */
export const DEFAULT_PRESET: PresetId = "co-rl-different";

export interface Preset {
  readonly id: PresetId;
  readonly title: string;
  readonly description: string;
  readonly cohort: CohortConfig;
  /** How its policies were pretrained, where that is not as the shipped checkpoints were. */
  readonly base?: Partial<BaseRecipe>;
}

/** An agent of a family, as the recipe pretrained it. */
export function familyAgent(family: FamilyId, changes: Partial<AgentConfig> = {}): AgentConfig {
  const { spec, learningRateScale } = FAMILIES[family];
  return { ...spec, paraphrase: false, learningRateScale, ...changes };
}

function preset(
  id: PresetId,
  title: string,
  method: MethodId,
  agents: AgentConfig[],
  description: string,
  base?: Partial<BaseRecipe>,
): Preset {
  return { id, title, description, cohort: { method, agents }, ...(base ? { base } : {}) };
}

export const PRESET_LIST: readonly Preset[] = [
  preset(
    "co-rl-different",
    "Co-RL, different families",
    "co-rl",
    [familyAgent("Q"), familyAgent("L")],
    "Two families whose mistakes differ label each other.",
  ),
  preset(
    "co-rl-different-plus",
    "Co-RL, different families +",
    "co-rl",
    [familyAgent("Q"), familyAgent("L", { paraphrase: true })],
    "The same, and the second agent sees each prompt paraphrased.",
  ),
  preset(
    "co-rl-replica",
    "Co-RL, same family",
    "co-rl",
    [familyAgent("Q"), familyAgent("Q", { replica: 1 })],
    "One family, two pretraining seeds, one corpus: they share most mistakes.",
  ),
  preset(
    "co-rl-same",
    "Co-RL, same checkpoint",
    "co-rl",
    [familyAgent("Q"), familyAgent("Q")],
    "One checkpoint twice: only the samples differ.",
  ),
  preset(
    "co-rl-ring-3",
    "Co-RL, ring of three",
    "co-rl",
    [familyAgent("Q"), familyAgent("L"), familyAgent("P")],
    "Three families; each is labelled by its predecessor.",
  ),
  preset(
    "co-rl-kappa-38",
    "Co-RL, families with kappa near .38",
    "co-rl",
    [familyAgent("Q"), familyAgent("L")],
    "Two families whose errors coincide about as much as those of the paper’s Qwen and Llama: kappa of correctness .386, measured before training, mean of cohort seeds 0 to 4.",
    // Measured by npm run diversity, tuned on seeds 0 to 4 (docs/results.md). The recipe's rates allow a kappa of .29 at most.
    { overlap: 0.94, symmetry: 1, contrast: 0.55 },
  ),
  preset(
    "co-rl-weak",
    "Co-RL, weak bases",
    "co-rl",
    [familyAgent("Q"), familyAgent("L")],
    "Both corpora are mostly wrong on every pair of digits: base pass@1 24 to 29 %. Does a peer’s vote still help?",
    { weakShare: 1 },
  ),
  preset(
    "ttrl",
    "TTRL (self-rewarding)",
    "ttrl",
    [familyAgent("Q"), familyAgent("L")],
    "Each agent is labelled by its own majority vote.",
  ),
  preset(
    "gt-reward",
    "GT-Reward (not label-free)",
    "gt-reward",
    [familyAgent("Q"), familyAgent("L")],
    "Each agent is rewarded for the true answer: the ceiling.",
  ),
  preset(
    "base",
    "Base (no training)",
    "base",
    [familyAgent("Q"), familyAgent("L")],
    "The policies as pretrained, evaluated only.",
  ),
];

/** A preset by id. Throws RangeError where there is none. */
export function presetById(id: PresetId): Preset {
  const found = PRESET_LIST.find((candidate) => candidate.id === id);
  if (!found) throw new RangeError(`There is no preset "${id}".`);
  return found;
}

/**
 * The presets that can be compared with: all policies of a run share one base, so one that brings its own would be compared without it.
 */
export const COMPARABLE: readonly PresetId[] = PRESET_LIST.filter(({ base }) => !base).map(({ id }) => id);

/** What a preset is compared with where nothing else was said: self-rewarding, and self-rewarding with Co-RL; never itself. */
export function usualCompare(preset: PresetId): PresetId {
  return preset === "ttrl" ? "co-rl-different" : "ttrl";
}

/**
 * The cohort that compares a method with a cohort: the same checkpoints under the other preset's method, so that nothing else
 * differs. Where the other preset is a Co-RL pairing, its own agents are taken, for they are what distinguishes it.
 */
export function compareCohort(cohort: CohortConfig, other: PresetId): CohortConfig {
  const preset = presetById(other);
  if (preset.cohort.method === "co-rl") return preset.cohort;
  return { method: preset.cohort.method, agents: cohort.agents.map((agent) => ({ ...agent, paraphrase: false })) };
}
