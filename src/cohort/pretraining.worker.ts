/** The worker that pretrains policies, and measures those that came as files. */
import { expose, transfer } from "comlink";
import type { CheckpointName } from "../runs/checkpoint-file.ts";
import type { BaseAccuracy } from "./base-accuracy.ts";
import { measureBase, type Pretrained, pretrainPolicy } from "./pretraining.ts";

/** Steps between two reports: some twenty a second at most, whatever the policy. */
const REPORT_EVERY = 20;

const api = {
  /** `report` is called every so many steps, and after the last, with the steps done and the loss in nats. */
  async pretrain(
    { spec, cohortSeed, base, task }: CheckpointName,
    report: (step: number, loss: number) => void,
  ): Promise<Pretrained> {
    const onProgress = ({ step, loss }: { readonly step: number; readonly loss: number }): void => {
      if (step % REPORT_EVERY === 0 || step === base.steps) report(step, loss);
    };
    const result = await pretrainPolicy(spec, cohortSeed, { task, base, onProgress });
    return transfer(result, [result.file.buffer]);
  },

  /** What the policy of a file can do. */
  measure({ spec, cohortSeed, task }: CheckpointName, file: Uint8Array): Promise<BaseAccuracy> {
    return measureBase(spec, cohortSeed, file, task);
  },
};

export type PretrainingApi = typeof api;
expose(api);
