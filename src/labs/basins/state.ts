/**
 * What a person sets on the basin page, with ranges, defaults and the rules that tie the numbers to each other. The formulas behind it are
 * src/theory (Co-RL, arXiv 2608.17253, section 5, and ours); here are only choices.
 */
import type { BasinSetting } from "../../theory/forecast.ts";
import type { BetaPair, WeightedPrompt } from "../../theory/populations.ts";
import type { NumberRange } from "../../ui/number-input.ts";

export const EXCHANGES = ["cross", "mixture", "pooled"] as const;
export type ExchangeKind = (typeof EXCHANGES)[number];

/** The prompts of population mode: placed one by one, or drawn from a correlated Beta pair. */
export type Population =
  | { readonly kind: "prompts"; readonly prompts: readonly WeightedPrompt[] }
  | { readonly kind: "pair"; readonly pair: BetaPair };

/** The stochastic runs beside the differential equation. */
export interface FiniteChoice {
  /** Repeats R; 0 draws none. */
  readonly repeats: number;
  readonly seed: number;
  readonly updates: number;
  readonly clip: number;
  readonly beta: number;
  readonly klForm: "reverse" | "k3";
}

export interface BasinState {
  readonly mode: "prompt" | "population";
  /** Start of each agent; its length is the number of agents. */
  readonly p: readonly number[];
  /** eta of each agent, as long as p. */
  readonly rates: readonly number[];
  readonly K: number;
  readonly tau: number;
  readonly ddof: 0 | 1;
  readonly exchange: ExchangeKind;
  /** Weight of the own vote in a mixture. */
  readonly own: number;
  /** Number of answers M. */
  readonly answers: number;
  /** Whether the agents have the same favourite wrong answer. */
  readonly shared: boolean;
  /** Share of the wrong mass on the favourite wrong answer. */
  readonly share: number;
  /** The two agents on the axes of the picture. */
  readonly axes: readonly [number, number];
  /** Points dropped to be compared, each as long as p. */
  readonly points: readonly (readonly number[])[];
  /** Time shown, T, in updates. */
  readonly horizon: number;
  readonly finite: FiniteChoice;
  readonly population: Population;
}

/** Ranges of every number that can be set; links, fields and sliders read them here. */
export const LIMITS = {
  p: { min: 0.001, max: 0.999, whole: false },
  eta: { min: 0.01, max: 4, whole: false },
  K: { min: 1, max: 256, whole: true },
  tau: { min: 0, max: 1, whole: false },
  agents: { min: 2, max: 8, whole: true },
  answers: { min: 2, max: 8, whole: true },
  share: { min: 0, max: 1, whole: false },
  own: { min: 0, max: 1, whole: false },
  horizon: { min: 5, max: 5000, whole: true },
  repeats: { min: 0, max: 1000, whole: true },
  seed: { min: 0, max: 9999, whole: true },
  updates: { min: 1, max: 8, whole: true },
  clip: { min: 0.01, max: 1, whole: false },
  beta: { min: 0, max: 1, whole: false },
  mean: { min: 0.01, max: 0.99, whole: false },
  concentration: { min: 0.1, max: 100, whole: false },
  correlation: { min: -1, max: 1, whole: false },
  count: { min: 1, max: 400, whole: true },
  weight: { min: 0.001, max: 1000, whole: false },
} as const satisfies Record<string, NumberRange>;

export const MAX_POINTS = 6;
export const MAX_PROMPTS = 400;

/** A pair whose mistakes complement each other: good prompts of A are bad ones of B. */
export const DEFAULT_PAIR: BetaPair = {
  means: [0.6, 0.55],
  concentrations: [3, 3],
  correlation: -0.6,
  count: 200,
  seed: 1,
};

/** The paper's example: half of the prompts at (0.9, 0.2), half at (0.2, 0.9). */
export const PAPER_PROMPTS: readonly WeightedPrompt[] = [
  { p: [0.9, 0.2], weight: 1 },
  { p: [0.2, 0.9], weight: 1 },
];

