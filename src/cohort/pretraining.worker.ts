/** The worker that pretrains policies, and measures those that came as files. */
import { expose, transfer } from "comlink";
import type { BaseRecipe, PolicySpec } from "../policies/spec.ts";
import type { Estimate } from "../runs/record.ts";
import { measureBase, type Pretrained, pretrainPolicy } from "./pretraining.ts";

/** Steps between two reports: some twenty a second at most, whatever the policy. */
const REPORT_EVERY = 20;

const api = {
  /** `report` is called every so many steps, and after the last, with the steps done and the loss in nats. */
  async pretrain(
    spec: PolicySpec,
    cohortSeed: number,
    base: BaseRecipe,
    report: (step: number, loss: number) => void,
  ): Promise<Pretrained> {
    const onProgress = ({ step, loss }: { readonly step: number; readonly loss: number }): void => {
      if (step % REPORT_EVERY === 0 || step === base.steps) report(step, loss);
    };
    const result = await pretrainPolicy(spec, cohortSeed, { base, onProgress });
    return transfer(result, [result.file.buffer]);
  },

  /** Base pass@1 of a file. */
  measure(spec: PolicySpec, cohortSeed: number, file: Uint8Array): Promise<Estimate> {
    return measureBase(spec, cohortSeed, file);
  },
};

export type PretrainingApi = typeof api;
expose(api);
