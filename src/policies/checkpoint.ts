/**
 * Loading a pretrained policy with everything checked: bytes, hash, shapes, and that every parameter is finite. Whatever is wrong
 * becomes a CheckpointError whose sentence says what to do.
 */

import type { TaskId } from "../tasks/task.ts";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import {
  addressOf,
  ask,
  type CheckpointEntry,
  CheckpointError,
  type Fetch,
  fetchPatiently,
  loadManifest,
  MissingCheckpointError,
  pretrainHint,
} from "./manifest.ts";
import { decodeCheckpoint } from "./safetensors.ts";
import { type BaseRecipe, checkpointId, DEFAULT_BASE, type PolicySpec } from "./spec.ts";

export { type CheckpointEntry, CheckpointError, type Manifest, MissingCheckpointError } from "./manifest.ts";

export interface Checkpoint {
  readonly id: string;
  readonly sha256: string;
  readonly parameters: Float32Array;
  readonly entry: CheckpointEntry;
}

/** A checkpoint's file with its entry, as the page keeps it. */
export interface CheckpointFile {
  readonly entry: CheckpointEntry;
  /** The safetensors file. */
  readonly file: Uint8Array<ArrayBuffer>;
}

/** SHA-256 as 64 hexadecimal digits. Throws CheckpointError where the browser has none. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new CheckpointError("This page cannot verify checkpoints here; open it over https or from localhost.");
  }
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Verifies a checkpoint's bytes against its entry: length, hash, shapes, and that every parameter is finite. `what` names it at the start of a
 * sentence and `remedy` is what to do, as the end of one. Throws CheckpointError.
 */
export async function verifyCheckpoint(
  { entry, file }: CheckpointFile,
  spec: PolicySpec,
  vocabularySize: number,
  what: string,
  remedy: { readonly damaged: string; readonly unfit: string },
): Promise<Checkpoint> {
  if (file.length !== entry.bytes) {
    const how = file.length < entry.bytes ? "truncated" : "too long";
    throw new CheckpointError(`${what} is ${how} (${file.length} bytes instead of ${entry.bytes}); ${remedy.damaged}.`);
  }
  const hash = await sha256(file);
  if (hash !== entry.sha256)
    throw new CheckpointError(`${what} is damaged: its SHA-256 is not the one that was noted; ${remedy.damaged}.`);
  let parameters: Float32Array;
  try {
    parameters = decodeCheckpoint(ARCHITECTURE_LIST[spec.architecture].layout(spec.size, vocabularySize), file);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    throw new CheckpointError(`${what} does not fit this policy (${why}); ${remedy.unfit}.`);
  }
  if (!parameters.every(Number.isFinite))
    throw new CheckpointError(`${what} holds numbers that are not finite; ${remedy.unfit}.`);
  return { id: entry.id, sha256: hash, parameters, entry };
}

/**
 * Loads and verifies a policy's checkpoint: bytes, hash, shapes, and that every parameter is finite. `base` is the address of the
 * folder of checkpoints. Throws CheckpointError.
 */
export async function loadCheckpoint(
  base: string,
  spec: PolicySpec,
  cohortSeed: number,
  vocabularySize: number,
  fetcher: Fetch = fetchPatiently,
  recipe: BaseRecipe = DEFAULT_BASE,
  task: TaskId = "addition",
): Promise<Checkpoint> {
  const manifest = await loadManifest(base, cohortSeed, fetcher);
  const id = checkpointId(spec, cohortSeed, recipe, task);
  const entry = manifest.policies.find((policy) => policy.id === id);
  if (!entry) {
    throw new MissingCheckpointError(
      `There is no checkpoint "${id}"; choose another architecture, size, digit order, corpus or replica, or pretrain it with "${pretrainHint(cohortSeed)}".`,
    );
  }
  const what = `The checkpoint "${entry.file}"`;
  const response = await ask(fetcher, addressOf(base, cohortSeed, entry.file), what);
  if (!response)
    throw new CheckpointError(`${what} is missing; restore it, or pretrain it anew with "${pretrainHint(cohortSeed)}".`);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    throw new CheckpointError(`${what} broke off while it was fetched; check the connection and try again.`);
  }
  return verifyCheckpoint({ entry, file: bytes }, spec, vocabularySize, what, {
    damaged: "reload the page or restore the file",
    unfit: `pretrain it anew with "${pretrainHint(cohortSeed)}"`,
  });
}
