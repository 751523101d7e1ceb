/**
 * The configuration of a run: with the seed and the backend it decides every number. One zod schema says what is allowed; the page's
 * fields, the share links and imported files all go through it. LIMITS are the ranges the page explains and enforces.
 */
import { z } from "zod";
import { DEFAULT_DIALOGUE, type DialogueOptions, JUDGES, VERIFIERS, type VerifierId } from "../learning/dialogue.ts";
import { DEFAULT_LABEL_RULE, LABEL_RULES, type LabelRuleId } from "../learning/label-rules/rule.ts";
import { ESTIMATORS, LOSS_NORMALISATIONS } from "../learning/loss.ts";
import { METHODS, type SecondView } from "../learning/method.ts";
import { methodById } from "../learning/methods/index.ts";
import { SCHEDULES } from "../learning/schedule.ts";
import { COPY_PHRASINGS, COPY_SCHEDULES } from "../learning/slow-copy.ts";
import type { Supervisors } from "../learning/topology.ts";
import { TIE_RULES } from "../learning/vote.ts";
import { FAMILIES } from "../policies/families.ts";
import { ARCHITECTURES, type BaseRecipe, DEFAULT_BASE, defaultBase, ownBase, type PolicySpec, SIZES } from "../policies/spec.ts";
import { CORPORA, DIGIT_ORDERS, TASK_IDS } from "../tasks/task.ts";
import { taskProblem } from "./task-fit.ts";

/** A range with the value the recipe uses. `whole` means integers only. */
export interface Limit {
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly whole: boolean;
}

/** Ranges and defaults of every number of a run. */
export const LIMITS = {
  seed: { min: 0, max: 9999, default: 0, whole: true },
  samplingSeed: { min: 0, max: 9999, default: 0, whole: true },
  steps: { min: 1, max: 10_000, default: 200, whole: true },
  promptsPerStep: { min: 1, max: 128, default: 32, whole: true },
  rollouts: { min: 1, max: 64, default: 8, whole: true },
  temperature: { min: 0.1, max: 2, default: 1, whole: false },
  learningRate: { min: 0, max: 0.01, default: 6e-4, whole: false },
  learningRateScale: { min: 0, max: 10, default: 1, whole: false },
  warmupSteps: { min: 0, max: 1000, default: 10, whole: true },
  threshold: { min: 0, max: 1, default: 0, whole: false },
  epsilon: { min: 0, max: 1, default: 1e-4, whole: false },
  clip: { min: 0.01, max: 1, default: 0.2, whole: false },
  updates: { min: 1, max: 8, default: 1, whole: true },
  beta: { min: 0, max: 1, default: 0, whole: false },
  copyBeta: { min: 0, max: 1, default: 0.001, whole: false },
  advantageClip: { min: 0, max: 100, default: 0, whole: false },
  turns: { min: 2, max: 4, default: DEFAULT_DIALOGUE.turns, whole: true },
  discount: { min: 0, max: 1, default: DEFAULT_DIALOGUE.discount, whole: false },
  clipNorm: { min: 0, max: 100, default: 1, whole: false },
  wrongLabels: { min: 0, max: 1, default: 0, whole: false },
  trainPrompts: { min: 1, max: 4000, default: 512, whole: true },
  heldOutPrompts: { min: 1, max: 2048, default: 512, whole: true },
  evaluateEvery: { min: 1, max: 10_000, default: 10, whole: true },
  evaluateSamples: { min: 1, max: 64, default: 1, whole: true },
  finalSamples: { min: 1, max: 64, default: 8, whole: true },
  weakShare: { min: 0, max: 1, default: DEFAULT_BASE.weakShare, whole: false },
  overlap: { min: 0, max: 1, default: DEFAULT_BASE.overlap, whole: false },
  symmetry: { min: 0, max: 1, default: DEFAULT_BASE.symmetry, whole: false },
  contrast: { min: 0, max: 1, default: DEFAULT_BASE.contrast, whole: false },
  pretrainSteps: { min: 100, max: 10_000, default: DEFAULT_BASE.steps, whole: true },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

function ranged(name: LimitName): z.ZodNumber {
  const limit: Limit = LIMITS[name];
  const message = `must be ${limit.whole ? "a whole number" : "a number"} from ${limit.min} to ${limit.max}`;
  const number = z.number({ error: message }).min(limit.min, { error: message }).max(limit.max, { error: message });
  return limit.whole ? number.int({ error: message }) : number;
}

export const agentSchema = z.strictObject({
  architecture: z.enum(ARCHITECTURES),
  size: z.enum(SIZES),
  digitOrder: z.enum(DIGIT_ORDERS),
  corpus: z.enum(CORPORA),
  replica: z.number().int().min(0).max(9),
  /** True if this agent sees the paraphrased prompt (`b+a=`). */
  paraphrase: z.boolean(),
  /** Factor on the run's learning rate. */
  learningRateScale: ranged("learningRateScale"),
  /** Weak share of its own corpus alone; absent: the run's. A corpus's table follows from its name and the recipe, so no other changes. */
  weakShare: ranged("weakShare").optional(),
  /** The trained policy that it starts from, by the SHA-256 of its file (checkpoint-file.ts); absent: the base policy of this make. */
  weights: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: "must be the SHA-256 of a file, 64 hexadecimal digits" })
    .optional(),
});
export type AgentConfig = z.infer<typeof agentSchema>;

