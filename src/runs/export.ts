/**
 * Runs as files: "Run (JSON)" (schema `co-rl-playground/run`, docs/run-format.md) and "Metrics (CSV)"; and the reader of the former.
 * The schema of record.ts stands at both doors: what does not fit it is neither written nor read.
 */
import { z } from "zod";
import { DIALOGUE_METRICS } from "../learning/dialogue-metrics.ts";
import { methodById } from "../learning/methods/index.ts";
import { type CohortConfig, problems } from "./config.ts";
import {
  type AgentStep,
  type CohortRecord,
  type Estimate,
  pairsOf,
  RUN_SCHEMA,
  RUN_VERSION,
  type RunRecord,
  runRecordSchema,
} from "./record.ts";

/**
 * A record as JSON text, keys in the schema's order, one space deep. Throws RangeError where the record does not fit the schema (a
 * number that is not finite, for one), so that no broken file is ever handed out.
 */
export function runJson(record: RunRecord): string {
  const result = runRecordSchema.safeParse(record);
  if (!result.success) throw new RangeError(`The run cannot be exported: ${problems(result.error)[0]}.`);
  // zod builds its output in the order of the schema's keys, whatever the order of the input's.
  return `${JSON.stringify(result.data, null, 1)}\n`;
}

/** A record of an older version as this version writes it: version 1 had no changes and no faults. */
function upgrade(json: object): object {
  return "version" in json && json.version === 1 ? { ...json, version: RUN_VERSION, changes: [], faults: [] } : json;
}

const envelopeSchema = z.looseObject({ schema: z.unknown().optional(), version: z.unknown().optional() });

/** What the schema alone cannot say: that the parts of a record speak of the same agents and steps. */
function inconsistency(name: string, part: CohortRecord, cohort: CohortConfig): string | null {
  const agents = cohort.agents.length;
  const pairs = pairsOf(agents);
  const { roles, title } = methodById(cohort.method);
  for (const [index, step] of part.steps.entries()) {
    if (step.step !== index + 1)
      return `${name}steps.${index}.step: must be ${index + 1}, for steps are counted from 1 without a gap`;
    if (step.agents.length !== agents)
      return `${name}steps.${index}.agents: must have ${agents} entries, as the configuration has agents`;
    if (step.agents.some(({ dialogue }) => (dialogue !== undefined) !== roles))
      return `${name}steps.${index}.agents: must ${roles ? "" : "not "}have dialogue, for the method is ${title}`;
    if (
      step.agreement.length !== pairs.length ||
      step.agreement.some(({ a, b }, n) => a !== pairs[n]?.[0] || b !== pairs[n]?.[1])
    )
      return `${name}steps.${index}.agreement: must have one entry for each pair of agents a < b, in order`;
  }
  for (const when of ["initial", "final"] as const) {
    const heldOut = part[when];
    if (heldOut && heldOut.agents.length !== agents)
      return `${name}${when}.agents: must have ${agents} entries, as the configuration has agents`;
  }
  const ensemble = part.final?.ensemble;
  if (ensemble && ensemble.agents.length !== agents)
    return `${name}final.ensemble.agents: must have ${agents} entries, as the configuration has agents`;
  if (
    ensemble &&
    (ensemble.pairs.length !== pairs.length || ensemble.pairs.some(({ a, b }, n) => a !== pairs[n]?.[0] || b !== pairs[n]?.[1]))
  )
    return `${name}final.ensemble.pairs: must have one entry for each pair of agents a < b, in order`;
  return null;
}

function inconsistencyOf(record: RunRecord): string | null {
  const { config, compare } = record;
  if ((config.compare === null) !== (compare === null))
    return "compare: must be there exactly if the configuration has a compared cohort";
  if (record.changes.some((change, i) => change.step < (record.changes[i - 1]?.step ?? 1)))
    return "changes: must stand in the order of their steps";
  const { steps } = config.training;
  if (record.steps.length > steps) return `steps: are ${record.steps.length}, and the configuration has ${steps}`;
  if (record.finished && record.final === null) return "finished: must be false without a final evaluation";
  if (compare && record.finished && compare.final === null) return "compare.final: must be there once a run is finished";
  for (const [name, agents, all] of [
    ["agents", record.environment.agents, config.cohort.agents.length],
    ["compareAgents", record.environment.compareAgents, config.compare?.agents.length ?? 0],
  ] as const)
    if (agents.length !== all) return `environment.${name}: must have ${all} entries, as the configuration has agents`;
  const own = inconsistency("", record, config.cohort);
  return own ?? (compare && config.compare ? inconsistency("compare.", compare, config.compare) : null);
}

/** Reads an exported run. A problem is one sentence for the page. Never throws. */
export function parseRunJson(text: string): { readonly record: RunRecord } | { readonly problem: string } {
  let json: unknown;
  try {
    // A byte order mark is what some editors add; JSON itself knows none.
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    // The message quotes the text around the place, line breaks included.
    const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
    return { problem: `This file is not JSON: ${message.replace(/\.$/, "")}.` };
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success || Array.isArray(json)) return { problem: "This file is JSON, but not a run: it is not an object." };
  const { schema, version } = envelope.data;
  if (schema !== RUN_SCHEMA) {
    const found = typeof schema === "string" ? `its schema is "${schema.slice(0, 60)}"` : "it names no schema";
    return { problem: `This file is JSON, but not a run of this page: ${found}, not "${RUN_SCHEMA}".` };
  }
  if (typeof version === "number" && version > RUN_VERSION) {
    return {
      problem: `This run was written by a newer version of the page: its format is version ${version}, and this page reads up to ${RUN_VERSION}.`,
    };
  }
  const result = runRecordSchema.safeParse(upgrade(envelope.data));
  if (!result.success) {
    const all = problems(result.error);
    return { problem: `This run does not fit its schema: ${all[0]}${all.length > 1 ? ` (and ${all.length - 1} more)` : ""}.` };
  }
  const wrong = inconsistencyOf(result.data);
  return wrong === null ? { record: result.data } : { problem: `This run contradicts itself: ${wrong}.` };
}

