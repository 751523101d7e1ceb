/** What a planned run's session tells, gathered. */
import { expect, test } from "vitest";
import { fixtureRecord } from "../../runs/fixture.ts";
import { unpack } from "../../runs/packed.ts";
import type { PlannedRun } from "../../runs/plan-expand.ts";
import { createCollector } from "./collector.ts";

test("held-out accuracy that comes later is its step's, and void where the step is", () => {
  const record = { ...fixtureRecord(6), compare: null };
  const config = { ...record.config, compare: null };
  const planned: PlannedRun = { key: "k", config, backend: "simd" };
  const collector = createCollector(planned);
  collector.hear({ type: "ready", environment: record.environment });
  if (record.initial) collector.hear({ type: "initial", cohort: record.initial, compare: null });
  const rollouts = { step: 0, prompts: [], truths: [], cohort: [], compare: null };
  const evaluated = record.steps.filter(({ agents }) => agents[0]?.heldOut);
  expect(evaluated.length).toBeGreaterThan(0);
  const steps = (from: number): void => {
    for (const step of record.steps.slice(from)) {
      const bare = { ...step, agents: step.agents.map((agent) => ({ ...agent, heldOut: null })) };
      const measuring = evaluated.includes(step);
      collector.hear({ type: "step", cohort: bare, compare: null, measuring, rollouts, milliseconds: 1 });
    }
  };
  const late = (): void => {
    for (const { step, agents } of evaluated) {
      const cohort = { agents: agents.flatMap(({ heldOut }) => (heldOut ? [{ heldOut }] : [])) };
      collector.hear({ type: "held-out", step, cohort, compare: null });
    }
  };
  steps(0);
  late();
  expect(unpack(collector.packed()).steps).toEqual(record.steps);
  collector.hear({ type: "rewound", step: 0 });
  steps(0);
  expect(unpack(collector.packed()).steps.every(({ agents }) => agents.every(({ heldOut }) => heldOut === null))).toBe(true);
});
