/**
 * How well forecasts foresaw what training made of the prompts.
 *
 * One outcome is one agent on one prompt. Agents on one prompt share its fate, so the prompts are the independent units of every interval, not
 * the outcomes (`math/intervals.ts`). Ties stand apart: the shares are of those outcomes that ended on a side and that every rule gave a side,
 * the same ones for all rules, so that the rules can be compared and their differences have intervals of their own.
 */
import { type Interval, ratioInterval, ratioMean } from "../math/intervals.ts";
import type { AgentOutcome } from "./outcome-codes.ts";
import { FORECAST_RULES, type ForecastRule, type PromptForecast } from "./prompt-forecast.ts";

export interface JudgedPrompt {
  readonly forecast: PromptForecast;
  /** What each agent ended as. */
  readonly outcomes: readonly AgentOutcome[];
}

export const SIDES = ["right", "wrong", "tied"] as const;
export type Side = (typeof SIDES)[number];

export function sideOf(outcome: AgentOutcome): Side {
  return outcome === null ? "tied" : outcome === 1 ? "right" : "wrong";
}

/** Outcomes by what was forecast, then by how they ended. */
export type Confusion = Readonly<Record<Side, Readonly<Record<Side, number>>>>;

export interface Foresight {
  readonly prompts: number;
  /** Outcomes in all: prompts times agents. */
  readonly outcomes: number;
  /** Outcomes that ended on a side and that every rule gave one: of these are the shares. */
  readonly compared: number;
  readonly rules: Readonly<
    Record<
      ForecastRule,
      {
        /** Of all outcomes. */
        readonly confusion: Confusion;
        /** Of those compared: how many were foreseen, and their share. */
        readonly hits: number;
        readonly share: Interval;
      }
    >
  >;
  /** The same agent by agent: of how many, and how many each rule foresaw. */
  readonly agents: readonly { readonly compared: number; readonly hits: Readonly<Record<ForecastRule, number>> }[];
  /** How much more the many-answer dynamics foresaw than another rule, of those compared. */
  readonly gain: Readonly<Record<Exclude<ForecastRule, "manyAnswers">, Interval>>;
  /** Of those compared, outcomes that the paper's rule called wrong and that ended right; and how many of them the other rules foresaw. */
  readonly rescued: { readonly ended: number; readonly manyAnswers: number; readonly plurality: number };
}

function emptyConfusion(): Record<Side, Record<Side, number>> {
  const row = (): Record<Side, number> => ({ right: 0, wrong: 0, tied: 0 });
  return { right: row(), wrong: row(), tied: row() };
}

/** Judges forecasts by what came of them. Prompts of several runs may stand in one list. */
export function foresightOf(prompts: readonly JudgedPrompt[]): Foresight {
  const confusions = { twoOutcomes: emptyConfusion(), manyAnswers: emptyConfusion(), plurality: emptyConfusion() };
  const hits: Record<ForecastRule, number[]> = { twoOutcomes: [], manyAnswers: [], plurality: [] };
  const counted: number[] = [];
  const rescued = { ended: 0, manyAnswers: 0, plurality: 0 };
  const agents: { compared: number; hits: Record<ForecastRule, number> }[] = [];
  let outcomes = 0;
  for (const { forecast, outcomes: ended } of prompts) {
    const right = { twoOutcomes: 0, manyAnswers: 0, plurality: 0 };
    let compared = 0;
    for (const [n, outcome] of ended.entries()) {
      outcomes++;
      agents[n] ??= { compared: 0, hits: { twoOutcomes: 0, manyAnswers: 0, plurality: 0 } };
      const agent = agents[n];
      for (const rule of FORECAST_RULES) confusions[rule][sideOf(forecast[rule][n] ?? null)][sideOf(outcome)]++;
      if (outcome === null || FORECAST_RULES.some((rule) => (forecast[rule][n] ?? null) === null)) continue;
      compared++;
      agent.compared++;
      for (const rule of FORECAST_RULES) {
        if (forecast[rule][n] !== outcome) continue;
        right[rule]++;
        agent.hits[rule]++;
      }
      if (outcome === 1 && forecast.twoOutcomes[n] === 0) {
        rescued.ended++;
        if (forecast.manyAnswers[n] === 1) rescued.manyAnswers++;
        if (forecast.plurality[n] === 1) rescued.plurality++;
      }
    }
    if (compared === 0) continue;
    counted.push(compared);
    for (const rule of FORECAST_RULES) hits[rule].push(right[rule]);
  }
  const score = (rule: ForecastRule): Foresight["rules"][ForecastRule] => ({
    confusion: confusions[rule],
    hits: hits[rule].reduce((sum, each) => sum + each, 0),
    share: ratioInterval(hits[rule], counted),
  });
  const over = (rule: ForecastRule): Interval =>
    ratioMean(
      hits.manyAnswers.map((many, i) => many - (hits[rule][i] ?? 0)),
      counted,
    );
  return {
    prompts: prompts.length,
    outcomes,
    compared: counted.reduce((sum, each) => sum + each, 0),
    rules: { twoOutcomes: score("twoOutcomes"), manyAnswers: score("manyAnswers"), plurality: score("plurality") },
    agents,
    gain: { twoOutcomes: over("twoOutcomes"), plurality: over("plurality") },
    rescued,
  };
}
