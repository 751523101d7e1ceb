/**
 * What three rules say that training will make of one prompt, from the answers that the agents gave before it:
 *     two outcomes   the paper's theory (Co-RL, arXiv 2608.17253, section 5): two agents end right where p_A + p_B > 1 (T1, equal rates),
 *                    an agent alone where p > 1/2 (P2); a ring of three or more by integration (`two-outcome.ts`);
 *     many answers   ours (`many-answers.ts`): the dynamics from the agents' whole answer distributions, integrated until the outcome is certain;
 *     plurality      no dynamics at all: the most frequent answer of all samples of the ring. What the second rule adds to this is its own.
 * All take equal learning rates, and each rule calls a tie of its own neither right nor wrong.
 */
import {
  type AnswerCounts,
  answerDistributions,
  countOf,
  majorityRight,
  type PromptAnswers,
  pluralityRight,
  pooledCounts,
  SMOOTHING,
} from "./answer-counts.ts";
import { logit } from "./binomial.ts";
import { createFollower, type Followed } from "./fate.ts";
import { type KernelOptions, kernelFor } from "./kernel.ts";
import { manyAnswerSystem } from "./many-answers.ts";
import { type AgentOutcome, RIGHT, WRONG } from "./outcome-codes.ts";
import { twoOutcomeSystem } from "./two-outcome.ts";

export const FORECAST_RULES = ["twoOutcomes", "manyAnswers", "plurality"] as const;
export type ForecastRule = (typeof FORECAST_RULES)[number];

/** Per rule what each agent of the cohort will end as. */
export type PromptForecast = Readonly<Record<ForecastRule, readonly AgentOutcome[]>>;

export interface PromptForecastSetting extends KernelOptions {
  /** Who supervises whom (`rings.ts`); every agent stands in one ring. */
  readonly rings: readonly (readonly number[])[];
}

type RingRule = (agents: readonly AnswerCounts[], truth: string) => AgentOutcome;

/** A many-answer drift is dear and its outcome coarse, as in `forecast.ts`. */
const MANY_ANSWER_TOLERANCE = { rtol: 1e-6, atol: 1e-6 } as const;

function sideOf({ code }: Followed): AgentOutcome {
  return code === RIGHT ? 1 : code === WRONG ? 0 : null;
}

/** A ring as the paper's rule sees it. Counts are compared as whole numbers, so that a tie is one. */
function twoOutcomes(kernel: KernelOptions, size: number): RingRule {
  const ones = Array.from({ length: size }, () => 1);
  if (size === 1) {
    const moves = kernelFor(kernel).atHalf.selfSlope > 0;
    return ([own], truth) => (own && moves ? majorityRight(countOf(own, truth), own.samples) : null);
  }
  if (size === 2) {
    return ([a, b], truth) => {
      if (!a || !b || kernel.K < 2) return null;
      return majorityRight(countOf(a, truth) * b.samples + countOf(b, truth) * a.samples, 2 * a.samples * b.samples);
    };
  }
  const system = twoOutcomeSystem({ ...kernel, rates: ones, supervision: { kind: "cross" } });
  const follow = createFollower(system, size);
  // 0 of 32 is not never: in a corner an agent would stay for ever.
  return (agents, truth) =>
    sideOf(follow(agents.map((agent) => logit((countOf(agent, truth) + SMOOTHING) / (agent.samples + 2 * SMOOTHING)))));
}

function manyAnswers(kernel: KernelOptions, size: number): RingRule {
  const rates = Array.from({ length: size }, () => 1);
  const kind = size === 1 ? "self" : "cross";
  const followers = new Map<number, (theta: ArrayLike<number>) => Followed>();
  const followerFor = (answers: number): ((theta: ArrayLike<number>) => Followed) => {
    const known = followers.get(answers);
    if (known) return known;
    const system = manyAnswerSystem({ ...kernel, answers, rates, supervision: { kind } });
    const made = createFollower(system, system.dimension, MANY_ANSWER_TOLERANCE);
    followers.set(answers, made);
    return made;
  };
  return (agents, truth) => {
    const distributions = answerDistributions(agents, truth);
    const answers = distributions[0]?.length ?? 0;
    const theta = new Float64Array(size * answers);
    for (const [n, pi] of distributions.entries()) theta.set(pi.map(Math.log), n * answers);
    const end = followerFor(answers)(theta);
    // An answer as likely as the right one for every agent stays so for ever; only rounding could tell which of the two wins.
    const winner = end.state.subarray(0, answers);
    const most = winner.indexOf(Math.max(...winner));
    return distributions.every((pi) => pi[most] === pi[0]) && (most > 0 || hasTwin(distributions)) ? null : sideOf(end);
  };
}

/** Whether a wrong answer is as likely as the right one for every agent. */
function hasTwin(distributions: readonly Float64Array[]): boolean {
  const [first] = distributions;
  return first?.some((_, m) => m > 0 && distributions.every((pi) => pi[m] === pi[0])) ?? false;
}

/**
 * A forecaster of one setting, to be asked for many prompts; a prompt takes some milliseconds. Throws RangeError on a setting out of range,
 * and on a prompt without an agent's answers.
 */
export function createPromptForecaster({ rings, ...kernel }: PromptForecastSetting): (prompt: PromptAnswers) => PromptForecast {
  const rules = rings.map((ring) => ({
    ring,
    twoOutcomes: twoOutcomes(kernel, ring.length),
    manyAnswers: manyAnswers(kernel, ring.length),
  }));
  const size = rings.reduce((sum, ring) => sum + ring.length, 0);
  return ({ truth, agents }) => {
    if (agents.length !== size) throw new RangeError(`${size} agents need as many counts of answers, not ${agents.length}.`);
    const none = (): AgentOutcome[] => agents.map(() => null);
    const forecast = { twoOutcomes: none(), manyAnswers: none(), plurality: none() };
    for (const { ring, ...rule } of rules) {
      const own = ring.map((n) => {
        const counts = agents[n];
        if (!counts) throw new RangeError(`There are no answers of agent ${n}.`);
        return counts;
      });
      const said = {
        twoOutcomes: rule.twoOutcomes(own, truth),
        manyAnswers: rule.manyAnswers(own, truth),
        plurality: pluralityRight(pooledCounts(own), truth),
      };
      for (const name of FORECAST_RULES) for (const n of ring) forecast[name][n] = said[name];
    }
    return forecast;
  };
}
