/**
 * Bootstrap intervals for the measures (B. Efron, Annals of Statistics 7, 1979; percentile method). Prompts are drawn with replacement, each
 * with all its samples: samples of one prompt are not independent. A seed makes them the same each time.
 */
import { createRng } from "../math/rng.ts";
import { quantile } from "../math/statistics.ts";
import { type Cells, OUTCOMES, type Outcome } from "./cells.ts";
import { type Diversity, diversityOf, type MeasureName } from "./measures.ts";

export interface BootstrapInterval {
  readonly low: number;
  readonly high: number;
  /** Share of the resamples in which the measure was defined; below 1 the interval is of those alone. */
  readonly defined: number;
}

/** null where the measure was defined in no resample. */
export type DiversityIntervals = Readonly<Record<MeasureName, BootstrapInterval | null>>;

export interface BootstrapOptions {
  readonly seed: number;
  /** 2000 give the ends of a 95 % interval to about a twentieth of its width. */
  readonly resamples?: number;
  readonly level?: number;
}

function intervalOf(values: readonly number[], resamples: number, level: number): BootstrapInterval | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const tail = (1 - level) / 2;
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail), defined: values.length / resamples };
}

/**
 * Intervals from the outcomes of P prompts with S samples each (cells.ts, outcomesOf). Throws RangeError where there is no prompt, or S does not
 * divide the outcomes.
 */
export function bootstrapOutcomes(outcomes: readonly Outcome[], samples: number, options: BootstrapOptions): DiversityIntervals {
  const prompts = outcomes.length / samples;
  if (prompts < 1 || !Number.isInteger(prompts))
    throw new RangeError(`${outcomes.length} outcomes are not those of prompts with ${samples} samples each.`);
  const { seed, resamples = 2000, level = 0.95 } = options;
  if (!Number.isInteger(resamples) || resamples < 1)
    throw new RangeError(`There must be at least one resample, not ${resamples}.`);
  if (!(level > 0 && level < 1)) throw new RangeError(`A level lies between 0 and 1, not ${level}.`);
  const width = OUTCOMES.length;
  const counts = new Float64Array(prompts * width);
  for (const [row, outcome] of outcomes.entries()) {
    const at = Math.floor(row / samples) * width + OUTCOMES.indexOf(outcome);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const rng = createRng(seed);
  const drawn: Diversity[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const sums = new Float64Array(width);
    for (let draw = 0; draw < prompts; draw++) {
      const prompt = rng.int(prompts);
      for (let k = 0; k < width; k++) sums[k] = (sums[k] ?? 0) + (counts[prompt * width + k] ?? 0);
    }
    const [both = 0, onlyA = 0, onlyB = 0, same = 0, other = 0] = sums;
    const measured = diversityOf({ both, onlyA, onlyB, neither: same + other, sameWrong: same });
    if (measured) drawn.push(measured);
  }
  const of = (name: MeasureName): BootstrapInterval | null =>
    intervalOf(
      drawn.flatMap((each) => each[name] ?? []),
      resamples,
      level,
    );
  return {
    accuracyA: of("accuracyA"),
    accuracyB: of("accuracyB"),
    kappa: of("kappa"),
    complementarity: of("complementarity"),
    oracle: of("oracle"),
    sharedWrong: of("sharedWrong"),
    sharedWrongBound: of("sharedWrongBound"),
  };
}

/** Intervals from counts alone, one sample a prompt. Where w is unknown it has no interval. Throws as above. */
export function bootstrapCells(cells: Cells, options: BootstrapOptions): DiversityIntervals {
  const same = cells.sameWrong ?? 0;
  const counts = [cells.both, cells.onlyA, cells.onlyB, same, cells.neither - same];
  const outcomes = OUTCOMES.flatMap((outcome, k) => new Array<Outcome>(counts[k] ?? 0).fill(outcome));
  const intervals = bootstrapOutcomes(outcomes, 1, options);
  return cells.sameWrong === null ? { ...intervals, sharedWrong: null } : intervals;
}
