import { describe, expect, it } from "vitest";
import type { StepRollouts } from "../cohort/events.ts";
import { createRolloutLog } from "./rollout-log.ts";

function rollouts(step: number): StepRollouts {
  const agent = { texts: ["#1$", "#2$"], answers: ["1", "2"], rewards: new Float32Array(2), labels: ["1"], votes: [] };
  return { step, prompts: [{ id: 0, text: "10+10=" }], truths: ["20"], cohort: [agent, agent], compare: null };
}

describe("rollout log", () => {
  it("gives a step's rollouts, or those of the nearest kept step before", () => {
    const log = createRolloutLog();
    expect(log.at(5)).toBeNull();
    for (const step of [1, 2, 4]) log.add(rollouts(step));
    expect([0, 1, 3, 9].map((step) => log.at(step)?.step ?? null)).toEqual([null, 1, 2, 4]);
    expect(log.last?.step).toBe(4);
  });

  it("lets older steps go where there are too many completions, never the latest half", () => {
    const log = createRolloutLog(40);
    for (let step = 1; step <= 1000; step++) {
      log.add(rollouts(step));
      expect(log.steps.length).toBeLessThanOrEqual(10);
      expect(log.last?.step).toBe(step);
      expect(log.steps[0]).toBe(1);
    }
    expect(log.steps.slice(-3)).toEqual([998, 999, 1000]);
  });

  it("forgets what a restart made void", () => {
    const log = createRolloutLog();
    for (const step of [1, 2, 3]) log.add(rollouts(step));
    log.rewind(2);
    expect(log.steps).toEqual([1, 2]);
    log.add(rollouts(3));
    expect(log.steps).toEqual([1, 2, 3]);
  });
});
