/**
 * The folder of an experiment:
 *
 *     experiment.json   the plan with all changes in it, and the backend
 *     runs/KEY.json     a finished run each, written whole or not at all
 *     failed/KEY.json   why a run failed, until it succeeds
 *     checkpoints/      policies that are not shipped (bases.ts)
 *     summary.json, summary.csv, curves.csv, runs.jsonl, report.md
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { BACKENDS } from "../../src/policies/engine.ts";
import { problems } from "../../src/runs/config.ts";
import {
  type CondensedRun,
  condense,
  type ExperimentRun,
  experimentRunJson,
  mismatch,
  parseExperimentRun,
} from "../../src/runs/experiment-run.ts";
import type { Merged } from "../../src/runs/merge.ts";
import { type Plan, planSchema } from "../../src/runs/plan.ts";
import type { Expansion, PlannedRun } from "../../src/runs/plan-expand.ts";
import { reportMarkdown } from "../../src/runs/report.ts";
import { summarise, summaryJson } from "../../src/runs/summary.ts";
import { curvesCsv, summaryCsv } from "../../src/runs/summary-csv.ts";
import { curvesOf } from "../../src/runs/summary-curves.ts";

const experimentSchema = z.strictObject({
  schema: z.literal("co-rl-playground/experiment"),
  version: z.literal(1),
  backend: z.enum(["auto", ...BACKENDS]),
  plan: planSchema,
});

export interface Experiment {
  readonly backend: Expansion["backend"];
  readonly plan: Plan;
}

/** Writes a file whole or not at all: a process that is killed in between leaves what was there. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

export function writeExperiment(folder: string, { backend, plan }: Experiment): void {
  const json = { schema: "co-rl-playground/experiment", version: 1, backend, plan };
  writeWhole(join(folder, "experiment.json"), `${JSON.stringify(json, null, 1)}\n`);
}

/** What a folder holds the runs of; null where there is no experiment.json. Throws Error with a sentence where it cannot be read. */
export function readExperiment(folder: string): Experiment | null {
  const path = join(folder, "experiment.json");
  if (!existsSync(path)) return null;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Error(`${path} is no JSON; delete it and run the experiment again (its runs are kept).`);
  }
  const result = experimentSchema.safeParse(json);
  if (!result.success) throw new Error(`${path} is no experiment of this version: ${problems(result.error)[0]}.`);
  const { backend, plan } = result.data;
  return { backend, plan };
}

const runPath = (folder: string, key: string): string => join(folder, "runs", `${key}.json`);
const failedPath = (folder: string, key: string): string => join(folder, "failed", `${key}.json`);

/** The run of this key that the folder holds, null where there is none; or what is wrong with its file, as a sentence. */
export function readRun(
  folder: string,
  planned: PlannedRun,
): { readonly run: ExperimentRun | null } | { readonly problem: string } {
  const path = runPath(folder, planned.key);
  if (!existsSync(path)) return { run: null };
  const parsed = parseExperimentRun(readFileSync(path, "utf8"));
  const problem = "problem" in parsed ? parsed.problem : mismatch(planned, parsed.run);
  if (problem !== null) return { problem: `${path} ${problem}; it is run again.` };
  return { run: "run" in parsed ? parsed.run : null };
}

export function writeRun(folder: string, run: ExperimentRun): void {
  writeWhole(runPath(folder, run.key), experimentRunJson(run));
  rmSync(failedPath(folder, run.key), { force: true });
}

/** Keeps why a run failed. */
export function writeFailure(folder: string, key: string, reason: string): void {
  writeWhole(failedPath(folder, key), `${JSON.stringify({ key, reason, at: new Date().toISOString() }, null, 1)}\n`);
}

/** Why runs failed and have not succeeded since, by key. */
export function readFailures(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, "failed");
  if (!existsSync(path)) return new Map();
  const schema = z.object({ key: z.string(), reason: z.string() });
  return new Map(
    readdirSync(path)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => {
        try {
          const { key, reason } = schema.parse(JSON.parse(readFileSync(join(path, name), "utf8")));
          return [[key, reason] as const];
        } catch {
          return [];
        }
      }),
  );
}

/** The planned runs that a folder holds; what is wrong with a file is told. */
export function readRuns(folder: string, planned: readonly PlannedRun[], tell: (sentence: string) => void): CondensedRun[] {
  return planned.flatMap((run) => {
    const read = readRun(folder, run);
    if ("problem" in read) tell(read.problem);
    return "run" in read && read.run ? [condense(read.run)] : [];
  });
}

/** Writes summary.json, summary.csv, curves.csv, runs.jsonl and report.md. */
export function writeOutputs(folder: string, expansion: Expansion, { runs }: Merged): void {
  const summary = summarise(expansion, runs);
  writeWhole(join(folder, "summary.json"), summaryJson(summary));
  writeWhole(join(folder, "summary.csv"), summaryCsv(summary));
  writeWhole(join(folder, "curves.csv"), curvesCsv(summary, curvesOf(expansion, runs)));
  writeWhole(join(folder, "runs.jsonl"), runs.map(({ line }) => `${line}\n`).join(""));
  writeWhole(join(folder, "report.md"), reportMarkdown(summary));
}
