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
  /** Of each kept step, beside `kept`: letting go of thousands must not count them anew. */
  let sizes: number[] = [];
  let size = 0;
  const keep = (wanted: (index: number, rollouts: StepRollouts) => boolean): void => {
    const which = kept.map((rollouts, index) => wanted(index, rollouts));
    kept = kept.filter((_, index) => which[index]);
    sizes = sizes.filter((_, index) => which[index]);
    size = sizes.reduce((sum, each) => sum + each, 0);
  };
  return {
    get steps() {
      return kept.map((rollouts) => rollouts.step);
    },
    get last() {
      return kept.at(-1) ?? null;
    },
    add(rollouts) {
      const own = sizeOf(rollouts);
      kept.push(rollouts);
      sizes.push(own);
      size += own;
      if (size <= most) return;
      const recent = Math.floor(kept.length / 2);
      keep((index) => index % 2 === 0 || index >= recent);
    },
    at: (step) => kept.findLast((rollouts) => rollouts.step <= step) ?? null,
    rewind(step) {
      keep((_, rollouts) => rollouts.step <= step);
    },
  };
}
