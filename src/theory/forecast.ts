/**
 * What one prompt comes to under self-rewarding and under the chosen exchange: the outcomes behind the verdict, the populations and the
 * exported state. Closed forms where there are any (self-rewarding, cross supervision of two agents), else integration.
 */
import { expit, logit } from "./binomial.ts";
import { createFollower } from "./fate.ts";
import { crossBasin } from "./invariant.ts";
import { type KernelOptions, kernelFor } from "./kernel.ts";
import { manyAnswerSystem } from "./many-answers.ts";
import { type AgentOutcome, type OutcomeCode, RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { sliceDistribution, sliceStart, type WrongProfile } from "./slice.ts";
import { type Supervision, twoOutcomeSystem } from "./two-outcome.ts";

/** All that a basin picture is set by. */
export interface BasinSetting extends KernelOptions {
  /** One learning rate per agent, 2 to 8. */
  readonly rates: readonly number[];
  /** How agents supervise each other; with more than two answers only "cross". */
  readonly exchange: Exclude<Supervision, { kind: "self" }>;
  /** Number of answers, 2 to 8; above 2 the `profile` says where the wrong mass lies. */
  readonly answers: number;
  readonly profile: WrongProfile;
}

export const DEFAULT_SETTING: BasinSetting = {
  K: 7,
  tau: 0,
  ddof: 0,
  epsilon: 0,
  rates: [1, 1],
  exchange: { kind: "cross" },
  answers: 2,
  profile: { share: 0.5, shared: true },
};

/** A many-answer drift is dear and its outcome coarse: this halves the steps and moves a border by some 1e-6. */
const MANY_ANSWER_TOLERANCE = { rtol: 1e-6, atol: 1e-6 } as const;

export interface Forecast {
  /** Where each agent ends alone; null on a separatrix or where nothing moves. */
  readonly self: readonly AgentOutcome[];
  /** Where the cohort ends; null also where its agents end apart. */
  readonly cross: AgentOutcome;
  readonly crossCode: OutcomeCode;
  /** p of each agent in the limit: 0, 1, or where it comes to rest. */
  readonly final: { readonly self: readonly number[]; readonly cross: readonly number[] };
}

/** A forecaster of one setting, to be asked for many prompts. Throws RangeError on a setting out of range. */
export function createForecaster(setting: BasinSetting): (p: readonly number[]) => Forecast {
  const self = setting.answers === 2 ? selfTwoOutcomes(setting) : selfManyAnswers(setting);
  const cross = setting.answers === 2 ? crossTwoOutcomes(setting) : crossManyAnswers(setting);
  return (p) => {
    if (p.length !== setting.rates.length)
      throw new RangeError(`${setting.rates.length} agents need as many p, not ${p.length}.`);
    const alone = p.map(self);
    const together = cross(p);
    return {
      self: alone.map(({ outcome }) => outcome),
      cross: together.code === RIGHT ? 1 : together.code === WRONG ? 0 : null,
      crossCode: together.code,
      final: { self: alone.map(({ final }) => final), cross: together.final },
    };
  };
}

/** The forecast of one prompt. */
export function forecast(setting: BasinSetting, p: readonly number[]): Forecast {
  return createForecaster(setting)(p);
}

type Alone = (p: number, agent: number) => { readonly outcome: AgentOutcome; readonly final: number };
type Together = (p: readonly number[]) => { readonly code: OutcomeCode; readonly final: readonly number[] };

/** P2: the side of one half decides, if anything moves. A start in a corner stays there. */
function selfTwoOutcomes(setting: BasinSetting): Alone {
  const moves = kernelFor(setting).atHalf.selfSlope > 0;
  return (p) => {
    const x = logit(p);
    if (!moves || Math.abs(x) < 1e-12) return { outcome: null, final: p };
    return x > 0 ? { outcome: 1, final: 1 } : { outcome: 0, final: 0 };
  };
}

function selfManyAnswers(setting: BasinSetting): Alone {
  const { answers, profile } = setting;
  const system = manyAnswerSystem({ ...setting, rates: [1], supervision: { kind: "self" } });
  const follow = createFollower(system, system.dimension, MANY_ANSWER_TOLERANCE);
  return (p, agent) => {
    const { code, state } = follow(sliceDistribution(p, agent, answers, profile).map(Math.log));
    if (code === RIGHT) return { outcome: 1, final: 1 };
    if (code === WRONG) return { outcome: 0, final: 0 };
    return { outcome: null, final: system.right(state)[0] ?? p };
  };
}

function finalOf(code: OutcomeCode, atRest: () => readonly number[], agents: number): readonly number[] {
  if (code === RIGHT || code === WRONG) return Array.from({ length: agents }, () => (code === RIGHT ? 1 : 0));
  const p = atRest();
  return code === SPLIT ? p.map((value) => (value > 0.5 ? 1 : 0)) : p;
}

function crossTwoOutcomes(setting: BasinSetting): Together {
  const { rates, exchange } = setting;
  const [rateA, rateB] = rates;
  if (exchange.kind === "cross" && rateA !== undefined && rateB !== undefined && rates.length === 2) {
    return (p) => {
      const [pA = 0.5, pB = 0.5] = p;
      const code = crossBasin(pA, pB, [rateA, rateB], setting);
      // On the separatrix the cohort comes to rest in the saddle; two corners, and a lone rollout, stay where they are.
      const stuck = setting.K < 2 || [pA, pB].every((value) => value === 0 || value === 1);
      return { code, final: finalOf(code, () => (stuck ? p : [0.5, 0.5]), 2) };
    };
  }
  const system = twoOutcomeSystem({ ...setting, supervision: exchange });
  const follow = createFollower(system, system.agents);
  return (p) => {
    const { code, state } = follow(p.map(logit));
    return { code, final: finalOf(code, () => Array.from(state, expit), rates.length) };
  };
}

function crossManyAnswers(setting: BasinSetting): Together {
  if (setting.exchange.kind !== "cross")
    throw new RangeError(`${setting.exchange.kind} supervision is worked out for two answers only.`);
  const system = manyAnswerSystem({ ...setting, supervision: { kind: "cross" } });
  const follow = createFollower(system, system.dimension, MANY_ANSWER_TOLERANCE);
  return (p) => {
    const { code, state } = follow(sliceStart(p, setting.answers, setting.profile));
    return { code: code === SPLIT ? UNDECIDED : code, final: finalOf(code, () => system.right(state), p.length) };
  };
}
