/**
 * What sampling computed is saved, and spares the first update of these rollouts its way forwards: the same bits, since a rollout's numbers depend on
 * no other's. Decided by content alone, so that nothing else that was asked of the engine in between matters.
 */
import type { Asked, Completions, Rollouts, SampleRequest } from "../engine.ts";
import type { SimdPolicy } from "./policy.ts";

/** Rollouts that can be saved, as in assembly/saved.ts, where their bytes are limited too; more are computed again. */
const MOST_ROLLOUTS = 512;
/** The share of rollouts with a gradient from which on saving pays (docs/performance.md). */
const WORTH = 0.3;

/** Rollouts whose numbers the engine has. */
export interface Saved {
  /** The very array: the engine's parameters never change in place. */
  readonly parameters: Float32Array;
  readonly temperature: number;
  readonly prompts: Int32Array;
  readonly tokens: Int32Array;
  readonly lengths: Int32Array;
  readonly logProbs: Float32Array;
}

/** Begins to save, where it will pay: an update follows, there is room, and the last update's share of rollouts with a gradient was large enough. */
export function beginSaving(policy: SimdPolicy, request: SampleRequest, rows: number): boolean {
  if (!request.toLearn || rows > MOST_ROLLOUTS || policy.learned < WORTH) return false;
  policy.saved = null;
  policy.wasm.beginSaved();
  return true;
}

/** Of rollouts that were sampled in full; copies, because the caller may change his. */
export function savedOf(parameters: Float32Array, { temperature, prompts }: SampleRequest, rollouts: Rollouts): Saved {
  const { tokens, lengths, logProbs } = rollouts;
  return {
    parameters,
    temperature,
    prompts: prompts.slice(),
    tokens: tokens.slice(),
    lengths: lengths.slice(),
    logProbs: logProbs.slice(),
  };
}

function same(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

/** The log-probabilities, [R, T], of completions whose numbers are saved; null where they are not those. */
export function savedLogProbs(
  saved: Saved | null,
  parameters: Float32Array,
  { temperature, prompts }: Asked,
  { tokens, lengths }: Completions,
): Float32Array | null {
  if (saved?.parameters !== parameters || saved.temperature !== temperature) return null;
  const fits = same(saved.prompts, prompts) && same(saved.lengths, lengths) && same(saved.tokens, tokens);
  return fits ? saved.logProbs : null;
}