export const DEFAULTS: BasinState = {
  mode: "prompt",
  p: [0.7, 0.4],
  rates: [1, 1],
  K: 7,
  tau: 0,
  ddof: 0,
  exchange: "cross",
  own: 0.5,
  answers: 2,
  shared: true,
  share: 0.5,
  axes: [0, 1],
  points: [],
  horizon: 60,
  finite: { repeats: 200, seed: 0, updates: 1, clip: 0.2, beta: 0, klForm: "k3" },
  population: { kind: "prompts", prompts: PAPER_PROMPTS },
};

/** The start and the rate of an agent that has just been added. */
export const NEW_AGENT = { p: 0.5, rate: 1 } as const;

/**
 * The largest K by the number of answers. With more than two the exact plurality is what costs: at these caps the fields and trajectories of
 * a start take the worker some 20 ms (measured: a self-rewarding drift of M = 4, K = 16 takes 0.05 ms, of M = 8, K = 12 0.1 ms).
 */
export function largestK(answers: number): number {
  if (answers === 2) return LIMITS.K.max;
  return answers <= 4 ? 16 : 12;
}

/** What the theory room needs of a state. */
export function settingOf(state: BasinState): Required<BasinSetting> {
  const { K, tau, ddof, rates, exchange, own, answers, share, shared } = state;
  return {
    K,
    tau,
    ddof,
    epsilon: 0,
    rates,
    exchange: exchange === "mixture" ? { kind: "mixture", ownWeight: own } : { kind: exchange },
    answers,
    profile: { share, shared },
  };
}

/** True where everything has a closed form or integrates in well under a frame: no worker needed but for the map of longer rings. */
export function isTwoOutcome(state: Pick<BasinState, "answers">): boolean {
  return state.answers === 2;
}

/** True where a basin is one comparison: two agents, two answers, each labelled by the other. */
export function hasClosedMap({ answers, exchange, rates }: Pick<BasinState, "answers" | "exchange" | "rates">): boolean {
  return answers === 2 && exchange === "cross" && rates.length === 2;
}

/** Another number of agents: new ones start at one half with rate 1; dropped points of another length go. */
export function withAgents(state: BasinState, agents: number): BasinState {
  if (agents === state.p.length) return state;
  const resized = (values: readonly number[], fill: number): number[] =>
    Array.from({ length: agents }, (_, n) => values[n] ?? fill);
  const [x, y] = state.axes;
  return {
    ...state,
    p: resized(state.p, NEW_AGENT.p),
    rates: resized(state.rates, NEW_AGENT.rate),
    axes: x < agents && y < agents ? state.axes : [0, 1],
    points: [],
  };
}

/**
 * A state whose parts fit together: K within its cap, cross supervision where there are many answers, two agents in population mode. The
 * sentences say what was changed; empty where nothing was.
 */
export function reconcile(state: BasinState): { readonly state: BasinState; readonly notes: readonly string[] } {
  const notes: string[] = [];
  let next = state;
  if (next.mode === "population" && next.p.length !== 2) {
    notes.push("A population is a set of points in the square of two agents, so 2 agents are used.");
    next = withAgents(next, 2);
  }
  if (next.answers > 2 && next.exchange !== "cross") {
    notes.push("Mixed and pooled votes are worked out for two answers only, so each agent is labelled by its peer.");
    next = { ...next, exchange: "cross" };
  }
  const most = largestK(next.answers);
  if (next.K > most) {
    notes.push(`With ${next.answers} answers K is at most ${most} here (the exact plurality is costly), so K = ${most} is used.`);
    next = { ...next, K: most };
  }
  return { state: next, notes };
}

/** A number moved into a range, rounded to `digits` after the point. */
export function snap(value: number, { min, max, whole }: NumberRange, digits: number): number {
  const rounded = whole ? Math.round(value) : Number(value.toFixed(digits));
  return Math.min(max, Math.max(min, rounded));
}
