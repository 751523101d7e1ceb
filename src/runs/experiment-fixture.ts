/** Runs of a plan for tests, with made-up numbers that follow from their keys. */
import { createRng, hashString } from "../math/rng.ts";
import type { ExperimentRun } from "./experiment-run.ts";
import { fixtureAgentStep, fixtureEnsemble, fixtureRecord } from "./fixture.ts";
import type { PlannedRun } from "./plan-expand.ts";

/** What a test may say of an agent's held-out accuracy after training; made up from the key otherwise. */
export type FinalOf = (run: PlannedRun, agent: number) => number;

/** A finished run of what was planned. */
export function fixtureRun(planned: PlannedRun, finalOf?: FinalOf): ExperimentRun {
  const { key, config, backend } = planned;
  const rng = createRng(hashString(key));
  const { agents } = config.cohort;
  const steps = config.cohort.method === "base" ? 0 : config.training.steps;
  const record = fixtureRecord();
  const heldOut = (mean: number) => ({ heldOut: { mean, low: mean / 2, high: (1 + mean) / 2 } });
  return {
    key,
    seconds: 10 + rng.uniform(),
    record: {
      ...record,
      config,
      environment: {
        ...record.environment,
        backend: backend === "auto" ? "wasm" : backend,
        agents: agents.map((_, n) => ({ checkpoint: `policy ${n}`, sha256: "ab".repeat(32), parameters: 1000 })),
        compareAgents: [],
      },
      compare: null,
      initial: { agents: agents.map(() => heldOut(0.5 + rng.uniform() / 10)) },
      final: {
        agents: agents.map((_, n) => heldOut(finalOf?.(planned, n) ?? 0.6 + rng.uniform() / 10)),
        ensemble: fixtureEnsemble(agents.length, 0.6 + config.seed / 100),
      },
      steps: Array.from({ length: steps }, (_, index) => ({
        step: index + 1,
        agents: agents.map((_, n) => ({
          ...fixtureAgentStep(1, n, rng.int(300)),
          heldOut: index % 2 === 1 ? heldOut(0.55).heldOut : null,
        })),
        agreement: agents.flatMap((_, a) =>
          agents.slice(a + 1).map((_, b) => ({ a, b: a + 1 + b, agreement: rng.uniform(), prompts: 8 })),
        ),
        unanimity: agents.length > 2 ? rng.uniform() : null,
      })),
    },
  };
}
