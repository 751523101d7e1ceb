/** Stored runs as the books read them, in the books' worker. */
import { heldRuns } from "../../runs/run-lock.ts";
import { loadRun, storedRuns } from "../../runs/run-store.ts";
import type { StoredRun } from "../../runs/stored-run.ts";
import type { PackedExperimentRun, Shelf, Unfinished } from "./books.ts";

/** Of several stored runs of one key: a finished one, else one that can go on, else one that failed; the newest of those. */
function best(runs: readonly StoredRun[]): StoredRun | undefined {
  const rank = ({ phase }: StoredRun): number => (phase === "finished" ? 0 : phase === "failed" ? 2 : 1);
  // The oldest stand first.
  return [...runs].reverse().sort((a, b) => rank(a) - rank(b))[0];
}

export const shelf: Shelf = {
  async find(keys) {
    const [{ runs }, held] = await Promise.all([storedRuns(), heldRuns()]);
    const byKey = new Map<string, StoredRun[]>();
    for (const run of runs) if (run.key !== null && keys.has(run.key)) byKey.set(run.key, [...(byKey.get(run.key) ?? []), run]);
    const finished: PackedExperimentRun[] = [];
    const unfinished: Unfinished[] = [];
    const damaged: string[] = [];
    for (const [key, stored] of byKey) {
      const one = best(stored);
      if (!one) continue;
      if (one.phase !== "finished") {
        const reason = one.phase === "failed" ? (one.reason ?? "It failed.") : null;
        unfinished.push({ key, id: one.id, step: one.kept ?? 0, reason, elsewhere: held.has(one.id) });
        continue;
      }
      const loaded = await loadRun(one.id);
      if ("problem" in loaded) damaged.push(loaded.problem);
      else finished.push({ key, seconds: loaded.stored.seconds, run: loaded.run });
    }
    return { finished, unfinished, damaged };
  },
};
