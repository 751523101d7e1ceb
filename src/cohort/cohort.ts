/**
 * One cohort, one step (docs/architecture.md): all agents sample, then votes are taken, exchanged along the topology and turned into
 * rewards, then all agents learn. Nothing is learned before everything is sampled (docs/methods.md, common ground).
 */

import { dialogueMetrics } from "../learning/dialogue-metrics.ts";
import { ENSEMBLE, majorityRight } from "../learning/ensemble.ts";
import { methodById } from "../learning/methods/index.ts";
import type { AgentMetrics } from "../learning/metrics.ts";
import { agentMetrics, pairAgreements, unanimity } from "../learning/metrics.ts";
import { scheduleFactor } from "../learning/schedule.ts";
import { copyRate } from "../learning/slow-copy.ts";
import type { EngineState } from "../policies/engine.ts";
import {
  type CohortConfig,
  dialogueOf,
  labelRuleOf,
  secondViewOf,
  slowCopyOf,
  supervisorsOf,
  type TrainingConfig,
} from "../runs/config.ts";
import {
  type AgentStep,
  type CohortStep,
  type Ensemble,
  type Estimate,
  estimateOf,
  type Final,
  type HeldOut,
  pairsOf,
} from "../runs/record.ts";
import type { Task, UnlabelledPrompt } from "../tasks/task.ts";
import type { AgentStepRollouts } from "./events.ts";
import { checkSample, checkState, checkUpdate, orBroken } from "./faults.ts";
import type { Grader } from "./grader.ts";
import { type Judge, playDialogue } from "./play-dialogue.ts";
import { playVotes } from "./play-vote.ts";
import type { PlayedAgent, Table } from "./played.ts";
import type { AgentApi, EvaluateOrder, LearnOrder, LearnReport } from "./protocol.ts";

const NOT_TRAINED: LearnReport = { loss: 0, gradientNorm: 0, milliseconds: 0 };

/** What may be changed between two steps; else the run's own. */
export interface StepSettings {
  readonly learningRate: number;
  readonly temperature: number;
}

export interface CohortStepResult {
  readonly metrics: CohortStep;
  /** What each agent wrote, for looking at. */
  readonly rollouts: readonly AgentStepRollouts[];
}

export interface Cohort {
  /** Sample, vote, exchange, learn. `step` counts from 1. heldOut is left null. Throws NotFiniteError before such numbers are handed out. */
  step(step: number, batch: readonly UnlabelledPrompt[], settings: StepSettings): Promise<CohortStepResult>;
  /** Held-out pass@1 of every agent after `step` updates. */
  evaluate(step: number, prompts: readonly UnlabelledPrompt[], samples: number): Promise<HeldOut>;
  /** The same after the last update, and then the matched-budget evaluation (learning/ensemble.ts). */
  final(step: number, prompts: readonly UnlabelledPrompt[], samples: number): Promise<Final>;
  /** Every agent's state after so many steps, in order; between two steps. Throws NotFiniteError where one is broken. */
  snapshot(step: number): Promise<EngineState[]>;
  /** Takes every agent back. Throws RangeError where there are not as many states as agents. */
  restore(states: readonly EngineState[]): Promise<void>;
}

/** pass@1 with its interval from answers [prompts * samples]: prompts are the independent units, not samples. */
function passAt1(answers: readonly (string | null)[], truths: readonly string[], samples: number): Estimate {
  const means = truths.map((truth, p) => {
    let right = 0;
    for (let s = 0; s < samples; s++) if (answers[p * samples + s] === truth) right++;
    return right / samples;
  });
  return estimateOf(means);
}

/** A letter for agent n: A, B, C ... */
export function agentLetter(n: number): string {
  return String.fromCharCode(65 + n);
}

function stateAt(states: readonly EngineState[], n: number): EngineState {
  const state = states[n];
  if (!state) throw new RangeError(`There is no state of agent ${n}.`);
  return state;
}

function agentAt(agents: readonly AgentApi[], n: number): AgentApi {
  const agent = agents[n];
  if (!agent) throw new RangeError(`There is no agent ${n}.`);
  return agent;
}

/** What a cohort is set up in. */
export interface Surroundings {
  readonly task: Task;
  /** Seeds what a cohort draws itself; the compared cohort's is the same. */
  readonly seed: number;
  /** A judge in the truth's place; null where none is asked for. */
  readonly judge: Judge | null;
  /** What sentences call an agent. */
  readonly name: string;
}

