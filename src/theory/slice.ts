/**
 * The slice of many-answer states that a picture can show: (p_A, p_B) fixes the right answer's mass, and a profile fixes how the wrong mass
 * is laid out. A share s of it lies on one wrong answer, an agent's favourite, the rest spread evenly over the other wrong ones. Favourites
 * are shared (answer 1 for everybody) or scattered (answer 1 + n mod (M - 1) for agent n). Ours; docs/theory.md.
 */
import { createMapJob, type MapJob } from "./basin-map.ts";
import { checkProbability } from "./binomial.ts";
import { createJudge, type FateOptions } from "./fate.ts";
import type { ManyAnswerSystem } from "./many-answers.ts";
import type { OutcomeCode } from "./outcome-codes.ts";

/** No answer starts with less: a logit must be finite. Small enough that such an answer never wins a vote of 64. */
export const LEAST_MASS = 1e-9;

/**
 * Up to here a 32 x 32 map that follows borders takes some 100 ms or less on one slow core (measured: docs/theory.md), so that a slider can
 * redraw it; beyond, advance the job in slices. A single trajectory is fine up to 32 rollouts and 8 answers.
 */
export const LIVE_MAP_LIMITS = { rollouts: 16, answers: 5, cells: 32 } as const;

export interface WrongProfile {
  /** Share of the wrong mass on the favourite wrong answer, 0 to 1. With two answers it has no effect. */
  readonly share: number;
  /** Whether all agents have the same favourite. */
  readonly shared: boolean;
}

/** The answer distribution of agent n at probability p of the right answer; length M, sums to 1. */
export function sliceDistribution(p: number, agent: number, M: number, { share, shared }: WrongProfile): Float64Array {
  checkProbability(p);
  checkProbability(share, "share");
  const favourite = shared || M === 2 ? 1 : 1 + (agent % (M - 1));
  const pi = new Float64Array(M);
  const others = M - 2;
  for (let m = 1; m < M; m++) {
    const part = others === 0 ? 1 : m === favourite ? share : (1 - share) / others;
    pi[m] = Math.max(LEAST_MASS, (1 - p) * part);
  }
  pi[0] = Math.max(LEAST_MASS, p);
  let sum = 0;
  for (const value of pi) sum += value;
  return pi.map((value) => value / sum);
}

/** The logits of all agents at the slice's point p, agent by agent. */
export function sliceStart(p: ArrayLike<number>, M: number, profile: WrongProfile): Float64Array {
  const theta = new Float64Array(p.length * M);
  for (let n = 0; n < p.length; n++) {
    const pi = sliceDistribution(p[n] ?? 0.5, n, M, profile);
    for (let m = 0; m < M; m++) theta[n * M + m] = Math.log(pi[m] as number);
  }
  return theta;
}

/** Where the slice's point p ends, all agents together (cross) or all of them at once (self: SPLIT where they differ). */
export function sliceJudge(
  system: ManyAnswerSystem,
  profile: WrongProfile,
  options: FateOptions = {},
): (p: ArrayLike<number>) => OutcomeCode {
  const judge = createJudge(system, system.dimension, options);
  return (p) => judge(sliceStart(p, system.answers, profile));
}

export interface SliceMap {
  readonly n: number;
  /** The two agents on the axes; the others stay at `at`. */
  readonly axes: readonly [number, number];
  readonly at: readonly number[];
  readonly profile: WrongProfile;
  /**
   * True follows the borders only, for about 2 n judgements instead of n^2. Exact where raising an agent's p never makes the outcome worse:
   * no counterexample was found, but it is not proven for many answers. False judges every cell.
   */
  readonly followBorders: boolean;
}

/** A map job of the slice. */
export function sliceMapJob(system: ManyAnswerSystem, plan: SliceMap, options: FateOptions = {}): MapJob {
  const judge = sliceJudge(system, plan.profile, { rtol: 1e-4, atol: 1e-4, ...options });
  const p = Float64Array.from({ length: system.agents }, (_, n) => plan.at[n] ?? 0.5);
  return createMapJob({
    n: plan.n,
    axes: 2,
    monotone: plan.followBorders,
    judge: (along) => {
      plan.axes.forEach((agent, i) => {
        p[agent] = along[i] as number;
      });
      return judge(p);
    },
  });
}
