/**
 * What an experiment has measured, kept in a worker: the runs that are in, packed, and what is made of them: summary, curves, files. A hundred
 * bootstraps, or a file of sixty records, would hold the page for longer than a drawing may take. Pure but for the database, which is handed in.
 */
import type { BackendId } from "../../policies/engine.ts";
import { type ExperimentParts, experimentParts, parseExperimentJson } from "../../runs/experiment-file.ts";
import { type CondensedRun, condense, type ExperimentRun, mismatch } from "../../runs/experiment-run.ts";
import { seenInShort } from "../../runs/health-words.ts";
import { type Merged, mergeRuns, mergeWarnings } from "../../runs/merge.ts";
import { type PackedRun, pack, unpack } from "../../runs/packed.ts";
import type { Plan } from "../../runs/plan.ts";
import { type Expansion, expandPlan, type PlannedRun } from "../../runs/plan-expand.ts";
import { reportMarkdown } from "../../runs/report.ts";
import { type Summary, summarise, summaryJson } from "../../runs/summary.ts";
import { curvesCsv, summaryCsv } from "../../runs/summary-csv.ts";
import { type CellCurve, type CurveMetric, curvesOf } from "../../runs/summary-curves.ts";

/** A run as it crosses between threads. */
export interface PackedExperimentRun {
  readonly key: string;
  readonly seconds: number;
  readonly run: PackedRun;
}

/** A stored run of a planned key that is not finished. */
export interface Unfinished {
  readonly key: string;
  /** Of the stored run. */
  readonly id: string;
  /** Steps after which its agents' state is stored: it goes on from there. */
  readonly step: number;
  /** Why it failed; null where it was broken off. */
  readonly reason: string | null;
  /** Another tab holds it. */
  readonly elsewhere: boolean;
}

/** The page's database, as far as the books read it. */
export interface Shelf {
  /** What is stored of the planned runs. Damaged ones are told, a sentence each. Throws StorageError. */
  find(keys: ReadonlySet<string>): Promise<{
    readonly finished: readonly PackedExperimentRun[];
    readonly unfinished: readonly Unfinished[];
    readonly damaged: readonly string[];
  }>;
}

export const FILE_FORMS = ["summary.csv", "report.md", "curves.csv", "summary.json", "runs.jsonl", "experiment.json"] as const;
export type FileForm = (typeof FILE_FORMS)[number];

/** What the page's charts draw. */
export const DRAWN_METRICS = [
  "heldOut",
  "pseudoLabelAccuracy",
  "agreement",
  "rewardStd",
] as const satisfies readonly CurveMetric[];
export type DrawnMetric = (typeof DRAWN_METRICS)[number];

export interface Results {
  readonly summary: Summary;
  /** Of the metrics that the page draws. */
  readonly curves: readonly CellCurve[];
  /** What to know before it is believed, sentences. */
  readonly warnings: readonly string[];
  /** Finished runs with the backend that computed them, for the speed. */
  /** What the rules of the health line saw in each finished run, by its key: a text an agent. */
  readonly seen: ReadonlyMap<string, readonly string[]>;
  readonly timed: readonly { readonly key: string; readonly backend: BackendId; readonly seconds: number }[];
}

export type Request =
  | { readonly kind: "open"; readonly plan: Plan; readonly backend: "auto" | BackendId }
  | { readonly kind: "add"; readonly run: PackedExperimentRun }
  | { readonly kind: "results" }
  | { readonly kind: "run"; readonly key: string }
  | { readonly kind: "write"; readonly form: FileForm; readonly failed: ExperimentParts["failed"] }
  | { readonly kind: "read"; readonly file: Blob };

