/**
 * A run of an experiment as it is kept: its key, how long it took, and its whole record. Schema `co-rl-playground/experiment-run`, version 1;
 * one file or one entry of a database each.
 */
import { z } from "zod";
import type { Finding } from "../learning/health.ts";
import { hashString } from "../math/rng.ts";
import { type RunConfig, runConfigSchema } from "./config.ts";
import { type AgentDigest, digestOf, type EnsembleDigest, ensembleOf } from "./digest.ts";
import { parseRunJson } from "./export.ts";
import { findingsIn } from "./health.ts";
import type { PlannedRun } from "./plan-expand.ts";
import type { RunRecord } from "./record.ts";

export const EXPERIMENT_RUN_SCHEMA = "co-rl-playground/experiment-run";
export const EXPERIMENT_RUN_VERSION = 1;

export interface ExperimentRun {
  /** runKey of what was asked for. */
  readonly key: string;
  /** From Run to the end. */
  readonly seconds: number;
  readonly record: RunRecord;
}

const envelopeSchema = z.strictObject({
  schema: z.literal(EXPERIMENT_RUN_SCHEMA),
  version: z.literal(EXPERIMENT_RUN_VERSION),
  key: z.string(),
  seconds: z.number().min(0),
  record: z.unknown(),
});

/** A kept run as text: one line, so that a file that was cut off is no JSON. */
export function experimentRunJson({ key, seconds, record }: ExperimentRun): string {
  return `${JSON.stringify({ schema: EXPERIMENT_RUN_SCHEMA, version: EXPERIMENT_RUN_VERSION, key, seconds, record })}\n`;
}

/** Reads a kept run. A problem is the rest of a sentence: "is ...". Never throws. */
export function parseExperimentRun(text: string): { readonly run: ExperimentRun } | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "is not whole: it is no JSON" };
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return { problem: `is no run of an experiment (${envelope.error.issues[0]?.message})` };
  const { key, seconds, record } = envelope.data;
  const parsed = parseRunJson(JSON.stringify(record));
  if ("problem" in parsed) return { problem: `holds no run: ${parsed.problem.replace(/\.$/, "")}` };
  return { run: { key, seconds, record: parsed.record } };
}

/** Why a record is not the run that was planned, as the rest of a sentence; null where it is. */
export function mismatch(planned: PlannedRun, { key, record }: ExperimentRun): string | null {
  if (key !== planned.key) return `is the run ${key}`;
  // The schema puts both into one order of keys.
  const text = (config: RunConfig): string => JSON.stringify(runConfigSchema.parse(config));
  if (text(record.config) !== text(planned.config)) return "was run with another configuration";
  if (planned.backend !== "auto" && record.environment.backend !== planned.backend)
    return `was run on ${record.environment.backend}`;
  if (!record.finished || !record.final) return "is not finished";
  return record.changes.length > 0 ? "was changed by hand while it ran" : null;
}

/** What an experiment keeps of a run in memory. */
export interface CondensedRun {
  readonly key: string;
  readonly agents: readonly AgentDigest[];
  readonly ensemble: readonly EnsembleDigest[];
  /** What the rules of the health line saw, an entry per agent. */
  readonly seen: readonly (readonly Finding[])[];
  /** The run as a line of runs.jsonl. */
  readonly line: string;
  /** Fingerprint of every number that was measured: runs of one key must agree in it. */
  readonly numbers: string;
  /** Version of the page. */
  readonly app: string;
  /** Backend, and what it ran on. */
  readonly engine: string;
}

/**
 * A run as a line of runs.jsonl: key, configuration, final figures, environment, time in seconds. Here, and here alone, stand machine and
 * time.
 */
function runLine({ key, seconds, record }: ExperimentRun): string {
  const { config, environment, initial, final, faults, steps } = record;
  const heldOut = (part: typeof final) => part?.agents.map((agent) => agent.heldOut) ?? null;
  const figures = { before: heldOut(initial), final: heldOut(final), ...(final?.ensemble ? { ensemble: final.ensemble } : {}) };
  return JSON.stringify({ key, config, steps: steps.length, ...figures, environment, faults, seconds });
}

/** What an experiment keeps of a finished run. Throws RangeError where it is not finished. */
export function condense(run: ExperimentRun): CondensedRun {
  const { initial, steps, final, environment } = run.record;
  // Without the ensemble: a run that was done before there was one, and the same run done since, have the same numbers.
  const text = JSON.stringify({ initial, steps, final: final && { agents: final.agents } });
  return {
    key: run.key,
    agents: digestOf(run.record),
    ensemble: ensembleOf(run.record),
    seen: findingsIn(run.record, run.record.config.cohort.agents.length),
    line: runLine(run),
    numbers: [hashString(text), hashString(`again ${text}`), text.length].join("."),
    app: environment.app,
    engine: `${environment.backend}, ${environment.adapter}`,
  };
}
