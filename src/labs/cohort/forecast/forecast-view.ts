/** What the part "Theory meets training" shows, as data: where every prompt stands at a measured step, how it ended, and who foresaw that. Pure. */
import type { MeasuredStep } from "../../../cohort/forecast-measure.ts";
import type { JudgedPrompt } from "../../../theory/foresight.ts";
import type { ForecastRule, PromptForecastSetting } from "../../../theory/prompt-forecast.ts";
import { twoOutcomeSystem, velocity } from "../../../theory/two-outcome.ts";
import { FIELD } from "../../../ui/field.ts";
import { type Outcome, type Pair, type Side, sideName } from "../prompt-map.ts";

/** One prompt between the two agents of a pair. */
export interface ForecastDot {
  readonly prompt: number;
  readonly x: number;
  readonly y: number;
  /** How the two ended: both right, both wrong, one of each ("differs"), or one tied ("unlabelled", drawn as a ring). */
  readonly outcome: Outcome;
}

export const ENDS: Readonly<Record<Outcome, string>> = {
  right: "both end right",
  wrong: "both end wrong",
  differs: "end apart",
  unlabelled: "one tied",
};

function endOf({ outcomes }: JudgedPrompt, [a, b]: Pair): Outcome {
  const [x = null, y = null] = [outcomes[a], outcomes[b]];
  if (x === null || y === null) return "unlabelled";
  return x !== y ? "differs" : x === 1 ? "right" : "wrong";
}

/** Every prompt where it stands at a measured step, with how it ended. */
export function dotsAt(measured: MeasuredStep, samples: number, judged: readonly JudgedPrompt[], pair: Pair): ForecastDot[] {
  const [x, y] = [measured.right[pair[0]], measured.right[pair[1]]];
  return judged.map((prompt, n) => ({
    prompt: n,
    x: (x?.[n] ?? 0) / samples,
    y: (y?.[n] ?? 0) / samples,
    outcome: endOf(prompt, pair),
  }));
}

/** How many prompts stand on each side of the line, by how they ended. */
export function countSides(dots: readonly ForecastDot[]): Readonly<Record<Side, Readonly<Record<Outcome, number>>>> {
  const none = (): Record<Outcome, number> => ({ right: 0, wrong: 0, differs: 0, unlabelled: 0 });
  const counts = { above: none(), on: none(), below: none() };
  for (const dot of dots) counts[sideName(dot)][dot.outcome]++;
  return counts;
}

/** Which prompts are drawn strongly. */
export const MARKINGS = ["all", "twoOutcomes", "manyAnswers", "plurality", "rescued"] as const;
export type Marking = (typeof MARKINGS)[number];
export const MARKING_WORDS: Readonly<Record<Marking, string>> = {
  all: "all prompts",
  twoOutcomes: "missed by two outcomes",
  manyAnswers: "missed by many answers",
  plurality: "missed by plurality",
  rescued: "missed by two outcomes, foreseen by many answers",
};

/** Whether a rule gave one of the pair's agents another side than the one it ended on. */
function missed({ forecast, outcomes }: JudgedPrompt, pair: Pair, rule: ForecastRule): boolean {
  return pair.some((agent) => {
    const [said = null, ended = null] = [forecast[rule][agent], outcomes[agent]];
    return said !== null && ended !== null && said !== ended;
  });
}

/** The prompts of a marking; null for all. */
export function markedPrompts(judged: readonly JudgedPrompt[], pair: Pair, marking: Marking): ReadonlySet<number> | null {
  if (marking === "all") return null;
  const found = new Set<number>();
  for (const [n, prompt] of judged.entries()) {
    const out = missed(prompt, pair, marking === "rescued" ? "twoOutcomes" : marking);
    if (out && !(marking === "rescued" && missed(prompt, pair, "manyAnswers"))) found.add(n);
  }
  return found;
}

/**
 * What the theory of two outcomes draws behind a pair. cross: two agents that supervise each other; self: each its own; ring: both in one larger
 * ring, where the border hangs on the others too; apart: agents that have nothing to do with each other.
 */
export type Ground = "cross" | "self" | "ring" | "apart";

export function groundOf(rings: PromptForecastSetting["rings"], [a, b]: Pair): Ground {
  const ring = rings.find((agents) => agents.includes(a));
  if (ring?.includes(b)) return ring.length === 2 ? "cross" : "ring";
  return ring?.length === 1 && rings.find((agents) => agents.includes(b))?.length === 1 ? "self" : "apart";
}

/** dp/dt of a pair at the centres of a FIELD x FIELD grid, [row of p_y, column of p_x, 2]; null where it hangs on more than the two. */
export function fieldBehind({ rings: _, ...kernel }: PromptForecastSetting, ground: Ground): Float32Array | null {
  if (ground !== "cross" && ground !== "self") return null;
  const system = twoOutcomeSystem({ ...kernel, rates: [1, 1], supervision: { kind: ground } });
  const field = new Float32Array(FIELD * FIELD * 2);
  for (let row = 0; row < FIELD; row++)
    for (let column = 0; column < FIELD; column++)
      field.set(velocity(system, [(column + 0.5) / FIELD, (row + 0.5) / FIELD]), (row * FIELD + column) * 2);
  return field;
}