/** The slow copy of a method that has one (learning/slow-copy.ts). */
export const slowCopySchema = z.strictObject({
  /** Which phrasing of a prompt it answers. */
  phrasing: z.enum(COPY_PHRASINGS),
  schedule: z.enum(COPY_SCHEDULES),
  /** Weight of the KL penalty to it, where the run's own beta is 0. */
  beta: ranged("copyBeta"),
});
export type SlowCopyConfig = z.infer<typeof slowCopySchema>;

/** As the released script of Co-rewarding-II has it. */
export const DEFAULT_SLOW_COPY: SlowCopyConfig = { phrasing: "same", schedule: "cosine", beta: LIMITS.copyBeta.default };

/** What is wrong with a topology for so many agents, as a clause; null where nothing is. */
function supervisorsProblem(supervisors: readonly (readonly number[])[], agents: number): string | null {
  if (supervisors.length !== agents) return `name who labels each of the ${agents} agents, not of ${supervisors.length}`;
  if (supervisors.some((list) => list.length === 0)) return "leave an agent without anybody who labels it";
  if (supervisors.flat().some((m) => m < 0 || m >= agents)) return `name an agent that is not among the ${agents}`;
  const ascending = supervisors.every((list) => list.every((m, i) => i === 0 || m > (list[i - 1] ?? -1)));
  return ascending ? null : "must be named in ascending order, each once";
}

/** Choices of a cohort whose agents judge or answer again (learning/dialogue.ts); what is absent is the method's own. */
export const dialogueSchema = z.strictObject({
  /** CoMAS: who judges a solution. */
  judges: z.enum(JUDGES).optional(),
  /** MAPoRL: turns of a debate. */
  turns: ranged("turns").optional(),
  /** MAPoRL: weight of each later turn against the one before. */
  discount: ranged("discount").optional(),
  /** MAPoRL. */
  verifier: z.enum(VERIFIERS).optional(),
  /** Weight of the KL to the policy as pretrained, in place of the run's. */
  beta: ranged("beta").optional(),
});
export type DialogueConfig = z.infer<typeof dialogueSchema>;

export const cohortSchema = z
  .strictObject({
    method: z.enum(METHODS),
    agents: z.array(agentSchema).min(1).max(8),
    /** Who supervises whom: for each agent the agents whose votes label it, ascending. Absent: the method's own topology. */
    supervisors: z.array(z.array(z.int())).optional(),
    /** How several supervisors of one agent give it one label. Absent: the method's own rule, pooled answers where it has none. */
    labelRule: z.enum(LABEL_RULES).optional(),
    dialogue: dialogueSchema.optional(),
    /** Of a method with a slow copy. Absent: the released one. */
    slowCopy: slowCopySchema.optional(),
  })
  .superRefine((cohort, context) => {
    const method = methodById(cohort.method);
    const [fewest, most] = method.agents;
    if (cohort.agents.length < fewest || cohort.agents.length > most) {
      context.addIssue({
        code: "custom",
        path: ["agents"],
        message: `${method.title} takes ${fewest === most ? most : `${fewest} to ${most}`} agents, not ${cohort.agents.length}`,
      });
    }
    if (cohort.slowCopy && method.second !== "slow-copy")
      context.addIssue({ code: "custom", path: ["slowCopy"], message: `${method.title} has no slow copy` });
    if (cohort.labelRule && !method.anyTopology)
      context.addIssue({
        code: "custom",
        path: ["labelRule"],
        message: `${method.title} says itself how labels are made, which cannot be changed`,
      });
    const choices: readonly string[] = method.roles ? method.choices : [];
    for (const name of Object.keys(cohort.dialogue ?? {}))
      if (!choices.includes(name))
        context.addIssue({ code: "custom", path: ["dialogue", name], message: `${method.title} has no ${name} to choose` });
    if (!cohort.supervisors) return;
    const problem = supervisorsProblem(cohort.supervisors, cohort.agents.length);
    const message = method.anyTopology ? problem : `${method.title} has a topology of its own, which cannot be changed`;
    if (message) context.addIssue({ code: "custom", path: ["supervisors"], message });
  });
