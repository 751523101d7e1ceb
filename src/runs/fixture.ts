/** A small, valid run record for tests: two cohorts of two agents, made-up metrics that differ in every place. */
import { defaultLink } from "./link.ts";
import { type AgentStep, type CohortRecord, type Ensemble, pairsOf, RUN_SCHEMA, RUN_VERSION, type RunRecord } from "./record.ts";

/** Metrics of agent n at a step; every number is different, so that a swapped column or row shows. */
export function fixtureAgentStep(step: number, agent: number, offset: number): AgentStep {
  const at = (column: number): number => (offset + 100 * step + 30 * agent + column) / 1000;
  return {
    passAt1: at(1),
    pseudoLabelAccuracy: step === 2 ? null : at(2),
    rewardAccuracy: at(3),
    labelledShare: at(4),
    voteShare: at(5),
    majorityAccuracy: at(6),
    distinctMajorities: at(7),
    meanReward: at(8),
    rewardStd: at(9),
    zeroStdShare: at(10),
    completionLength: 10 + at(11),
    truncatedShare: at(12),
    unparsedShare: at(13),
    entropy: at(14),
    loss: -at(15),
    gradientNorm: at(16),
    learningRate: 6e-5 * step,
    heldOut: step === 2 ? { mean: at(18), low: at(17), high: at(19) } : null,
  };
}

/** An ensemble evaluation of so many agents; every mean is different. */
export function fixtureEnsemble(agents: number, from: number): Ensemble {
  let count = 0;
  const next = () => {
    const mean = from + ++count / 1000;
    return { mean, low: mean - 0.05, high: mean + 0.05 };
  };
  return {
    temperature: 0.6,
    topP: 0.95,
    samples: 8,
    agents: Array.from({ length: agents }, () => ({ passAt1: next(), majority: next() })),
    pairs: pairsOf(agents).map(([a, b]) => ({ a, b, majority: next() })),
  };
}

function part(steps: number, offset: number): CohortRecord {
  const heldOut = (mean: number) => ({
    agents: [0, 1].map((n) => ({ heldOut: { mean: mean + n / 100, low: mean - 0.02, high: mean + 0.04 } })),
  });
  return {
    initial: heldOut(0.5),
    steps: Array.from({ length: steps }, (_, index) => ({
      step: index + 1,
      agents: [0, 1].map((n) => fixtureAgentStep(index + 1, n, offset)),
      agreement: [{ a: 0, b: 1, agreement: 0.25 * index, prompts: 32 - index }],
      unanimity: null,
    })),
    final: { ...heldOut(0.75), ensemble: fixtureEnsemble(2, 0.7 + offset / 10_000) },
  };
}

/** A finished run of `steps` steps. */
export function fixtureRecord(steps = 3): RunRecord {
  const { config } = defaultLink();
  const agents = [
    { checkpoint: "attention-small-msb-Q-r0-s0", sha256: "ab".repeat(32), parameters: 26_000 },
    { checkpoint: "recurrent-small-lsb-L-r0-s0", sha256: "cd".repeat(32), parameters: 37_000 },
  ];
  return {
    schema: RUN_SCHEMA,
    version: RUN_VERSION,
    config: { ...config, training: { ...config.training, steps } },
    environment: {
      app: "0.1.0 (0000000)",
      tfjs: "4.22.0",
      backend: "wasm",
      adapter: "WebAssembly SIMD",
      backendReason: "Chosen by hand.",
      userAgent: "a test",
      startedAt: "2026-01-02T03:04:05.000Z",
      agents,
      compareAgents: agents,
    },
    changes: [],
    faults: [],
    finished: true,
    ...part(steps, 0),
    compare: part(steps, 400),
  };
}