/** CSV columns taken from an agent's step as they are, in order; units in docs/run-format.md. */
export const METRIC_COLUMNS = [
  "passAt1",
  "pseudoLabelAccuracy",
  "rewardAccuracy",
  "labelledShare",
  "voteShare",
  "majorityAccuracy",
  "distinctMajorities",
  "meanReward",
  "rewardStd",
  "zeroStdShare",
  "completionLength",
  "truncatedShare",
  "unparsedShare",
  "entropy",
  "loss",
  "gradientNorm",
  "learningRate",
] as const satisfies readonly (keyof AgentStep)[];

function letter(agent: number): string {
  return String.fromCharCode(65 + agent);
}

/**
 * The metrics as CSV (RFC 4180: a header, CRLF, a full stop for decimals): one row per step x cohort x agent. Columns: step; cohort
 * (`main` or `compare`); method; agent (A, B ...); METRIC_COLUMNS; heldOutMean, heldOutLow, heldOutHigh, heldOutSamples, empty at
 * steps without an evaluation, the final one standing in the last step's row; one `agreement_A_B` per pair of agents, the same in
 * each of a cohort's rows of a step; unanimity; in the last step's rows the ensemble evaluation, empty elsewhere: the agent's pass@1 and
 * majority accuracy and one `ensemble_A_B` per pair, each as Mean, Low, High; where a cohort's agents judge or answer again,
 * DIALOGUE_METRICS. An empty cell is "not defined" (null). Held-out accuracy before training is in the JSON only.
 *
 * Every cell is a number, a letter or an id from a closed list, so nothing can need quoting, and a CSV library would add nothing.
 */
export function metricsCsv(record: RunRecord): string {
  const { config, compare } = record;
  const most = Math.max(config.cohort.agents.length, config.compare?.agents.length ?? 0);
  const pairs = pairsOf(most);
  const said = [config.cohort, config.compare].some((cohort) => cohort && methodById(cohort.method).roles)
    ? DIALOGUE_METRICS
    : [];
  const heldOutColumns = ["heldOutMean", "heldOutLow", "heldOutHigh", "heldOutSamples"];
  const pairColumns = pairs.map(([a, b]) => `agreement_${letter(a)}_${letter(b)}`);
  const ensembleColumns = ["ensemblePassAt1", "ensembleMajority", ...pairs.map(([a, b]) => `ensemble_${letter(a)}_${letter(b)}`)];
  const lines = [
    [
      "step",
      "cohort",
      "method",
      "agent",
      ...METRIC_COLUMNS,
      ...heldOutColumns,
      ...pairColumns,
      "unanimity",
      ...ensembleColumns.flatMap((name) => [`${name}Mean`, `${name}Low`, `${name}High`]),
      ...said,
    ].join(","),
  ];
  const rows = (name: string, method: string, part: CohortRecord): string[][] =>
    part.steps.flatMap((step, index) =>
      step.agents.map((agent, n) => {
        const last = index === part.steps.length - 1 ? part.final : null;
        const final = last?.agents[n]?.heldOut;
        const alone = last?.ensemble?.agents[n];
        const pooled = pairs.map(([a, b]) => last?.ensemble?.pairs.find((pair) => pair.a === a && pair.b === b)?.majority);
        const heldOut = final ?? agent.heldOut;
        const samples = final ? config.training.finalSamples : config.training.evaluateSamples;
        const agreement = pairs.map(([a, b]) => step.agreement.find((pair) => pair.a === a && pair.b === b)?.agreement ?? null);
        return [
          String(step.step),
          name,
          method,
          letter(n),
          ...METRIC_COLUMNS.map((column) => cell(agent[column])),
          ...(heldOut ? [heldOut.mean, heldOut.low, heldOut.high, samples] : [null, null, null, null]).map(cell),
          ...agreement.map(cell),
          cell(step.unanimity),
          ...[alone?.passAt1, alone?.majority, ...pooled].flatMap(ends),
          ...said.map((name) => cell(agent.dialogue?.[name] ?? null)),
        ];
      }),
    );
  const own = rows("main", config.cohort.method, record);
  const other = compare && config.compare ? rows("compare", config.compare.method, compare) : [];
  // The sort is stable: within a step the cohort stands before the compared one, and agents in order.
  for (const row of [...own, ...other].sort((x, y) => Number(x[0]) - Number(y[0]))) lines.push(row.join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function ends(estimate: Estimate | undefined): string[] {
  return estimate ? [estimate.mean, estimate.low, estimate.high].map(cell) : ["", "", ""];
}

/** A number as written in a cell: JavaScript's shortest form that reads back to the same number. */
function cell(value: number | null): string {
  return value === null ? "" : String(value);
}
