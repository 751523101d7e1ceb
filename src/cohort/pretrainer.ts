/** Pretraining from the page: a worker for each policy, which reports how far it is and can be stopped. */
import { proxy } from "comlink";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { CheckpointName } from "../runs/checkpoint-file.ts";
import type { BaseAccuracy } from "./base-accuracy.ts";
import { inWorker, type WorkerCall } from "./in-worker.ts";
import type { PretrainingApi } from "./pretraining.worker.ts";

export type PretrainingTask = WorkerCall<CheckpointFile>;

/** Starts pretraining a policy. `report` gets the steps done and the loss in nats. Replaced in tests. */
export type StartPretraining = (what: CheckpointName, report: (step: number, loss: number) => void) => PretrainingTask;

function start(name: string): Worker {
  return new Worker(new URL("./pretraining.worker.ts", import.meta.url), { type: "module", name });
}

export const startPretraining: StartPretraining = (what, report) =>
  inWorker<PretrainingApi, CheckpointFile>(start("pretraining"), "pretrains", async (api, alive) => {
    const heard = (step: number, loss: number): void => {
      alive();
      report(step, loss);
    };
    const { entry, file } = await api.pretrain(what, proxy(heard));
    return { entry, file };
  });

/** What the policy of a checkpoint's file can do, measured in a worker of its own. Rejects with a sentence. */
export function measureFile(what: CheckpointName, file: Uint8Array<ArrayBuffer>): Promise<BaseAccuracy> {
  return inWorker<PretrainingApi, BaseAccuracy>(start("measuring a policy"), "measures a policy", async (api, alive) => {
    const accuracy = await api.measure(what, file);
    alive();
    return accuracy;
  }).result;
}