/** A cohort of agents that are already set up. `agents` and `config.agents` stand in the same order. */
export function createCohort(
  agents: readonly AgentApi[],
  config: CohortConfig,
  training: TrainingConfig,
  grader: Grader,
  { task, seed, judge, name }: Surroundings,
): Cohort {
  const who = (n: number): string => `${name} ${agentLetter(n)}`;
  const method = methodById(config.method);
  const supervisors = supervisorsOf(config);
  const labelRule = labelRuleOf(config);
  const second = secondViewOf(config);
  const copy = slowCopyOf(config);
  const options = dialogueOf(config);
  /** What the update takes of the run's settings, and what the method or the cohort has of its own. */
  const grpo = method.roles
    ? { ...training, ...method.update, ...(options.beta === null ? {} : { beta: options.beta }) }
    : copy && training.beta === 0
      ? { ...training, beta: copy.beta }
      : training;
  const play = (table: Table): Promise<PlayedAgent[]> => {
    if (!method.roles) return playVotes(table, method, supervisors, labelRule, second, training);
    const { roles } = task;
    if (!roles)
      throw new Error(`${method.title} needs a task whose policies judge or answer again; ${task.title} has no such roles.`);
    return playDialogue(table, method, { roles, options, training, seed, judge });
  };
  const rateAt = (step: number, n: number, learningRate: number): number =>
    learningRate *
    (config.agents[n]?.learningRateScale ?? 1) *
    scheduleFactor({ kind: training.schedule, warmupSteps: training.warmupSteps, steps: training.steps }, step - 1);

  const evaluate = async (step: number, prompts: readonly UnlabelledPrompt[], samples: number): Promise<HeldOut> => {
    const texts = prompts.map((prompt) => prompt.text);
    const reports = await Promise.all(agents.map((agent) => agent.evaluate({ step, prompts: texts, samples, temperature: 1 })));
    const truths = grader.truths(prompts);
    return { agents: reports.map((report) => ({ heldOut: passAt1(report.answers, truths, samples) })) };
  };

  const ensemble = async (step: number, prompts: readonly UnlabelledPrompt[]): Promise<Ensemble> => {
    const { samples } = ENSEMBLE;
    const order: EvaluateOrder = { ...ENSEMBLE, step, prompts: prompts.map((prompt) => prompt.text), purpose: "ensemble" };
    const answers = (await Promise.all(agents.map((agent) => agent.evaluate(order)))).map((report) => report.answers);
    const truths = grader.truths(prompts);
    const majority = (...of: number[]): Estimate =>
      estimateOf(
        majorityRight(
          of.map((n) => answers[n] ?? []),
          truths,
          samples,
        ),
      );
    return {
      ...ENSEMBLE,
      agents: answers.map((own, n) => ({ passAt1: passAt1(own, truths, samples), majority: majority(n) })),
      pairs: pairsOf(agents.length).map(([a, b]) => ({ a, b, majority: majority(a, b) })),
    };
  };

  return {
    async step(step, batch, { learningRate, temperature }) {
      /** The rate of the update before this step's samples. */
      const before = (n: number): number => rateAt(Math.max(1, step - 1), n, learningRate);
      const table: Table = {
        agents,
        step,
        batch,
        temperature,
        grader,
        sample: async (n, wish) => {
          const sample = await orBroken(
            who(n),
            step,
            before(n),
            agentAt(agents, n).sample({ ...wish, step, temperature, keepText: true }),
          );
          checkSample(who(n), step, sample.entropies, before(n));
          return sample;
        },
      };
      const played = await play(table);
      const learned = await Promise.all(
        agents.map(async (agent, n): Promise<LearnReport> => {
          const parts = played[n]?.parts ?? [];
          if (parts.length === 0) return NOT_TRAINED;
          const rate = rateAt(step, n, learningRate);
          const following = copy ? { copyRate: copyRate(copy.schedule, step, training.steps) } : {};
          const order: LearnOrder = { step, parts, learningRate: rate, clipNorm: training.clipNorm, grpo, ...following };
          const report = await orBroken(who(n), step, rate, agent.learn(order));
          checkUpdate(who(n), step, report, rate);
          return report;
        }),
      );
      // Measuring comes last: nothing the truth touches stands before the update.
      const truths = grader.truths(batch);
      const dialogues = method.roles
        ? dialogueMetrics(
            played.map((agent) => ({ ...agent, answers: agent.sample.answers, credit: agent.credit ?? new Float32Array(0) })),
            truths,
          )
        : [];
      const agentSteps = played.map(({ sample, votes, exchange, credit, perPrompt }, n): AgentStep => {
        const metrics: AgentMetrics = agentMetrics({
          ...sample,
          votes,
          exchange,
          credit,
          truths,
          perPrompt,
          ddof: training.ddof,
        });
        const dialogue = dialogues[n];
        const { loss, gradientNorm } = learned[n] ?? NOT_TRAINED;
        return {
          ...metrics,
          loss,
          gradientNorm,
          learningRate: method.trains ? rateAt(step, n, learningRate) : 0,
          heldOut: null,
          ...(dialogue ? { dialogue } : {}),
        };
      });
      const votes = played.map((agent) => agent.votes);
      return {
        metrics: {
          step,
          agents: agentSteps,
          agreement: pairAgreements(votes),
          unanimity: agents.length > 2 ? unanimity(votes) : null,
        },
        rollouts: played.map(({ sample, exchange, votes: own, remarks }) => ({
          answers: sample.answers,
          votes: own,
          texts: sample.texts ?? [],
          labels: exchange.labels,
          rewards: exchange.rewards,
          remarks,
        })),
      };
    },

    evaluate,

    final: async (step, prompts, samples) => ({
      ...(await evaluate(step, prompts, samples)),
      ensemble: await ensemble(step, prompts),
    }),

    async snapshot(step) {
      const states = await Promise.all(agents.map((agent) => agent.snapshot()));
      for (const [n, state] of states.entries()) checkState(who(n), step, state);
      return states;
    },

    async restore(states) {
      if (states.length !== agents.length) throw new RangeError(`There are ${agents.length} agents, not ${states.length}.`);
      await Promise.all(agents.map((agent, n) => agent.restore(stateAt(states, n))));
    },
  };
}