export type CohortConfig = z.infer<typeof cohortSchema>;

/** The slow copy of each agent of a cohort; null where its method has none. */
export function slowCopyOf({ method, slowCopy }: Pick<CohortConfig, "method" | "slowCopy">): SlowCopyConfig | null {
  return methodById(method).second === "slow-copy" ? (slowCopy ?? DEFAULT_SLOW_COPY) : null;
}

/** The second view of a cohort's method; null where it has none. */
export function secondViewOf(cohort: CohortConfig): SecondView | null {
  const copy = slowCopyOf(cohort);
  if (copy) return copy.phrasing === "same" ? "slow-copy" : "slow-copy-other-phrasing";
  return methodById(cohort.method).second ?? null;
}

/** Who supervises whom in a cohort: what its configuration says, else the method's own topology. */
export function supervisorsOf(cohort: CohortConfig): Supervisors {
  return cohort.supervisors ?? methodById(cohort.method).topology(cohort.agents.length);
}

/** How several supervisors give one label: what the cohort's configuration says, else the method's own rule, else the usual one. */
export function labelRuleOf(cohort: CohortConfig): LabelRuleId {
  return cohort.labelRule ?? methodById(cohort.method).labelRule ?? DEFAULT_LABEL_RULE;
}

/** True where some agent has several supervisors: else a label rule has nothing to decide. */
export function rulesMatter(cohort: CohortConfig): boolean {
  const { trains, rewarded } = methodById(cohort.method);
  return trains && rewarded === null && supervisorsOf(cohort).some((list) => list.length > 1);
}

/** What a cohort's judges and debaters go by. `beta` is null where the method's own holds. */
export interface CohortDialogue extends DialogueOptions {
  readonly verifier: VerifierId;
  readonly beta: number | null;
}

/** The choices of a cohort with what it leaves out filled in. */
export function dialogueOf({ dialogue = {} }: Pick<CohortConfig, "dialogue">): CohortDialogue {
  const { judges, turns, discount } = DEFAULT_DIALOGUE;
  return {
    judges: dialogue.judges ?? judges,
    turns: dialogue.turns ?? turns,
    discount: dialogue.discount ?? discount,
    verifier: dialogue.verifier ?? "truth",
    beta: dialogue.beta ?? null,
  };
}

/** The policy of a judge that is tuned, before it is: family L as pretrained. */
export const JUDGE_SPEC: PolicySpec = FAMILIES.L.spec;

/** True where a judge of its own, tuned on few labels, stands in the truth's place. */
export function needsJudge(cohort: CohortConfig): boolean {
  const { roles, needsTruth } = methodById(cohort.method);
  return roles && needsTruth && dialogueOf(cohort).verifier === "tuned";
}

/** How the base policies of a run were pretrained (policies/spec.ts, BaseRecipe). */
export const baseSchema = z.strictObject({
  weakShare: ranged("weakShare"),
  overlap: ranged("overlap"),
  symmetry: ranged("symmetry"),
  contrast: ranged("contrast").default(DEFAULT_BASE.contrast),
  steps: ranged("pretrainSteps"),
});

