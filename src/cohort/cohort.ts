/**
 * One cohort, one step (docs/architecture.md): all agents sample, then votes are taken, exchanged along the topology and turned into
 * rewards, then all agents learn. Nothing is learned before everything is sampled (docs/methods.md, common ground).
 */

import { methodById } from "../learning/methods/index.ts";
import type { AgentMetrics } from "../learning/metrics.ts";
import { agentMetrics, pairAgreements, unanimity } from "../learning/metrics.ts";
import { scheduleFactor } from "../learning/schedule.ts";
import { voteAll } from "../learning/vote.ts";
import type { CohortConfig, TrainingConfig } from "../runs/config.ts";
import { type AgentStep, type CohortStep, type Estimate, estimateOf, type HeldOut } from "../runs/record.ts";
import type { UnlabelledPrompt } from "../tasks/task.ts";
import { exchangeOf, type Grader } from "./grader.ts";
import type { AgentApi, LearnReport } from "./protocol.ts";

const NOT_TRAINED: LearnReport = { loss: 0, gradientNorm: 0, milliseconds: 0 };

export interface Cohort {
  /** Sample, vote, exchange, learn. `step` counts from 1. heldOut is left null. */
  step(step: number, batch: readonly UnlabelledPrompt[]): Promise<CohortStep>;
  /** Held-out pass@1 of every agent after `step` updates. */
  evaluate(step: number, prompts: readonly UnlabelledPrompt[], samples: number): Promise<HeldOut>;
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

/** A cohort of agents that are already set up. `agents` and `config.agents` stand in the same order. */
export function createCohort(
  agents: readonly AgentApi[],
  config: CohortConfig,
  training: TrainingConfig,
  grader: Grader,
): Cohort {
  const method = methodById(config.method);
  const supervisors = method.topology(agents.length);
  const rateAt = (step: number, n: number): number =>
    training.learningRate *
    (config.agents[n]?.learningRateScale ?? 1) *
    scheduleFactor({ kind: training.schedule, warmupSteps: training.warmupSteps, steps: training.steps }, step - 1);

  return {
    async step(step, batch) {
      const prompts = batch.map((prompt) => prompt.text);
      const perPrompt = training.rollouts;
      const samples = await Promise.all(
        agents.map((agent) => agent.sample({ step, prompts, perPrompt, temperature: training.temperature, keepText: false })),
      );
      const rollouts = samples.map((sample) => ({
        answers: sample.answers,
        votes: voteAll(sample.answers, perPrompt, training),
      }));
      const exchanges = exchangeOf(method, { prompts: batch.length, perPrompt, agents: rollouts, supervisors }, batch, grader);
      const learned = method.trains
        ? await Promise.all(
            agents.map((agent, n) =>
              agent.learn({
                step,
                perPrompt,
                rewards: exchanges[n]?.rewards ?? new Float32Array(batch.length * perPrompt),
                learningRate: rateAt(step, n),
                clipNorm: training.clipNorm,
                grpo: training,
              }),
            ),
          )
        : agents.map(() => NOT_TRAINED);
      // Measuring comes last: nothing the truth touches stands before the update.
      const truths = grader.truths(batch);
      const agentSteps = rollouts.map((rollout, n): AgentStep => {
        const sample = samples[n];
        const exchange = exchanges[n];
        if (!sample || !exchange) throw new Error("A method returned fewer exchanges than there are agents.");
        const metrics: AgentMetrics = agentMetrics({
          ...rollout,
          exchange,
          truths,
          perPrompt,
          lengths: sample.lengths,
          truncated: sample.truncated,
          entropies: sample.entropies,
          ddof: training.ddof,
        });
        const { loss, gradientNorm } = learned[n] ?? NOT_TRAINED;
        return { ...metrics, loss, gradientNorm, learningRate: method.trains ? rateAt(step, n) : 0, heldOut: null };
      });
      const votes = rollouts.map((rollout) => rollout.votes);
      return {
        step,
        agents: agentSteps,
        agreement: pairAgreements(votes),
        unanimity: agents.length > 2 ? unanimity(votes) : null,
      };
    },

    async evaluate(step, prompts, samples) {
      const texts = prompts.map((prompt) => prompt.text);
      const reports = await Promise.all(agents.map((agent) => agent.evaluate({ step, prompts: texts, samples, temperature: 1 })));
      const truths = grader.truths(prompts);
      return { agents: reports.map((report) => ({ heldOut: passAt1(report.answers, truths, samples) })) };
    },
  };
}
