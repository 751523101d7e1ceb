/** Stored runs in words. */
import type { StoredRun } from "../../runs/stored-run.ts";

const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hour12: false };
const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** "14:03", or "28 Nov, 14:03" for another day than now. In the clock's own zone. */
export function startedAt(iso: string, now = new Date()): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return "an unknown time";
  const time = new Intl.DateTimeFormat("en-GB", TIME).format(then);
  if (then.toDateString() === now.toDateString()) return time;
  return `${new Intl.DateTimeFormat("en-GB", DAY).format(then)}, ${time}`;
}

/** "run of 14:03 (Co-RL, different families, step 87 of 200)". */
export function runWords({ createdAt, title, steps, config }: StoredRun, now = new Date()): string {
  return `run of ${startedAt(createdAt, now)} (${title}, step ${steps} of ${config.training.steps})`;
}
