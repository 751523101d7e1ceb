/**
 * The page that `npm run pretrain` opens headlessly: it hands policies to the product's own pretraining worker and the results back. Not
 * part of the built page.
 */
import { proxy, wrap } from "comlink";
import { cohortPolicies } from "../../src/cohort/pretraining.ts";
import type { PretrainingApi } from "../../src/cohort/pretraining.worker.ts";
import type { CheckpointEntry } from "../../src/policies/checkpoint.ts";
import type { PolicySpec } from "../../src/policies/spec.ts";

declare global {
  interface Window {
    /** Given by scripts/pretrain.mjs. */
    reportProgress(id: string, step: number, loss: number): void;
    lab: {
      policies(cohortSeed: number): PolicySpec[];
      pretrain(spec: PolicySpec, cohortSeed: number): Promise<{ entry: CheckpointEntry; base64: string; note: string }>;
    };
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

window.lab = {
  policies: cohortPolicies,
  async pretrain(spec, cohortSeed) {
    const worker = new Worker(new URL("../../src/cohort/pretraining.worker.ts", import.meta.url), { type: "module" });
    try {
      const api = wrap<PretrainingApi>(worker);
      const { entry, file, note } = await api.pretrain(
        spec,
        cohortSeed,
        proxy((step: number, loss: number) => window.reportProgress(entryName(spec), step, loss)),
      );
      return { entry, base64: toBase64(file), note };
    } finally {
      worker.terminate();
    }
  },
};

function entryName(spec: PolicySpec): string {
  return `${spec.architecture}-${spec.size}-${spec.digitOrder}-${spec.corpus}-r${spec.replica}`;
}
