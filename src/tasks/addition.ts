/**
 * The task "two-digit addition with a scratchpad".
 *
 *   prompt      37+58=
 *   completion  15,09#95$     ones sum, tens sum with carry, answer, end
 *   terse       #95$
 *   restated    15,09#95#95$  the answer after the last # counts
 *
 * A policy writes the answer's digits most or least significant first; parsing undoes that. A completion cut at the cap before
 * its end token has no answer and casts no vote (our rule; the released Co-RL parser lets it vote). Recipe: docs/recipe.md.
 */
import { createRng, hashString, mixSeed } from "../math/rng.ts";
import type { DigitOrder, ParsedCompletion, Splits, Task, UnlabelledPrompt, Vocabulary } from "./task.ts";

/** Digits and signs, end, padding; then 8 tokens reserved for verdicts and discussion, masked out until a task uses them. */
const CHARACTERS = "0123456789+=,#$_YN?>-|:;";
const ACTIVE = 15;
const END = CHARACTERS.indexOf("$");
const PAD = CHARACTERS.indexOf("_");
const IDS = new Map(Array.from(CHARACTERS, (character, id) => [character, id]));

const vocabulary: Vocabulary = {
  characters: CHARACTERS,
  active: Array.from({ length: ACTIVE }, (_, id) => id),
  end: END,
  pad: PAD,
};

const PROMPT = /^([1-9]\d)\+([1-9]\d)=$/;
const ANSWER = /^\d{1,3}$/;

/** Both addends of a prompt. Throws RangeError where the text is no prompt of this task. */
export function addends(prompt: string): readonly [number, number] {
  const match = PROMPT.exec(prompt);
  if (!match) throw new RangeError(`"${prompt}" is not a prompt of two-digit addition, such as "37+58=".`);
  return [Number(match[1]), Number(match[2])];
}

function reverse(text: string): string {
  return Array.from(text).reverse().join("");
}

/** An answer as a policy of this digit order writes it. */
export function writeAnswer(answer: number, order: DigitOrder): string {
  return order === "lsb" ? reverse(String(answer)) : String(answer);
}

function parse(completion: string, order: DigitOrder): ParsedCompletion {
  if (!completion.endsWith("$")) return { answer: null, truncated: true };
  const mark = completion.lastIndexOf("#");
  if (mark < 0) return { answer: null, truncated: false };
  const written = completion.slice(mark + 1, -1);
  if (!ANSWER.test(written)) return { answer: null, truncated: false };
  // Leading zeros are not another answer: 095 is 95.
  return { answer: String(Number(order === "lsb" ? reverse(written) : written)), truncated: false };
}

/**
 * Held-out prompts first, one of each unordered pair of addends, then train prompts from the pairs that are left. So no agent trains
 * on the paraphrase of a held-out prompt either, and the held-out prompts do not depend on how many are trained on.
 */
function splits(cohortSeed: number, train: number, heldOut: number): Splits {
  const rng = createRng(mixSeed(hashString("splits"), cohortSeed));
  const pairs: [number, number][] = [];
  for (let a = 10; a <= 99; a++) for (let b = a; b <= 99; b++) pairs.push([a, b]);
  rng.shuffle(pairs);
  const held = pairs.slice(0, heldOut).map(([a, b]) => (rng.uniform() < 0.5 ? `${a}+${b}=` : `${b}+${a}=`));
  const left = rng.shuffle(pairs.slice(heldOut).flatMap(([a, b]) => (a === b ? [`${a}+${b}=`] : [`${a}+${b}=`, `${b}+${a}=`])));
  if (held.length < heldOut || left.length < train) {
    throw new RangeError(`Two-digit addition has too few prompts to train on ${train} and hold out ${heldOut}.`);
  }
  const asPrompts = (part: string[]): UnlabelledPrompt[] => part.map((text, id) => ({ id, text }));
  return { train: asPrompts(left.slice(0, train)), heldOut: asPrompts(held) };
}

export const addition: Task = {
  id: "addition",
  title: "Two-digit addition with a scratchpad",
  source: "this project; the paper trains on MATH levels 3-5 (arXiv 2608.17253, section 6)",
  vocabulary,
  promptLength: 6,
  maxCompletion: 24,
  encode(text) {
    return Array.from(text, (character) => {
      const id = IDS.get(character);
      if (id === undefined) throw new RangeError(`The character "${character}" is not in this task's alphabet.`);
      return id;
    });
  },
  decode(tokens) {
    let text = "";
    for (let i = 0; i < tokens.length; i++) {
      const id = tokens[i];
      if (id !== undefined && id !== PAD) text += CHARACTERS[id] ?? "";
    }
    return text;
  },
  parse,
  paraphrase(prompt) {
    const [a, b] = addends(prompt);
    return `${b}+${a}=`;
  },
  splits,
  truth(prompt) {
    const [a, b] = addends(prompt.text);
    return String(a + b);
  },
  roles: null,
};
