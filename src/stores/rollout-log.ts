/**
 * The rollouts of a run's steps, for looking at. A step of the default pair beside a compared one is some 512 completions, about 30 kB;
 * where there are too many steps, every other of the older ones is let go, so that the latest can always be looked at one by one.
 */
import type { StepRollouts } from "../cohort/events.ts";

export interface RolloutLog {
  /** Steps whose rollouts are kept, ascending. */
  readonly steps: readonly number[];
  /** The latest; null before the first. */
  readonly last: StepRollouts | null;
  add(rollouts: StepRollouts): void;
  /** Those of a step, or of the nearest kept step before it; null where there is none. */
  at(step: number): StepRollouts | null;
  /** Lets go of all after a step. */
  rewind(step: number): void;
}

/** Completions kept, at most: some 40 MB. */
const MOST_COMPLETIONS = 500_000;

/** An empty log. Steps must not decrease. */
export function createRolloutLog(most = MOST_COMPLETIONS): RolloutLog {
  let kept: StepRollouts[] = [];
  const sizeOf = ({ cohort, compare }: StepRollouts): number =>
    [...cohort, ...(compare ?? [])].reduce((sum, agent) => sum + agent.texts.length, 0);
  let size = 0;
  return {
    get steps() {
      return kept.map((rollouts) => rollouts.step);
    },
    get last() {
      return kept.at(-1) ?? null;
    },
    add(rollouts) {
      kept.push(rollouts);
      size += sizeOf(rollouts);
      if (size <= most) return;
      const recent = Math.floor(kept.length / 2);
      kept = kept.filter((_, index) => index % 2 === 0 || index >= recent);
      size = kept.reduce((sum, each) => sum + sizeOf(each), 0);
    },
    at: (step) => kept.findLast((rollouts) => rollouts.step <= step) ?? null,
    rewind(step) {
      kept = kept.filter((rollouts) => rollouts.step <= step);
      size = kept.reduce((sum, each) => sum + sizeOf(each), 0);
    },
  };
}
