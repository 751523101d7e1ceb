import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCHEDULES, scheduleFactor } from "./schedule.ts";

describe("scheduleFactor", () => {
  it("warms up linearly, then stays", () => {
    const schedule = { kind: "constant", warmupSteps: 4, steps: 100 } as const;
    expect([0, 1, 2, 3, 4, 99].map((step) => scheduleFactor(schedule, step))).toEqual([0.25, 0.5, 0.75, 1, 1, 1]);
    expect(scheduleFactor({ ...schedule, warmupSteps: 0 }, 0)).toBe(1);
  });

  it("follows a cosine from 1, where the warm-up ends, to 0.1, where the run ends", () => {
    const schedule = { kind: "cosine", warmupSteps: 20, steps: 120 } as const;
    expect(scheduleFactor(schedule, 9)).toBe(0.5);
    expect(scheduleFactor(schedule, 20)).toBe(1);
    expect(scheduleFactor(schedule, 70)).toBeCloseTo(0.55, 12);
    expect(scheduleFactor(schedule, 119)).toBeCloseTo(0.1, 3);
    expect(scheduleFactor(schedule, 120)).toBeCloseTo(0.1, 12);
    expect(scheduleFactor(schedule, 500)).toBeCloseTo(0.1, 12);
  });

  it("stays in (0, 1] and, after the warm-up, never rises", () => {
    const any = fc.record({
      kind: fc.constantFrom(...SCHEDULES),
      warmupSteps: fc.integer({ min: 0, max: 50 }),
      steps: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 299 }), (schedule, step) => {
        const [now, next] = [scheduleFactor(schedule, step), scheduleFactor(schedule, step + 1)];
        expect(now > 0 && now <= 1).toBe(true);
        if (step + 1 >= schedule.warmupSteps) expect(next).toBeLessThanOrEqual(now);
        else expect(next).toBeGreaterThan(now);
      }),
    );
  });
});
