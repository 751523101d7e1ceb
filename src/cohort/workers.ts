/**
 * Workers of agents: started from one script, spoken to through comlink. A worker that dies leaves comlink's promises hanging, so every
 * call is given up with the worker: on its error event, when its lifeline breaks (lifeline.ts), or when it has not answered for much
 * longer than its calls take (patience.ts), awake time only.
 */
import { releaseProxy, wrap } from "comlink";
import { afterAwake } from "../policies/awake.ts";
import { createBreaker } from "../policies/breaker.ts";
import { WorkerLostError } from "./faults.ts";
import type { holdLifeline } from "./lifeline.ts";
import { watchLifeline } from "./lifeline.ts";
import { ALLOWANCES, type Allowances, createPatience } from "./patience.ts";
import type { AgentApi, LearnOrder } from "./protocol.ts";

export interface AgentWorker {
  readonly api: AgentApi;
  terminate(): void;
}

/** Makes an agent worker. Replaced in tests. */
export type WorkerFactory = (name: string) => AgentWorker;

export interface WatchedApi {
  readonly api: AgentApi;
  /** Gives up every call, now and later. */
  fail(error: Error): void;
}

function rolloutsOf({ parts }: LearnOrder): number {
  return parts.reduce((sum, part) => sum + part.rewards.length, 0);
}

/** The same agent, whose calls are given up with WorkerLostError where no answer comes. `name` is such as "agent B". */
export function watchCalls(name: string, remote: AgentApi, allowances: Allowances = ALLOWANCES): WatchedApi {
  const breaker = createBreaker();
  const patience = createPatience(allowances);
  /** `units` are rollouts, or 1 where the work does not depend on their number. */
  const call = async <T>(kind: keyof AgentApi, units: number, ask: () => Promise<T>): Promise<T> => {
    const seconds = patience.allow(kind, units);
    const timer = afterAwake(seconds, () => {
      const waited = Math.round(seconds);
      breaker.fail(
        new WorkerLostError(`The worker of ${name} has not answered for ${waited} s, much longer than it usually takes.`),
      );
    });
    try {
      const answer = await breaker.guard(ask);
      patience.took(kind, units, timer.stop());
      return answer;
    } finally {
      timer.stop();
    }
  };
  return {
    fail: breaker.fail,
    api: {
      setup: (setup) => call("setup", 1, () => remote.setup(setup)),
      sample: (order) => call("sample", order.prompts.length * order.perPrompt, () => remote.sample(order)),
      learn: (order) => call("learn", rolloutsOf(order), () => remote.learn(order)),
      evaluate: (order) => call("evaluate", order.prompts.length * order.samples, () => remote.evaluate(order)),
      tune: (order) => call("tune", order.steps, () => remote.tune(order)),
      snapshot: () => call("snapshot", 1, () => remote.snapshot()),
      restore: (state) => call("restore", 1, () => remote.restore(state)),
      fingerprint: () => call("fingerprint", 1, () => remote.fingerprint()),
      memory: () => call("memory", 1, () => remote.memory()),
      measure: (backend) => call("measure", 1, () => remote.measure(backend)),
    },
  };
}

/** Counts lifelines; with a random part, since all tabs share their names. */
let lifelines = 0;

/** Starts a worker named for the developer tools. Throws Error with a sentence where the browser has no workers. */
export const startAgentWorker: WorkerFactory = (name) => {
  if (typeof Worker === "undefined")
    throw new Error("This browser cannot start workers, in which the agents train. Any browser of 2023 or later can.");
  const worker = new Worker(new URL("./agent.worker.ts", import.meta.url), { type: "module", name });
  const remote = wrap<AgentApi & { readonly holdLifeline: typeof holdLifeline }>(worker);
  const { api, fail } = watchCalls(name, remote);
  let stopWatching = (): void => {};
  let ended = false;
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    const why = event.message || "its script could not be loaded; reload the page";
    fail(new WorkerLostError(`The worker of ${name} stopped: ${why.replace(/\.$/, "")}.`));
  });
  worker.addEventListener("messageerror", () =>
    fail(new WorkerLostError(`A message from the worker of ${name} could not be read.`)),
  );
  const { start } = ALLOWANCES;
  const silence = afterAwake(start, () =>
    fail(new WorkerLostError(`The worker of ${name} has not started for ${start} s: its script does not come. Reload the page.`)),
  );
  // Any answer says that it has started; a script that never comes gives none.
  const lifeline = `co-rl worker ${++lifelines} ${Math.random().toString(36).slice(2)}`;
  remote
    .holdLifeline(lifeline)
    .then((held) => {
      if (!held || ended) return;
      stopWatching = watchLifeline(lifeline, () =>
        fail(
          new WorkerLostError(`The worker of ${name} ended without a word; the browser may have ended it for want of memory.`),
        ),
      );
    })
    .catch(() => {})
    .finally(() => silence.stop());
  return {
    api,
    terminate() {
      if (ended) return;
      ended = true;
      silence.stop();
      stopWatching();
      fail(new Error(`The worker of ${name} was ended.`));
      remote[releaseProxy]();
      worker.terminate();
    },
  };
};
