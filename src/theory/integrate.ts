/**
 * Integration of dx/dt = f(x) by the embedded Runge-Kutta pair of Dormand and Prince, 5(4), with step-size control and dense output.
 * Coefficients and the continuous extension: Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", II.5 and II.6
 * (DOPRI5); the controller is their PI form.
 *
 * Why our own and not odex (npm, Hairer's extrapolation code): a basin map stops each cell as soon as its outcome is known and goes on in
 * slices of a frame, which needs a stepper that can be held and reused without allocating; odex owns its loop, returns a new array per
 * evaluation and ships without type declarations. What each costs is in docs/theory.md; odex stays the reference in `npm run bench`.
 */

/** Writes f(x) to `out`; both have the system's dimension. */
export type Drift = (x: Float64Array, out: Float64Array) => void;

export interface Tolerance {
  /** Error allowed per step and component, relative to |x|. Default 1e-10. */
  readonly rtol?: number;
  /** Error allowed per step and component, absolute. Default 1e-10. */
  readonly atol?: number;
}

/** A stepper that owns its buffers. After `start`, each `step` is one accepted step. */
export interface Stepper {
  /** The state now; do not write to it. */
  readonly x: Float64Array;
  readonly t: number;
  /** Where the last step began, and its length. */
  readonly previous: number;
  /** Size of the drift now, largest component. */
  readonly speed: number;
  start(x: ArrayLike<number>, t?: number): void;
  /** One accepted step, not past `tEnd`. False if the step size underflows or a value is no longer finite. */
  step(tEnd: number): boolean;
  /** The state at previous + theta * length of the last step, theta from 0 to 1, to 4th order. */
  interpolate(theta: number, out: Float64Array): void;
  /** The five coefficients per component that `interpolate` uses, [5, dimension], to keep for later. */
  coefficients(out: Float64Array, offset: number): void;
}

// Dormand and Prince's table, row by row; names as in Hairer's code. Written out because the generic loops took more than half the time.
const A32 = 9 / 40;
const A42 = -56 / 15;
const A43 = 32 / 9;
const A51 = 19372 / 6561;
const A52 = -25360 / 2187;
const A53 = 64448 / 6561;
const A54 = -212 / 729;
const A61 = 9017 / 3168;
const A62 = -355 / 33;
const A63 = 46732 / 5247;
const A64 = 49 / 176;
const A65 = -5103 / 18656;
const B1 = 35 / 384;
const B3 = 500 / 1113;
const B4 = 125 / 192;
const B5 = -2187 / 6784;
const B6 = 11 / 84;
const E1 = 71 / 57600;
const E3 = -71 / 16695;
const E4 = 71 / 1920;
const E5 = -17253 / 339200;
const E6 = 22 / 525;
const E7 = -1 / 40;
const D1 = -12715105075 / 11282082432;
const D3 = 87487479700 / 32700410799;
const D4 = -10690763975 / 1880347072;
const D5 = 701980252875 / 199316789632;
const D6 = -1453857185 / 822651844;
const D7 = 69997945 / 29380423;

