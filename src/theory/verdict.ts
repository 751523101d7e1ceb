/**
 * The verdict: one sentence for self-rewarding and one for the cohort, saying what will happen and why, with the numbers; and the outcome in
 * a form to export. What a screen reader is told, so everything that the picture shows must be in it.
 */
import { CONSENSUS, timeToConsensus } from "./consensus.ts";
import { type BasinSetting, createForecaster, type Forecast } from "./forecast.ts";
import { separatrix } from "./invariant.ts";
import { kernelFor } from "./kernel.ts";
import { type AgentOutcome, SPLIT } from "./outcome-codes.ts";
import { createPlurality } from "./plurality.ts";
import { sliceDistribution } from "./slice.ts";
import { twoOutcomeSystem } from "./two-outcome.ts";
import { voteRight } from "./vote.ts";

/** The exported outcome: 1 right, 0 wrong, null on a separatrix or where nothing moves (and where a cohort ends apart). */
export interface Outcome {
  readonly self: readonly AgentOutcome[];
  readonly cross: AgentOutcome;
}

export interface Verdict {
  /** Both sentences. */
  readonly sentence: string;
  readonly self: string;
  readonly cross: string;
  readonly outcome: Outcome;
  readonly forecast: Forecast;
  readonly numbers: {
    readonly sum: number;
    /** p_B on the separatrix above p_A; two agents, two answers, cross supervision only. */
    readonly separatrix: number | null;
    /** Updates until all agents are past 95 % on one side; two answers only, null if they never are. */
    readonly consensusTime: number | null;
    /** Pr(the agent's vote is right) at the start. */
    readonly labelRight: readonly number[];
  };
}

/** A, B, C, ... */
export function agentName(n: number): string {
  return String.fromCharCode(65 + n);
}

const figure = (value: number): string => value.toFixed(3);

/** Three decimals, or as many as it takes to tell `value` from `other`. */
function apart(value: number, other: number): string {
  for (let digits = 3; digits < 12; digits++) {
    if (value.toFixed(digits) !== other.toFixed(digits)) return value.toFixed(digits);
  }
  return value.toFixed(12);
}

/** The verdict on a setting and the starts p. Throws RangeError on anything out of range. */
export function verdict(setting: BasinSetting, p: readonly number[]): Verdict {
  const forecast = createForecaster(setting)(p);
  const labelRight = labelChances(setting, p);
  const [pA = 0.5] = p;
  const [rateA = 1, rateB = 1] = setting.rates;
  const closed = setting.answers === 2 && p.length === 2 && setting.exchange.kind === "cross" && setting.K >= 2;
  const numbers = {
    sum: p.reduce((total, value) => total + value, 0),
    separatrix: closed ? separatrix(pA, [rateA, rateB], setting) : null,
    consensusTime: consensusTime(setting, p, forecast),
    labelRight,
  };
  const self = selfSentence(setting, p, forecast);
  const cross = crossSentence(setting, p, forecast, numbers);
  return {
    sentence: `${self} ${cross}`,
    self,
    cross,
    outcome: { self: forecast.self, cross: forecast.cross },
    forecast,
    numbers,
  };
}

function labelChances(setting: BasinSetting, p: readonly number[]): number[] {
  if (setting.answers === 2) return p.map((value) => voteRight(setting.K, value, setting.tau));
  const vote = createPlurality({ ...setting, M: setting.answers });
  const law = new Float64Array(setting.answers);
  return p.map((value, n) => {
    vote.winner(sliceDistribution(value, n, setting.answers, setting.profile), law);
    return law[0] ?? 0;
  });
}

function consensusTime(setting: BasinSetting, p: readonly number[], { cross }: Forecast): number | null {
  if (cross === null || setting.answers > 2) return null;
  return timeToConsensus(twoOutcomeSystem({ ...setting, supervision: setting.exchange }), p)?.time ?? null;
}

function selfSentence(setting: BasinSetting, p: readonly number[], { self }: Forecast): string {
  const { K, answers } = setting;
  if (K === 1) return "Self-rewarding: with K = 1 a group has a single reward and no spread, so nothing moves.";
  if (K === 2) {
    return "Self-rewarding: with K = 2 a vote is either unanimous, and all rewards are equal, or tied, and pulls neither way on average. Nothing moves.";
  }
  if (kernelFor(setting).atHalf.selfSlope === 0) {
    return `Self-rewarding: at tau = ${setting.tau} only a unanimous vote counts, and then all rewards are equal. Nothing moves.`;
  }
  const parts = p.map((value, n) => {
    const who = `${agentName(n)} starts at ${apart(value, 0.5)}`;
    const outcome = self[n] ?? null;
    if (outcome === null) {
      return answers === 2 ? `${agentName(n)} starts at one half exactly and stays there` : `${who} and comes to rest undecided`;
    }
    const end = outcome === 1 ? "ends right" : "ends wrong";
    const above = value > 0.5;
    if (answers > 2 && above !== (outcome === 1)) {
      return above
        ? `${who}, above one half, and still ${end}`
        : `${who}, below one half, and still ${end}: its most frequent answer is the right one`;
    }
    return `${who}, ${above ? "above" : value < 0.5 ? "below" : "at"} one half, and ${end}`;
  });
  return `Self-rewarding: ${parts.join("; ")}.`;
}

