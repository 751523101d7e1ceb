/**
 * A run record in little memory: everything but the steps as it is, and a cohort's steps as rows of one array of doubles, NaN for null
 * (a record holds no NaN). A step of two agents takes 344 bytes, and passes between threads without being copied. unpack(pack(r)) is r.
 */
import { z } from "zod";
import { DIALOGUE_METRICS, type DialogueMetrics } from "../learning/dialogue-metrics.ts";
import { methodById } from "../learning/methods/index.ts";
import type { CohortConfig } from "./config.ts";
import { METRIC_COLUMNS } from "./export.ts";
import {
  type AgentStep,
  type CohortRecord,
  type CohortStep,
  cohortRecordSchema,
  type Ensemble,
  type Estimate,
  type Final,
  type HeldOut,
  pairsOf,
  type RunRecord,
  runRecordSchema,
} from "./record.ts";

export const runHeadSchema = runRecordSchema.omit({ initial: true, steps: true, final: true, compare: true });
/** A record without what was measured. */
export type RunHead = z.infer<typeof runHeadSchema>;

const packedPartSchema = z.strictObject({
  initial: cohortRecordSchema.shape.initial,
  final: cohortRecordSchema.shape.final,
  agents: z.int().min(1),
  roles: z.boolean(),
  /** [steps * rowWidth(part)] */
  numbers: z.instanceof(Float64Array),
});
export type PackedPart = z.infer<typeof packedPartSchema>;

/** What crosses between threads; the numbers themselves were checked before they were packed. */
export const packedRunSchema = z.strictObject({
  head: runHeadSchema,
  main: packedPartSchema,
  compare: packedPartSchema.nullable(),
});
export type PackedRun = z.infer<typeof packedRunSchema>;

/** An agent's numbers in a row: its metrics, then mean, low and high of an evaluation. */
const AGENT_COLUMNS = [...METRIC_COLUMNS, "heldOutMean", "heldOutLow", "heldOutHigh"] as const;
export type AgentColumn = (typeof AGENT_COLUMNS)[number];
const WIDTH = AGENT_COLUMNS.length;

/** What decides how many numbers a step of a cohort has. */
export interface RowShape {
  readonly agents: number;
  /** True where the method has roles: then a step has the dialogue's numbers too. */
  readonly roles: boolean;
}

export function rowShape(cohort: CohortConfig): RowShape {
  return { agents: cohort.agents.length, roles: methodById(cohort.method).roles };
}

/** Position in a row of unanimity; what a dialogue adds stands behind it, so that rows without are what they were. */
function unanimityPosition(agents: number): number {
  return agents * WIDTH + agents * (agents - 1);
}

/** Numbers of a step: the agents', then agreement and prompts of each pair a < b, then unanimity, then each agent's of the dialogue. */
export function rowWidth({ agents, roles }: RowShape): number {
  return unanimityPosition(agents) + 1 + (roles ? agents * DIALOGUE_METRICS.length : 0);
}

export function stepsOf(part: PackedPart): number {
  return part.numbers.length / rowWidth(part);
}

const orNaN = (value: number | null): number => value ?? Number.NaN;
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** One step as a row. */
export function packStep(step: CohortStep): number[] {
  return [
    ...step.agents.flatMap((agent) => [
      ...METRIC_COLUMNS.map((name) => orNaN(agent[name])),
      ...(agent.heldOut ? [agent.heldOut.mean, agent.heldOut.low, agent.heldOut.high] : [Number.NaN, Number.NaN, Number.NaN]),
    ]),
    ...step.agreement.flatMap(({ agreement, prompts }) => [orNaN(agreement), prompts]),
    orNaN(step.unanimity),
    ...step.agents.flatMap(({ dialogue }) => (dialogue ? DIALOGUE_METRICS.map((name) => orNaN(dialogue[name])) : [])),
  ];
}

/** Rows that grow by a step at a time, as a run goes on. */
export interface PackedRows {
  add(step: CohortStep): void;
  /** Forgets all after the first `steps`. */
  truncate(steps: number): void;
  /** The row of a step, counted from 1; not to be kept. Empty where there is none. */
  row(step: number): Float64Array;
  /** A copy of all rows. */
  numbers(): Float64Array<ArrayBuffer>;
}

