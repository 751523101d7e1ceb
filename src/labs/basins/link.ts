/**
 * The basin page in its address: `#/basins?v=1&pA=0.9&pB=0.2&K=7&etaB=0.25`. Only what differs from the defaults, and the version. What does not
 * fit is told in a sentence and replaced by its default; nothing here throws on any text. docs/basins.md lists the parameters.
 */
import { z } from "zod";
import type { WeightedPrompt } from "../../theory/populations.ts";
import { agentLetter } from "../../ui/format.ts";
import { type NumberRange, rangeText } from "../../ui/number-input.ts";
import {
  type BasinState,
  DEFAULTS,
  EXCHANGES,
  LIMITS,
  MAX_POINTS,
  MAX_PROMPTS,
  NEW_AGENT,
  type Population,
  reconcile,
} from "./state.ts";

export const LINK_VERSION = 1;
const PATH = "#/basins";
const MODES = ["prompt", "population"] as const;
const WRONG = ["shared", "scattered"] as const;
const KL_FORMS = ["k3", "reverse"] as const;
const LETTERS = Array.from({ length: LIMITS.agents.max }, (_, n) => agentLetter(n));
const NAMES = new Set([
  ..."v mode agents K tau ddof exchange own answers wrong share axes points T repeats seed updates clip beta kl prompts pair".split(
    " ",
  ),
  ...LETTERS.flatMap((letter) => [`p${letter}`, `eta${letter}`]),
]);
/** Plain decimal notation; anything else stays text, which the schemas refuse. */
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const toNumber = (text: string): unknown => (NUMBER.test(text) ? Number(text) + 0 : text);

function schemaOf(range: NumberRange) {
  const number = z.number().min(range.min).max(range.max);
  return range.whole ? number.int() : number;
}

/** A value as a sentence quotes it: a long one is cut. */
const quote = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/** Reads parameters one by one and collects the sentences. */
class Reader {
  readonly problems: string[] = [];
  readonly parameters: URLSearchParams;

  constructor(query: string) {
    this.parameters = new URLSearchParams(query);
  }

  refuse<T>(name: string, text: string, allowed: string, fallback: T, shown: string = String(fallback)): T {
    this.problems.push(`The link's ${name} is ${quote(text)} but must be ${allowed}; the default, ${shown}, is used.`);
    return fallback;
  }

  number(name: string, range: NumberRange, fallback: number): number {
    const text = this.parameters.get(name);
    if (text === null) return fallback;
    const result = schemaOf(range).safeParse(toNumber(text));
    return result.success ? result.data : this.refuse(name, text, rangeText(range), fallback);
  }

  choice<T extends string>(name: string, options: readonly T[], fallback: T): T {
    const text = this.parameters.get(name);
    if (text === null) return fallback;
    return options.find((option) => option === text) ?? this.refuse(name, text, `one of ${options.join(", ")}`, fallback);
  }

  /** "0.3,0.4;0.1,0.95": rows of numbers of one length, each in its range. */
  rows(name: string, ranges: readonly NumberRange[], optional: number, most: number): number[][] | null {
    const text = this.parameters.get(name);
    if (text === null) return null;
    const rows = text.split(";").map((row) => row.split(",").map(toNumber));
    const good = z
      .array(
        z
          .array(z.number())
          .min(ranges.length - optional)
          .max(ranges.length),
      )
      .min(1)
      .max(most)
      .safeParse(rows);
    const fits =
      good.success && good.data.every((row) => row.every((value, i) => schemaOf(ranges[i] ?? LIMITS.p).safeParse(value).success));
    if (fits) return good.data;
    this.problems.push(
      `The link's ${name}, ${quote(text)}, cannot be read (up to ${most} groups of ${ranges.length} numbers in their ranges, like 0.3,0.4;0.1,0.9); it was passed over.`,
    );
    return null;
  }

