/**
 * What a dialogue method is: one that asks agents several times in a step, each time depending on what was said before (CoMAS, MAPoRL,
 * CoVerRL). `play` asks and rewards; who the agents are, and how they learn, it does not know.
 *
 * As with votes, the truth is no argument of a label-free method's `play`. One that needs it is given a verifier, never the truth itself.
 */
import type { Rng } from "../math/rng.ts";
import type { Answer, Roles } from "../tasks/task.ts";
import type { GrpoOptions } from "./loss.ts";
import type { Exchange, MethodFacts } from "./method.ts";
import type { VoteOptions } from "./vote.ts";

/** What a completion was asked for. A role's place in this list is the number of its sample: an agent is asked for each role once a step. */
export const DIALOGUE_ROLES = ["solve", "evaluate", "score", "debate-2", "debate-3", "debate-4"] as const;
export type DialogueRole = (typeof DIALOGUE_ROLES)[number];

/** CoMAS: who judges a solution. `evaluator`: its verdict is the score, its reward the scorer's. `scorer`: it hears no verdict. */
export const JUDGES = ["both", "evaluator", "scorer"] as const;
export type Judges = (typeof JUDGES)[number];

/** Who tells MAPoRL's agents how right their answers are: the truth, or a judge tuned on few labels. */
export const VERIFIERS = ["truth", "tuned"] as const;
export type VerifierId = (typeof VERIFIERS)[number];

/** What a cohort may choose of a dialogue, besides its agents. */
export type DialogueChoice = keyof DialogueOptions | "verifier" | "beta";

/** Choices of a cohort whose agents judge or debate; each method reads its own. */
export interface DialogueOptions {
  readonly judges: Judges;
  /** MAPoRL: turns of a debate, 2 to 4. */
  readonly turns: number;
  /** MAPoRL: gamma, the weight of each later turn against the one before. */
  readonly discount: number;
}

export const DEFAULT_DIALOGUE: DialogueOptions = { judges: "both", turns: 2, discount: 0.3 };

/** What an agent said to a list of prompts, `each` times to each. */
export interface Said {
  /** Completions as written; rollout k of prompt p stands at p * each + k. */
  readonly texts: readonly string[];
  /** The answer parsed from each. */
  readonly answers: readonly Answer[];
}

/** The step of a cohort, as a dialogue sees it. */
export interface DialogueTable {
  /** Number of agents. */
  readonly agents: number;
  /** The step's prompts, [P]. */
  readonly prompts: readonly string[];
  /** K: the run's rollouts of each prompt. */
  readonly perPrompt: number;
  readonly roles: Roles;
  readonly options: DialogueOptions;
  readonly voting: VoteOptions;
  /** The step's own random numbers. */
  readonly rng: Rng;
  /** Asks agent n, in a role that it was not asked in before. `prompts` must not be empty. */
  readonly ask: (n: number, role: DialogueRole, prompts: readonly string[], each: number) => Promise<Said>;
}

/** How right answers are, 0 to 1, [prompts * each]: what a method that needs the truth is given in its place. */
export type Verifier = (answers: readonly Answer[], each: number) => Promise<Float32Array>;

/** What an agent learns from one of its samples. */
export interface DialoguePart {
  readonly role: DialogueRole;
  /** One per completion of the sample, in its order. */
  readonly rewards: Float32Array;
  /** 1 where a completion counts, 0 where it is left out as if it had not been sampled; null where all count. */
  readonly counts: Uint8Array | null;
  /** Completions of one group, whose rewards are compared with each other, one group behind the other. */
  readonly group: number;
}

/** Something said about one rollout: a verdict, a score, or another answer after it. */
export interface Remark {
  /** The rollout that it is about: p * K + k of the agent it stands with. */
  readonly row: number;
  /** Who said it. */
  readonly by: number;
  readonly role: DialogueRole;
  readonly asked: string;
  readonly text: string;
  /** The verdict, the score or the answer in it; null where none parsed. */
  readonly said: string | null;
  readonly reward: number;
  /** False where it is left out of the update. */
  readonly counts: boolean;
}

