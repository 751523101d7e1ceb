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
export const AGENT_COLUMNS = [...METRIC_COLUMNS, "heldOutMean", "heldOutLow", "heldOutHigh"] as const;
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
export function unanimityPosition(agents: number): number {
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

/** Puts an evaluation into a step's row. */
export function putHeldOut(row: { [index: number]: number }, { agents }: HeldOut): void {
  for (const [n, { heldOut }] of agents.entries()) {
    row[agentPosition(n, "heldOutMean")] = heldOut.mean;
    row[agentPosition(n, "heldOutLow")] = heldOut.low;
    row[agentPosition(n, "heldOutHigh")] = heldOut.high;
  }
}

/** Rows that grow by a step at a time, as a run goes on. */
export interface PackedRows {
  add(step: CohortStep): void;
  /** Held-out accuracy that came after its step. Throws RangeError where there is no such step. */
  setHeldOut(step: number, heldOut: HeldOut): void;
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
    setHeldOut(step, heldOut) {
      if (step < 1 || step > steps) throw new RangeError(`There is no step ${step} to have held-out accuracy.`);
      putHeldOut(rows.subarray((step - 1) * width, step * width), heldOut);
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

/** Whether two numbers of rows are the same: files write -0 as 0. */
export function same(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
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