  tellStrangers(agents: number): void {
    for (const name of new Set(this.parameters.keys())) {
      const letter = /^(?:p|eta)([A-H])$/.exec(name)?.[1];
      if (!NAMES.has(name)) this.problems.push(`The link's parameter ${quote(name)} is unknown and was passed over.`);
      else if (this.parameters.getAll(name).length > 1)
        this.problems.push(
          `The link names ${name} more than once; only the first, ${quote(this.parameters.get(name) ?? "")}, is used.`,
        );
      else if (letter && LETTERS.indexOf(letter) >= agents)
        this.problems.push(`The link names ${name}, but there are ${agents} agents; it was passed over.`);
    }
  }
}

function readAxes(reader: Reader, agents: number): readonly [number, number] {
  const text = reader.parameters.get("axes");
  if (text === null) return DEFAULTS.axes;
  const [x = -1, y = -1] = [...text].map((letter) => LETTERS.indexOf(letter));
  if (text.length === 2 && x !== y && x >= 0 && y >= 0 && x < agents && y < agents) return [x, y];
  return reader.refuse("axes", text, "two different agents, like AB", DEFAULTS.axes, "AB");
}

function readPopulation(reader: Reader): Population {
  const { p, mean, concentration, correlation, count, seed, weight } = LIMITS;
  const pair = reader.rows("pair", [mean, mean, concentration, concentration, correlation, count, seed], 0, 1)?.[0];
  // An emptied square is a choice too.
  if (!pair && reader.parameters.get("prompts") === "none") return { kind: "prompts", prompts: [] };
  const prompts = reader.rows("prompts", [p, p, weight], 1, MAX_PROMPTS);
  if (pair) {
    const [meanA = 0, meanB = 0, cA = 1, cB = 1, rho = 0, n = 1, s = 0] = pair;
    return {
      kind: "pair",
      pair: { means: [meanA, meanB], concentrations: [cA, cB], correlation: rho, count: n, seed: s },
    };
  }
  if (prompts)
    return { kind: "prompts", prompts: prompts.map(([a = 0.5, b = 0.5, w = 1]): WeightedPrompt => ({ p: [a, b], weight: w })) };
  return DEFAULTS.population;
}

/** Reads a link; `hash` is the address from its # on. The state is valid always, and `problems` says what was not usable. */
export function parseLink(hash: string): { readonly state: BasinState; readonly problems: readonly string[] } {
  const question = hash.indexOf("?");
  const reader = new Reader(question < 0 ? "" : hash.slice(question + 1));
  const version = reader.parameters.get("v");
  if (version !== null && /^\d+$/.test(version) && Number(version) > LINK_VERSION) {
    return {
      state: DEFAULTS,
      problems: [
        `This link was made by a newer version of the page (link version ${version.slice(0, 20)}; this page reads up to ${LINK_VERSION}), so the defaults are shown instead.`,
      ],
    };
  }
  if (version !== null && version !== String(LINK_VERSION))
    reader.problems.push(
      `The link's v, its version, is ${quote(version)} but must be ${LINK_VERSION}; it is read as version ${LINK_VERSION}.`,
    );
  const d = DEFAULTS;
  const agents = reader.number("agents", LIMITS.agents, d.p.length);
  reader.tellStrangers(agents);
  const each = (prefix: string, range: NumberRange, defaults: readonly number[], fill: number): number[] =>
    Array.from({ length: agents }, (_, n) => reader.number(`${prefix}${agentLetter(n)}`, range, defaults[n] ?? fill));
  const { state, notes } = reconcile({
    mode: reader.choice("mode", MODES, d.mode),
    p: each("p", LIMITS.p, d.p, NEW_AGENT.p),
    rates: each("eta", LIMITS.eta, d.rates, NEW_AGENT.rate),
    K: reader.number("K", LIMITS.K, d.K),
    tau: reader.number("tau", LIMITS.tau, d.tau),
    ddof: reader.choice("ddof", ["0", "1"], "0") === "1" ? 1 : 0,
    exchange: reader.choice("exchange", EXCHANGES, d.exchange),
    own: reader.number("own", LIMITS.own, d.own),
    answers: reader.number("answers", LIMITS.answers, d.answers),
    shared: reader.choice("wrong", WRONG, "shared") === "shared",
    share: reader.number("share", LIMITS.share, d.share),
    axes: readAxes(reader, agents),
    points:
      reader.rows(
        "points",
        Array.from({ length: agents }, () => LIMITS.p),
        0,
        MAX_POINTS,
      ) ?? [],
    horizon: reader.number("T", LIMITS.horizon, d.horizon),
    finite: {
      repeats: reader.number("repeats", LIMITS.repeats, d.finite.repeats),
      seed: reader.number("seed", LIMITS.seed, d.finite.seed),
      updates: reader.number("updates", LIMITS.updates, d.finite.updates),
      clip: reader.number("clip", LIMITS.clip, d.finite.clip),
      beta: reader.number("beta", LIMITS.beta, d.finite.beta),
      klForm: reader.choice("kl", KL_FORMS, d.finite.klForm),
    },
    population: readPopulation(reader),
  });
  return { state, problems: [...reader.problems, ...notes.map((note) => `The link does not fit together: ${note}`)] };
}

