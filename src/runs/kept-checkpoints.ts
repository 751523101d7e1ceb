/** Base policies that were pretrained in the page or imported, kept in its database. Agent workers read them here too. */
import { z } from "zod";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import { checkpointEntrySchema } from "../policies/manifest.ts";
import { withDatabase } from "./database.ts";

export interface KeptCheckpoint extends CheckpointFile {
  /** Of the entry: the key. */
  readonly id: string;
  readonly origin: "pretrained" | "imported";
  /** ISO 8601, UTC. */
  readonly savedAt: string;
}

const keptSchema = z.object({
  id: z.string(),
  entry: checkpointEntrySchema,
  file: z.instanceof(Uint8Array).transform((file) => new Uint8Array(file)),
  origin: z.enum(["pretrained", "imported"]),
  savedAt: z.string(),
});

/** One that is not of this form, from another version say, counts as not there. */
function read(value: unknown): KeptCheckpoint | null {
  const result = keptSchema.safeParse(value);
  return result.success && result.data.id === result.data.entry.id ? result.data : null;
}

/** All that are kept, by id. Throws StorageError. */
export async function keptCheckpoints(): Promise<KeptCheckpoint[]> {
  const all = await withDatabase((database) => database.getAll("checkpoints"));
  return all.flatMap((value) => read(value) ?? []);
}

/** One of them, or null. Throws StorageError. */
export async function keptCheckpoint(id: string): Promise<KeptCheckpoint | null> {
  return read(await withDatabase((database) => database.get("checkpoints", id)));
}

/** Keeps one; another of the same id is replaced. Throws StorageError. */
export async function keepCheckpoint(kept: KeptCheckpoint): Promise<void> {
  await withDatabase((database) => database.put("checkpoints", kept));
}

/** Deletes one; nothing happens where there is none. Throws StorageError. */
export async function forgetCheckpoint(id: string): Promise<void> {
  await withDatabase((database) => database.delete("checkpoints", id));
}
