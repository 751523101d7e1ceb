/**
 * The one interface behind which engines stand: plain tfjs is the oracle, the fused ones hold to its numbers.
 * An engine holds one policy: its parameters in one flat float32 buffer, and its optimiser's state.
 */
import type { TokenLoss } from "../learning/loss.ts";

/**
 * webgpu: our own WGSL, a rollout in one dispatch (webgpu/). simd: our own WebAssembly (simd/). wasm, webgpu-plain and cpu: tfjs, operation by
 * operation (tfjs/).
 */
export const BACKENDS = ["webgpu", "simd", "wasm", "webgpu-plain", "cpu"] as const;
export type BackendId = (typeof BACKENDS)[number];

/** The adapter and versions behind a backend, for the record. */
export interface BackendFacts {
  readonly backend: BackendId;
  /** Human-readable, such as "google swiftshader (software)" or "WebAssembly SIMD, one thread". */
  readonly adapter: string;
  /** A GPU emulated on the processor. */
  readonly software: boolean;
  readonly tfjs: string;
}

export interface SampleRequest {
  /** Token ids, [prompts, promptLength], row-major. */
  readonly prompts: Int32Array;
  readonly promptCount: number;
  /** Rollouts per prompt (K). Row r of the result belongs to prompt floor(r / K). */
  readonly perPrompt: number;
  /** Softmax temperature, > 0. */
  readonly temperature: number;
  /**
   * Nucleus sampling (Holtzman et al. 2020, arXiv 1904.09751), in (0, 1]; 1 draws from the whole distribution. Tokens are ranked by their
   * probability under the temperature, ties by id, and only the smallest number of them whose mass is at least topP may be drawn. What is
   * recorded of a token (logProbs, entropies, certainties) is of the whole distribution, so that it is what teacher forcing gives.
   */
  readonly topP: number;
  /** Says that an update by these rollouts is to follow: an engine may save what it computes for it. Changes no number. */
  readonly toLearn?: boolean;
  /** Seeds the draw: token (row, position) uses counterUniform(key, row, position). */
  readonly key: number;
}

/** R = promptCount * perPrompt rollouts of at most T = maxCompletion tokens. */
export interface Rollouts {
  readonly rows: number;
  readonly width: number;
  /** Completion tokens, [R, T], padded after the end token. */
  readonly tokens: Int32Array;
  /** Number of tokens of each rollout, end token included, [R]. */
  readonly lengths: Int32Array;
  /** log p of each sampled token under the sampling temperature, [R, T], 0 after the end. */
  readonly logProbs: Float32Array;
  /** Mean token entropy in nats over the active alphabet, [R]. */
  readonly entropies: Float32Array;
  /**
   * Mean over the tokens of KL(U || p) = -log V - mean_v log p(v) in nats, v over the V active tokens: Intuitor's self-certainty
   * (arXiv 2505.19590), [R].
   */
  readonly certainties: Float32Array;
}

export interface AdamOptions {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled weight decay (AdamW); 0 is Adam. */
  readonly weightDecay: number;
  /** Global gradient norm to clip to; 0 for none. */
  readonly clipNorm: number;
}

export interface UpdateRequest {
  readonly prompts: Int32Array;
  readonly promptCount: number;
  readonly perPrompt: number;
  readonly rollouts: Rollouts;
  readonly temperature: number;
  /** What learning/ decided: the loss and its derivative by each token's log-probability. */
  readonly loss: TokenLoss;
  readonly learningRate: number;
  readonly adam: AdamOptions;
}

export interface UpdateStats {
  readonly loss: number;
  /** Global norm of the gradient before clipping. */
  readonly gradientNorm: number;
  /** sum(derivative * log p) over all tokens, as it was back-propagated. */
  readonly surrogate: number;
}

/** Everything that a run's next number depends on. */
export interface EngineState {
  readonly parameters: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
  readonly adamStep: number;
  /** The agent's slow copy (learning/slow-copy.ts), where its method has one. Engines know nothing of it. */
  readonly slowCopy?: Float32Array | undefined;
}

/** Completions to be read after their prompts: what teacher forcing needs of a request, and of rollouts. */
export type Asked = Omit<SampleRequest, "key" | "topP" | "toLearn">;
export type Completions = Pick<Rollouts, "tokens" | "lengths" | "rows" | "width">;

export interface Engine {
  readonly backend: BackendId;
  readonly parameterCount: number;
  sample(request: SampleRequest): Promise<Rollouts>;
  /** Teacher-forced log-probabilities of given completions, [R, T], 0 after the end. */
  logProbs(request: Asked, rollouts: Completions, parameters?: Float32Array): Promise<Float32Array>;
  update(request: UpdateRequest): Promise<UpdateStats>;
  snapshot(): Promise<EngineState>;
  /** Replaces parameters and optimiser state. Throws if the length is another policy's. */
  restore(state: EngineState): void;
  /** tf.memory() of the backend: live tensors and bytes. */
  memory(): { readonly tensors: number; readonly bytes: number };
  dispose(): void;
}
