/**
 * The prompt map as data: where each training prompt stands between two agents at a step, on which side of p_A + p_B = 1, what its label
 * was, and which prompts have changed sides. Folded from the log of visits; pure, so that it can be tested without a browser.
 */
import type { CohortName } from "../../stores/run-data.ts";
import { type Mark, NONE, RIGHT, type VisitLog } from "../../stores/visit-log.ts";

/** The agents on the two axes. */
export type Pair = readonly [x: number, y: number];

/**
 * What a new visit counts in the running p: p' = p + RUNNING_WEIGHT (c / K - p), with c of K completions right; the first visit sets
 * p = c / K. A prompt comes by only every (train prompts / prompts a step) steps, 16 by default, and moves far between two visits: a
 * half keeps the mean some three visits, 24 completions, young, and its noise (0.1 at p = 0.5 and K = 8) below the moves to be seen.
 */
export const RUNNING_WEIGHT = 0.5;

/** What the exchanged labels of the two agents were at the last visit. */
export const OUTCOMES = ["right", "wrong", "differs", "unlabelled"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Both right, both wrong, neither labelled; or they differ, which one of them unlabelled is too. */
export function outcomeOf(a: Mark, b: Mark): Outcome {
  if (a !== b) return "differs";
  return a === NONE ? "unlabelled" : a === RIGHT ? "right" : "wrong";
}

/** Sums this close to 1 are on the line: running means of c / K are exact in halves, but not for every K. */
const ON_THE_LINE = 1e-9;

/** 1 above the line p_x + p_y = 1, -1 below it, 0 on it. */
export function sideOf(x: number, y: number): -1 | 0 | 1 {
  const over = x + y - 1;
  return Math.abs(over) <= ON_THE_LINE ? 0 : over > 0 ? 1 : -1;
}

/** One prompt in the map. */
export interface Dot {
  readonly prompt: number;
  readonly x: number;
  readonly y: number;
  readonly outcome: Outcome;
  /** Its last visit by then. */
  readonly visit: number;
  /** 1 where it was first off the line below it and stands above it now, -1 the other way, else 0. */
  readonly crossed: -1 | 0 | 1;
}

export interface PromptMap {
  /** Dots at a step, in the order of the prompts' ids. The same array while nothing has changed. */
  at(step: number): readonly Dot[];
}

/** After so many visits the state is kept, so that going back in a long run folds few visits anew. */
const CHECKPOINT = 16_384;

/** The map of two agents of a cohort. Going on costs the new visits alone; going back, those since the checkpoint before. */
export function createPromptMap(log: VisitLog, cohort: CohortName, pair: Pair): PromptMap {
  let folded = 0;
  let generation = log.generation;
  // By prompt: place, last visit, and the side on which it was first off the line.
  let x = new Float64Array(0);
  let y = new Float64Array(0);
  let last = new Int32Array(0);
  let first = new Int8Array(0);
  let dots: readonly Dot[] = [];
  /** States after CHECKPOINT, 2 CHECKPOINT ... visits. */
  let kept: { readonly x: Float64Array; readonly y: Float64Array; readonly last: Int32Array; readonly first: Int8Array }[] = [];

  const start = (): void => {
    x = new Float64Array(log.idBound);
    y = new Float64Array(log.idBound);
    last = new Int32Array(log.idBound).fill(-1);
    first = new Int8Array(log.idBound);
    folded = 0;
    generation = log.generation;
    kept = [];
  };

  /** Back to the last checkpoint at or before so many visits, or to the start. */
  const goBack = (until: number): void => {
    const checkpoint = kept[Math.floor(until / CHECKPOINT) - 1];
    if (!checkpoint) {
      const all = kept;
      start();
      kept = all;
      return;
    }
    x = checkpoint.x.slice();
    y = checkpoint.y.slice();
    last = checkpoint.last.slice();
    first = checkpoint.first.slice();
    folded = Math.floor(until / CHECKPOINT) * CHECKPOINT;
  };

  const fold = (visit: number): void => {
    const prompt = log.promptOf(visit);
    const weight = (last[prompt] ?? -1) < 0 ? 1 : RUNNING_WEIGHT;
    const [px, py] = [x[prompt] ?? 0, y[prompt] ?? 0];
    const nextX = px + weight * (log.share(cohort, visit, pair[0]) - px);
    const nextY = py + weight * (log.share(cohort, visit, pair[1]) - py);
    x[prompt] = nextX;
    y[prompt] = nextY;
    last[prompt] = visit;
    if (first[prompt] === 0) first[prompt] = sideOf(nextX, nextY);
  };

  const collect = (): Dot[] => {
    const found: Dot[] = [];
    for (const [prompt, visit] of last.entries()) {
      if (visit < 0) continue;
      const [px, py] = [x[prompt] ?? 0, y[prompt] ?? 0];
      const side = sideOf(px, py);
      found.push({
        prompt,
        x: px,
        y: py,
        outcome: outcomeOf(log.label(cohort, visit, pair[0]), log.label(cohort, visit, pair[1])),
        visit,
        crossed: side === 0 || side === first[prompt] ? 0 : side,
      });
    }
    return found;
  };

  return {
    at(step) {
      const until = log.until(step);
      if (generation === log.generation && folded === until && last.length > 0) return dots;
      // Prompts with higher ids than any before come in the first pass over the prompts alone: starting anew is cheap then.
      if (generation !== log.generation || last.length < log.idBound) start();
      else if (until < folded) goBack(until);
      while (folded < until) {
        fold(folded++);
        if (folded % CHECKPOINT === 0)
          kept[folded / CHECKPOINT - 1] ??= { x: x.slice(), y: y.slice(), last: last.slice(), first: first.slice() };
      }
      dots = collect();
      return dots;
    },
  };
}

/** The running places of a prompt from its first visit to one of its visits, [x, y] each. */
export function trailOf(log: VisitLog, cohort: CohortName, pair: Pair, visit: number): [x: number, y: number][] {
  const visits: number[] = [];
  for (let v = visit; v >= 0; v = log.previous(v)) visits.push(v);
  const trail: [number, number][] = [];
  for (const v of visits.reverse()) {
    const share = (agent: number): number => log.share(cohort, v, agent);
    const [x, y] = [share(pair[0]), share(pair[1])];
    const last = trail.at(-1);
    trail.push(last ? [last[0] + RUNNING_WEIGHT * (x - last[0]), last[1] + RUNNING_WEIGHT * (y - last[1])] : [x, y]);
  }
  return trail;
}

export const SIDES = ["above", "on", "below"] as const;
export type Side = (typeof SIDES)[number];

export interface MapSummary {
  /** How many prompts there are by side of the line and label. */
  readonly counts: Readonly<Record<Side, Readonly<Record<Outcome, number>>>>;
  readonly total: number;
  readonly crossedUp: number;
  readonly crossedDown: number;
}

export function sideName(dot: Pick<Dot, "x" | "y">): Side {
  return SIDES[1 - sideOf(dot.x, dot.y)] ?? "on";
}

export function summaryOf(dots: readonly Dot[]): MapSummary {
  const none = (): Record<Outcome, number> => ({ right: 0, wrong: 0, differs: 0, unlabelled: 0 });
  const counts = { above: none(), on: none(), below: none() };
  let crossedUp = 0;
  let crossedDown = 0;
  for (const dot of dots) {
    counts[sideName(dot)][dot.outcome]++;
    if (dot.crossed > 0) crossedUp++;
    if (dot.crossed < 0) crossedDown++;
  }
  return { counts, total: dots.length, crossedUp, crossedDown };
}

/** Radius in which dots are spread, in units of the axes: at K = 8 a tenth of the distance of two first places. */
export const SPREAD = 0.012;

/** A small offset by which a prompt's dot is drawn beside its place, so that prompts in one place can be told apart; the same always. */
export function spreadOf(prompt: number): readonly [x: number, y: number] {
  // Points of a sunflower, in an order that scatters neighbouring ids: evenly over a disc, without a random number.
  const n = (prompt * 97 + 13) % 509;
  const radius = SPREAD * Math.sqrt((n + 0.5) / 509);
  const angle = n * 2.399963229728653;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** The dot drawn nearest to a place, within a reach; null where there is none. */
export function nearestDot(dots: readonly Dot[], x: number, y: number, reach: number): Dot | null {
  let nearest: Dot | null = null;
  let least = reach * reach;
  for (const dot of dots) {
    const [dx, dy] = spreadOf(dot.prompt);
    const distance = (dot.x + dx - x) ** 2 + (dot.y + dy - y) ** 2;
    if (distance > least) continue;
    least = distance;
    nearest = dot;
  }
  return nearest;
}

/** The order in which dots are stepped through: from far below the line to far above it, equal ones by id. */
export function alongTheLine(dots: readonly Dot[]): Dot[] {
  return [...dots].sort((a, b) => a.x + a.y - (b.x + b.y) || a.prompt - b.prompt);
}
