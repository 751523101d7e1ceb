/**
 * Workers of agents: started from one script, spoken to through comlink. A worker that dies leaves comlink's promises hanging, so each
 * call races the worker's own failure.
 */
import { releaseProxy, wrap } from "comlink";
import type { AgentApi } from "./protocol.ts";

export interface AgentWorker {
  readonly api: AgentApi;
  terminate(): void;
}

/** Makes an agent worker. Replaced in tests. */
export type WorkerFactory = (name: string) => AgentWorker;

/** Seconds that a worker may take to start; its script is small. */
const START_SECONDS = 30;

/** Starts a worker named for the developer tools. */
export const startAgentWorker: WorkerFactory = (name) => {
  const worker = new Worker(new URL("./agent.worker.ts", import.meta.url), { type: "module", name });
  const remote = wrap<AgentApi>(worker);
  let fail: (error: Error) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Nobody may be waiting when it fails; the next call reports it.
  failure.catch(() => {});
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    fail(new Error(`The worker of ${name} stopped: ${event.message || "its script could not be loaded; reload the page"}.`));
  });
  worker.addEventListener("messageerror", () => fail(new Error(`A message from the worker of ${name} could not be read.`)));
  // Any answer will do, also that the agent has not been set up; a script that never comes gives none.
  const silence = setTimeout(
    () =>
      fail(new Error(`The worker of ${name} has not started for ${START_SECONDS} s: its script does not come. Reload the page.`)),
    1000 * START_SECONDS,
  );
  const alive = (): void => clearTimeout(silence);
  remote.memory().then(alive, alive);
  const guarded = <T>(call: Promise<T>): Promise<T> => Promise.race([call, failure]);
  return {
    api: {
      setup: (setup) => guarded(remote.setup(setup)),
      sample: (order) => guarded(remote.sample(order)),
      learn: (order) => guarded(remote.learn(order)),
      evaluate: (order) => guarded(remote.evaluate(order)),
      snapshot: () => guarded(remote.snapshot()),
      restore: (state) => guarded(remote.restore(state)),
      fingerprint: () => guarded(remote.fingerprint()),
      memory: () => guarded(remote.memory()),
      measure: (backend) => guarded(remote.measure(backend)),
    },
    terminate() {
      clearTimeout(silence);
      fail(new Error(`The worker of ${name} was ended.`));
      remote[releaseProxy]();
      worker.terminate();
    },
  };
};