export type Reply =
  | {
      readonly kind: "opened";
      readonly done: readonly string[];
      readonly unfinished: readonly Unfinished[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "added" }
  | { readonly kind: "results"; readonly results: Results }
  | { readonly kind: "run"; readonly run: PackedExperimentRun | null }
  | { readonly kind: "file"; readonly file: Blob }
  | {
      readonly kind: "experiment";
      readonly plan: Plan;
      /** Null where the file is a plan alone. */
      readonly backend: "auto" | BackendId | null;
      readonly runs: readonly PackedExperimentRun[];
      readonly failed: ExperimentParts["failed"];
      readonly left: readonly string[];
    }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

/** A longer file would be a longer text than browsers make. */
const MOST_BYTES = 300_000_000;

const TYPES: Readonly<Record<FileForm, string>> = {
  "summary.csv": "text/csv",
  "curves.csv": "text/csv",
  "report.md": "text/markdown",
  "summary.json": "application/json",
  "runs.jsonl": "application/x-ndjson",
  "experiment.json": "application/json",
};

function whole({ key, seconds, run }: PackedExperimentRun): ExperimentRun {
  return { key, seconds, record: unpack(run) };
}

/** The books of one experiment at a time. `answer` never rejects. */
export function createBooks(shelf: Shelf): { answer(request: Request): Promise<Reply> } {
  let expansion: Expansion | null = null;
  const planned = new Map<string, PlannedRun>();
  const packed = new Map<string, PackedExperimentRun>();
  const condensed = new Map<string, CondensedRun>();

  /** Takes a run in. What is wrong with it, as the rest of a sentence; null where it is in. */
  const add = (run: PackedExperimentRun): string | null => {
    const asked = planned.get(run.key);
    if (!asked) return "is none of the plan's";
    const own = whole(run);
    const problem = mismatch(asked, own);
    if (problem !== null) return problem;
    packed.set(run.key, run);
    condensed.set(run.key, condense(own));
    return null;
  };

  const opened = (): Expansion => {
    if (!expansion) throw new Error("No plan has been opened.");
    return expansion;
  };

  const merged = (): Merged => mergeRuns(condensed.values());

  const results = (): Results => {
    const { runs, ...rest } = merged();
    const drawn: readonly CurveMetric[] = DRAWN_METRICS;
    return {
      summary: summarise(opened(), runs),
      curves: curvesOf(opened(), runs).filter(({ metric }) => drawn.includes(metric)),
      warnings: mergeWarnings({ runs, ...rest }),
      seen: new Map([...condensed].map(([key, run]) => [key, seenInShort(run.seen)])),
      timed: [...packed.values()].map(({ key, seconds, run }) => ({ key, seconds, backend: run.head.environment.backend })),
    };
  };

  /** In the plan's order. */
  function* inOrder(): Generator<ExperimentRun, void> {
    for (const { key } of opened().runs) {
      const run = packed.get(key);
      if (run) yield whole(run);
    }
  }

  const write = (form: FileForm, failed: ExperimentParts["failed"]): BlobPart[] => {
    const { runs } = merged();
    const summary = summarise(opened(), runs);
    switch (form) {
      case "summary.csv":
        return [summaryCsv(summary)];
      case "curves.csv":
        return [curvesCsv(summary, curvesOf(opened(), runs))];
      case "report.md":
        return [reportMarkdown(summary)];
      case "summary.json":
        return [summaryJson(summary)];
      case "runs.jsonl":
        return runs.map(({ line }) => `${line}\n`);
      case "experiment.json": {
        const { plan, backend } = opened();
        return [...experimentParts({ plan, backend, failed, summary }, inOrder())];
      }
    }
  };

  const open = async (plan: Plan, backend: "auto" | BackendId): Promise<Reply> => {
    const next = expandPlan(plan, { backend });
    if (next.problems.length > 0) return { kind: "problems", problems: next.problems };
    expansion = next;
    planned.clear();
    for (const run of next.runs) planned.set(run.key, run);
    for (const key of [...packed.keys()])
      if (!planned.has(key)) {
        packed.delete(key);
        condensed.delete(key);
      }
    const notes: string[] = [];
    let unfinished: readonly Unfinished[] = [];
    try {
      const found = await shelf.find(new Set(planned.keys()));
      notes.push(...found.damaged);
      for (const run of found.finished) {
        const problem = packed.has(run.key) ? null : add(run);
        if (problem !== null) notes.push(`The stored run ${run.key} ${problem}; it is run again.`);
      }
      unfinished = found.unfinished.filter(({ key }) => !packed.has(key));
    } catch (error) {
      notes.push(error instanceof Error ? error.message : String(error));
    }
    return { kind: "opened", done: [...packed.keys()], unfinished, notes };
  };

  const read = async (file: Blob): Promise<Reply> => {
    if (file.size > MOST_BYTES) {
      const problem = `This file has ${Math.round(file.size / 1e6)} MB; experiments of up to ${MOST_BYTES / 1e6} MB are read.`;
      return { kind: "problems", problems: [problem] };
    }
    const parsed = parseExperimentJson(await file.text());
    if ("problems" in parsed) return { kind: "problems", problems: parsed.problems };
    const { begun, expansion: found, failed, left } = parsed;
    const runs = parsed.runs.map(({ key, seconds, record }) => ({ key, seconds, run: pack(record) }));
    return { kind: "experiment", plan: found.plan, backend: begun ? found.backend : null, runs, failed, left };
  };

  const work = async (request: Request): Promise<Reply> => {
    switch (request.kind) {
      case "open":
        return open(request.plan, request.backend);
      case "add": {
        const problem = add(request.run);
        return problem === null
          ? { kind: "added" }
          : { kind: "problems", problems: [`The run ${request.run.key} ${problem}; it is left out.`] };
      }
      case "results":
        return { kind: "results", results: results() };
      case "run":
        return { kind: "run", run: packed.get(request.key) ?? null };
      case "write":
        return { kind: "file", file: new Blob(write(request.form, request.failed), { type: TYPES[request.form] }) };
      case "read":
        return read(request.file);
    }
  };

  return {
    async answer(request) {
      try {
        return await work(request);
      } catch (error) {
        return { kind: "problems", problems: [error instanceof Error ? error.message : String(error)] };
      }
    },
  };
}
