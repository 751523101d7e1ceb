/**
 * What a folder `checkpoints/seed-N/` holds: a manifest with one entry per pretrained policy, and their files. Without tfjs, so that
 * the page can read it too.
 */
import { z } from "zod";
import { CORPORA, DIGIT_ORDERS, TASK_IDS } from "../tasks/task.ts";
import { afterAwake } from "./awake.ts";
import { ARCHITECTURES, SIZES } from "./spec.ts";

const share = z.number().min(0).max(1);
const estimate = z.object({ mean: share, low: share, high: share });

export const checkpointEntrySchema = z.object({
  /** checkpointId() of the spec, the cohort seed and the task. */
  id: z.string(),
  /** What it was pretrained on; absent: addition. */
  task: z.enum(TASK_IDS).optional(),
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
  base: estimate,
  /** Of a task with roles: how often its verdict on an answer that it gives itself to a held-out prompt is right. */
  verdicts: estimate.optional(),
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

/** There is none of that name where it was looked for: it may be elsewhere, or be pretrained. */
export class MissingCheckpointError extends CheckpointError {}

export type Fetch = (address: string) => Promise<Response>;

/** Seconds, awake, without a single byte after which a request counts as dead. */
const PATIENCE = 30;

/**
 * Fetches all of an address. A server may be slow, but where nothing at all comes for `patience` seconds it is given up with a
 * TimeoutError: a page that waits for ever says nothing.
 */
export async function fetchPatiently(address: string, patience = PATIENCE, fetcher: typeof fetch = fetch): Promise<Response> {
  const abort = new AbortController();
  const giveUp = (): void => abort.abort(new DOMException(`No answer for ${patience} s.`, "TimeoutError"));
  let timer = afterAwake(patience, giveUp);
  try {
    const response = await fetcher(address, { signal: abort.signal });
    const reader = response.body?.getReader();
    if (!reader) return response;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      timer.stop();
      timer = afterAwake(patience, giveUp);
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
    }
    const { status, statusText, headers } = response;
    return new Response(new Blob(parts), { status, statusText, headers });
  } finally {
    timer.stop();
  }
}

/** Why a fetch failed, as the end of a sentence: "could not be fetched; check the connection ..." */
export function fetchProblem(error: unknown): string {
  return error instanceof Error && error.name === "TimeoutError"
    ? `did not come: the server was silent for ${PATIENCE} s; check the connection and press Run again.`
    : "could not be fetched; check the connection and press Run again.";
}

/** `${base}/seed-N/${file}`. */
export function addressOf(base: string, cohortSeed: number, file: string): string {
  return `${base.replace(/\/$/, "")}/seed-${cohortSeed}/${file}`;
}

/** The response to an address, or null where there is nothing: 404, or the HTML page that static hosts send instead. */
export async function ask(fetcher: Fetch, address: string, what: string): Promise<Response | null> {
  let response: Response;
  try {
    response = await fetcher(address);
  } catch (error) {
    throw new CheckpointError(`${what} ${fetchProblem(error)}`);
  }
  if (response.status === 404 || response.headers.get("content-type")?.includes("text/html")) return null;
  if (!response.ok)
    throw new CheckpointError(`${what} could not be fetched (the server answered ${response.status}); try again later.`);
  return response;
}

/** The command that makes a cohort seed's checkpoints. */
export const pretrainHint = (cohortSeed: number): string => `npm run pretrain -- --cohort-seed ${cohortSeed}`;

/** A cohort seed's manifest. `base` is the address of the folder of checkpoints. Throws CheckpointError. */
export async function loadManifest(base: string, cohortSeed: number, fetcher: Fetch = fetchPatiently): Promise<Manifest> {
  const address = addressOf(base, cohortSeed, "manifest.json");
  const what = `The checkpoint manifest of cohort seed ${cohortSeed}`;
  const response = await ask(fetcher, address, what);
  if (!response) {
    throw new MissingCheckpointError(
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