const ends = (outcome: AgentOutcome, agents: number): string => {
  const who = agents === 2 ? "both" : `all ${agents}`;
  return outcome === 1 ? `${who} end right` : `${who} end wrong`;
};

function crossSentence(setting: BasinSetting, p: readonly number[], forecast: Forecast, numbers: Verdict["numbers"]): string {
  const { K, rates, exchange, answers } = setting;
  const { cross } = forecast;
  const name =
    exchange.kind === "mixture"
      ? `Mixed votes (own weight ${exchange.ownWeight})`
      : exchange.kind === "pooled"
        ? "Pooled vote"
        : p.length > 2
          ? `Cross supervision in a ring of ${p.length}`
          : "Cross supervision";
  if (K === 1) return `${name}: with K = 1 nothing moves.`;
  const when = numbers.consensusTime === null ? "" : ` All are past ${CONSENSUS} after ${short(numbers.consensusTime)} updates.`;
  if (answers > 2) return `${name}: ${manyAnswerReason(p, forecast, numbers)}`;
  if (numbers.separatrix !== null) return `${name}: ${twoAgentReason(p, rates, cross, numbers)}${when}`;
  const sum = `the ${p.length} p add up to ${figure(numbers.sum)}`;
  if (cross === null) {
    const why =
      forecast.crossCode === SPLIT
        ? `the own vote holds each agent on its side, so they end apart (${split(forecast)})`
        : "no agent's side wins";
    return `${name}: ${sum}; ${why}.`;
  }
  return `${name}: ${sum}, and by integration ${ends(cross, p.length)}.${when}`;
}

function split({ final }: Forecast): string {
  return final.cross.map((value, n) => `${agentName(n)} ${value > 0.5 ? "right" : "wrong"}`).join(", ");
}

function twoAgentReason(
  p: readonly number[],
  rates: readonly number[],
  cross: AgentOutcome,
  numbers: Verdict["numbers"],
): string {
  const [pA = 0.5, pB = 0.5] = p;
  const [rateA = 1, rateB = 1] = rates;
  const border = numbers.separatrix ?? 0.5;
  if (rateA === rateB) {
    const sum = `p_A + p_B = ${cross === null ? "1" : apart(numbers.sum, 1)}`;
    if (cross === null) return `${sum}, on the separatrix: the agents hold each other in balance.`;
    return `${sum} ${cross === 1 ? ">" : "<"} 1, so ${ends(cross, 2)}.`;
  }
  const where = `at p_A = ${figure(pA)} the separatrix runs through p_B = ${apart(border, pB)}`;
  if (cross === null) return `${where}, where B starts: the agents hold each other in balance.`;
  const slower = rateA < rateB ? 0 : 1;
  return (
    `${where}; B starts at ${apart(pB, border)}, ${cross === 1 ? "above" : "below"} it, so ${ends(cross, 2)}. ` +
    `${agentName(slower)} learns more slowly (eta ${rates[slower]} against ${rates[1 - slower]}), so its opinion weighs more.`
  );
}

function manyAnswerReason(p: readonly number[], { cross }: Forecast, numbers: Verdict["numbers"]): string {
  const labels = numbers.labelRight.map((value, n) => `${agentName(n)} ${figure(value)}`).join(", ");
  const votes = `at the start a vote is right with probability ${labels}`;
  if (cross === null) return `${votes}; the agents come to rest undecided.`;
  const mean = numbers.sum / p.length;
  const rule = p.length === 2 ? `p_A + p_B = ${apart(numbers.sum, 1)}` : `the mean p is ${apart(mean, 0.5)}`;
  // The two-outcome rule holds for two agents at equal rates; elsewhere it is only what a reader would expect.
  if (mean < 0.5 && cross === 1)
    return `${votes}; although ${rule}, ${ends(cross, p.length)}, because the wrong votes do not add up on one answer.`;
  if (mean > 0.5 && cross === 0) return `${votes}; although ${rule}, ${ends(cross, p.length)}.`;
  return `${votes}; ${rule}, and ${ends(cross, p.length)}.`;
}

/** Three significant digits, plainly written. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
