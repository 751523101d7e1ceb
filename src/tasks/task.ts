/**
 * What a task is: a grammar of prompts and completions, a tokenizer, splits, and a grader.
 *
 * The truth stands behind `Task.truth` only. An `UnlabelledPrompt` has no answer field; agents and label-free methods are
 * given nothing else, so that a method which peeks does not compile.
 */

/** The tasks; ids are part of share links and files. */
export const TASK_IDS = ["addition", "addition-roles"] as const;
export type TaskId = (typeof TASK_IDS)[number];

/** A normalised answer, as it is voted on. `null` where nothing parses or the completion was cut at the cap. */
export type Answer = string | null;

/** A prompt as an agent sees it: no answer. `id` is its index in the split it came from. */
export interface UnlabelledPrompt {
  readonly id: number;
  readonly text: string;
}

/** The order in which a policy writes an answer's digits: most or least significant first. */
export const DIGIT_ORDERS = ["msb", "lsb"] as const;
export type DigitOrder = (typeof DIGIT_ORDERS)[number];

/** The corruption tables that a policy can be pretrained on. */
export const CORPORA = ["Q", "L", "P"] as const;
export type CorpusId = (typeof CORPORA)[number];

/** What a policy wrote, after the prompt. */
export interface ParsedCompletion {
  readonly answer: Answer;
  /** True where the cap was reached before the end token. */
  readonly truncated: boolean;
}

/** Fixed facts of a task's token alphabet. */
export interface Vocabulary {
  /** Character of each token id; reserved tokens included. Its length is the width of a policy's embedding and head. */
  readonly characters: string;
  /** Token ids that may be sampled, ascending. Their number is V. Others get probability 0. */
  readonly active: readonly number[];
  readonly end: number;
  readonly pad: number;
}

/** What a judge says of a shown answer: right (Y) or wrong (N). */
export type Verdict = "Y" | "N";
/** What a scorer gives a solution and the verdict on it: 3 right, 2 doubtful, 1 wrong (CoMAS, arXiv 2510.08529). */
export type Score = 1 | 2 | 3;

/**
 * The other roles of a task whose policies can judge and answer again. Prompts are made of a plain prompt's text and of answers, never of a
 * truth; an answer that is none is shown as such.
 */
export interface Roles {
  /** Asks for a verdict on an answer. */
  evaluate(prompt: string, shown: Answer): string;
  /** Asks for a score of an answer on which there is a verdict, or none. */
  score(prompt: string, shown: Answer, verdict: Verdict | null): string;
  /** Asks for an answer again, after one's own last and a peer's. */
  debate(prompt: string, own: Answer, peer: Answer): string;
  /** The verdict of a completion; null where nothing parses or it was cut at the cap. */
  verdictOf(completion: string): Verdict | null;
  /** The score of a completion; null where nothing parses or it was cut at the cap. */
  scoreOf(completion: string): Score | null;
}

export interface Task {
  readonly id: TaskId;
  readonly title: string;
  readonly source: string;
  readonly vocabulary: Vocabulary;
  /** Tokens in a prompt; every prompt has as many, shorter texts by padding on the left (promptTokens of prompts.ts). */
  readonly promptLength: number;
  /** Cap on the tokens of a completion, end token included. */
  readonly maxCompletion: number;
  /** Token ids of a text. Throws RangeError on a character outside the alphabet. */
  encode(text: string): number[];
  /** Text of token ids, padding left out. */
  decode(tokens: ArrayLike<number>): string;
  /** The voted answer of a completion (text after the prompt, end token included if it was reached). */
  parse(completion: string, order: DigitOrder): ParsedCompletion;
  /** The same question in other words; of any role's prompt. */
  paraphrase(prompt: string): string;
  /**
   * Prompts to train on and to hold out, from a cohort seed; no held-out prompt is a train prompt or the paraphrase of one. Throws
   * RangeError where the task has too few.
   */
  splits(cohortSeed: number, train: number, heldOut: number): Splits;
  /** The right answer. For the grader and for methods whose definition needs it; never for an agent. */
  truth(prompt: UnlabelledPrompt): string;
  /** How its policies judge and answer again; null where they only solve. */
  readonly roles: Roles | null;
}

export interface Splits {
  readonly train: readonly UnlabelledPrompt[];
  readonly heldOut: readonly UnlabelledPrompt[];
}