export function createPackedRows(shape: RowShape): PackedRows {
  const width = rowWidth(shape);
  let rows = new Float64Array(64 * width);
  let steps = 0;
  return {
    add(step) {
      if ((steps + 1) * width > rows.length) {
        const larger = new Float64Array(2 * rows.length);
        larger.set(rows);
        rows = larger;
      }
      rows.set(packStep(step), steps++ * width);
    },
    truncate(left) {
      steps = Math.min(steps, Math.max(0, left));
    },
    row: (step) => (step < 1 || step > steps ? rows.subarray(0, 0) : rows.subarray((step - 1) * width, step * width)),
    numbers: () => rows.slice(0, steps * width),
  };
}

function packPart({ initial, steps, final }: CohortRecord, cohort: CohortConfig): PackedPart {
  const shape = rowShape(cohort);
  const rows = createPackedRows(shape);
  for (const step of steps) rows.add(step);
  return { initial, final, ...shape, numbers: rows.numbers() };
}

/** A record as parseRunJson or a run gives it: pairs of agents complete and in order. */
export function pack({ initial, steps, final, compare, ...head }: RunRecord): PackedRun {
  const { cohort, compare: compared } = head.config;
  return {
    head,
    main: packPart({ initial, steps, final }, cohort),
    compare: compare && compared ? packPart(compare, compared) : null,
  };
}

/** Position in a row of a column of an agent. */
export function agentPosition(agent: number, column: AgentColumn): number {
  return agent * WIDTH + AGENT_COLUMNS.indexOf(column);
}

/** Position in a row of one of an agent's numbers of the dialogue. */
export function dialoguePosition(agents: number, agent: number, name: (typeof DIALOGUE_METRICS)[number]): number {
  return unanimityPosition(agents) + 1 + agent * DIALOGUE_METRICS.length + DIALOGUE_METRICS.indexOf(name);
}

/** Position in a row of the n-th pair's agreement. */
export function pairPosition(agents: number, pair: number): number {
  return agents * WIDTH + 2 * pair;
}

/** One step of a packed cohort, counted from 1. */
export function unpackStep(part: PackedPart, step: number): CohortStep {
  const { agents, roles, numbers } = part;
  const start = (step - 1) * rowWidth(part);
  const at = (index: number): number => numbers[start + index] ?? Number.NaN;
  return {
    step,
    agents: Array.from({ length: agents }, (_, n) => ({
      ...unpackAgent((column) => at(agentPosition(n, column))),
      ...(roles ? { dialogue: unpackDialogue((name) => at(dialoguePosition(agents, n, name))) } : {}),
    })),
    agreement: pairsOf(agents).map(([a, b], n) => {
      const column = pairPosition(agents, n);
      return { a, b, agreement: orNull(at(column)), prompts: at(column + 1) };
    }),
    unanimity: orNull(at(unanimityPosition(agents))),
  };
}

function unpackAgent(at: (column: AgentColumn) => number): AgentStep {
  const [mean, low, high] = [at("heldOutMean"), at("heldOutLow"), at("heldOutHigh")];
  return {
    passAt1: at("passAt1"),
    pseudoLabelAccuracy: orNull(at("pseudoLabelAccuracy")),
    rewardAccuracy: orNull(at("rewardAccuracy")),
    labelledShare: at("labelledShare"),
    voteShare: at("voteShare"),
    majorityAccuracy: at("majorityAccuracy"),
    distinctMajorities: at("distinctMajorities"),
    meanReward: at("meanReward"),
    rewardStd: at("rewardStd"),
    zeroStdShare: at("zeroStdShare"),
    completionLength: at("completionLength"),
    truncatedShare: at("truncatedShare"),
    unparsedShare: at("unparsedShare"),
    entropy: at("entropy"),
    loss: at("loss"),
    gradientNorm: at("gradientNorm"),
    learningRate: at("learningRate"),
    heldOut: Number.isNaN(mean) ? null : { mean, low, high },
  };
}

function unpackDialogue(at: (name: (typeof DIALOGUE_METRICS)[number]) => number): DialogueMetrics {
  return {
    wrongVerdicts: orNull(at("wrongVerdicts")),
    verdictAccuracy: orNull(at("verdictAccuracy")),
    unparsedVerdicts: orNull(at("unparsedVerdicts")),
    unparsedScores: orNull(at("unparsedScores")),
    keptShare: at("keptShare"),
    lastTurnPassAt1: orNull(at("lastTurnPassAt1")),
  };
}

function unpackPart(part: PackedPart): CohortRecord {
  const steps = Array.from({ length: stepsOf(part) }, (_, index) => unpackStep(part, index + 1));
  return { initial: part.initial, steps, final: part.final };
}

