/** How long a run will roughly take, from measured times of a step, and what Run will do in a sentence or two. */
import { methodById } from "../../learning/methods/index.ts";
import type { BackendId } from "../../policies/engine.ts";
import type { LinkState } from "../../runs/link.ts";
import { roughDuration } from "../../ui/format.ts";

/**
 * Seconds that a pair of agents takes for a step of 256 rollouts each on a two-core laptop (docs/results.md). Auto usually takes simd;
 * a graphics card can be anything.
 */
const PAIR_STEP: Readonly<Record<"auto" | BackendId, number | null>> = {
  auto: 0.05,
  simd: 0.05,
  wasm: 0.26,
  cpu: 4,
  webgpu: null,
  "webgpu-plain": null,
};

/** Work of an agent's step with its second view, of which a slow copy's is sampled alone (labs/experiments/cost.ts). */
const VIEWS = { none: 1, "slow-copy": 1.28, "other-phrasing": 2 } as const;

type Order = Pick<LinkState, "config" | "backend">;

/** Steps of a pair of agents with 256 rollouts each that a run amounts to; 0 where nothing is trained. */
export function pairSteps({ config }: Pick<Order, "config">): number {
  const { steps, promptsPerStep, rollouts } = config.training;
  const agents = [config.cohort, ...(config.compare ? [config.compare] : [])]
    .filter(({ method }) => methodById(method).trains)
    .reduce((sum, { method, agents: own }) => sum + own.length * VIEWS[methodById(method).second ?? "none"], 0);
  return steps * (agents / 2) * ((promptsPerStep * rollouts) / 256);
}

/** A rough length of a run in seconds; null where nobody can say. */
export function roughSeconds(order: Order): number | null {
  const each = PAIR_STEP[order.backend];
  return each === null ? null : pairSteps(order) * each;
}

/** What Run will do. */
export function introduction(order: Order): string {
  const { config, backend } = order;
  if (pairSteps(order) === 0)
    return "Run evaluates the policies as they came from pretraining; nothing is trained. It takes some seconds.";
  const cohorts = config.compare ? "Both cohorts train side by side from the same checkpoints" : "The cohort trains";
  const { steps } = config.training;
  const what = `Run starts it. ${cohorts}, here in the browser, for ${steps} ${steps === 1 ? "step" : "steps"}`;
  const seconds = roughSeconds(order);
  if (seconds === null) return `${what}; how long that takes depends on the graphics card.`;
  return `${what}: about ${roughDuration(seconds)} on a two-core laptop${backend === "auto" ? ", where the simd engine runs" : ""}.`;
}
