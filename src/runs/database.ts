/**
 * The page's database in the browser (IndexedDB through idb): what outlives the page and leaves it only as a file that a person saves. One
 * database for all features. A new store is a new version: raise VERSION, add the store to Schema, and create it in `upgrade` for whoever comes
 * from an older one; never change what an earlier version created.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptExperiment } from "./experiment-store.ts";
import type { KeptCheckpoint } from "./kept-checkpoints.ts";
import type { StepChunk, StoredRun, StoredState } from "./stored-run.ts";

export const DATABASE = "co-rl-playground";
export const VERSION = 3;

export interface Schema extends DBSchema {
  /** Since version 1. Base policies pretrained in the page or imported, by checkpoint id. */
  checkpoints: { key: string; value: KeptCheckpoint };
  /** Since version 2. Runs without what their steps measured, by id (run-store.ts). */
  runs: { key: string; value: StoredRun };
  /** Since version 2. What the steps of a run measured, some steps a chunk, by run and first step. */
  steps: { key: [string, number]; value: StepChunk };
  /** Since version 2. The latest kept state of a run's agents, by run. */
  states: { key: string; value: StoredState };
  /** Since version 3. Experiments that were begun: their plans, by id (experiment-store.ts). */
  experiments: { key: string; value: KeptExperiment };
}
export type Database = IDBPDatabase<Schema>;

/** The browser would not keep or give something. The message is one sentence that says what to do. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** There is no room left. */
  readonly full: boolean;
  constructor(message: string, full = false) {
    super(message);
    this.full = full;
  }
}

/** Seconds after which a database that another tab holds back is given up. */
const PATIENCE = 10;

let opened: Promise<Database> | null = null;

function upgrade(database: Database, from: number): void {
  if (from < 1) database.createObjectStore("checkpoints", { keyPath: "id" });
  if (from < 2) {
    database.createObjectStore("runs", { keyPath: "id" });
    database.createObjectStore("steps", { keyPath: ["run", "from"] });
    database.createObjectStore("states", { keyPath: "run" });
  }
  if (from < 3) database.createObjectStore("experiments", { keyPath: "id" });
}

function open(): Promise<Database> {
  const forget = (): void => {
    opened = null;
  };
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new StorageError("Another tab of this page holds an older database open; close that tab and try again.")),
      1000 * PATIENCE,
    );
    openDB<Schema>(DATABASE, VERSION, {
      upgrade,
      // A newer page in another tab wants to upgrade: this one lets go, and opens anew when it needs to.
      blocking: (_current, _next, event) => {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(late));
  });
}

/** What went wrong, as a sentence. */
export function storageProblem(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError")
    return new StorageError(
      "The browser has no room left for this page; delete some of what is kept, or free space on the disk.",
      true,
    );
  if (name === "VersionError")
    return new StorageError("The database was made by a newer version of this page; reload the page to get that version.");
  return new StorageError(
    "The browser does not let this page keep anything, as in a private window; what is made here is gone when the page is closed.",
  );
}

/** Does something with the database; it is opened once and stays open. Throws StorageError. */
export async function withDatabase<T>(what: (database: Database) => Promise<T>): Promise<T> {
  try {
    if (!globalThis.indexedDB) throw new Error("There is no IndexedDB.");
    opened ??= open();
    return await what(await opened);
  } catch (error) {
    const problem = storageProblem(error);
    // The next one may have more luck: a tab was closed. Where there is only no room, the database itself is well.
    if (!problem.full) opened = null;
    throw problem;
  }
}