export function unpack({ head, main, compare }: PackedRun): RunRecord {
  return { ...head, ...unpackPart(main), compare: compare ? unpackPart(compare) : null };
}

/** Files write -0 as 0. */
function same(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

const letterOf = (n: number): string => String.fromCharCode(65 + n);

/** The name of a number of a row: "agent A’s loss", "agreement of A and B". */
function nameOf(index: number, agents: number): string {
  const letter = (n: number): string => String.fromCharCode(65 + n);
  if (index < agents * WIDTH) return `agent ${letter(Math.floor(index / WIDTH))}’s ${AGENT_COLUMNS[index % WIDTH]}`;
  const behind = index - unanimityPosition(agents) - 1;
  if (behind >= 0)
    return `agent ${letter(Math.floor(behind / DIALOGUE_METRICS.length))}’s ${DIALOGUE_METRICS[behind % DIALOGUE_METRICS.length]}`;
  const pair = pairsOf(agents)[Math.floor((index - agents * WIDTH) / 2)];
  if (!pair) return "unanimity";
  const what = (index - agents * WIDTH) % 2 === 0 ? "agreement" : "labelled prompts";
  return `${what} of ${letter(pair[0])} and ${letter(pair[1])}`;
}

/** What differs first between a step of a packed cohort and the same step measured again, as a clause; null where nothing does. */
export function stepDifference(part: PackedPart, step: number, row: ArrayLike<number>): string | null {
  const width = rowWidth(part);
  const start = (step - 1) * width;
  const shown = (value: number): string => (Number.isNaN(value) ? "not defined" : String(value));
  for (let index = 0; index < width; index++) {
    const [now, before] = [row[index] ?? Number.NaN, part.numbers[start + index] ?? Number.NaN];
    if (!same(now, before)) return `${nameOf(index, part.agents)} is ${shown(now)}, was ${shown(before)}`;
  }
  return null;
}

/** The same of two evaluations. */
export function heldOutDifference(before: HeldOut | null, now: HeldOut | null): string | null {
  if (!before || !now) return before === now ? null : `an evaluation is ${now ? "there and was not" : "missing"}`;
  for (const [n, { heldOut }] of before.agents.entries()) {
    const other = now.agents[n]?.heldOut;
    for (const name of ["mean", "low", "high"] as const)
      if (!other || !same(other[name], heldOut[name]))
        return `agent ${String.fromCharCode(65 + n)}’s held-out accuracy (${name}) is ${other?.[name] ?? "missing"}, was ${heldOut[name]}`;
  }
  return null;
}

/** The same of two final evaluations; where only one of them has an ensemble (records made before there was one have none), it is passed over. */
export function finalDifference(before: Final | null, now: Final | null): string | null {
  const heldOut = heldOutDifference(before, now);
  if (heldOut !== null || !before?.ensemble || !now?.ensemble) return heldOut;
  const flat = ({ agents, pairs }: Ensemble): readonly (readonly [string, Estimate])[] => [
    ...agents.flatMap(({ passAt1, majority }, n): [string, Estimate][] => [
      [`agent ${letterOf(n)}’s pass@1 of the ensemble evaluation`, passAt1],
      [`agent ${letterOf(n)}’s majority accuracy`, majority],
    ]),
    ...pairs.map(({ a, b, majority }): [string, Estimate] => [`the ensemble of ${letterOf(a)} and ${letterOf(b)}`, majority]),
  ];
  const ours = flat(now.ensemble);
  for (const [n, [name, { mean }]] of flat(before.ensemble).entries()) {
    const other = ours[n]?.[1].mean;
    if (other === undefined || !same(other, mean)) return `${name} is ${other ?? "missing"}, was ${mean}`;
  }
  return null;
}

/** True where two packed runs hold the same: the same run twice. */
export function samePacked(a: PackedRun, b: PackedRun): boolean {
  const parts = ({ main, compare }: PackedRun): PackedPart[] => [main, ...(compare ? [compare] : [])];
  const [ours, theirs] = [parts(a), parts(b)];
  const numbers = ours.every((part, n) => {
    const other = theirs[n]?.numbers;
    return other?.length === part.numbers.length && part.numbers.every((value, i) => same(value, other[i] ?? Number.NaN));
  });
  const rest = (run: PackedRun): string =>
    sortedJson([run.head, parts(run).map(({ initial, final, agents }) => ({ initial, final, agents }))]);
  return ours.length === theirs.length && numbers && rest(a) === rest(b);
}

/** JSON with the keys of all objects in order: a run's own objects have another order than a file's. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  );
}
