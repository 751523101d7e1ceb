/** Steps of made-up cohorts, for the tests of the methods. */
import { createRng } from "../../math/rng.ts";
import { additionRoles } from "../../tasks/addition-roles.ts";
import type { Answer, Roles } from "../../tasks/task.ts";
import { DEFAULT_DIALOGUE, type DialogueOptions, type DialogueRole, type DialogueTable } from "../dialogue.ts";
import type { LabelRuleId } from "../label-rules/rule.ts";
import type { Method, MethodStep, RolloutGroups } from "../method.ts";
import { voteAll } from "../vote.ts";

function groups(answers: readonly Answer[], perPrompt: number, threshold: number): RolloutGroups {
  return {
    answers,
    votes: voteAll(answers, perPrompt, { threshold, tieRule: "first-seen" }),
    entropies: new Float32Array(answers.length),
    certainties: new Float32Array(answers.length),
  };
}

/**
 * A step of agents who answered so (one list of [P * K] answers an agent), along the method's own topology. Of a method with a second view it
 * gave the same answers, unless withSecond says otherwise.
 */
export function fixtureStep(
  method: Method,
  perPrompt: number,
  answers: readonly (readonly Answer[])[],
  threshold = 0,
  supervisors = method.topology(answers.length),
  labelRule: LabelRuleId = method.labelRule ?? "pooled",
): MethodStep {
  return {
    prompts: (answers[0]?.length ?? 0) / perPrompt,
    perPrompt,
    agents: answers.map((own) => ({
      ...groups(own, perPrompt, threshold),
      second: method.second ? groups(own, perPrompt, threshold) : null,
    })),
    supervisors,
    labelRule,
    voting: { threshold, tieRule: "first-seen" },
  };
}

/** The roles of the one task that has some. */
export function fixtureRoles(): Roles {
  if (!additionRoles.roles) throw new Error("The task has no roles.");
  return additionRoles.roles;
}

/** A question that agents of a fixture were asked. */
export interface Asked {
  readonly agent: number;
  readonly role: DialogueRole;
  readonly prompt: string;
  /** Which rollout of the prompt. */
  readonly k: number;
}

/**
 * A table whose agents say what `say` says; `asked` holds every question, in order. Answers are read most significant digit first. As agents do,
 * it refuses to ask in one role twice, and to ask nothing.
 */
export function fixtureTable(
  say: (question: Asked) => string,
  settings: {
    readonly agents: number;
    readonly prompts: readonly string[];
    readonly perPrompt: number;
    readonly options?: Partial<DialogueOptions>;
    readonly seed?: number;
  },
): { readonly table: DialogueTable; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const roles = new Set<string>();
  const { agents, prompts, perPrompt, options, seed = 1 } = settings;
  const table: DialogueTable = {
    agents,
    prompts,
    perPrompt,
    roles: fixtureRoles(),
    options: { ...DEFAULT_DIALOGUE, ...options },
    voting: { threshold: 0, tieRule: "first-seen" },
    rng: createRng(seed),
    ask: async (agent, role, questions, each) => {
      if (questions.length === 0 || roles.has(`${agent} ${role}`)) throw new Error("Asked twice, or for nothing.");
      roles.add(`${agent} ${role}`);
      const texts = questions.flatMap((prompt) =>
        Array.from({ length: each }, (_, k) => {
          const question = { agent, role, prompt, k };
          asked.push(question);
          return say(question);
        }),
      );
      return { texts, answers: texts.map((text) => additionRoles.parse(text, "msb").answer) };
    },
  };
  return { table, asked };
}

/** The step with other second views: one list of answers an agent. */
export function withSecond(step: MethodStep, answers: readonly (readonly Answer[])[]): MethodStep {
  const { perPrompt, voting } = step;
  return {
    ...step,
    agents: step.agents.map((agent, n) => ({ ...agent, second: groups(answers[n] ?? [], perPrompt, voting.threshold) })),
  };
}
