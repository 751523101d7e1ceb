/** What every contender is asked for, whatever computes it. */
import type { Engine, Rollouts } from "../../../src/policies/engine.ts";

/** This project: webgpu (fused) and simd. tfjs operation by operation: webgpu-plain and wasm. jax-js, its functions compiled by jit. */
export const CONTENDERS = ["webgpu", "webgpu-plain", "jax-webgpu", "simd", "wasm", "jax-wasm"] as const;
export type ContenderId = (typeof CONTENDERS)[number];

export const TITLES: Readonly<Record<ContenderId, string>> = {
  webgpu: "this project, webgpu",
  "webgpu-plain": "tfjs, webgpu",
  "jax-webgpu": "jax-js, webgpu",
  simd: "this project, simd",
  wasm: "tfjs, wasm",
  "jax-wasm": "jax-js, wasm",
};

export interface Contender {
  /** A whole rollout, its tokens and log-probabilities read by the host. */
  rollout(key: number): Promise<Pick<Rollouts, "tokens" | "lengths" | "logProbs">>;
  /** Takes given completions, all of full length, for the last rollout: where sampling does not run. */
  pretend(tokens: Int32Array): Promise<void>;
  /** One update of the last rollout, done when this resolves. */
  update(): Promise<void>;
  /** Log-probabilities of given completions, all of full length, [R, T]: by which contenders are held to be the same policy. */
  logProbs(tokens: Int32Array): Promise<Float32Array>;
  memory(): ReturnType<Engine["memory"]>;
  dispose(): void;
}
