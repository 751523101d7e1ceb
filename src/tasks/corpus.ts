/**
 * The text that a policy is pretrained on: prompts of two-digit addition with completions that carry the mistakes of one
 * corruption table through the scratchpad into the answer. Recipe: docs/recipe.md.
 */
import { createRng, hashString, mixSeed, type Rng } from "../math/rng.ts";
import { addition, writeAnswer } from "./addition.ts";
import {
  type CorruptionEntry,
  type CorruptionTable,
  type CorruptionTables,
  DEFAULT_CORRUPTION,
  drawTables,
} from "./corruption.ts";
import { promptTokens } from "./prompts.ts";
import type { CorpusId, DigitOrder, Task } from "./task.ts";

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

/** Both sums of a + b as they stand in a scratchpad: the ones' and, with its carry, the tens'. */
export interface Sums {
  readonly ones: number;
  readonly tens: number;
}

/** The table's entry for the ones digits of a and b. Throws RangeError where the table lacks it. */
export function entryFor(table: CorruptionTable, a: number, b: number): CorruptionEntry {
  const entry = table[10 * (a % 10) + (b % 10)];
  if (!entry) throw new RangeError("A corruption table has 100 entries.");
  return entry;
}

/** The tens' sum of a and b after this ones' sum. */
export function tensAfter(a: number, b: number, ones: number): number {
  return Math.floor(a / 10) + Math.floor(b / 10) + (ones >= 10 ? 1 : 0);
}

/** The answer that both sums spell, 0 to 199. */
export function answerOf({ ones, tens }: Sums): number {
  return 10 * tens + (ones % 10);
}

/** Works a + b out: the entry's own mistake at its rate, else a slip; then perhaps a slip at the tens. */
export function workOut(rng: Rng, a: number, b: number, { rate, wrongSum }: CorruptionEntry, slip: number): Sums {
  let ones = (a % 10) + (b % 10);
  if (rng.uniform() < rate) ones = wrongSum;
  else if (rng.uniform() < slip) ones = rng.int(19);
  let tens = tensAfter(a, b, ones);
  if (rng.uniform() < slip) tens = Math.max(0, Math.min(19, tens + (rng.uniform() < 0.5 ? -1 : 1)));
  return { ones, tens };
}

/** The scratchpad, such as 15,09. */
export function scratchpad({ ones, tens }: Sums): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(ones)},${two(tens)}`;
}

/** One completion, end token included, for addends a and b (10 to 99). It may be longer than the cap. */
export function writeCompletion(
  rng: Rng,
  a: number,
  b: number,
  table: CorruptionTable,
  order: DigitOrder,
  recipe: CorpusRecipe,
): string {
  const sums = workOut(rng, a, b, entryFor(table, a, b), recipe.slip);
  const answer = writeAnswer(answerOf(sums), order);
  let text = rng.uniform() < recipe.terse ? "" : scratchpad(sums);
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

/** A prompt and what is written after it. */
export interface Example {
  readonly prompt: string;
  readonly completion: string;
}

/** Examples as a policy of the task reads them: prompts padded on the left, completions cut at the cap. */
export function encodeExamples(task: Task, examples: readonly Example[]): EncodedCorpus {
  const width = task.promptLength + task.maxCompletion;
  const tokens = new Int32Array(examples.length * width).fill(task.vocabulary.pad);
  for (const [row, { prompt, completion }] of examples.entries()) {
    tokens.set(promptTokens(task, prompt), row * width);
    tokens.set(task.encode(completion.slice(0, task.maxCompletion)), row * width + task.promptLength);
  }
  return { tokens, rows: examples.length, width };
}

/** Whose corpus: everything that its text depends on but the recipe and the tables. */
export interface CorpusOwner {
  readonly cohortSeed: number;
  readonly corpus: CorpusId;
  readonly order: DigitOrder;
  readonly replica: number;
}

/** The random numbers of a corpus; `name` keeps those of two tasks apart. */
export function corpusRng(name: string, { cohortSeed, corpus, order, replica }: CorpusOwner): Rng {
  return createRng(mixSeed(hashString(name), cohortSeed, hashString(corpus + order), replica));
}

/** The corpus of a policy. The same arguments give the same text; another replica gives other text from the same table. */
export function writeCorpus(
  owner: CorpusOwner,
  recipe: CorpusRecipe = DEFAULT_CORPUS,
  tables: CorruptionTables = drawTables(owner.cohortSeed, DEFAULT_CORRUPTION),
): EncodedCorpus {
  const rng = corpusRng("corpus", owner);
  const examples = Array.from({ length: recipe.examples }, (): Example => {
    const a = 10 + rng.int(90);
    const b = 10 + rng.int(90);
    return { prompt: `${a}+${b}=`, completion: writeCompletion(rng, a, b, tables[owner.corpus], owner.order, recipe) };
  });
  return encodeExamples(addition, examples);
}
