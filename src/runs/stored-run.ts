/**
 * What the page's database keeps of a run: its head, its steps in chunks, and the latest kept state of its agents. What is read there is checked by
 * these schemas: another version, a faulty disk or a person may have written it.
 */
import { z } from "zod";
import { BACKENDS, type BackendId, type EngineState } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import { type CohortConfig, type RunConfig, runConfigSchema } from "./config.ts";
import { heldOutDifference, stepDifference } from "./difference.ts";
import { type PackedRun, packStep, type RowShape, rowShape, rowWidth, stepsOf } from "./packed.ts";
import {
  type CohortStep,
  changeSchema,
  cohortRecordSchema,
  environmentSchema,
  faultSchema,
  type HeldOut,
  RUN_SCHEMA,
  RUN_VERSION,
} from "./record.ts";

/**
 * How a stored run stands. `running` and `paused`: it has not ended; where no tab holds it (run-lock.ts) it was broken off. `left`: ended by hand
 * before its last step.
 */
export const STORED_PHASES = ["running", "paused", "failed", "finished", "left"] as const;
export type StoredPhase = (typeof STORED_PHASES)[number];

const heldOut = cohortRecordSchema.shape.initial;
const finalSchema = cohortRecordSchema.shape.final;

/** A run in the list: everything but its steps and weights. */
export const storedRunSchema = z.strictObject({
  id: z.string().min(1),
  /** Key of a planned run (plan-expand.ts); null for one started by hand. */
  key: z.string().nullable(),
  /** The experiment that it belongs to; null for the cohort lab's. */
  experiment: z.string().nullable(),
  /** As the page calls it. */
  title: z.string().max(200),
  config: runConfigSchema,
  /** What was asked for; `environment` says what it runs on. */
  backend: z.enum(["auto", ...BACKENDS]),
  /** simd's build, where one was asked for. */
  build: z.enum(["plain", "relaxed"]).nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  phase: z.enum(STORED_PHASES),
  /** Why it failed, a sentence; else null. */
  reason: z.string().nullable(),
  /** Null until its agents are ready. */
  environment: environmentSchema.nullable(),
  changes: z.array(changeSchema),
  faults: z.array(faultSchema),
  /** Steps whose metrics are stored. */
  steps: z.int().min(0),
  /** The step whose state is stored: the run can go on from there. Null where none is. */
  kept: z.int().min(0).nullable(),
  /** Time it has been at work. */
  seconds: z.number().min(0),
  /** Bytes of steps and state. */
  bytes: z.number().min(0),
  /** A file that a person saved holds it. */
  saved: z.boolean(),
  initial: z.strictObject({ main: heldOut, compare: heldOut }),
  final: z.strictObject({ main: finalSchema, compare: finalSchema }),
});
export type StoredRun = z.infer<typeof storedRunSchema>;

/** What a run is, before it begins. */
export interface RunMeta {
  /** Key of a planned run; null for one started by hand. */
  readonly key?: string | null;
  /** Null for the cohort lab's. */
  readonly experiment?: string | null;
  readonly title: string;
  readonly config: RunConfig;
  readonly backend: "auto" | BackendId;
  readonly build?: SimdBuild;
}

