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

/** "12 of 300 MB". */
export function roomWords({ used, most }: Pick<StorageUse, "used" | "most">): string {
  const whole = most < 10e9;
  const unit = whole ? 1e6 : 1e9;
  const digits = (value: number): string => (value / unit < 10 ? (value / unit).toFixed(1) : (value / unit).toFixed(0));
  return `${digits(used)} of ${digits(most)} ${whole ? "MB" : "GB"}`;
}

/** What the browser refused, as the end of a sentence that begins with what was not done; where there is no room, with figures. */
export async function storageFull(error: unknown): Promise<string> {
  const problem = error instanceof StorageError ? error : storageProblem(error);
  if (!problem.full) return `${problem.message.charAt(0).toLowerCase()}${problem.message.slice(1)}`;
  const use = await storageUse();
  const figures = use ? ` (${roomWords(use)})` : "";
  return `the browser’s storage is full${figures}. Delete past runs or kept policies, or free space on the disk.`;
}
