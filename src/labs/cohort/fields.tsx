/** The settings of a run as the page offers them: what each is called, what it does, and its options. Ranges are LIMITS of runs/config.ts. */
import type { ReactNode } from "react";
import { ESTIMATORS, type Estimator, LOSS_NORMALISATIONS, type LossNormalisation } from "../../learning/loss.ts";
import { SCHEDULES, type ScheduleId } from "../../learning/schedule.ts";
import { TIE_RULES, type TieRule } from "../../learning/vote.ts";
import type { LimitName, TrainingConfig } from "../../runs/config.ts";
import type { Choice } from "../../ui/ChoiceField.tsx";
import { Term } from "../../ui/Term.tsx";

/** Training settings that are numbers in a range. */
export type NumberSetting = Extract<keyof TrainingConfig, LimitName>;

export interface NumberFieldSpec {
  readonly name: NumberSetting;
  readonly label: string;
  readonly description: ReactNode;
}

/** Always in sight. */
export const MAIN_FIELDS: readonly NumberFieldSpec[] = [
  { name: "steps", label: "Steps", description: "Updates in the run. The gap shows by about 40." },
  {
    name: "learningRate",
    label: "Learning rate",
    description: "Of Adam. 0.0006 is the recipe’s; at twice that self-rewarding collapses.",
  },
  {
    name: "rollouts",
    label: "K (rollouts)",
    description: (
      <>
        <Term id="k">Completions</Term> per prompt; where a method votes, they do.
      </>
    ),
  },
  { name: "promptsPerStep", label: "Prompts per step", description: "More is steadier and slower." },
  { name: "temperature", label: "Temperature", description: "Of sampling; higher is more varied." },
];

/** Folded away. */
export const MORE_FIELDS: readonly NumberFieldSpec[] = [
  { name: "warmupSteps", label: "Warm-up steps", description: "The learning rate rises linearly over these." },
  { name: "clipNorm", label: "Gradient clip", description: "Largest global norm of the gradient; 0 for none." },
  {
    name: "epsilon",
    label: "Epsilon",
    description: "Added to the std when advantages are formed; 1e-4 in the released training scripts (TRL).",
  },
  { name: "advantageClip", label: "Advantage clip", description: "Advantages are cut to this size, either way; 0 for none." },
  { name: "updates", label: "Updates per batch", description: "Over 1 the probability ratio leaves 1 and is clipped." },
  { name: "clip", label: "Ratio clip", description: "Matters with several updates per batch only." },
  {
    name: "beta",
    label: "Beta (KL)",
    description:
      "Weight of the penalty for leaving the base policy (under Co-rewarding-II its slow copy); 0 in the released training scripts (TRL).",
  },
  {
    name: "threshold",
    label: "Vote threshold",
    description: "Share of parsed answers that a majority needs, or the prompt has no label. 0: the most votes are enough.",
  },
  { name: "trainPrompts", label: "Training prompts", description: "How many prompts there are to draw from." },
  { name: "heldOutPrompts", label: "Held-out prompts", description: "Never trained on; more narrow the interval." },
  { name: "evaluateEvery", label: "Evaluate every", description: "Steps between two measurements of held-out accuracy." },
  { name: "evaluateSamples", label: "Samples per evaluation", description: "Completions per held-out prompt while training." },
  { name: "finalSamples", label: "Samples at the end", description: "Completions per held-out prompt in the last evaluation." },
];

export const SCHEDULE_OPTIONS: readonly Choice<ScheduleId>[] = SCHEDULES.map((value) => ({
  value,
  label: { constant: "constant", cosine: "cosine" }[value],
}));

export const ESTIMATOR_OPTIONS: readonly Choice<Estimator>[] = ESTIMATORS.map((value) => ({
  value,
  label: { grpo: "GRPO: inside each group", "reinforce-plus-plus": "REINFORCE++: over the whole batch" }[value],
}));

export const NORMALISATION_OPTIONS: readonly Choice<LossNormalisation>[] = LOSS_NORMALISATIONS.map((value) => ({
  value,
  label: {
    bnpo: "bnpo: by the batch’s tokens",
    grpo: "grpo: by each rollout’s length",
    "dr-grpo": "dr-grpo: by a constant",
  }[value],
}));

export const TIE_OPTIONS: readonly Choice<TieRule>[] = TIE_RULES.map((value) => ({
  value,
  label: { "first-seen": "first seen wins", unlabelled: "a tie gives no label" }[value],
}));

export const DDOF_OPTIONS: readonly Choice<"0" | "1">[] = [
  { value: "1", label: "K − 1: as the training scripts" },
  { value: "0", label: "K: as the theory" },
];
