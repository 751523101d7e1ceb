/** Writes tokens to where the engine reads them, [position, lane]. Lanes that nobody needs read padding. */
import type { SimdPolicy } from "./policy.ts";
import { LANES } from "./policy.ts";

function writer(policy: SimdPolicy): (t: number, lane: number, id: number) => void {
  const { tokens } = policy.views();
  const alphabet = policy.vocabulary.characters.length;
  return (t, lane, id) => {
    if (!(id >= 0 && id < alphabet)) throw new RangeError(`Token ${id} is outside an alphabet of ${alphabet}.`);
    tokens[t * LANES + lane] = id;
  };
}

/** At most 16 of the prompts [any, promptLength], by their numbers. Throws RangeError on a token that is none. */
export function writePrompts(policy: SimdPolicy, prompts: Int32Array, numbers: readonly number[]): void {
  const { promptLength, vocabulary } = policy;
  policy.views().tokens.fill(vocabulary.pad, 0, promptLength * LANES);
  const put = writer(policy);
  numbers.forEach((prompt, lane) => {
    for (let t = 0; t < promptLength; t++) put(t, lane, prompts[prompt * promptLength + t] ?? -1);
  });
}

/**
 * At most 16 rows of completions of at most `time` tokens, after their prompts' positions. Returns the positions to read: all but the last
 * token's. Throws RangeError on a token that is none.
 */
export function writeCompletions(
  policy: SimdPolicy,
  completions: { readonly tokens: Int32Array; readonly lengths: Int32Array; readonly width: number },
  rows: readonly number[],
  time: number,
): number {
  const { promptLength, vocabulary } = policy;
  const { tokens, lengths, width } = completions;
  policy.views().tokens.fill(vocabulary.pad, promptLength * LANES, (promptLength + time) * LANES);
  const put = writer(policy);
  rows.forEach((row, lane) => {
    for (let t = 0; t < (lengths[row] ?? 0); t++) put(promptLength + t, lane, tokens[row * width + t] ?? -1);
  });
  return promptLength + time - 1;
}