const joined = (rows: readonly (readonly number[])[]): string => rows.map((row) => row.join(",")).join(";");

function populationPart(population: Population): string | null {
  if (JSON.stringify(population) === JSON.stringify(DEFAULTS.population)) return null;
  if (population.kind === "prompts")
    return population.prompts.length === 0
      ? "prompts=none"
      : `prompts=${joined(population.prompts.map(({ p, weight }) => (weight === 1 ? p : [...p, weight])))}`;
  const { means, concentrations, correlation, count, seed } = population.pair;
  return `pair=${joined([[...means, ...concentrations, correlation, count, seed]])}`;
}

/** The link of a state: `#/basins` alone for the defaults. parseLink(formatLink(state)) is the state again. */
export function formatLink(state: BasinState): string {
  const parts: string[] = [];
  const add = (name: string, value: string | number, fallback: string | number): void => {
    if (value !== fallback) parts.push(`${name}=${value}`);
  };
  const d = DEFAULTS;
  const agents = state.p.length;
  add("mode", state.mode, d.mode);
  add("agents", agents, d.p.length);
  for (let n = 0; n < agents; n++) add(`p${agentLetter(n)}`, state.p[n] ?? 0.5, d.p[n] ?? NEW_AGENT.p);
  add("K", state.K, d.K);
  for (let n = 0; n < agents; n++) add(`eta${agentLetter(n)}`, state.rates[n] ?? 1, d.rates[n] ?? NEW_AGENT.rate);
  add("tau", state.tau, d.tau);
  add("ddof", state.ddof, d.ddof);
  add("exchange", state.exchange, d.exchange);
  add("own", state.own, d.own);
  add("answers", state.answers, d.answers);
  add("wrong", state.shared ? "shared" : "scattered", d.shared ? "shared" : "scattered");
  add("share", state.share, d.share);
  add("axes", state.axes.map(agentLetter).join(""), d.axes.map(agentLetter).join(""));
  if (state.points.length > 0) parts.push(`points=${joined(state.points)}`);
  add("T", state.horizon, d.horizon);
  add("repeats", state.finite.repeats, d.finite.repeats);
  add("seed", state.finite.seed, d.finite.seed);
  add("updates", state.finite.updates, d.finite.updates);
  add("clip", state.finite.clip, d.finite.clip);
  add("beta", state.finite.beta, d.finite.beta);
  add("kl", state.finite.klForm, d.finite.klForm);
  const population = populationPart(state.population);
  if (population !== null) parts.push(population);
  // No value needs percent-encoding: names, digits, dots, commas, semicolons and signs only.
  return parts.length === 0 ? PATH : `${PATH}?v=${LINK_VERSION}&${parts.join("&")}`;
}
