/**
 * What the page and its worker say to each other: plain messages, each checked by a schema where it arrives. One worker, five kinds of job;
 * a newer job of a kind replaces the older one, whose answers then stop.
 */
import { z } from "zod";
import type { Interval } from "../../math/intervals.ts";
import type { Fields, PerRule, Start } from "./scene.ts";

const share = z.number().min(0).max(1);
const p = z.array(share).min(1).max(8).readonly();

const setting = z.object({
  K: z.number().int(),
  tau: share,
  ddof: z.union([z.literal(0), z.literal(1)]),
  epsilon: z.number(),
  rates: z.array(z.number()).min(2).max(8).readonly(),
  exchange: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("cross") }),
    z.object({ kind: z.literal("mixture"), ownWeight: share }),
    z.object({ kind: z.literal("pooled") }),
  ]),
  answers: z.number().int(),
  profile: z.object({ share, shared: z.boolean() }),
});
const axes = z.tuple([z.number().int(), z.number().int()]).readonly();

const finite = z.object({
  repeats: z.number().int().min(1),
  seed: z.number().int(),
  updates: z.number().int(),
  clip: z.number(),
  beta: z.number(),
  klForm: z.enum(["reverse", "k3"]),
});

export const requestSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fields"), id: z.number(), setting, p, axes }),
  z.object({ kind: z.literal("starts"), id: z.number(), setting, starts: z.array(p).readonly(), horizon: z.number() }),
  z.object({ kind: z.literal("map"), id: z.number(), setting, p, axes, n: z.number().int().min(1) }),
  z.object({ kind: z.literal("finite"), id: z.number(), setting, p, horizon: z.number().int(), finite }),
  z.object({
    kind: z.literal("population"),
    id: z.number(),
    setting,
    prompts: z.array(z.object({ p, weight: z.number() })).readonly(),
    horizon: z.number(),
    frames: z.number().int().min(2),
  }),
]);
export type Request = z.infer<typeof requestSchema>;
export type JobKind = Request["kind"];
/** A request before it has a number. */
export type Job = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

const floats = z.custom<Float32Array>((value) => value instanceof Float32Array);
const doubles = z.custom<Float64Array>((value) => value instanceof Float64Array);
const perRule = <T extends z.ZodType>(schema: T) => z.object({ self: schema, cross: schema });
const path = z.object({ times: doubles, p: doubles, agents: z.number() });
const outcome = z.union([z.literal(0), z.literal(1), z.null()]);
const verdict = z.object({
  sentence: z.string(),
  self: z.string(),
  cross: z.string(),
  outcome: z.object({ self: z.array(outcome), cross: outcome }),
  forecast: z.object({
    self: z.array(outcome),
    cross: outcome,
    crossCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    final: z.object({ self: z.array(z.number()), cross: z.array(z.number()) }),
  }),
  numbers: z.object({
    sum: z.number(),
    separatrix: z.number().nullable(),
    consensusTime: z.number().nullable(),
    labelRight: z.array(z.number()),
  }),
});
const interval = z.object({ estimate: z.number(), low: z.number(), high: z.number() });
const fan = z.object({
  steps: z.array(z.number()),
  levels: floats,
  mean: floats,
  right: z.array(interval),
  allRight: interval,
  noneRight: interval,
});

/** A map's cells by outcome code, row of the smallest p_y first; rows from `rows` on are not known yet. */
export interface CellMap {
  readonly cells: Uint8Array;
  readonly n: number;
  readonly rows: number;
}

/** The stochastic runs of one rule. */
export interface Fan {
  /** Recorded steps. */
  readonly steps: readonly number[];
  /** Quantiles 5, 25, 50, 75, 95 % over the repeats at these steps, [level, step, agent]. */
  readonly levels: Float32Array;
  /** The differential equation's p there, [step, agent]. */
  readonly mean: Float32Array;
  /** Share of repeats in which each agent, all of them, none of them end right. */
  readonly right: readonly Interval[];
  readonly allRight: Interval;
  readonly noneRight: Interval;
}

export interface Results {
  readonly fields: Fields;
  readonly starts: { readonly starts: readonly Start[] };
  readonly map: CellMap;
  readonly finite: { readonly repeats: number; readonly fan: PerRule<Fan> };
  readonly population: PopulationResult;
}

export interface PopulationResult {
  readonly accuracy: PerRule<number> & { readonly base: number };
  /** p_A, p_B of each prompt at `frames` times from 0 to the horizon, [prompt, frame, 2]. */
  readonly paths: PerRule<Float32Array>;
  readonly weights: readonly number[];
  readonly frames: number;
}

export const resultSchemas: { readonly [K in JobKind]: z.ZodType<Results[K]> } = {
  fields: z.object({ field: perRule(floats), threshold: z.number().nullable() }),
  starts: z.object({ starts: z.array(z.object({ p: z.array(z.number()), path: perRule(path), verdict })) }),
  map: z.object({
    cells: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    n: z.number(),
    rows: z.number(),
  }),
  finite: z.object({ repeats: z.number(), fan: perRule(fan) }),
  population: z.object({
    accuracy: z.object({ base: z.number(), self: z.number(), cross: z.number() }),
    paths: perRule(floats),
    weights: z.array(z.number()),
    frames: z.number(),
  }),
};

/** From the worker: how far a job is (with what it has so far, for a map), its result, or why there is none. */
export const replySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), id: z.number(), share, partial: z.unknown() }),
  z.object({ type: z.literal("result"), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal("failed"), id: z.number(), message: z.string() }),
]);
export type Reply = z.infer<typeof replySchema>;
