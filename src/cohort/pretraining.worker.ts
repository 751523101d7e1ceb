/** The worker that pretrains a policy. */
import { expose, transfer } from "comlink";
import type { PolicySpec } from "../policies/spec.ts";
import { type Pretrained, pretrainPolicy } from "./pretraining.ts";

const api = {
  /** `report` is called after every step with the step, all steps and the loss in nats. */
  async pretrain(spec: PolicySpec, cohortSeed: number, report: (step: number, loss: number) => void): Promise<Pretrained> {
    const result = await pretrainPolicy(spec, cohortSeed, ({ step, loss }) => {
      if (step % 100 === 0) report(step, loss);
    });
    return transfer(result, [result.file.buffer]);
  },
};

export type PretrainingApi = typeof api;
expose(api);
