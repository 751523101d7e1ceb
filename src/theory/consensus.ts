/**
 * Time to consensus. The linear part vanishes at the corners and consensus is approached like 1/t, so it needs a threshold: all agents at
 * p >= threshold, or all at p <= 1 - threshold. Time counts updates, as everywhere in this room.
 */
import { logit } from "./binomial.ts";
import { trajectory } from "./trajectory.ts";
import type { TwoOutcomeSystem } from "./two-outcome.ts";

export const CONSENSUS = 0.95;

export interface Consensus {
  readonly time: number;
  /** 1: all right; 0: all wrong. */
  readonly side: 0 | 1;
}

/** When all agents are past the threshold on one side; null if not within `horizon` updates. Throws RangeError unless 1/2 < threshold < 1. */
export function timeToConsensus(
  system: TwoOutcomeSystem,
  p: readonly number[],
  threshold = CONSENSUS,
  horizon = 1e7,
): Consensus | null {
  if (!(threshold > 0.5 && threshold < 1))
    throw new RangeError(`A consensus threshold lies between 1/2 and 1, not ${threshold}.`);
  const level = logit(threshold);
  const beyond = (x: Float64Array): number => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const value of x) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return Math.max(least - level, -most - level);
  };
  const start = p.map(logit);
  // A start at the threshold itself is consensus; the event asks for more than 0.
  if (beyond(Float64Array.from(start)) >= 0) return { time: 0, side: (start[0] ?? 0) > 0 ? 1 : 0 };
  const path = trajectory(system.drift, start, { tEnd: horizon, until: (x) => beyond(x), maxSteps: 5000 });
  if (path.end !== "event") return null;
  const last = path.times.length - 1;
  return { time: path.times[last] ?? 0, side: (path.states[last * path.dimension] ?? 0) > 0 ? 1 : 0 };
}
