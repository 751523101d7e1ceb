/**
 * MAPoRL's verifier without the truth at every step: a judge of its own, family L as pretrained, tuned on the agents' answers to a few labelled
 * train prompts before the first step. Those labels are the only truth that reaches the cohort, and the judge the only one that it reaches.
 *
 * The tuning is a function of the run's configuration: agents are asked as pretrained, so a run that goes on, or that goes on in fresh workers, has
 * the same judge.
 */
import { rightJudgement } from "../tasks/roles-corpus.ts";
import type { Roles, UnlabelledPrompt } from "../tasks/task.ts";
import type { Judge } from "./play-dialogue.ts";
import type { AgentApi } from "./protocol.ts";

/** Train prompts whose answers are labelled, the first ones; the prototype's. */
export const LABELLED_PROMPTS = 64;
/** Answers of each agent to each of them. */
const SAMPLES = 8;
const TUNING = { steps: 150, batch: 64, learningRate: 1e-3 } as const;
/** The evaluation that the answers come from: no step's, so that its keys are its own. */
const BEFORE_ALL = 0xffffffff;

/** Tunes a judge that is set up. `agents` must stand at their base policies. */
export async function tuneJudge(
  judge: AgentApi,
  agents: readonly AgentApi[],
  labelled: readonly UnlabelledPrompt[],
): Promise<void> {
  const prompts = labelled.map(({ text }) => text);
  const order = { step: BEFORE_ALL, prompts, samples: SAMPLES, temperature: 1 };
  const reports = await Promise.all(agents.map((agent) => agent.evaluate(order)));
  const examples = reports.flatMap(({ answers }) =>
    answers.map((answer, row) => rightJudgement(prompts[Math.floor(row / SAMPLES)] ?? "", answer)),
  );
  await judge.tune({ examples, ...TUNING });
}

/** One sampled verdict an answer: 1 where it says right. An answer that does not parse is not asked about: 0. */
export function judgeBy(judge: AgentApi, roles: Roles): Judge {
  return async ({ step, call, prompts, answers, each }) => {
    const scores = new Float32Array(answers.length);
    const asked = answers.flatMap((answer, row) => (answer === null ? [] : [row]));
    if (asked.length === 0) return scores;
    const questions = asked.map((row) => roles.evaluate(prompts[Math.floor(row / each)] ?? "", answers[row] ?? null));
    const { texts } = await judge.sample({
      step,
      part: call,
      alone: false,
      otherPhrasing: false,
      prompts: questions,
      perPrompt: 1,
      temperature: 1,
      keepText: true,
    });
    for (const [at, row] of asked.entries()) scores[row] = roles.verdictOf(texts?.[at] ?? "") === "Y" ? 1 : 0;
    return scores;
  };
}