export const trainingSchema = z.strictObject({
  steps: ranged("steps"),
  promptsPerStep: ranged("promptsPerStep"),
  /** K. */
  rollouts: ranged("rollouts"),
  temperature: ranged("temperature"),
  learningRate: ranged("learningRate"),
  schedule: z.enum(SCHEDULES),
  warmupSteps: ranged("warmupSteps"),
  clipNorm: ranged("clipNorm"),
  /** How rewards become advantages (learning/loss.ts). */
  estimator: z.enum(ESTIMATORS).default("grpo"),
  /** Size that advantages are cut to; 0 for no limit. */
  advantageClip: ranged("advantageClip").default(LIMITS.advantageClip.default),
  ddof: z.union([z.literal(0), z.literal(1)]),
  epsilon: ranged("epsilon"),
  normalisation: z.enum(LOSS_NORMALISATIONS),
  clip: ranged("clip"),
  updates: ranged("updates"),
  beta: ranged("beta"),
  threshold: ranged("threshold"),
  tieRule: z.enum(TIE_RULES),
  /** Share of the train prompts whose label is wrong, for methods that are rewarded for the truth. */
  wrongLabels: ranged("wrongLabels").default(LIMITS.wrongLabels.default),
  trainPrompts: ranged("trainPrompts"),
  heldOutPrompts: ranged("heldOutPrompts"),
  /** Held-out accuracy is measured at step 0, every so many steps, and at the end. */
  evaluateEvery: ranged("evaluateEvery"),
  evaluateSamples: ranged("evaluateSamples"),
  finalSamples: ranged("finalSamples"),
});
export type TrainingConfig = z.infer<typeof trainingSchema>;

const runConfigShape = z.strictObject({
  task: z.enum(TASK_IDS),
  /** Cohort seed: corruption tables, checkpoints, splits. */
  seed: ranged("seed"),
  /** Seeds prompt order and sampling; two runs that differ in it alone are repeats. */
  samplingSeed: ranged("samplingSeed"),
  training: trainingSchema,
  cohort: cohortSchema,
  /** How the policies were pretrained; absent: as the shipped checkpoints were. */
  base: baseSchema.optional(),
  /** A second cohort trained in lockstep from the same checkpoints; null for none. */
  compare: cohortSchema.nullable(),
});
export const runConfigSchema = runConfigShape.superRefine(({ task, cohort, compare }, context) => {
  const methods = [cohort, ...(compare ? [compare] : [])].map(({ method }) => methodById(method));
  const message = taskProblem(task, methods);
  if (message) context.addIssue({ code: "custom", path: ["task"], message });
});
export type RunConfig = z.infer<typeof runConfigSchema>;

/** How the policies of a run were pretrained: what its configuration says, else as the shipped ones of its task were. */
export function baseOf({ base, task }: Pick<RunConfig, "base" | "task">): BaseRecipe {
  return base ?? defaultBase(task);
}

/** How an agent's policy was pretrained: as all of the run, but for a weak share of its own. */
export function agentBase(config: Pick<RunConfig, "base" | "task">, agent: Pick<AgentConfig, "weakShare">): BaseRecipe {
  return ownBase(baseOf(config), agent);
}

/** The recipe's values (docs/recipe.md). */
export const DEFAULT_TRAINING: TrainingConfig = {
  steps: LIMITS.steps.default,
  promptsPerStep: LIMITS.promptsPerStep.default,
  rollouts: LIMITS.rollouts.default,
  temperature: LIMITS.temperature.default,
  learningRate: LIMITS.learningRate.default,
  schedule: "constant",
  warmupSteps: LIMITS.warmupSteps.default,
  clipNorm: LIMITS.clipNorm.default,
  estimator: "grpo",
  advantageClip: LIMITS.advantageClip.default,
  ddof: 1,
  epsilon: LIMITS.epsilon.default,
  normalisation: "bnpo",
  clip: LIMITS.clip.default,
  updates: LIMITS.updates.default,
  beta: LIMITS.beta.default,
  threshold: LIMITS.threshold.default,
  tieRule: "first-seen",
  wrongLabels: LIMITS.wrongLabels.default,
  trainPrompts: LIMITS.trainPrompts.default,
  heldOutPrompts: LIMITS.heldOutPrompts.default,
  evaluateEvery: LIMITS.evaluateEvery.default,
  evaluateSamples: LIMITS.evaluateSamples.default,
  finalSamples: LIMITS.finalSamples.default,
};

/** One sentence per problem of a value that does not fit a schema, with the path to it; empty where it fits. */
export function problems(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.length > 0 ? issue.path.join(".") : "the whole"}: ${issue.message}`);
}
