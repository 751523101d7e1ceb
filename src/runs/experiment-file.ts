/**
 * A whole experiment as one file: its plan, the runs that are in, why others failed, and the summary. Schema `co-rl-playground/experiment`, version 1;
 * docs/experiments.md. A run in it is what experiment-run.ts writes, so the headless runner's files and the page's hold the same.
 */
import { z } from "zod";
import { BACKENDS, type BackendId } from "../policies/engine.ts";
import { problems } from "./config.ts";
import { type ExperimentRun, experimentRunJson, mismatch, parseExperimentRun } from "./experiment-run.ts";
import { type Plan, parsePlanJson, planSchema } from "./plan.ts";
import { type Expansion, expandPlan } from "./plan-expand.ts";
import { type Summary, summaryJson } from "./summary.ts";

export const EXPERIMENT_SCHEMA = "co-rl-playground/experiment";
export const EXPERIMENT_VERSION = 1;

const failureSchema = z.strictObject({ key: z.string(), reason: z.string().max(1000) });
export type Failure = z.infer<typeof failureSchema>;

const envelopeSchema = z.strictObject({
  schema: z.literal(EXPERIMENT_SCHEMA),
  version: z.literal(EXPERIMENT_VERSION),
  backend: z.enum(["auto", ...BACKENDS]),
  plan: planSchema,
  failed: z.array(failureSchema),
  runs: z.array(z.unknown()),
  /** Made of the runs; not read. */
  summary: z.unknown(),
});

/** What is written of an experiment around its runs. */
export interface ExperimentParts {
  readonly plan: Plan;
  readonly backend: "auto" | BackendId;
  readonly failed: readonly Failure[];
  readonly summary: Summary;
}

/** The file's text in parts: before the runs, and after them. Between stand the runs' own texts (experimentRunJson), commas between. */
export function experimentFrame(parts: ExperimentParts): readonly [before: string, after: string] {
  const { plan, backend, failed, summary } = parts;
  const head = JSON.stringify({ schema: EXPERIMENT_SCHEMA, version: EXPERIMENT_VERSION, backend, plan, failed });
  return [`${head.slice(0, -1)},"runs":[\n`, `],"summary":${summaryJson(summary).trimEnd()}}\n`];
}

/** The whole file as parts of a text, run after run: the runs of a large experiment make no single string. */
export function* experimentParts(parts: ExperimentParts, runs: Iterable<ExperimentRun>): Generator<string, void> {
  const [before, after] = experimentFrame(parts);
  yield before;
  let first = true;
  for (const run of runs) {
    yield `${first ? "" : ","}${experimentRunJson(run)}`;
    first = false;
  }
  yield after;
}

export interface ReadExperiment {
  /** False for a plan alone, which names no backend. */
  readonly begun: boolean;
  readonly expansion: Expansion;
  readonly failed: readonly Failure[];
  readonly runs: readonly ExperimentRun[];
  /** Runs that were left out, a sentence each. */
  readonly left: readonly string[];
}

/**
 * What a file holds that an experiment can begin from: a whole experiment, or a plan alone. A problem is a sentence. Never throws.
 */
export function parseExperimentJson(text: string): ReadExperiment | { readonly problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").replace(/\.$/, "");
    return { problems: [`This file is not JSON: ${message}.`] };
  }
  const named = z.looseObject({ schema: z.unknown().optional(), version: z.unknown().optional() }).safeParse(json);
  if (!named.success || named.data.schema !== EXPERIMENT_SCHEMA) {
    const plan = parsePlanJson(text);
    if ("problems" in plan) {
      const neither = plan.problems[0]?.replace("but not a plan", "but neither a plan nor an experiment");
      return { problems: [neither ?? "This file holds no plan.", ...plan.problems.slice(1)] };
    }
    const expansion = expandPlan(plan.plan);
    return expansion.problems.length > 0
      ? { problems: expansion.problems }
      : { begun: false, expansion, failed: [], runs: [], left: [] };
  }
  const { version } = named.data;
  if (typeof version === "number" && version > EXPERIMENT_VERSION)
    return {
      problems: [
        `This experiment was written by a newer version of the page: its format is version ${version}, and this page reads up to ${EXPERIMENT_VERSION}.`,
      ],
    };
  const result = envelopeSchema.safeParse(named.data);
  if (!result.success) return { problems: problems(result.error).map((problem) => `The experiment's ${problem}.`) };
  const { plan, backend, failed } = result.data;
  const expansion = expandPlan(plan, { backend });
  if (expansion.problems.length > 0) return { problems: expansion.problems };
  const planned = new Map(expansion.runs.map((run) => [run.key, run]));
  const runs: ExperimentRun[] = [];
  const left: string[] = [];
  for (const [n, value] of result.data.runs.entries()) {
    const parsed = parseExperimentRun(JSON.stringify(value));
    const name = "run" in parsed ? parsed.run.key.slice(0, 100) : `number ${n + 1}`;
    const asked = "run" in parsed ? planned.get(parsed.run.key) : undefined;
    const problem = "problem" in parsed ? parsed.problem : asked ? mismatch(asked, parsed.run) : "is none of the plan's";
    if (problem !== null) left.push(`The run ${name} ${problem}; it is left out.`);
    else if ("run" in parsed) runs.push(parsed.run);
  }
  return { begun: true, expansion, failed: failed.filter(({ key }) => planned.has(key)), runs, left };
}
