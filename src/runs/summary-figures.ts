/** The figures that a summary is made of: means over seeds with their intervals, and paired differences. */
import {
  bootstrapInterval,
  excludesZero,
  type MeanInterval,
  mean,
  type PairedValue,
  pairedDifferences,
  tInterval,
} from "../math/statistics.ts";
import type { CondensedRun } from "./experiment-run.ts";
import type { PlanCell } from "./plan-expand.ts";

/** Share of such intervals that cover the true mean. */
export const LEVEL = 0.95;

/**
 * What intervals are taken over: cohort seeds, or sampling seeds where there is one cohort seed only. With several of both, a cohort seed's
 * value is the mean over its sampling seeds, which share their policies and are not independent.
 */
export type Unit = "cohort seed" | "sampling seed";

/** A value of one unit (a seed). */
export interface UnitValue {
  readonly seed: number;
  readonly value: number;
}

export interface Figure extends MeanInterval {
  readonly values: readonly UnitValue[];
}

export interface Difference extends Figure {
  /** Whether the t interval lies on one side of zero; null where there is none. */
  readonly excludesZero: boolean | null;
  /** The percentile bootstrap's interval of the same differences. */
  readonly bootstrap: { readonly low: number | null; readonly high: number | null };
}

/** A value of every run of a cell that is in, under the seeds it was run with. */
export type Observations = readonly PairedValue<string>[];

function seedOf(unit: string, kind: Unit): number {
  const [seed = "", sampling = ""] = unit.split(".");
  return Number(kind === "cohort seed" ? seed : sampling);
}

/** One value per unit, ascending by seed: the mean over what shares it. */
function byUnit(observations: Observations, kind: Unit): UnitValue[] {
  const groups = new Map<number, number[]>();
  for (const { unit, value } of observations) {
    const seed = seedOf(unit, kind);
    groups.set(seed, [...(groups.get(seed) ?? []), value]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([seed, values]) => ({ seed, value: mean(values) }));
}

/** An interval without the part that no value of this kind can reach: few seeds give wide ones. */
export function clipped<T extends Pick<MeanInterval, "low" | "high">>(interval: T, least: number, most: number): T {
  const { low, high } = interval;
  return { ...interval, low: low === null ? null : Math.max(least, low), high: high === null ? null : Math.min(most, high) };
}

/** The mean over units; null where there is no observation. */
export function figureOf(observations: Observations, kind: Unit): Figure | null {
  const values = byUnit(observations, kind);
  if (values.length === 0) return null;
  return {
    ...tInterval(
      values.map(({ value }) => value),
      LEVEL,
    ),
    values,
  };
}

/** The mean of a share over units, its interval inside 0 to 1. */
export function shareFigure(observations: Observations, kind: Unit): Figure | null {
  const figure = figureOf(observations, kind);
  return figure && clipped(figure, 0, 1);
}

/** Own minus baseline, seed by seed; null where no seed has both. */
export function differenceOf(own: Observations, baseline: Observations, kind: Unit): Difference | null {
  const figure = figureOf(pairedDifferences(own, baseline), kind);
  if (!figure) return null;
  const { low, high } = bootstrapInterval(
    figure.values.map(({ value }) => value),
    { level: LEVEL },
  );
  return { ...figure, excludesZero: excludesZero(figure), bootstrap: { low, high } };
}

/** Reads a value from every run of a cell that is in and has it. */
export function observeRuns(
  cell: PlanCell,
  runs: ReadonlyMap<string, CondensedRun>,
  read: (run: CondensedRun) => number | null,
): Observations {
  return cell.runs.flatMap(({ seed, samplingSeed, key }) => {
    const run = runs.get(key);
    const value = run ? read(run) : null;
    return value === null ? [] : [{ unit: `${seed}.${samplingSeed}`, value }];
  });
}
