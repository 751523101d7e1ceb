/**
 * Pretrained policies: what a folder `checkpoints/seed-N/` holds (a manifest and one safetensors file per policy), and loading one with
 * everything checked. Whatever is wrong becomes a CheckpointError whose sentence says what to do.
 */
import { z } from "zod";
import { CORPORA, DIGIT_ORDERS } from "../tasks/task.ts";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import { decodeCheckpoint } from "./safetensors.ts";
import { ARCHITECTURES, checkpointId, type PolicySpec, SIZES } from "./spec.ts";

const share = z.number().min(0).max(1);

export const checkpointEntrySchema = z.object({
  /** checkpointId() of the spec and the cohort seed. */
  id: z.string(),
  spec: z.object({
    architecture: z.enum(ARCHITECTURES),
    size: z.enum(SIZES),
    digitOrder: z.enum(DIGIT_ORDERS),
    corpus: z.enum(CORPORA),
    replica: z.number().int().nonnegative(),
  }),
  /** File name, in the manifest's folder. */
  file: z.string().regex(/^[\w.-]+\.safetensors$/),
  /** Of the file. */
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Number of parameters. */
  parameters: z.number().int().positive(),
  /** Every seed that pretraining used, by what it was used for. */
  seeds: z.record(z.string(), z.number().int()),
  /** Pretraining and corpus settings, as they were. */
  recipe: z.record(z.string(), z.unknown()),
  /** Held-out pass@1 before any reinforcement learning, with its 95 % interval. */
  base: z.object({ mean: share, low: share, high: share }),
});
export type CheckpointEntry = z.infer<typeof checkpointEntrySchema>;

export const manifestSchema = z.object({
  schema: z.literal("co-rl-playground/checkpoints"),
  version: z.literal(1),
  cohortSeed: z.number().int().nonnegative(),
  policies: z.array(checkpointEntrySchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A checkpoint that cannot be used. The message is one sentence that says what to do. */
export class CheckpointError extends Error {
  override readonly name = "CheckpointError";
}

export interface Checkpoint {
  readonly id: string;
  readonly sha256: string;
  readonly parameters: Float32Array;
  readonly entry: CheckpointEntry;
}

type Fetch = (address: string) => Promise<Response>;

/** The response to an address, or null where there is nothing: 404, or the HTML page that static hosts send instead. */
async function ask(fetcher: Fetch, address: string, what: string): Promise<Response | null> {
  let response: Response;
  try {
    response = await fetcher(address);
  } catch {
    throw new CheckpointError(`${what} could not be fetched; check the connection and try again.`);
  }
  if (response.status === 404 || response.headers.get("content-type")?.includes("text/html")) return null;
  if (!response.ok)
    throw new CheckpointError(`${what} could not be fetched (the server answered ${response.status}); try again later.`);
  return response;
}

const pretrainHint = (cohortSeed: number): string => `npm run pretrain -- --cohort-seed ${cohortSeed}`;

/** A cohort seed's manifest. `base` is the address of the folder of checkpoints. Throws CheckpointError. */
export async function loadManifest(
  base: string,
  cohortSeed: number,
  fetcher: Fetch = (address) => fetch(address),
): Promise<Manifest> {
  const address = `${base.replace(/\/$/, "")}/seed-${cohortSeed}/manifest.json`;
  const what = `The checkpoint manifest of cohort seed ${cohortSeed}`;
  const response = await ask(fetcher, address, what);
  if (!response) {
    throw new CheckpointError(
      `There are no checkpoints for cohort seed ${cohortSeed}; choose a seed that has some, or pretrain it with "${pretrainHint(cohortSeed)}".`,
    );
  }
  let json: unknown;
  try {
    json = await response.json();
  } catch {
    throw new CheckpointError(`${what} is not JSON; write it anew with "${pretrainHint(cohortSeed)}".`);
  }
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    const place = issue ? ` (at ${issue.path.join(".") || "its top"}: ${issue.message})` : "";
    throw new CheckpointError(
      `${what} does not have the form this version reads${place}; write it anew with "${pretrainHint(cohortSeed)}".`,
    );
  }
  if (manifest.data.cohortSeed !== cohortSeed) {
    throw new CheckpointError(
      `${what} says that it is seed ${manifest.data.cohortSeed}'s; write it anew with "${pretrainHint(cohortSeed)}".`,
    );
  }
  return manifest.data;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new CheckpointError("This page cannot verify checkpoints here; open it over https or from localhost.");
  }
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
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
  fetcher: Fetch = (address) => fetch(address),
): Promise<Checkpoint> {
  const manifest = await loadManifest(base, cohortSeed, fetcher);
  const id = checkpointId(spec, cohortSeed);
  const entry = manifest.policies.find((policy) => policy.id === id);
  if (!entry) {
    throw new CheckpointError(
      `There is no checkpoint "${id}"; choose another architecture, size, digit order, corpus or replica, or pretrain it with "${pretrainHint(cohortSeed)}".`,
    );
  }
  const what = `The checkpoint "${entry.file}"`;
  const response = await ask(fetcher, `${base.replace(/\/$/, "")}/seed-${cohortSeed}/${entry.file}`, what);
  if (!response)
    throw new CheckpointError(`${what} is missing; restore it, or pretrain it anew with "${pretrainHint(cohortSeed)}".`);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    throw new CheckpointError(`${what} broke off while it was fetched; check the connection and try again.`);
  }
  if (bytes.length !== entry.bytes) {
    const how = bytes.length < entry.bytes ? "truncated" : "too long";
    throw new CheckpointError(
      `${what} is ${how} (${bytes.length} bytes instead of ${entry.bytes}); reload the page or restore the file.`,
    );
  }
  const hash = await sha256(bytes);
  if (hash !== entry.sha256) {
    throw new CheckpointError(`${what} is damaged: its SHA-256 is not the manifest's; reload the page or restore the file.`);
  }
  let parameters: Float32Array;
  try {
    parameters = decodeCheckpoint(ARCHITECTURE_LIST[spec.architecture].layout(spec.size, vocabularySize), bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    throw new CheckpointError(`${what} does not fit this policy (${why}); pretrain it anew with "${pretrainHint(cohortSeed)}".`);
  }
  if (!parameters.every(Number.isFinite)) {
    throw new CheckpointError(`${what} holds numbers that are not finite; pretrain it anew with "${pretrainHint(cohortSeed)}".`);
  }
  return { id, sha256: hash, parameters, entry };
}
