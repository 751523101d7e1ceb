/**
 * The states of all agents that a run can be restarted from: taken before the first step, at every evaluation and at the end. Where
 * they would take more memory than the budget, every other is let go, the first and the last never.
 */
import type { EngineState } from "../policies/engine.ts";

/** Between two steps nothing else decides the numbers to come: samples, prompts and rates are functions of the step. */
export interface KeptState {
  /** Steps done. */
  readonly step: number;
  readonly cohort: readonly EngineState[];
  readonly compare: readonly EngineState[] | null;
}

export interface Keeper {
  /** Ascending. */
  readonly steps: readonly number[];
  /** Adds a state; one of the same step is replaced. */
  keep(state: KeptState): void;
  at(step: number): KeptState | null;
  /** The last one. */
  latest(): KeptState | null;
  /** Lets go of all after a step. */
  rewind(step: number): void;
}

/** Some forty states of two default cohorts, or eight of large ones. */
const BUDGET_BYTES = 64 * 2 ** 20;

function bytesOf({ cohort, compare }: KeptState): number {
  const states = [...cohort, ...(compare ?? [])];
  return states.reduce((sum, state) => sum + 4 * (3 * state.parameters.length + (state.slowCopy?.length ?? 0)), 0);
}

/** An empty keeper. */
export function createKeeper(budget = BUDGET_BYTES): Keeper {
  let kept: KeptState[] = [];
  return {
    get steps() {
      return kept.map((state) => state.step);
    },
    keep(state) {
      kept = [...kept.filter((other) => other.step !== state.step), state].sort((a, b) => a.step - b.step);
      while (kept.length > 2 && kept.reduce((sum, each) => sum + bytesOf(each), 0) > budget) {
        const { length } = kept;
        kept = kept.filter((_, index) => index % 2 === 0 || index === length - 1);
      }
    },
    at: (step) => kept.find((state) => state.step === step) ?? null,
    latest: () => kept.at(-1) ?? null,
    rewind(step) {
      kept = kept.filter((state) => state.step <= step);
    },
  };
}
