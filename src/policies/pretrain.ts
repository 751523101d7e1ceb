/**
 * Pretraining: next-token cross-entropy on completion tokens, through the same engine that runs reinforcement learning, since
 * the gradient of cross-entropy is sum(d * log p) with d = -1 / tokens. Recipe as the prototype's (docs/recipe.md).
 */
import { createRng } from "../math/rng.ts";
import type { AdamOptions, Engine, Rollouts } from "./engine.ts";

export interface PretrainRecipe {
  readonly steps: number;
  /** Examples per step, drawn with replacement. */
  readonly batch: number;
  readonly learningRate: number;
  readonly warmUp: number;
  /** What the cosine falls to, as a share of the rate; absent: 0.05. At 1 the rate is constant. */
  readonly floor?: number;
  readonly adam: AdamOptions;
}

/** AdamW, cosine to 5 %; 25-60 s per policy. */
export const DEFAULT_PRETRAIN: PretrainRecipe = {
  steps: 2000,
  batch: 128,
  learningRate: 5e-3,
  warmUp: 50,
  adam: { beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0.01, clipNorm: 1 },
};

/** Tuning a pretrained policy on a few examples: AdamW at a constant rate. MAPoRL's verifier is made so. */
export const DEFAULT_TUNE: PretrainRecipe = {
  steps: 150,
  batch: 64,
  learningRate: 1e-3,
  warmUp: 1,
  floor: 1,
  adam: { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01, clipNorm: 1 },
};

/** Encoded examples, [rows, width] row-major: prompt, completion, padding. */
export interface Examples {
  readonly tokens: Int32Array;
  readonly rows: number;
  readonly width: number;
  readonly promptLength: number;
  readonly pad: number;
}

export interface PretrainProgress {
  /** Steps done. */
  readonly step: number;
  /** Mean cross-entropy of the step's completion tokens, nats. */
  readonly loss: number;
}

/** Linear warm-up times a cosine from 1 to the floor. */
export function pretrainRate(recipe: PretrainRecipe, step: number): number {
  const { floor = 0.05 } = recipe;
  const cosine = floor + (1 - floor) * 0.5 * (1 + Math.cos((Math.PI * step) / recipe.steps));
  return recipe.learningRate * Math.min(1, (step + 1) / recipe.warmUp) * cosine;
}

/** Prompts and completions of some examples. */
function slice(
  examples: Examples,
  chosen: readonly number[],
): { prompts: Int32Array; completions: Rollouts; tokenCount: number } {
  const { tokens, width, promptLength, pad } = examples;
  const rows = chosen.length;
  const room = width - promptLength;
  const prompts = new Int32Array(rows * promptLength);
  const written = new Int32Array(rows * room);
  const lengths = new Int32Array(rows);
  let tokenCount = 0;
  chosen.forEach((example, row) => {
    const from = example * width;
    prompts.set(tokens.subarray(from, from + promptLength), row * promptLength);
    const completion = tokens.subarray(from + promptLength, from + width);
    written.set(completion, row * room);
    const end = completion.indexOf(pad);
    const length = end < 0 ? room : end;
    lengths[row] = length;
    tokenCount += length;
  });
  const none = new Float32Array(rows);
  const logProbs = new Float32Array(rows * room);
  const completions = { rows, width: room, tokens: written, lengths, logProbs, entropies: none, certainties: none };
  return { prompts, completions, tokenCount };
}

/**
 * Trains the engine's policy on examples; the same seed gives the same parameters on the same backend. Throws the signal's reason
 * when it is aborted, RangeError where there are no examples.
 */
export async function pretrain(
  engine: Engine,
  examples: Examples,
  seed: number,
  recipe: PretrainRecipe = DEFAULT_PRETRAIN,
  onProgress: (progress: PretrainProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  if (examples.rows < 1) throw new RangeError("There are no examples to pretrain on.");
  const rng = createRng(seed);
  for (let step = 0; step < recipe.steps; step++) {
    signal?.throwIfAborted();
    const chosen = Array.from({ length: recipe.batch }, () => rng.int(examples.rows));
    const { prompts, completions, tokenCount } = slice(examples, chosen);
    const derivative = new Float32Array(completions.tokens.length).fill(-1 / tokenCount);
    const { surrogate } = await engine.update({
      prompts,
      promptCount: recipe.batch,
      perPrompt: 1,
      rollouts: completions,
      temperature: 1,
      loss: { updates: 1, needsCurrent: () => false, evaluate: () => ({ loss: 0, derivative }) },
      learningRate: pretrainRate(recipe, step),
      adam: recipe.adam,
    });
    onProgress({ step: step + 1, loss: surrogate });
  }
}
