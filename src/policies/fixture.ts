/** What the tests of all engines share: small policies that are far from uniform, requests, and updates with derivatives of either sign. */
import { createRng } from "../math/rng.ts";
import { addition } from "../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import { createEngine } from "./create-engine.ts";
import type { BackendId, Engine, Rollouts, SampleRequest, UpdateRequest } from "./engine.ts";
import { initialise } from "./layout.ts";
import type { ArchitectureId, SizeId } from "./spec.ts";

export const { vocabulary, promptLength } = addition;
/** Tokens of the alphabet, masked ones included. */
export const V = vocabulary.characters.length;
const ADAM = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 } as const;
/** Tokens of a completion at most: SwiftShader takes some 6 ms a dispatch. */
export const CAP: Readonly<Record<BackendId, number>> = { simd: 24, wasm: 24, cpu: 8, "webgpu-plain": 3, webgpu: 24 };

/** Weights a few times wider than at the start of pretraining, so that distributions are far from uniform. */
export function parametersOf(architecture: ArchitectureId, seed = 3, size: SizeId = "small"): Float32Array {
  return initialise(ARCHITECTURE_LIST[architecture].layout(size, V), createRng(seed)).map((x) => 1.5 * x);
}

/** A small policy on a backend. */
export function engineOf(
  architecture: ArchitectureId,
  backend: BackendId,
  parameters = parametersOf(architecture),
  maxCompletion = CAP[backend],
): Promise<Engine> {
  return createEngine({ architecture, size: "small", vocabulary, promptLength, maxCompletion, backend, parameters });
}

/** The first prompts of a fixed row of them. */
export function ask(promptCount: number, perPrompt: number, key = 5, temperature = 1): SampleRequest {
  const rng = createRng(11);
  const texts = Array.from({ length: promptCount }, () => addition.encode(`${10 + rng.int(90)}+${10 + rng.int(90)}=`));
  return { prompts: Int32Array.from(texts.flat()), promptCount, perPrompt, temperature, topP: 1, key };
}

/** A derivative of either sign for every token that counts. */
export function someDerivative({ rows, width, lengths }: Rollouts): Float32Array {
  const rng = createRng(9);
  return Float32Array.from({ length: rows * width }, (_, i) => {
    const d = rng.between(-1, 1) / (rows * 4);
    return i % width < (lengths[Math.floor(i / width)] ?? 0) ? d : 0;
  });
}

/** One update by a given derivative; clipped to norm 1 unless told otherwise. */
export function updateOf(request: SampleRequest, rollouts: Rollouts, derivative: Float32Array, clipNorm = 1): UpdateRequest {
  const loss = { updates: 1, needsCurrent: () => false, evaluate: () => ({ loss: 0, derivative }) };
  return { ...request, rollouts, loss, learningRate: 1e-3, adam: { ...ADAM, clipNorm } };
}

/** The largest distance of two arrays' entries. Throws RangeError on different lengths; NaN where an entry is. */
export function largestGap(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`Arrays of ${a.length} and ${b.length} numbers were compared.`);
  return a.reduce((gap, x, i) => Math.max(gap, Math.abs(x - (b[i] ?? Number.NaN))), 0);
}

/** The Euclidean norm. */
export function norm(x: Float32Array): number {
  return Math.sqrt(x.reduce((sum, v) => sum + v * v, 0));
}
