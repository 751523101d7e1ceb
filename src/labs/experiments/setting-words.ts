/** The settings that a grid may vary, in words, with what they do and the range in which they may lie. */
import { type PlanSetting, valueProblem } from "../../runs/plan-settings.ts";

const WORDS: Readonly<Record<PlanSetting, readonly [label: string, what: string]>> = {
  steps: ["Steps", "How many updates a run makes."],
  promptsPerStep: ["Prompts per step", "How many prompts every agent answers in a step."],
  rollouts: ["Rollouts K", "How many completions an agent samples for a prompt."],
  temperature: ["Temperature", "How freely completions are sampled; 1 is as pretrained."],
  learningRate: ["Learning rate", "How far an update goes."],
  schedule: ["Schedule", "How the learning rate goes on after the warm-up."],
  warmupSteps: ["Warm-up steps", "Steps over which the learning rate rises from 0."],
  clipNorm: ["Largest gradient norm", "A longer gradient is shortened to it; 0 for none."],
  estimator: ["Estimator", "How rewards become advantages: inside each group of rollouts, or by token over the whole batch."],
  advantageClip: ["Advantage clip", "Size that advantages are cut to; 0 for none."],
  ddof: ["ddof", "A group's standard deviation divides by K minus this."],
  epsilon: ["Epsilon", "Added to a group's standard deviation before dividing by it."],
  normalisation: ["Loss normalisation", "Over what the loss of a batch is averaged."],
  clip: ["Clip", "Half-width of the interval in which the ratio of probabilities counts."],
  updates: ["Updates per batch", "How often a batch of rollouts is learnt from."],
  beta: ["KL weight", "Weight of the penalty for leaving the base policy."],
  threshold: ["Least vote share", "Least share of the votes that a pseudo-label needs."],
  tieRule: ["Ties", "What a tied vote elects."],
  wrongLabels: ["Wrong labels", "Share of the train prompts with a wrong label, where a method is taught the truth."],
  trainPrompts: ["Train prompts", "How many prompts training draws from."],
  heldOutPrompts: ["Held-out prompts", "How many prompts held-out accuracy is measured on."],
  evaluateEvery: ["Steps between evaluations", "How often held-out accuracy is measured on the way."],
  evaluateSamples: ["Samples on the way", "Samples per held-out prompt in those evaluations."],
  finalSamples: ["Samples at the end", "Samples per held-out prompt in the final evaluation."],
  weakShare: ["Weak share", "Share of the corpus tables' entries that hold mistakes; other base policies."],
  overlap: ["Overlap", "How many mistakes the corpora have in common; other base policies."],
  symmetry: ["Symmetry", "Share of pairs whose mirror image has the same mistake; other base policies."],
  contrast: ["Contrast", "How far weak pairs and all others are driven apart; other base policies."],
  pretrainSteps: ["Pretraining steps", "How long the base policies are pretrained; other base policies."],
  size: ["Size", "How large the policies are; large ones are shipped for seed 0 alone, of family Q up to seed 2."],
  topology: ["Topology", "Who labels whom, for methods that take any."],
  labelRule: ["Label rule", "How several that label one agent give it one label."],
};

export function settingLabel(setting: PlanSetting): string {
  return WORDS[setting][0];
}

/** What a setting does and what it may be: one or two sentences. */
export function settingHint(setting: PlanSetting): string {
  // Nothing is this text, so the schema says what is allowed.
  return `${WORDS[setting][1]} Each value ${valueProblem(setting, "?") ?? "is allowed"}.`;
}
