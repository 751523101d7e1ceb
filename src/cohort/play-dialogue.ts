/**
 * A step of a method that asks several times (learning/dialogue.ts): binds its table to agents. Each role is a sample of its own, so that one
 * update learns from all of them (parts.ts).
 */
import {
  DIALOGUE_ROLES,
  type DialogueAgent,
  type DialogueMethod,
  type DialogueOptions,
  type DialogueTable,
  type Verifier,
} from "../learning/dialogue.ts";
import { voteAll } from "../learning/vote.ts";
import { createRng, hashString, mixSeed } from "../math/rng.ts";
import type { TrainingConfig } from "../runs/config.ts";
import type { Answer, Roles, UnlabelledPrompt } from "../tasks/task.ts";
import type { Grader } from "./grader.ts";
import type { PlayedAgent, Table } from "./played.ts";
import type { LearnPart, SampleReport } from "./protocol.ts";

/** What a dialogue needs besides the table. */
export interface DialogueSetting {
  readonly roles: Roles;
  readonly options: DialogueOptions;
  readonly training: TrainingConfig;
  /** Seeds the draws of all steps: who evaluates whom. */
  readonly seed: number;
  /** Who tells how right answers are, of a method that needs somebody who knows; null: the truth. */
  readonly judge: Judge | null;
}

/** Answers to a step's prompts, [prompts * each], of which somebody is to say how right they are. */
export interface ToJudge {
  readonly step: number;
  /** Which question of the step's this is, from 0: each is sampled from keys of its own. */
  readonly call: number;
  readonly prompts: readonly string[];
  readonly answers: readonly Answer[];
  readonly each: number;
}

/** How right each answer is, 0 to 1, [prompts * each]. */
export type Judge = (asked: ToJudge) => Promise<Float32Array>;

/** The truth, as it is taught, as verifier: 1 where an answer is it. */
function truthVerifier(grader: Grader, batch: readonly UnlabelledPrompt[]): Verifier {
  return async (answers, each) => {
    const truths = grader.taught(batch);
    return Float32Array.from(answers, (answer, row) => (answer === truths[Math.floor(row / each)] ? 1 : 0));
  };
}

/** Asks, judges, answers again. Nothing is learned before everything is said. */
export async function playDialogue(table: Table, method: DialogueMethod, setting: DialogueSetting): Promise<PlayedAgent[]> {
  const { agents, batch, grader, step } = table;
  const { roles, options, training, seed, judge } = setting;
  const prompts = batch.map((prompt) => prompt.text);
  /** What each agent said as solver. */
  const solved = new Map<number, SampleReport>();
  const asked: DialogueTable = {
    agents: agents.length,
    prompts,
    perPrompt: training.rollouts,
    roles,
    options,
    voting: training,
    rng: createRng(mixSeed(hashString("dialogue"), seed, step)),
    ask: async (n, role, texts, each) => {
      const part = DIALOGUE_ROLES.indexOf(role);
      const report = await table.sample(n, { part, alone: false, otherPhrasing: false, prompts: texts, perPrompt: each });
      if (role === "solve") solved.set(n, report);
      return { texts: report.texts ?? [], answers: report.answers };
    },
  };
  let call = 0;
  const verifier: Verifier = judge
    ? (answers, each) => judge({ step, call: call++, prompts, answers, each })
    : truthVerifier(grader, batch);
  const played = method.needsTruth ? await method.play(asked, verifier) : await method.play(asked);
  return agents.map((_, n) => playedAgent(n, played[n], solved.get(n), training));
}

function playedAgent(
  n: number,
  agent: DialogueAgent | undefined,
  sample: SampleReport | undefined,
  training: TrainingConfig,
): PlayedAgent {
  if (!agent || !sample) throw new Error(`The method left agent ${n} out.`);
  const { perPrompt, exchange, credit, remarks } = agent;
  // Each role by itself, also where advantages are not taken by group.
  const parts = agent.parts.map(({ role, ...part }): LearnPart => {
    const place = DIALOGUE_ROLES.indexOf(role);
    return { part: place, pool: place, ...part };
  });
  return { perPrompt, sample, votes: voteAll(agent.answers, perPrompt, training), exchange, credit, parts, remarks };
}
