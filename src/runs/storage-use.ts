/** The room that the browser gives this page (Storage API): how much is used, and whether it may be taken away when the disk fills. */
import { StorageError, storageProblem } from "./database.ts";

export interface StorageUse {
  /** Bytes; the browser rounds them. */
  readonly used: number;
  readonly most: number;
  /** The browser deletes nothing of this page unasked; null where it does not say. */
  readonly persisted: boolean | null;
}

/** What is used of how much; null where the browser does not say. Never rejects. */
export async function storageUse(): Promise<StorageUse | null> {
  try {
    const storage = globalThis.navigator?.storage;
    const { usage, quota } = (await storage?.estimate?.()) ?? {};
    if (usage === undefined || quota === undefined) return null;
    return { used: usage, most: quota, persisted: (await storage.persisted?.()) ?? null };
  } catch {
    return null;
  }
}

/** Asks the browser to delete nothing of this page when the disk fills. False where it does not agree. Never rejects. */
export async function askForPersistence(): Promise<boolean> {
  try {
    return (await globalThis.navigator?.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}

/** "74 kB", "3.1 MB", "11 GB". */
function size(bytes: number): string {
  const [unit, name] = bytes < 1e6 ? [1e3, "kB"] : bytes < 1e9 ? [1e6, "MB"] : [1e9, "GB"];
  const value = bytes / unit;
  return `${value < 10 && unit > 1e3 ? value.toFixed(1) : value.toFixed(0)}\u00a0${name}`;
}

/** "3.1 MB of 11 GB". */
export function roomWords({ used, most }: Pick<StorageUse, "used" | "most">): string {
  return `${size(used)} of ${size(most)}`;
}

/** What the browser refused, as the end of a sentence that begins with what was not done; where there is no room, with figures. */
export async function storageFull(error: unknown): Promise<string> {
  const problem = error instanceof StorageError ? error : storageProblem(error);
  if (!problem.full) return `${problem.message.charAt(0).toLowerCase()}${problem.message.slice(1)}`;
  const use = await storageUse();
  const advice = "Delete past runs or kept policies, or free space on the disk.";
  if (!use) return `the browser’s storage is full. ${advice}`;
  // What the browser says that it would give is not there where the disk itself is full.
  if (use.used < 0.8 * use.most)
    return `the browser has no room left, though only ${roomWords(use)} is used; the disk may be full. ${advice}`;
  return `the browser’s storage is full (${roomWords(use)}). ${advice}`;
}
