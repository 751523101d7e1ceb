/** The page of the speed benchmarks: a worker for each contender, asked by e2e/bench/lab.ts. No part of the built product. */
import { type Remote, wrap } from "comlink";
import type { ContenderId } from "./contender.ts";
import type { ContenderApi, Part, Step } from "./contender.worker.ts";
import type { Workload } from "./workload.ts";

const workers = new Map<string, { readonly worker: Worker; readonly api: Remote<ContenderApi> }>();

function of(name: string): Remote<ContenderApi> {
  const found = workers.get(name);
  if (!found) throw new Error(`There is no worker "${name}".`);
  return found.api;
}

const lab = {
  /** Starts a worker and opens a contender in it. `started` is when the worker answered, `ready` when it could step, in ms from here. */
  async open(name: string, id: ContenderId, workload: Workload) {
    const begin = performance.now();
    const worker = new Worker(new URL("./contender.worker.ts", import.meta.url), { type: "module" });
    const api = wrap<ContenderApi>(worker);
    workers.set(name, { worker, api });
    const facts = await api.open(id, workload);
    return { ...facts, ready: performance.now() - begin };
  },
  step: (name: string, key: number, part: Part): Promise<Step> => of(name).step(key, part),
  first: (name: string, part: Part) => of(name).first(part),
  /** Milliseconds until all of them have done a step that they began together. */
  async together(names: readonly string[], key: number): Promise<number> {
    const begin = performance.now();
    await Promise.all(names.map((name) => of(name).step(key, "step")));
    return performance.now() - begin;
  },
  steps: (name: string, from: number, count: number) => of(name).steps(from, count),
  logProbs: async (name: string): Promise<number[]> => Array.from(await of(name).logProbs()),
  peak: (name: string, id: ContenderId, size: number, calls: number): Promise<number> => of(name).peak(id, size, calls),
  close(name: string): void {
    workers.get(name)?.worker.terminate();
    workers.delete(name);
  },
};

export type Lab = typeof lab;
declare global {
  interface Window {
    benchLab: Lab;
  }
}
window.benchLab = lab;
