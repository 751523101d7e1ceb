/** Longest reason of a fault in the record (runs/record.ts). */
const REASON_LENGTH = 500;

/** What an error says, as a sentence. */
export function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}`;
}

/** A reason as a fault of the record may hold it. */
export function reasonOf(text: string): string {
  return text.slice(0, REASON_LENGTH);
}
