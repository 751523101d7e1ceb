/** Pretraining from the page: a worker for each policy, which reports how far it is and can be stopped. */
import { proxy } from "comlink";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { PolicySpec } from "../policies/spec.ts";
import type { CheckpointName } from "../runs/checkpoint-file.ts";
import type { Estimate } from "../runs/record.ts";
import { inWorker, type WorkerCall } from "./in-worker.ts";
import type { PretrainingApi } from "./pretraining.worker.ts";

export type PretrainingTask = WorkerCall<CheckpointFile>;

/** Starts pretraining a policy. `report` gets the steps done and the loss in nats. Replaced in tests. */
export type StartPretraining = (what: CheckpointName, report: (step: number, loss: number) => void) => PretrainingTask;

function start(name: string): Worker {
  return new Worker(new URL("./pretraining.worker.ts", import.meta.url), { type: "module", name });
}

export const startPretraining: StartPretraining = ({ spec, cohortSeed, base }, report) =>
  inWorker<PretrainingApi, CheckpointFile>(start("pretraining"), "pretrains", async (api, alive) => {
    const heard = (step: number, loss: number): void => {
      alive();
      report(step, loss);
    };
    const { entry, file } = await api.pretrain(spec, cohortSeed, base, proxy(heard));
    return { entry, file };
  });

/** Base pass@1 of a checkpoint's file, in a worker of its own. Rejects with a sentence. */
export function measureFile(spec: PolicySpec, cohortSeed: number, file: Uint8Array<ArrayBuffer>): Promise<Estimate> {
  return inWorker<PretrainingApi, Estimate>(start("measuring a policy"), "measures a policy", async (api, alive) => {
    const estimate = await api.measure(spec, cohortSeed, file);
    alive();
    return estimate;
  }).result;
}
