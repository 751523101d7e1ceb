/**
 * The page that `npm run pretrain` opens headlessly: it hands policies to the product's own pretraining worker and the results back. Not
 * part of the built page.
 */
import { proxy, wrap } from "comlink";
import { basePolicies, cohortPolicies, type Pretraining } from "../../src/cohort/pretraining.ts";
import type { PretrainingApi } from "../../src/cohort/pretraining.worker.ts";
import type { CheckpointEntry } from "../../src/policies/checkpoint.ts";
import { type BaseRecipe, checkpointId, defaultBase } from "../../src/policies/spec.ts";
import { baseSchema, problems } from "../../src/runs/config.ts";
import { BASE_NAMES } from "../../src/runs/link.ts";
import { taskById } from "../../src/tasks/index.ts";
import type { TaskId } from "../../src/tasks/task.ts";

declare global {
  interface Window {
    /** Given by scripts/pretrain.mjs. */
    reportProgress(id: string, step: number, loss: number): void;
    lab: {
      /** The shipped policies of a seed and task; with a base such as "weak=1,overlap=0.5", the families with that base. */
      policies(cohortSeed: number, base: string, task: string): (Pretraining & { readonly id: string })[];
      pretrain(what: Pretraining, cohortSeed: number): Promise<{ entry: CheckpointEntry; base64: string; note: string }>;
    };
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** Throws RangeError where there is no such task. */
function taskId(text: string): TaskId {
  return taskById(text).id;
}

window.lab = {
  policies: (cohortSeed, text, task) =>
    (text === "" ? cohortPolicies(cohortSeed, taskId(task)) : basePolicies(parseBase(text, taskId(task)), taskId(task))).map(
      (each) => ({ ...each, id: checkpointId(each.spec, cohortSeed, each.base, each.task) }),
    ),
  async pretrain({ spec, base, task }, cohortSeed) {
    const worker = new Worker(new URL("../../src/cohort/pretraining.worker.ts", import.meta.url), { type: "module" });
    try {
      const api = wrap<PretrainingApi>(worker);
      const { entry, file, note } = await api.pretrain(
        { spec, cohortSeed, base, task },
        proxy((step: number, loss: number) => window.reportProgress(checkpointId(spec, cohortSeed, base, task), step, loss)),
      );
      return { entry, base64: toBase64(file), note };
    } finally {
      worker.terminate();
    }
  },
};

/** Reads "weak=1,overlap=0.5", under the names of a share link. Throws Error with a sentence. */
function parseBase(text: string, task: TaskId): BaseRecipe {
  const given: Record<string, unknown> = { ...defaultBase(task) };
  for (const part of text.split(",")) {
    const [name, value] = part.split("=");
    const key = baseSchema.keyof().options.find((candidate) => BASE_NAMES[candidate] === name);
    if (!key) throw new Error(`--base knows ${Object.values(BASE_NAMES).join(", ")}, not "${name}".`);
    given[key] = Number(value);
  }
  const result = baseSchema.safeParse(given);
  if (!result.success) throw new Error(`--base: ${problems(result.error).join("; ")}.`);
  return result.data;
}
