/** Following a system until its outcome is certain: the judge of every basin that has no closed form. */
import { logit } from "./binomial.ts";
import { createStepper, type Drift, type Stepper, type Tolerance } from "./integrate.ts";
import { type OutcomeCode, UNDECIDED } from "./outcome-codes.ts";
import type { TwoOutcomeSystem } from "./two-outcome.ts";

export interface Judged {
  readonly drift: Drift;
  fate(x: Float64Array): OutcomeCode | null;
  /** The code of a state that has come to rest, or run out of steps, without a certain fate; default UNDECIDED. */
  atRest?(x: Float64Array): OutcomeCode;
}

export interface FateOptions extends Tolerance {
  /** Accepted steps before giving up; default 4,000. */
  readonly maxSteps?: number;
}

export interface Followed {
  readonly code: OutcomeCode;
  /** The state in which the outcome became certain, or came to rest; overwritten by the next call. */
  readonly state: Float64Array;
}

/**
 * Follows starts with one stepper of its own. Below a speed of 1e-15 per update nothing will happen any more: on a separatrix the state comes
 * to rest in the saddle.
 */
export function createFollower(
  system: Judged,
  dimension: number,
  options: FateOptions = {},
): (x0: ArrayLike<number>) => Followed {
  const stepper: Stepper = createStepper(dimension, system.drift, { rtol: options.rtol ?? 1e-8, atol: options.atol ?? 1e-8 });
  const maxSteps = options.maxSteps ?? 4000;
  return (x0) => {
    stepper.start(x0);
    for (let steps = 0; ; steps++) {
      const known = system.fate(stepper.x);
      if (known !== null) return { code: known, state: stepper.x };
      if (steps >= maxSteps || stepper.speed < 1e-15 || !stepper.step(Number.POSITIVE_INFINITY)) {
        return { code: system.atRest ? system.atRest(stepper.x) : UNDECIDED, state: stepper.x };
      }
    }
  };
}

/** A follower that only tells the outcome. */
export function createJudge(
  system: Judged,
  dimension: number,
  options: FateOptions = {},
): (x0: ArrayLike<number>) => OutcomeCode {
  const follow = createFollower(system, dimension, options);
  return (x0) => follow(x0).code;
}

/** Where a two-outcome system ends from probabilities p, by integration. */
export function endOf(system: TwoOutcomeSystem, p: readonly number[], options: FateOptions = {}): OutcomeCode {
  return createJudge(system, system.agents, options)(p.map(logit));
}