/** A stepper for a system of the given dimension. */
export function createStepper(dimension: number, drift: Drift, { rtol = 1e-10, atol = 1e-10 }: Tolerance = {}): Stepper {
  const buffer = (): Float64Array<ArrayBuffer> => new Float64Array(dimension);
  const [x, from, trial, k2, k3, k4, k5, k6] = [buffer(), buffer(), buffer(), buffer(), buffer(), buffer(), buffer(), buffer()];
  let k1 = buffer();
  let k7 = buffer();
  let t = 0;
  let previous = 0;
  let h = 0;
  let length = 0;
  let lastError = 1e-4;

  /** All six stages of one step; leaves the new state in `trial` and returns the error, scaled so that 1 is allowed. */
  const attempt = (step: number): number => {
    for (let i = 0; i < dimension; i++) trial[i] = n(x, i) + step * 0.2 * n(k1, i);
    drift(trial, k2);
    for (let i = 0; i < dimension; i++) trial[i] = n(x, i) + step * (0.075 * n(k1, i) + A32 * n(k2, i));
    drift(trial, k3);
    for (let i = 0; i < dimension; i++) trial[i] = n(x, i) + step * ((44 / 45) * n(k1, i) + A42 * n(k2, i) + A43 * n(k3, i));
    drift(trial, k4);
    for (let i = 0; i < dimension; i++) {
      trial[i] = n(x, i) + step * (A51 * n(k1, i) + A52 * n(k2, i) + A53 * n(k3, i) + A54 * n(k4, i));
    }
    drift(trial, k5);
    for (let i = 0; i < dimension; i++) {
      trial[i] = n(x, i) + step * (A61 * n(k1, i) + A62 * n(k2, i) + A63 * n(k3, i) + A64 * n(k4, i) + A65 * n(k5, i));
    }
    drift(trial, k6);
    for (let i = 0; i < dimension; i++) {
      trial[i] = n(x, i) + step * (B1 * n(k1, i) + B3 * n(k3, i) + B4 * n(k4, i) + B5 * n(k5, i) + B6 * n(k6, i));
    }
    drift(trial, k7);
    let error = 0;
    for (let i = 0; i < dimension; i++) {
      const sum = E1 * n(k1, i) + E3 * n(k3, i) + E4 * n(k4, i) + E5 * n(k5, i) + E6 * n(k6, i) + E7 * n(k7, i);
      const part = (step * sum) / (atol + rtol * Math.max(Math.abs(n(x, i)), Math.abs(n(trial, i))));
      error += part * part;
    }
    return Math.sqrt(error / dimension);
  };

  return {
    x,
    get t() {
      return t;
    },
    get previous() {
      return previous;
    },
    get speed() {
      let largest = 0;
      for (let i = 0; i < dimension; i++) largest = Math.max(largest, Math.abs(n(k1, i)));
      return largest;
    },
    start: (start, time = 0) => {
      for (let i = 0; i < dimension; i++) x[i] = start[i] ?? 0;
      t = time;
      previous = time;
      length = 0;
      lastError = 1e-4;
      drift(x, k1);
      // First step: a hundredth of the time in which the state would change by its own scale (Hairer's first guess).
      let d0 = 0;
      let d1 = 0;
      for (let i = 0; i < dimension; i++) {
        const scale = atol + rtol * Math.abs(n(x, i));
        d0 = Math.max(d0, Math.abs(n(x, i)) / scale);
        d1 = Math.max(d1, Math.abs(n(k1, i)) / scale);
      }
      h = d0 < 1e-5 || d1 < 1e-5 ? 1e-3 : (0.01 * d0) / d1;
    },
    step: (tEnd) => {
      for (let tries = 0; tries < 60; tries++) {
        const step = Math.min(h, tEnd - t);
        if (!(step > 1e-14 * Math.max(1e-10, Math.abs(t)))) return false;
        const error = attempt(step);
        if (error <= 1) {
          const factor = 0.9 * Math.max(error, 1e-10) ** -0.17 * lastError ** 0.04;
          h = step * Math.min(10, Math.max(0.2, factor));
          lastError = Math.max(error, 1e-4);
          previous = t;
          length = step;
          // A step cut short by tEnd lands on it exactly.
          t = step === tEnd - t ? tEnd : t + step;
          from.set(x);
          x.set(trial);
          // The last stage is the next step's first.
          [k1, k7] = [k7, k1];
          return true;
        }
        // NaN too: shrink.
        h = step * (error > 1 ? Math.max(0.1, 0.9 * error ** -0.2) : 0.1);
      }
      return false;
    },
    interpolate: (theta, out) => {
      const rest = 1 - theta;
      for (let i = 0; i < dimension; i++) {
        const [r1, r2, r3, r4, r5] = continuous(i);
        out[i] = r1 + theta * (r2 + rest * (r3 + theta * (r4 + rest * r5)));
      }
    },
    coefficients: (out, offset) => {
      for (let i = 0; i < dimension; i++) {
        const parts = continuous(i);
        for (let j = 0; j < 5; j++) out[offset + j * dimension + i] = parts[j] as number;
      }
    },
  };

  /** Hairer's CONTD5 coefficients of component i; k1 and k7 have changed places since the step. */
  function continuous(i: number): [number, number, number, number, number] {
    const start = n(from, i);
    const difference = n(x, i) - start;
    const first = n(k7, i);
    const last = n(k1, i);
    const bulge = length * first - difference;
    const sum = D1 * first + D3 * n(k3, i) + D4 * n(k4, i) + D5 * n(k5, i) + D6 * n(k6, i) + D7 * last;
    return [start, difference, bulge, difference - length * last - bulge, length * sum];
  }
}

/** Element i, known to exist. */
function n(values: Float64Array, i: number): number {
  return values[i] as number;
}