/** One agent's part of a dialogue. */
export interface DialogueAgent {
  /** Rollouts of each prompt in its sample "solve". */
  readonly perPrompt: number;
  /** Its answers to the step's prompts, [P * perPrompt]. */
  readonly answers: readonly Answer[];
  /** Labels [P], null where the method has none, and the rewards of these answers. */
  readonly exchange: Exchange;
  /** How right the reward takes each answer to be, 0 to 1; NaN where it says nothing. [P * perPrompt]. */
  readonly credit: Float32Array;
  /** What it learns from; empty where it learns nothing in this step. */
  readonly parts: readonly DialoguePart[];
  /** What was said about its rollouts, by whomever. */
  readonly remarks: readonly Remark[];
}

interface DialogueFacts extends MethodFacts {
  readonly roles: true;
  /** Which choices of a cohort mean something to it. */
  readonly choices: readonly DialogueChoice[];
  /** What its update has of its own in place of the run's settings; of `beta` the cohort may choose another. */
  readonly update: Partial<Pick<GrpoOptions, "estimator" | "advantageClip" | "beta">>;
}

/** A dialogue that no label ever reaches. */
export interface LabelFreeDialogue extends DialogueFacts {
  readonly needsTruth: false;
  /** One entry per agent, in order. */
  readonly play: (table: DialogueTable) => Promise<readonly DialogueAgent[]>;
}

/** A dialogue whose definition needs somebody who knows: the truth as verifier, or a judge tuned on a few labels. */
export interface VerifiedDialogue extends DialogueFacts {
  readonly needsTruth: true;
  readonly play: (table: DialogueTable, verifier: Verifier) => Promise<readonly DialogueAgent[]>;
}

export type DialogueMethod = LabelFreeDialogue | VerifiedDialogue;

/** Every agent of the table asked the same, at once. */
export function askAll(
  table: DialogueTable,
  role: DialogueRole,
  prompts: (n: number) => readonly string[],
  each: number,
): Promise<readonly Said[]> {
  return Promise.all(Array.from({ length: table.agents }, (_, n) => table.ask(n, role, prompts(n), each)));
}

/** Questions answered by whom each is put to. */
export interface Heard {
  /** The answer to each question, in their order. */
  readonly texts: readonly string[];
  /** For each agent the numbers of its questions, in the order of its sample; empty where it was not asked. */
  readonly asked: readonly (readonly number[])[];
}

/** Puts question i to agent whom[i]; all agents are asked at once, each for all of its questions. */
export async function askNamed(
  table: DialogueTable,
  role: DialogueRole,
  questions: readonly string[],
  whom: readonly number[],
): Promise<Heard> {
  const asked = Array.from({ length: table.agents }, (_, n) => whom.flatMap((agent, i) => (agent === n ? [i] : [])));
  const said = await Promise.all(
    asked.map((own, n) => {
      const prompts = own.map((i) => questions[i] ?? "");
      return prompts.length === 0 ? null : table.ask(n, role, prompts, 1);
    }),
  );
  const texts: string[] = questions.map(() => "");
  for (const [n, own] of asked.entries()) for (const [at, i] of own.entries()) texts[i] = said[n]?.texts[at] ?? "";
  return { texts, asked };
}

/** The rewards and counts of those questions that agent n was asked, as a part to learn from; null where it was not asked. */
export function heardPart(
  role: DialogueRole,
  questions: readonly number[],
  rewards: Float32Array,
  counts: Uint8Array,
): DialoguePart | null {
  if (questions.length === 0) return null;
  const own = Uint8Array.from(questions, (i) => counts[i] ?? 0);
  return countedPart(
    role,
    Float32Array.from(questions, (i) => rewards[i] ?? 0),
    own,
    questions.length,
  );
}

/** A part to learn from; null where nothing of it counts. */
export function countedPart(role: DialogueRole, rewards: Float32Array, counts: Uint8Array, group: number): DialoguePart | null {
  if (!counts.includes(1)) return null;
  return { role, rewards, counts: counts.includes(0) ? counts : null, group };
}
