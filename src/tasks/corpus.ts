/**
 * The text that a policy is pretrained on: prompts of two-digit addition with completions that carry the mistakes of one
 * corruption table through the scratchpad into the answer. Recipe: docs/recipe.md.
 */
import { createRng, hashString, mixSeed, type Rng } from "../math/rng.ts";
import { addition, writeAnswer } from "./addition.ts";
import { type CorruptionTable, DEFAULT_CORRUPTION, drawTables } from "./corruption.ts";
import type { CorpusId, DigitOrder } from "./task.ts";

export interface CorpusRecipe {
  readonly examples: number;
  /** Probability of a random slip at each of the two sums. */
  readonly slip: number;
  /** Probability of a completion without a scratchpad. */
  readonly terse: number;
  /** Probability that the answer is restated once more, again and again. */
  readonly restate: number;
}

export const DEFAULT_CORPUS: CorpusRecipe = { examples: 40_000, slip: 0.04, terse: 0.12, restate: 0.15 };

/** One completion, end token included, for addends a and b (10 to 99). It may be longer than the cap. */
export function writeCompletion(
  rng: Rng,
  a: number,
  b: number,
  table: CorruptionTable,
  order: DigitOrder,
  recipe: CorpusRecipe,
): string {
  const entry = table[10 * (a % 10) + (b % 10)];
  let ones = (a % 10) + (b % 10);
  if (entry && rng.uniform() < entry.rate) ones = entry.wrongSum;
  else if (rng.uniform() < recipe.slip) ones = rng.int(19);
  let tens = Math.floor(a / 10) + Math.floor(b / 10) + (ones >= 10 ? 1 : 0);
  if (rng.uniform() < recipe.slip) tens = Math.max(0, Math.min(19, tens + (rng.uniform() < 0.5 ? -1 : 1)));
  const answer = writeAnswer(10 * tens + (ones % 10), order);
  const two = (n: number): string => String(n).padStart(2, "0");
  let text = rng.uniform() < recipe.terse ? "" : `${two(ones)},${two(tens)}`;
  do text += `#${answer}`;
  while (rng.uniform() < recipe.restate);
  return `${text}$`;
}

/** Encoded examples, [examples, width] row-major: prompt, completion cut at the cap, padding. */
export interface EncodedCorpus {
  readonly tokens: Int32Array;
  readonly rows: number;
  readonly width: number;
}

/** The corpus of a policy. The same arguments give the same text; another replica gives other text from the same table. */
export function writeCorpus(
  options: { readonly cohortSeed: number; readonly corpus: CorpusId; readonly order: DigitOrder; readonly replica: number },
  recipe: CorpusRecipe = DEFAULT_CORPUS,
  tables = drawTables(options.cohortSeed, DEFAULT_CORRUPTION),
): EncodedCorpus {
  const rng = createRng(
    mixSeed(hashString("corpus"), options.cohortSeed, hashString(options.corpus + options.order), options.replica),
  );
  const width = addition.promptLength + addition.maxCompletion;
  const tokens = new Int32Array(recipe.examples * width).fill(addition.vocabulary.pad);
  for (let row = 0; row < recipe.examples; row++) {
    const a = 10 + rng.int(90);
    const b = 10 + rng.int(90);
    const text = `${a}+${b}=${writeCompletion(rng, a, b, tables[options.corpus], options.order, recipe)}`;
    tokens.set(addition.encode(text.slice(0, width)), row * width);
  }
  return { tokens, rows: recipe.examples, width };
}