/** A new run's id: when it was made, and chance. */
export function newRunId(): string {
  const chance = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...chance].map((part) => part.toString(36)).join("")}`;
}

/** A run of which nothing is known yet. */
export function newStoredRun({ key = null, experiment = null, title, config, backend, build }: RunMeta): StoredRun {
  const createdAt = new Date().toISOString();
  const none = { main: null, compare: null };
  return {
    id: newRunId(),
    key,
    experiment,
    title: title.slice(0, 200),
    config,
    backend,
    build: build ?? null,
    createdAt,
    updatedAt: createdAt,
    phase: "running",
    reason: null,
    environment: null,
    changes: [],
    faults: [],
    steps: 0,
    kept: null,
    seconds: 0,
    bytes: 0,
    saved: false,
    initial: none,
    final: none,
  };
}

/** Some steps of a run as rows of packed.ts. */
export const stepChunkSchema = z.strictObject({
  run: z.string(),
  /** The first step, counted from 1. */
  from: z.int().min(1),
  /** [steps * rowWidth of the cohort] */
  main: z.instanceof(Float64Array),
  compare: z.instanceof(Float64Array).nullable(),
});
export type StepChunk = z.infer<typeof stepChunkSchema>;

const floats = z.instanceof(Float32Array).transform((values) => new Float32Array(values));
const engineStateSchema = z
  .strictObject({
    parameters: floats,
    firstMoment: floats,
    secondMoment: floats,
    adamStep: z.int().min(0),
    slowCopy: floats.optional(),
  })
  .refine(
    ({ parameters, firstMoment, secondMoment, slowCopy = parameters }) =>
      parameters.length > 0 &&
      [firstMoment, secondMoment, slowCopy].every(({ length }) => length === parameters.length) &&
      [parameters, firstMoment, secondMoment, slowCopy].every((values) => values.every(Number.isFinite)),
    "holds numbers that no agent can have",
  );
export const storedStateSchema = z.strictObject({
  run: z.string(),
  /** Steps done. */
  step: z.int().min(0),
  cohort: z.array(engineStateSchema).min(1),
  compare: z.array(engineStateSchema).nullable(),
});
/** The states of all agents between two steps, in order. Nothing else decides the numbers to come: all else is a function of the step. */
export interface AgentStates {
  /** Steps done. */
  readonly step: number;
  readonly cohort: readonly EngineState[];
  readonly compare: readonly EngineState[] | null;
}

/** The same as it is stored. */
export interface StoredState extends AgentStates {
  readonly run: string;
}

/** Where a run can go on: what it measured up to its kept state, that state, and what it had measured after it. */
export interface ResumePoint {
  readonly stored: StoredRun;
  /** Up to the kept step, without a final evaluation. */
  readonly run: PackedRun;
  readonly state: AgentStates;
  /** All changes, those too that act after the kept step: they are made again. */
  readonly changes: StoredRun["changes"];
  /** The whole that was stored. The steps after the kept one are computed again, and must come to the same. */
  readonly before: PackedRun;
}

/** Bytes of a state. */
export function stateBytes({ cohort, compare }: Pick<AgentStates, "cohort" | "compare">): number {
  return [...cohort, ...(compare ?? [])].reduce(
    (sum, { parameters, slowCopy }) => sum + 4 * (3 * parameters.length + (slowCopy?.length ?? 0)),
    0,
  );
}

/**
 * A stored run and its chunks, ascending, as a packed run: the first `most` steps. Throws RangeError where the chunks do not make up the steps,
 * or nothing says what the run ran on.
 */
export function packedOf(stored: StoredRun, chunks: readonly StepChunk[], most = stored.steps): PackedRun {
  const { config, environment, changes, faults, initial, final } = stored;
  if (!environment) throw new RangeError("the run broke off before its agents were ready");
  const steps = Math.min(most, stored.steps);
  const rows = (shape: RowShape, of: (chunk: StepChunk) => Float64Array | null): Float64Array<ArrayBuffer> => {
    const width = rowWidth(shape);
    const numbers = new Float64Array(steps * width);
    let done = 0;
    for (const chunk of chunks) {
      if (done >= steps) break;
      const values = of(chunk);
      if (!values || chunk.from !== done + 1 || values.length % width !== 0)
        throw new RangeError(`its steps from ${done + 1} on are damaged`);
      numbers.set(values.subarray(0, numbers.length - done * width), done * width);
      done += values.length / width;
    }
    if (done < steps) throw new RangeError(`its steps from ${done + 1} on are missing`);
    return numbers;
  };
  const whole = steps === stored.steps;
  const part = (cohort: CohortConfig, which: "main" | "compare") => ({
    initial: initial[which],
    final: whole ? final[which] : null,
    ...rowShape(cohort),
    numbers: rows(rowShape(cohort), (chunk) => chunk[which]),
  });
  return {
    head: {
      schema: RUN_SCHEMA,
      version: RUN_VERSION,
      config,
      environment,
      changes: whole ? changes : changes.filter((change) => change.step <= steps),
      faults,
      finished: whole && final.main !== null,
    },
    main: part(config.cohort, "main"),
    compare: config.compare ? part(config.compare, "compare") : null,
  };
}

/** What differs between a step as it was stored and the same step computed again, as a clause; null where nothing does or it was not stored. */
export function againDifference(before: PackedRun, now: CohortStep, compared: CohortStep | null): string | null {
  const { step } = now;
  if (step > stepsOf(before.main)) return null;
  const own = stepDifference(before.main, step, packStep(now));
  const other = own === null && before.compare && compared ? stepDifference(before.compare, step, packStep(compared)) : null;
  return own ?? (other === null ? null : `in the compared cohort, ${other}`);
}

/** The same of the evaluation before training. */
export function initialDifference(before: HeldOut | null, now: HeldOut | null): string | null {
  return before === null ? null : heldOutDifference(before, now);
}
