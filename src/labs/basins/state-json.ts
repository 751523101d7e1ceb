/** The exported state: what was set, what will happen, and where it comes from. docs/basins.md describes the schema, and the tests hold files to it. */
import { z } from "zod";
import type { Verdict } from "../../theory/verdict.ts";
import { formatLink } from "./link.ts";
import type { PopulationResult } from "./protocol.ts";
import { type BasinState, settingOf } from "./state.ts";

export const STATE_SCHEMA = "co-rl-playground/basins";
export const STATE_VERSION = 1;

const share = z.number().min(0).max(1);
const outcome = z.union([z.literal(0), z.literal(1), z.null()]);
const ends = z.object({ self: z.array(outcome), cross: outcome });
const final = z.object({ self: z.array(share), cross: z.array(share) });

export const stateFileSchema = z.strictObject({
  schema: z.literal(STATE_SCHEMA),
  version: z.literal(STATE_VERSION),
  app: z.string(),
  /** The address that shows this state, from its # on. */
  link: z.string(),
  mode: z.enum(["prompt", "population"]),
  setting: z.strictObject({
    K: z.number().int(),
    tau: share,
    ddof: z.union([z.literal(0), z.literal(1)]),
    eta: z.array(z.number().positive()),
    exchange: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("cross") }),
      z.object({ kind: z.literal("mixture"), ownWeight: share }),
      z.object({ kind: z.literal("pooled") }),
    ]),
    answers: z.number().int(),
    wrongAnswers: z.strictObject({ shared: z.boolean(), share }),
  }),
  /** The start, p of each agent. */
  p: z.array(share),
  /** 1: ends right, 0: ends wrong, null: on a separatrix, nothing moves, or (cross) the agents end apart. */
  outcome: ends,
  /** p of each agent in the limit. */
  final,
  verdict: z.string(),
  numbers: z.object({
    sum: z.number(),
    separatrix: z.number().nullable(),
    consensusTime: z.number().nullable(),
    labelRight: z.array(share),
  }),
  /** The dropped points. */
  points: z.array(z.strictObject({ p: z.array(share), outcome: ends, final })),
  /** Population mode only. */
  finalAccuracy: z.strictObject({ base: share, self: share, cross: share }).optional(),
  prompts: z.array(z.strictObject({ p: z.array(share), weight: z.number().positive() })).optional(),
});
export type StateFile = z.infer<typeof stateFileSchema>;

export interface StateFileParts {
  readonly state: BasinState;
  readonly app: string;
  readonly verdict: Verdict;
  readonly points: readonly { readonly p: readonly number[]; readonly verdict: Verdict }[];
  /** In population mode the prompts and what they come to. */
  readonly population: {
    readonly accuracy: PopulationResult["accuracy"];
    readonly prompts: readonly { readonly p: readonly number[]; readonly weight: number }[];
  } | null;
}

/** The file of a state. Throws if it does not fit its own schema. */
export function stateFile({ state, app, verdict, points, population }: StateFileParts): StateFile {
  const { K, tau, ddof, rates, exchange, answers, profile } = settingOf(state);
  return stateFileSchema.parse({
    schema: STATE_SCHEMA,
    version: STATE_VERSION,
    app,
    link: formatLink(state),
    mode: state.mode,
    setting: { K, tau, ddof, eta: rates, exchange, answers, wrongAnswers: { shared: profile.shared, share: profile.share } },
    p: state.p,
    outcome: verdict.outcome,
    final: verdict.forecast.final,
    verdict: verdict.sentence,
    numbers: verdict.numbers,
    points: points.map((point) => ({ p: point.p, outcome: point.verdict.outcome, final: point.verdict.forecast.final })),
    ...(population ? { finalAccuracy: population.accuracy, prompts: population.prompts } : {}),
  });
}
