/**
 * The record of a run (schema `co-rl-playground/run`, version 2; docs/run-format.md): config, environment, every step's metrics, what was
 * changed while it ran, what went wrong, and the final evaluation. Config, seed, backend and changes can be replayed to the same numbers.
 */
import { z } from "zod";
import { clusterInterval } from "../math/intervals.ts";
import { BACKENDS } from "../policies/engine.ts";
import { runConfigSchema, trainingSchema } from "./config.ts";

export const RUN_SCHEMA = "co-rl-playground/run";
export const RUN_VERSION = 2;

const share = z.number().min(0).max(1);
const finite = z.number();

/** An estimate with its 95 % interval, all as shares 0 to 1. */
export const estimateSchema = z.strictObject({ mean: share, low: share, high: share });
export type Estimate = z.infer<typeof estimateSchema>;

/** Held-out pass@1 from one share per prompt: prompts are the independent units, not samples. Throws RangeError without prompts. */
export function estimateOf(shares: readonly number[]): Estimate {
  if (shares.length === 0) throw new RangeError("There are no prompts to estimate pass@1 on.");
  const { estimate, low, high } = clusterInterval(shares);
  return { mean: estimate, low, high };
}

/** Of agents that judge or answer again (learning/dialogue-metrics.ts). */
const dialogueStepSchema = z.strictObject({
  wrongVerdicts: share.nullable(),
  verdictAccuracy: share.nullable(),
  unparsedVerdicts: share.nullable(),
  unparsedScores: share.nullable(),
  keptShare: share,
  lastTurnPassAt1: share.nullable(),
});

export const agentStepSchema = z.strictObject({
  passAt1: share,
  pseudoLabelAccuracy: share.nullable(),
  rewardAccuracy: share.nullable(),
  labelledShare: share,
  voteShare: share,
  majorityAccuracy: share,
  distinctMajorities: share,
  meanReward: finite,
  rewardStd: finite.min(0),
  zeroStdShare: share,
  completionLength: finite.min(0),
  truncatedShare: share,
  unparsedShare: share,
  entropy: finite.min(0),
  loss: finite,
  gradientNorm: finite.min(0),
  learningRate: finite.min(0),
  /** Measured after this step's update; null at steps without an evaluation. */
  heldOut: estimateSchema.nullable(),
  /** There exactly where the cohort's method has roles. */
  dialogue: dialogueStepSchema.optional(),
});
export type AgentStep = z.infer<typeof agentStepSchema>;

export const pairSchema = z.strictObject({
  a: z.int().min(0),
  b: z.int().min(0),
  agreement: share.nullable(),
  prompts: z.int().min(0),
});

/** Pairs a < b of a number of agents, in the order of the record. */
export function pairsOf(agents: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < agents; a++) for (let b = a + 1; b < agents; b++) pairs.push([a, b]);
  return pairs;
}

export const cohortStepSchema = z.strictObject({
  /** 1 for the first update. */
  step: z.int().min(1),
  agents: z.array(agentStepSchema).min(1),
  /** One entry per pair of agents a < b, in the order of pairsOf. */
  agreement: z.array(pairSchema),
  /** Share of prompts on which all agents' votes are equal; null with fewer than three agents. */
  unanimity: share.nullable(),
});
export type CohortStep = z.infer<typeof cohortStepSchema>;

const heldOutAgents = z.strictObject({ agents: z.array(z.strictObject({ heldOut: estimateSchema })) });
export type HeldOut = z.infer<typeof heldOutAgents>;

/** The matched-budget evaluation (learning/ensemble.ts): each agent alone, and every two agents' rollouts pooled. */
export const ensembleSchema = z.strictObject({
  temperature: z.number().min(0),
  topP: z.number().min(0).max(1),
  /** Rollouts a prompt: of an agent alone, and of a pair in all. */
  samples: z.int().min(1),
  /** `majority`: share of the prompts whose majority answer is the truth (maj@samples). */
  agents: z.array(z.strictObject({ passAt1: estimateSchema, majority: estimateSchema })),
  /** One entry per pair of agents a < b, in the order of pairsOf. */
  pairs: z.array(z.strictObject({ a: z.int().min(0), b: z.int().min(0), majority: estimateSchema })),
});
export type Ensemble = z.infer<typeof ensembleSchema>;

/** The evaluation after the last update. Records of earlier versions of the page have no `ensemble`. */
const finalSchema = heldOutAgents.extend({ ensemble: ensembleSchema.optional() });
export type Final = z.infer<typeof finalSchema>;

/** One cohort's part of a record. `initial` is measured before the first update, `final` after the last. */
const cohortRecord = {
  initial: heldOutAgents.nullable(),
  steps: z.array(cohortStepSchema),
  final: finalSchema.nullable(),
};
export const cohortRecordSchema = z.strictObject(cohortRecord);
export type CohortRecord = z.infer<typeof cohortRecordSchema>;

export const agentEnvironmentSchema = z.strictObject({
  checkpoint: z.string(),
  sha256: z.string(),
  parameters: z.int().min(1),
});

export const environmentSchema = z.strictObject({
  /** Version and commit of the page. */
  app: z.string(),
  tfjs: z.string(),
  backend: z.enum(BACKENDS),
  adapter: z.string(),
  /** Why this backend: chosen by hand, or what was measured. */
  backendReason: z.string(),
  userAgent: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  agents: z.array(agentEnvironmentSchema),
  compareAgents: z.array(agentEnvironmentSchema),
});
export type Environment = z.infer<typeof environmentSchema>;

/** What may be changed while a run goes on. */
export const CHANGEABLE = ["learningRate", "temperature"] as const;
export type Changeable = (typeof CHANGEABLE)[number];

/** A setting changed by hand: `value` holds for this step and all after it, for both cohorts. */
export const changeSchema = z.discriminatedUnion("name", [
  z.strictObject({ step: z.int().min(1), name: z.literal("learningRate"), value: trainingSchema.shape.learningRate }),
  z.strictObject({ step: z.int().min(1), name: z.literal("temperature"), value: trainingSchema.shape.temperature }),
]);
export type Change = z.infer<typeof changeSchema>;

/** Something went wrong, and what was done. */
export const faultSchema = z.strictObject({
  /** Steps done when it happened. */
  step: z.int().min(0),
  /** A sentence. */
  reason: z.string().max(500),
  /** The step whose kept state the run went on from; null where it stopped. Numbers after that step were measured anew. */
  resumedFrom: z.int().min(0).nullable(),
});
export type Fault = z.infer<typeof faultSchema>;

export const runRecordSchema = z.strictObject({
  schema: z.literal(RUN_SCHEMA),
  version: z.literal(RUN_VERSION),
  config: runConfigSchema,
  environment: environmentSchema,
  /** Ascending by step; of two changes of one name at one step the later holds. */
  changes: z.array(changeSchema),
  faults: z.array(faultSchema),
  /** True if all steps and the final evaluation are in. */
  finished: z.boolean(),
  ...cohortRecord,
  compare: cohortRecordSchema.nullable(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;
