/**
 * What several seeds say about a mean: Student's t interval, percentile bootstrap intervals (Efron and Tibshirani, An Introduction to the
 * Bootstrap, 1993, ch. 13), and differences paired by seed. Sums run in the order given, and the bootstrap's seed is fixed: the same numbers
 * give the same bits on every machine.
 */
import { createRng } from "./rng.ts";
import { tQuantile } from "./student.ts";

/** How an interval was made, named wherever one is shown. */
export const INTERVAL_METHODS = ["t", "bootstrap"] as const;
export type IntervalMethod = (typeof INTERVAL_METHODS)[number];
export const INTERVAL_TITLES: Readonly<Record<IntervalMethod, string>> = {
  t: "Student's t over seeds",
  bootstrap: "percentile bootstrap over seeds",
};

/** A mean over `n` independent values; low and high are null where one value alone tells nothing of the spread. */
export interface MeanInterval {
  readonly method: IntervalMethod;
  /** Share of such intervals that cover the true mean, such as 0.95. */
  readonly level: number;
  readonly n: number;
  readonly mean: number;
  /** Sample standard deviation (divides by n - 1); null for one value. */
  readonly std: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The arithmetic mean. Throws RangeError without values. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("There are no values to take the mean of.");
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** The sample standard deviation (divides by n - 1); null for fewer than two values. */
export function sampleStd(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

function check(values: readonly number[], level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`A level lies between 0 and 1, not ${level}.`);
  if (!values.every(Number.isFinite)) throw new RangeError("An interval needs finite values.");
}

/** Mean with Student's t interval: mean -+ t(n - 1) std / sqrt(n). Throws RangeError without values, or where one is not finite. */
export function tInterval(values: readonly number[], level = 0.95): MeanInterval {
  check(values, level);
  const centre = mean(values);
  const std = sampleStd(values);
  const half = std === null ? null : (tQuantile((1 + level) / 2, values.length - 1) * std) / Math.sqrt(values.length);
  return {
    method: "t",
    level,
    n: values.length,
    mean: centre,
    std,
    low: half === null ? null : centre - half,
    high: half === null ? null : centre + half,
  };
}

export interface BootstrapOptions {
  readonly level?: number;
  readonly resamples?: number;
  readonly seed?: number;
}

/** Resamples of a bootstrap: the ends then move by about 1 % of the interval from seed to seed. */
export const RESAMPLES = 10_000;
const SEED = 20_260_817;

/** The value at share q of an ascending list, linearly between neighbours (Hyndman and Fan's type 7, R's default). */
export function quantile(ascending: ArrayLike<number>, q: number): number {
  if (ascending.length === 0) throw new RangeError("There are no values to take a quantile of.");
  const at = q * (ascending.length - 1);
  const below = Math.floor(at);
  const low = ascending[below] ?? 0;
  return low + (at - below) * ((ascending[Math.min(below + 1, ascending.length - 1)] ?? low) - low);
}

/**
 * Mean with the percentile bootstrap's interval: the middle of the means of resamples with replacement. With few values it is too narrow
 * (five seeds: it covers about 0.84 of normal means where it says 0.95), which is why the t interval decides and this one stands beside it. Throws
 * RangeError as tInterval does.
 */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions = {}): MeanInterval {
  const { level = 0.95, resamples = RESAMPLES, seed = SEED } = options;
  check(values, level);
  const facts = { method: "bootstrap", level, n: values.length, mean: mean(values), std: sampleStd(values) } as const;
  if (values.length < 2) return { ...facts, low: null, high: null };
  const rng = createRng(seed);
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (let n = 0; n < values.length; n++) sum += values[rng.int(values.length)] ?? 0;
    means[i] = sum / values.length;
  }
  means.sort();
  return { ...facts, low: quantile(means, (1 - level) / 2), high: quantile(means, (1 + level) / 2) };
}

/** One difference, and the seed (or whatever else pairs the two) that it belongs to. */
export interface PairedValue<K> {
  readonly unit: K;
  readonly value: number;
}

/** value - baseline for each unit that both have, in the order of `values`. */
export function pairedDifferences<K>(
  values: readonly PairedValue<K>[],
  baseline: readonly PairedValue<K>[],
): readonly PairedValue<K>[] {
  const of = new Map(baseline.map(({ unit, value }) => [unit, value]));
  return values.flatMap(({ unit, value }) => {
    const other = of.get(unit);
    return other === undefined ? [] : [{ unit, value: value - other }];
  });
}

/** The bootstrap of paired values: resamples units, so that what a seed gives to both cancels. Throws RangeError where none is paired. */
export function pairedBootstrap<K>(
  values: readonly PairedValue<K>[],
  baseline: readonly PairedValue<K>[],
  options: BootstrapOptions = {},
): MeanInterval {
  return bootstrapInterval(
    pairedDifferences(values, baseline).map(({ value }) => value),
    options,
  );
}

/** Whether an interval lies on one side of zero; null where there is no interval. */
export function excludesZero({ low, high }: Pick<MeanInterval, "low" | "high">): boolean | null {
  return low === null || high === null ? null : low > 0 || high < 0;
}

/** What so many independent values allow to say, as a sentence; empty where there is nothing to add. */
export function intervalNote(n: number): string {
  if (n === 0) return "There is no run yet.";
  if (n === 1) return "One seed gives no interval: run more seeds to see how far they scatter.";
  if (n === 2) return "Two seeds give an interval that is very wide: its factor is 12.7 standard errors, 2.8 with five seeds.";
  return "";
}
