/**
 * The typed interface that an agent worker exposes (through comlink), and nothing else does. What crosses is small: prompts in,
 * parsed answers and statistics out, rewards in. Log-probabilities, weights and the optimiser stay in the worker; the truth is in no
 * message, so no agent can learn from it.
 */
import type { GrpoOptions } from "../learning/loss.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { BackendFacts, BackendId, EngineState } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import type { BaseRecipe, PolicySpec } from "../policies/spec.ts";
import type { Example } from "../tasks/corpus.ts";
import type { Answer, TaskId } from "../tasks/task.ts";

export interface BackendMeasurement {
  readonly facts: BackendFacts;
  readonly milliseconds: number;
}

export interface AgentSetup {
  readonly taskId: TaskId;
  readonly spec: PolicySpec;
  readonly cohortSeed: number;
  readonly base: BaseRecipe;
  readonly backend: BackendId;
  /** On simd: `plain` for the same bits on every processor; otherwise, and by default, the fastest that runs. AgentReady says which ran. */
  readonly build?: SimdBuild | "auto";
  /** Absolute address of the folder of checkpoints. */
  readonly checkpointBase: string;
  /** The trained policy to start from, by the SHA-256 of its file; absent: the base policy of this make. */
  readonly weights?: string | undefined;
  /** The policy itself, where the page has it and neither its folder of checkpoints nor its database does. */
  readonly kept?: CheckpointFile;
  /** Seeds this agent's sampling; no two agents of a run share it, except the same agent in a compared cohort. */
  readonly samplingSeed: number;
  readonly paraphrase: boolean;
  /** The agent keeps a slow copy of its policy (learning/slow-copy.ts), which begins as the policy does. */
  readonly slowCopy?: boolean;
}

export interface AgentReady {
  readonly facts: BackendFacts;
  readonly parameters: number;
  readonly checkpoint: string;
  readonly sha256: string;
}

/** Prompts by text; an UnlabelledPrompt's id stays with the coordinator. */
export interface SampleOrder {
  readonly step: number;
  /**
   * Which of the step's samples this is, from 0; part 0 begins the step. All parts draw from keys of their own, and an update may learn from
   * several of them.
   */
  readonly part: number;
  /** True for the only part that the step's update learns from: an engine may save what it computes for it. Changes no number. */
  readonly alone: boolean;
  /** Asks the slow copy instead of the policy; nothing is learned from what it writes. */
  readonly copy?: boolean;
  /** Asks for the prompts phrased the other way: a paraphrase, or as they stand where the agent trains on paraphrases. */
  readonly otherPhrasing: boolean;
  readonly prompts: readonly string[];
  readonly perPrompt: number;
  readonly temperature: number;
  /** Keep the completions' text too (for showing rollouts). */
  readonly keepText: boolean;
}

export interface SampleReport {
  readonly answers: readonly Answer[];
  readonly lengths: Int32Array;
  readonly entropies: Float32Array;
  /** Mean over the tokens of KL(U || p), nats (policies/engine.ts, Rollouts). */
  readonly certainties: Float32Array;
  readonly truncated: number;
  readonly texts: readonly string[] | null;
  readonly milliseconds: number;
}

/** What the update learns from one sample of the step. */
export interface LearnPart {
  /** The sample's number (SampleOrder). */
  readonly part: number;
  /** One reward per rollout, [P * K]. */
  readonly rewards: Float32Array;
  /** Rollouts of one group, one group behind the other, where that is not the sample's K: verdicts on one prompt's answers, turns of its debates. */
  readonly group?: number;
  /** Parts with the same number are normalised together by REINFORCE++; absent: 0, so all of them are. GRPO has groups instead. */
  readonly pool?: number;
  /** 1 where a rollout counts, 0 where it is left out as if it had not been sampled; null where all count. Whole groups only. */
  readonly counts: Uint8Array | null;
}

export interface LearnOrder {
  readonly step: number;
  /** At least one; one update learns from all. GRPO takes advantages part by part, REINFORCE++ pool by pool. */
  readonly parts: readonly LearnPart[];
  readonly learningRate: number;
  readonly clipNorm: number;
  /** With a KL penalty to the slow copy where the agent has one, else to the policy as it began. */
  readonly grpo: GrpoOptions;
  /** How far the slow copy goes towards the policy after the update, 0 to 1; absent where there is none. */
  readonly copyRate?: number;
}

export interface LearnReport {
  readonly loss: number;
  readonly gradientNorm: number;
  readonly milliseconds: number;
}

/** Supervised steps on examples that somebody gives; no truth crosses but what they hold. */
export interface TuneOrder {
  /** Texts: a prompt of any role, and what is to be written after it, end token included; cut at the cap. At least one. */
  readonly examples: readonly Example[];
  readonly steps: number;
  /** Examples a step, drawn with replacement. */
  readonly batch: number;
  readonly learningRate: number;
}

export interface TuneReport {
  /** Mean cross-entropy of the last step's completion tokens, nats. */
  readonly loss: number;
  readonly milliseconds: number;
}

export interface EvaluateOrder {
  /** Which evaluation this is, for its random key: the same policy at the same step gives the same answers. */
  readonly step: number;
  readonly prompts: readonly string[];
  readonly samples: number;
  readonly temperature: number;
  /** The nucleus that tokens are sampled from; absent: all tokens. */
  readonly topP?: number;
  /** What it is for, held-out accuracy if nothing is said. Each has random keys of its own, so that one more evaluation changes no number of another. */
  readonly purpose?: "held-out" | "ensemble";
}

export interface EvaluateReport {
  /** [prompts * samples]. */
  readonly answers: readonly Answer[];
}

export interface AgentMemory {
  readonly tensors: number;
  readonly bytes: number;
}

/** What a worker exposes. Every promise rejects with an Error whose message is a clear sentence. */
export interface AgentApi {
  /** Opens the backend, loads and verifies the checkpoint. May be called again to start over. */
  setup(setup: AgentSetup): Promise<AgentReady>;
  sample(order: SampleOrder): Promise<SampleReport>;
  learn(order: LearnOrder): Promise<LearnReport>;
  evaluate(order: EvaluateOrder): Promise<EvaluateReport>;
  /**
   * Trains on examples by cross-entropy (policies/pretrain.ts, DEFAULT_TUNE), in an order that the setup's sampling seed decides. What comes of it
   * is then what the agent starts from, as if it had been set up with it: the optimiser begins anew, and it is the reference of the KL penalty.
   */
  tune(order: TuneOrder): Promise<TuneReport>;
  /** Everything that the agent's next number depends on, between two steps: all else is a function of the step. */
  snapshot(): Promise<EngineState>;
  /** Goes back to a snapshot of the same policy. Throws where it is another's. */
  restore(state: EngineState): Promise<void>;
  /** A hash of the parameters (FNV-1a over the float32 bytes), for determinism checks. */
  fingerprint(): Promise<string>;
  memory(): Promise<AgentMemory>;
  /** Milliseconds of a small step on a backend, and what it runs on; for backend "auto". Rejects where there is no such backend. */
  measure(backend: BackendId): Promise<BackendMeasurement>;
}
