/** The integrator against closed solutions: order of the steps, of the dense output, events; and the first integral along trajectories. */
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { expit, logit } from "./binomial.ts";
import { createStepper, type Drift } from "./integrate.ts";
import { conserved, invariantFor, type RatePair } from "./invariant.ts";
import { trajectory } from "./trajectory.ts";
import { twoOutcomeSystem } from "./two-outcome.ts";

const circle: Drift = (x, out) => {
  out[0] = -(x[1] ?? 0);
  out[1] = x[0] ?? 0;
};

describe("Dormand-Prince", () => {
  it("keeps its tolerance around a circle, at the steps and between them", () => {
    for (const tolerance of [1e-6, 1e-9, 1e-12]) {
      const path = trajectory(circle, [1, 0], { tEnd: 20, rtol: tolerance, atol: tolerance });
      expect(path.end).toBe("time");
      expect(path.times.at(-1)).toBe(20);
      let worst = 0;
      for (let t = 0; t <= 20; t += 0.037) {
        const [c = 0, s = 0] = path.at(t);
        worst = Math.max(worst, Math.hypot(c - Math.cos(t), s - Math.sin(t)));
      }
      expect(worst).toBeLessThan(300 * tolerance);
      expect(worst).toBeGreaterThan(0);
    }
  });

  it("is of fifth order: a tolerance 1e5 times smaller takes some ten times the steps", () => {
    const steps = (tolerance: number): number =>
      trajectory(circle, [1, 0], { tEnd: 50, rtol: tolerance, atol: tolerance }).times.length;
    const ratio = steps(1e-11) / steps(1e-6);
    expect(ratio).toBeGreaterThan(7);
    expect(ratio).toBeLessThan(14);
  });

  it("finds an event on the dense output and ends there", () => {
    const path = trajectory(circle, [1, 0], { tEnd: 10, until: (x) => (x[1] ?? 0) - 0.5 });
    expect(path.end).toBe("event");
    expect(path.times.at(-1)).toBeCloseTo(Math.PI / 6, 9);
    expect(path.at(99)[1]).toBeCloseTo(0.5, 9);
    expect(trajectory(circle, [0, 1], { until: (x) => (x[1] ?? 0) - 0.5 }).times.length).toBe(1);
  });

  it("says when it runs out of steps, or cannot go on", () => {
    expect(trajectory(circle, [1, 0], { tEnd: 1000, maxSteps: 5 }).end).toBe("steps");
    const blowUp: Drift = (x, out) => {
      out[0] = (x[0] ?? 0) ** 2;
    };
    // 1 / (1 - t) ends at t = 1.
    const path = trajectory(blowUp, [1], { tEnd: 2 });
    expect(path.end).toBe("failed");
    expect(path.times.at(-1)).toBeCloseTo(1, 6);
  });

  it("starts anew from the same stepper with the same result", () => {
    const stepper = createStepper(2, circle);
    const run = (): number[] => {
      stepper.start([1, 0]);
      while (stepper.t < 3) stepper.step(3);
      return [...stepper.x];
    };
    expect(run()).toEqual(run());
    expect(stepper.speed).toBeCloseTo(Math.abs(Math.cos(3)), 8);
  });
});

describe("the first integral along trajectories", () => {
  it("drifts by less than 1e-8 of |F| up to 1 - p = 1e-4, at the steps and between them", () => {
    const rng = createRng(5);
    let worst = 0;
    for (const K of [2, 3, 7, 12, 32]) {
      for (const rates of [
        [1, 1],
        [1, 0.25],
        [0.3, 2],
      ] as const satisfies RatePair[]) {
        const { F } = invariantFor({ K });
        const { drift } = twoOutcomeSystem({ K, rates, supervision: { kind: "cross" } });
        for (let i = 0; i < 6; i++) {
          const start = [logit(rng.between(0.01, 0.99)), logit(rng.between(0.01, 0.99))];
          const H = conserved(start[0] ?? 0, start[1] ?? 0, rates, { K });
          // Up to where the first agent is within 1e-4 of a corner that it runs into.
          const level = logit(1 - 1e-4);
          const path = trajectory(drift, start, {
            tEnd: 1e6,
            until: (x) => Math.min(Math.abs(x[0] ?? 0), Math.abs(x[1] ?? 0)) - level,
          });
          expect(path.end).toBe("event");
          for (let k = 1; k < path.times.length; k++) {
            const [from, to] = [path.times[k - 1] ?? 0, path.times[k] ?? 0];
            for (const theta of [0.5, 1]) {
              const [xA = 0, xB = 0] = path.at(from + theta * (to - from));
              const scale = Math.max(rates[1] * F(xA), rates[0] * F(xB));
              worst = Math.max(worst, Math.abs(conserved(xA, xB, rates, { K }) - H) / scale);
            }
          }
          expect(Math.abs(expit(path.states.at(-1) ?? 0) - 0.5)).toBeGreaterThan(0.4998);
        }
      }
    }
    expect(worst).toBeLessThan(1e-8);
  });
});
