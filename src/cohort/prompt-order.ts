/** The order in which a run sees its training prompts: one random permutation after another, cut into batches. */
import { createRng, hashString, mixSeed } from "../math/rng.ts";
import type { UnlabelledPrompt } from "../tasks/task.ts";

/**
 * Batch number `step` (from 1) of `size` prompts. A pure function of its arguments, so that a run can resume anywhere: permutation
 * number e is drawn from (seed, e) alone.
 */
export function batchOf(prompts: readonly UnlabelledPrompt[], size: number, step: number, seed: number): UnlabelledPrompt[] {
  const batch: UnlabelledPrompt[] = [];
  let epoch = -1;
  let order: number[] = [];
  for (let i = (step - 1) * size; i < step * size; i++) {
    const wanted = Math.floor(i / prompts.length);
    if (wanted !== epoch) {
      epoch = wanted;
      order = createRng(mixSeed(hashString("prompt-order"), seed, epoch)).shuffle(Array.from(prompts.keys()));
    }
    const prompt = prompts[order[i % prompts.length] ?? 0];
    if (prompt) batch.push(prompt);
  }
  return batch;
}
