/** A run on scripted agents that tests disturb, with the record that comes of it. Not shipped: only tests import it. */
import type { RunEvent } from "../cohort/events.ts";
import { type FakeAgent, fakeAgent } from "../cohort/fake-agent.ts";
import { WorkerLostError } from "../cohort/faults.ts";
import type { AgentApi } from "../cohort/protocol.ts";
import { createSession, type SessionOptions } from "../cohort/session.ts";
import { DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { compareCohort, presetById } from "../runs/presets.ts";
import { addition } from "../tasks/addition.ts";
import { createRunData } from "./run-data.ts";

const training = {
  ...DEFAULT_TRAINING,
  steps: 12,
  promptsPerStep: 4,
  rollouts: 4,
  trainPrompts: 16,
  heldOutPrompts: 5,
  evaluateEvery: 4,
};
const { cohort } = presetById("co-rl-different");
export const CONFIG: RunConfig = {
  task: "addition",
  seed: 0,
  samplingSeed: 0,
  training,
  cohort,
  compare: compareCohort(cohort, "ttrl"),
};
export const GONE = "The worker of agent B ended without a word.";

/** An answer that hangs on everything that a number may hang on: the prompt, the rollout, the step, and the updates done. */
export const answer = (prompt: string, k: number, step: number, updates: number): string =>
  (k * 7 + step * 3 + updates * 5 + prompt.length) % 3 === 0 ? addition.truth({ id: 0, text: prompt }) : String(updates % 10);

/**
 * `before(call)` runs before each call of agent `n` among all that were ever started, `beside(call)` before each of an evaluator; what they throw is
 * how the call fails, and what they promise it waits for. There are evaluators only where `beside` is given.
 */
export function drive(
  before: (call: string, n: number) => void,
  options: Partial<SessionOptions> = {},
  beside?: (call: string, n: number) => void | Promise<void>,
) {
  const events: RunEvent[] = [];
  const agents: FakeAgent[] = [];
  const evaluators: FakeAgent[] = [];
  const config = options.config ?? CONFIG;
  const data = createRunData(config, { main: "", compare: "" });
  let ended = 0;
  const session = createSession({
    config,
    backend: "wasm",
    checkpointBase: "http://test/",
    startWorker: (name) => {
      const evaluates = name.endsWith("’s evaluator");
      const group = evaluates ? evaluators : agents;
      const n = group.length;
      const agent = fakeAgent(name, answer);
      group.push(agent);
      const { api } = agent;
      const on = <T>(call: string, go: () => Promise<T>): Promise<T> =>
        Promise.resolve()
          .then(() => (evaluates ? beside?.(call, n) : before(call, n)))
          .then(go);
      const watched: AgentApi = {
        ...api,
        setup: (setup) => on("setup", () => api.setup(setup)),
        sample: (order) => on(`sample ${order.step}`, () => api.sample(order)),
        learn: (order) => on(`learn ${order.step}`, () => api.learn(order)),
        evaluate: (order) => on(`evaluate ${order.step}`, () => api.evaluate(order)),
        snapshot: () => on("snapshot", api.snapshot),
        restore: (state) => on(`restore ${state.adamStep}`, () => api.restore(state)),
      };
      return { api: watched, terminate: () => void (evaluates || ended++) };
    },
    evaluatorsPay: () => beside !== undefined,
    ...options,
    listener: (event) => {
      events.push(event);
      if (event.type === "initial") data.addInitial(event.cohort, event.compare);
      if (event.type === "step") data.addStep(event.cohort, event.compare, event.rollouts);
      if (event.type === "held-out") data.addHeldOut(event.step, event.cohort, event.compare);
      if (event.type === "final") data.addFinal(event.cohort, event.compare);
      if (event.type === "change") data.addChange(event.change);
      if (event.type === "rewound") data.rewind(event.step);
      if (event.type === "fault") data.addFault(event.fault);
      options.listener?.(event);
    },
  });
  const until = async (...phases: string[]): Promise<void> => {
    for (let i = 0; i < 2000 && !phases.includes(session.phase); i++) await new Promise((resolve) => setTimeout(resolve, 0));
    if (!phases.includes(session.phase)) throw new Error(`The run is ${session.phase}, not ${phases.join(" or ")}.`);
  };
  const record = () => {
    const environment = events.find((event) => event.type === "ready")?.environment;
    if (!environment) throw new Error("The run never got ready.");
    const { initial, steps, final, compare, changes } = data.record(environment);
    return { initial, steps, final, compare, changes };
  };
  return { session, events, agents, evaluators, data, until, record, ended: () => ended };
}

/** Throws at the given calls of the given agents (as "call @n"), each once. */
export function dying(...when: string[]): (call: string, n: number) => void {
  const left = new Set(when);
  return (call, n) => {
    if (left.delete(`${call} @${n}`)) throw new WorkerLostError(GONE);
  };
}

/** The record of a run that nothing disturbs. */
export async function undisturbed(options: Partial<SessionOptions> = {}) {
  const run = drive(() => {}, options);
  run.session.run();
  await run.until("finished");
  return run.record();
}
