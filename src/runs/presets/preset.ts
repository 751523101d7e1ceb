/** What a preset is, and the ids of all. Ids are part of share links and of the experiment plans: do not rename. */
import type { MethodId } from "../../learning/method.ts";
import { FAMILIES, type FamilyId } from "../../policies/families.ts";
import type { BaseRecipe } from "../../policies/spec.ts";
import type { TaskId } from "../../tasks/task.ts";
import type { AgentConfig, CohortConfig, TrainingConfig } from "../config.ts";

export const PRESETS = [
  "base",
  "gt-reward",
  "ttrl",
  "rent",
  "intuitor",
  "co-rewarding-1",
  "co-rewarding-2",
  "co-rewarding-2-paraphrase",
  "co-rl-same",
  "co-rl-replica",
  "co-rl-different",
  "co-rl-different-plus",
  "co-rl-ring-3",
  "co-rl-majority-3",
  "co-rl-entropy-3",
  "co-rl-adaptive",
  "co-rl-agree-3",
  "rlccf",
  "rlccf-others",
  "co-rl-kappa-38",
  "co-rl-weak",
  "matched-budget",
  "ttrl-collapse",
  "comas",
  "maporl",
  "maporl-tuned",
  "coverrl",
  "ttrl-roles",
  "co-rl-different-roles",
  "co-rl-strong-weak",
  "co-rl-strong-weak-slow-strong",
  "co-rl-strong-weak-slow-weak",
  "co-rl-strong-weak-both-slow",
] as const;
export type PresetId = (typeof PRESETS)[number];

/** Headings under which the menu lists presets, in its order; one file a group. A group without presets is not shown. */
export const PRESET_GROUPS = [
  "Peers",
  "Who supervises whom",
  "Self-rewarding",
  "Judges and debates",
  "Questions",
  "Reference",
] as const;
export type PresetGroup = (typeof PRESET_GROUPS)[number];

export interface Preset {
  readonly id: PresetId;
  readonly group: PresetGroup;
  readonly title: string;
  readonly description: string;
  readonly cohort: CohortConfig;
  /** The task it is for, where its method needs another than addition. */
  readonly task?: TaskId;
  /** How its policies were pretrained, where that is not as the shipped checkpoints were. */
  readonly base?: Partial<BaseRecipe>;
  /** Training settings that the question needs, where they are not the recipe's. */
  readonly training?: Partial<TrainingConfig>;
  /** The preset that it is meant to be seen beside, where that is not the usual one. */
  readonly compare?: PresetId;
}

/** A preset before its file says its group. */
export type Entry = Omit<Preset, "group">;

/** An agent of a family, as the recipe pretrained it. */
export function familyAgent(family: FamilyId, changes: Partial<AgentConfig> = {}): AgentConfig {
  const { spec, learningRateScale } = FAMILIES[family];
  return { ...spec, paraphrase: false, learningRateScale, ...changes };
}

/** The presets of one group. */
export function grouped(group: PresetGroup, entries: readonly Entry[]): readonly Preset[] {
  return entries.map((entry) => ({ ...entry, group }));
}

/** Families Q and L under a method. */
export function families(method: MethodId): CohortConfig {
  return { method, agents: [familyAgent("Q"), familyAgent("L")] };
}
