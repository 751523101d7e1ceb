/** Folders of shards as one: the same plan, its cohort seeds together, every run copied. */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { CondensedRun } from "../../src/runs/experiment-run.ts";
import { type Merged, mergeRuns } from "../../src/runs/merge.ts";
import { type Expansion, expandPlan } from "../../src/runs/plan-expand.ts";
import { type Experiment, readExperiment, readRuns, writeExperiment, writeOutputs } from "./folder.ts";

/** Folders by name; a `*` in the last part of a path that the shell has left stands for anything. */
export function expandFolders(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const last = basename(name);
    if (!last.includes("*")) return [name];
    const parent = dirname(name);
    const pattern = new RegExp(
      `^${last
        .split("*")
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join(".*")}$`,
    );
    const found = existsSync(parent) ? readdirSync(parent).filter((entry) => pattern.test(entry)) : [];
    return found.sort().map((entry) => join(parent, entry));
  });
}

/** The one experiment that all folders hold parts of. Throws Error with a sentence where they do not. */
function together(folders: readonly string[]): Experiment {
  const seeds = new Set<number>();
  let first: Experiment | null = null;
  for (const folder of folders) {
    const experiment = readExperiment(folder);
    if (!experiment) throw new Error(`${folder} holds no experiment: there is no experiment.json in it.`);
    for (const seed of experiment.plan.seeds) seeds.add(seed);
    first ??= experiment;
    const text = ({ backend, plan }: Experiment): string => JSON.stringify({ backend, plan: { ...plan, seeds: [] } });
    if (text(experiment) !== text(first))
      throw new Error(`${folder} holds another experiment than ${folders[0]}: another plan, other settings or another backend.`);
  }
  if (!first) throw new Error("There is no folder to merge.");
  return { ...first, plan: { ...first.plan, seeds: [...seeds].sort((a, b) => a - b) } };
}

export interface MergedFolders {
  readonly expansion: Expansion;
  readonly merged: Merged;
}

/** Merges folders into `out`, which then is as if one machine had done it all. Throws Error with a sentence where it cannot. */
export function mergeFolders(names: readonly string[], out: string, tell: (sentence: string) => void): MergedFolders {
  const folders = expandFolders(names);
  if (folders.length === 0) throw new Error(`There is no folder ${names.join(", ")}.`);
  const { backend, plan } = together(folders);
  const expansion = expandPlan(plan, { backend });
  if (expansion.problems.length > 0) throw new Error(expansion.problems.join(" "));
  const there = readExperiment(out);
  if (there && there.plan.id !== plan.id)
    throw new Error(`${out} holds the plan ${there.plan.id}; name another folder with --out.`);
  const from = new Map<CondensedRun, string>();
  for (const folder of folders) {
    const told = (sentence: string): void => tell(sentence.replace("it is run again", "it is left out"));
    for (const run of readRuns(folder, expansion.runs, told)) from.set(run, folder);
  }
  const merged = mergeRuns(from.keys());
  writeExperiment(out, { backend, plan });
  mkdirSync(join(out, "runs"), { recursive: true });
  for (const run of merged.runs) {
    const folder = from.get(run);
    if (folder === undefined || resolve(folder) === resolve(out)) continue;
    copyFileSync(join(folder, "runs", `${run.key}.json`), join(out, "runs", `${run.key}.json`));
  }
  writeOutputs(out, expansion, merged);
  return { expansion, merged };
}
