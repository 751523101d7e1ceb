/** Error decoupling from the page: a worker that measures, reports how far it is and can be stopped. */
import { proxy } from "comlink";
import type { DecouplingQuestion, PairDecoupling } from "./decoupling.ts";
import type { DecouplingApi } from "./decoupling.worker.ts";
import { inWorker, type WorkerCall } from "./in-worker.ts";

/** Starts measuring. `report` gets how many of the parts are done. Replaced in tests. */
export type StartDecoupling = (
  question: DecouplingQuestion,
  report: (done: number, total: number) => void,
) => WorkerCall<readonly PairDecoupling[]>;

export const startDecoupling: StartDecoupling = (question, report) => {
  const worker = new Worker(new URL("./decoupling.worker.ts", import.meta.url), { type: "module", name: "error decoupling" });
  return inWorker<DecouplingApi, readonly PairDecoupling[]>(worker, "measures error decoupling", async (api, alive) => {
    const heard = (done: number, total: number): void => {
      alive();
      report(done, total);
    };
    return api.measure(question, proxy(heard));
  });
};
