/** Runs from many folders, shards or browsers as one set: each key once, and what contradicts itself told. */
import type { CondensedRun } from "./experiment-run.ts";

export interface Merged {
  /** Ascending by key. */
  readonly runs: readonly CondensedRun[];
  /** Keys that came with different numbers, ascending. */
  readonly conflicts: readonly string[];
  /** Versions of the page that the runs were made with, ascending. */
  readonly versions: readonly string[];
  /** Engines and what they ran on, ascending. */
  readonly engines: readonly string[];
}

/**
 * Merges runs, whatever the order they come in and however they were divided: of several with one key the one whose numbers, then whose line,
 * come first as text is taken.
 */
export function mergeRuns(runs: Iterable<CondensedRun>): Merged {
  const taken = new Map<string, CondensedRun>();
  const conflicts = new Set<string>();
  const versions = new Set<string>();
  const engines = new Set<string>();
  for (const run of runs) {
    versions.add(run.app);
    engines.add(run.engine);
    const other = taken.get(run.key);
    if (other && other.numbers !== run.numbers) conflicts.add(run.key);
    const first = !other || run.numbers < other.numbers || (run.numbers === other.numbers && run.line < other.line);
    if (first) taken.set(run.key, run);
  }
  return {
    runs: [...taken.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    conflicts: [...conflicts].sort(),
    versions: [...versions].sort(),
    engines: [...engines].sort(),
  };
}

/** What to know of a merged set before it is believed, a sentence each. */
export function mergeWarnings({ conflicts, versions, engines }: Merged): string[] {
  const told = conflicts.map(
    (key) => `The run ${key} came more than once with different numbers; only one of them is counted. Delete the wrong one.`,
  );
  if (versions.length > 1) told.push(`The runs were made by different versions of the page: ${versions.join(", ")}.`);
  if (engines.length > 1)
    told.push(`The runs were computed on different engines (${engines.join("; ")}): repeated, they need not give the same bits.`);
  return told;
}
