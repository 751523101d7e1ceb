/** Pretraining from the page: a worker for each policy, which reports how far it is and can be stopped. */
import { proxy, type Remote, releaseProxy, wrap } from "comlink";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { PolicySpec } from "../policies/spec.ts";
import type { CheckpointName } from "../runs/checkpoint-file.ts";
import type { Estimate } from "../runs/record.ts";
import type { PretrainingApi } from "./pretraining.worker.ts";

export interface PretrainingTask {
  /** Rejects with a sentence where the worker fails, and never settles once stopped. */
  readonly result: Promise<CheckpointFile>;
  /** Ends the worker; nothing of it is left. */
  stop(): void;
}

/** Starts pretraining a policy. `report` gets the steps done and the loss in nats. Replaced in tests. */
export type StartPretraining = (what: CheckpointName, report: (step: number, loss: number) => void) => PretrainingTask;

/** Seconds that a worker may take to start. */
const START_SECONDS = 30;

/** Calls a fresh worker, and ends it when the call has ended or is stopped. */
function inWorker<T>(
  name: string,
  call: (api: Remote<PretrainingApi>, alive: () => void) => Promise<T>,
): { readonly result: Promise<T>; stop(): void } {
  const worker = new Worker(new URL("./pretraining.worker.ts", import.meta.url), { type: "module", name });
  const api = wrap<PretrainingApi>(worker);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(
        new Error(`The worker that pretrains stopped: ${event.message || "its script could not be loaded; reload the page"}.`),
      );
    });
    silence = setTimeout(
      () => reject(new Error(`The worker that pretrains has not begun for ${START_SECONDS} s; reload the page.`)),
      1000 * START_SECONDS,
    );
  });
  const alive = (): void => clearTimeout(silence);
  let stopped = false;
  const end = (): void => {
    alive();
    if (stopped) return;
    stopped = true;
    api[releaseProxy]();
    worker.terminate();
  };
  const result = Promise.race([call(api, alive), failure]).finally(end);
  return { result, stop: end };
}

export const startPretraining: StartPretraining = ({ spec, cohortSeed, base }, report) =>
  inWorker("pretraining", async (api, alive) => {
    const heard = (step: number, loss: number): void => {
      alive();
      report(step, loss);
    };
    const { entry, file } = await api.pretrain(spec, cohortSeed, base, proxy(heard));
    return { entry, file };
  });

/** Base pass@1 of a checkpoint's file, in a worker of its own. Rejects with a sentence. */
export function measureFile(spec: PolicySpec, cohortSeed: number, file: Uint8Array<ArrayBuffer>): Promise<Estimate> {
  return inWorker("measuring a policy", async (api, alive) => {
    const estimate = await api.measure(spec, cohortSeed, file);
    alive();
    return estimate;
  }).result;
}
