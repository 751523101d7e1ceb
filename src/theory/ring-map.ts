/** Maps of two-outcome systems: a plane through the cube of starts (two agents vary, the others stand still), or the whole cube of a ring of three. */
import { createMapJob, type MapJob } from "./basin-map.ts";
import { logit } from "./binomial.ts";
import { createJudge, type FateOptions } from "./fate.ts";
import type { TwoOutcomeSystem } from "./two-outcome.ts";

/** Errors of some 1e-4 in log-odds, at most 3e-5 in p: a hundredth of a cell of a 256 x 256 map. */
const MAP_TOLERANCE = 1e-5;

export interface SystemMap {
  /** Cells along each axis. */
  readonly n: number;
  /** Which agents vary, two or three of them, the first along a row. */
  readonly axes: readonly [number, number] | readonly [number, number, number];
  /** p of every agent; those on an axis are ignored. */
  readonly at: readonly number[];
}

/** A map job for a two-outcome system. Throws RangeError on an axis that is no agent, or named twice. */
export function systemMapJob(system: TwoOutcomeSystem, { n, axes, at }: SystemMap, options: FateOptions = {}): MapJob {
  if (new Set(axes).size !== axes.length || axes.some((agent) => !(agent >= 0 && agent < system.agents))) {
    throw new RangeError(`The axes ${axes.join(", ")} must be different agents of ${system.agents}.`);
  }
  if (system.setting.kl) throw new RangeError("A KL penalty depends on the start; its basins are not a map of one flow.");
  const judge = createJudge(system, system.agents, { rtol: MAP_TOLERANCE, atol: MAP_TOLERANCE, ...options });
  const x0 = Float64Array.from({ length: system.agents }, (_, n) => logit(at[n] ?? 0.5));
  return createMapJob({
    n,
    axes: axes.length,
    monotone: true,
    judge: (p) => {
      axes.forEach((agent, i) => {
        x0[agent] = logit(p[i] as number);
      });
      return judge(x0);
    },
  });
}
