/** What one lab hands to another: labs do not know each other. */
import { createStore } from "zustand/vanilla";
import type { LinkState } from "../runs/link.ts";
import type { PackedRun } from "../runs/packed.ts";

/** The cohort lab's choices as they stand; null until it has any. */
export const chosen = createStore<{ readonly link: LinkState | null; readonly title: string }>(() => ({ link: null, title: "" }));

export interface HandedRun {
  readonly name: string;
  readonly run: PackedRun;
}

/** Runs that are to join the past runs of the cohort lab, which takes them. */
export const handed = createStore<{ readonly runs: readonly HandedRun[] }>(() => ({ runs: [] }));

export function handRun(run: HandedRun): void {
  handed.setState(({ runs }) => ({ runs: [...runs, run] }));
}
