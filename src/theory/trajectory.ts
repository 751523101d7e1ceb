/** A whole trajectory with its dense output, and the time at which something happens on it. Built on `integrate.ts`. */
import { createStepper, type Drift, type Tolerance } from "./integrate.ts";

/**
 * At 1e-11 the first integral drifts by less than 1e-9 of F also beside the separatrix, where F nearly vanishes on the way (1e-10: 7e-9);
 * a trajectory then takes some 300 steps.
 */
const TOLERANCE = 1e-11;

/** Tolerances default to 1e-11 here. */
export interface TrajectoryOptions extends Tolerance {
  /** Time, in updates, to integrate to; default 1000. */
  readonly tEnd?: number;
  /** Largest number of accepted steps; default 20,000. */
  readonly maxSteps?: number;
  /** Ends the trajectory where this turns positive; located on the dense output to 1e-12 of the step. */
  readonly until?: (x: Float64Array, t: number) => number;
}

export type TrajectoryEnd = "time" | "event" | "steps" | "failed";

export interface Trajectory {
  readonly dimension: number;
  /** Accepted times, the start first, length steps + 1. */
  readonly times: Float64Array;
  /** States at these times, [steps + 1, dimension]. */
  readonly states: Float64Array;
  /** Why it ended: the time asked for, the event, the step limit, or a step size that vanished. */
  readonly end: TrajectoryEnd;
  /** The state at any time between the first and the last (clamped), by the continuous extension. */
  at(t: number, out?: Float64Array): Float64Array;
}

/** Integrates from x0. The state is whatever the drift takes: log-odds, or logits. */
export function trajectory(drift: Drift, x0: ArrayLike<number>, options: TrajectoryOptions = {}): Trajectory {
  const { tEnd = 1000, maxSteps = 20_000, until, rtol = TOLERANCE, atol = TOLERANCE } = options;
  const dimension = x0.length;
  const stepper = createStepper(dimension, drift, { rtol, atol });
  stepper.start(x0);
  const times: number[] = [0];
  const states: number[] = Array.from(x0);
  let dense = new Float64Array(64 * 5 * dimension);
  let end: TrajectoryEnd = "steps";
  const scratch = new Float64Array(dimension);
  if (until && until(stepper.x, 0) > 0) end = "event";
  for (let steps = 0; end !== "event" && steps < maxSteps; steps++) {
    if (stepper.t >= tEnd) {
      end = "time";
      break;
    }
    if (!stepper.step(tEnd)) {
      end = "failed";
      break;
    }
    const width = 5 * dimension;
    if ((steps + 1) * width > dense.length) {
      const grown = new Float64Array(dense.length * 2);
      grown.set(dense);
      dense = grown;
    }
    stepper.coefficients(dense, steps * width);
    let t = stepper.t;
    scratch.set(stepper.x);
    if (until && until(scratch, t) > 0) {
      end = "event";
      let low = 0;
      let high = 1;
      while (high - low > 1e-12) {
        const middle = (low + high) / 2;
        stepper.interpolate(middle, scratch);
        if (until(scratch, stepper.previous + middle * (stepper.t - stepper.previous)) > 0) high = middle;
        else low = middle;
      }
      stepper.interpolate(high, scratch);
      // The dense coefficients span the whole step; `at` therefore needs its full length, kept below.
      t = stepper.previous + high * (stepper.t - stepper.previous);
    }
    times.push(t);
    for (const value of scratch) states.push(value);
  }
  if (end === "steps" && stepper.t >= tEnd) end = "time";
  const lastLength = stepper.t - stepper.previous;
  const allTimes = Float64Array.from(times);
  const count = allTimes.length;
  return {
    dimension,
    times: allTimes,
    states: Float64Array.from(states),
    end,
    at: (t, out = new Float64Array(dimension)) => {
      if (count === 1) {
        for (let i = 0; i < dimension; i++) out[i] = states[i] ?? 0;
        return out;
      }
      let low = 0;
      let high = count - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((allTimes[middle] as number) <= t) low = middle;
        else high = middle;
      }
      const begin = allTimes[low] as number;
      const length = low === count - 2 ? lastLength : (allTimes[low + 1] as number) - begin;
      const last = ((allTimes[low + 1] as number) - begin) / length;
      const theta = Math.min(last, Math.max(0, (t - begin) / length));
      const rest = 1 - theta;
      for (let i = 0; i < dimension; i++) {
        const c = (j: number): number => dense[(low * 5 + j) * dimension + i] as number;
        out[i] = c(0) + theta * (c(1) + rest * (c(2) + theta * (c(3) + rest * c(4))));
      }
      return out;
    },
  };
}
