/**
 * The numbers of a run by column, one append a step: raw values in typed arrays that grow by doubling, and beside them means over
 * buckets of steps for drawing. A bucket is `width` steps; when there are too many buckets, neighbours merge and the width doubles, so
 * that an append costs the same at step 10,000 as at step 1 and nothing is ever sorted or scanned again.
 */

/** Steps are counted from 1. NaN stands for "not defined". */
export interface StepTable {
  /** Steps appended so far. */
  readonly length: number;
  /** Steps that a bucket spans. */
  readonly width: number;
  /** Buckets now, at most the limit. */
  readonly buckets: number;
  /** Appends the next step's values, one per column in order. Throws RangeError if there are too few or too many. */
  append(values: ArrayLike<number>): void;
  /** Forgets all steps after the first `steps`. */
  truncate(steps: number): void;
  /** Position of a column. Throws RangeError where there is none. */
  column(name: string): number;
  /** The value of a column at a step; NaN before the first and after the last. */
  at(column: number, step: number): number;
  /** Mean step of a bucket: where its mean is drawn. */
  stepOf(bucket: number): number;
  /** The last step of a bucket. */
  endOf(bucket: number): number;
  /** Mean of a column's defined values in a bucket; NaN if there are none. */
  mean(column: number, bucket: number): number;
  /** Mean of a column's defined values over the last `steps` steps; NaN if there are none. */
  recent(column: number, steps: number): number;
  /** Mean of a column's defined values over the `steps` steps that end with `step`, fewer at the start; NaN if there are none. */
  trailing(column: number, step: number, steps: number): number;
}

/**
 * Points of a line. A step's 32 prompts give a share that jumps by 8 points from step to step, and 200 points of six such lines cannot
 * be told apart; at 100 the mean of two or more steps is drawn from step 101 on, and a redraw costs half.
 */
export const MAX_BUCKETS = 100;

/** An empty table. `limit` must be even, so that merged neighbours stay aligned. */
export function createStepTable(names: readonly string[], limit = MAX_BUCKETS): StepTable {
  if (limit < 2 || limit % 2 !== 0) throw new RangeError("The limit of buckets must be even and at least 2.");
  const positions = new Map(names.map((name, index) => [name, index]));
  let raw = names.map(() => new Float64Array(64));
  const sums = names.map(() => new Float64Array(limit));
  const counts = names.map(() => new Uint32Array(limit));
  let length = 0;
  let width = 1;

  const bucketCount = (): number => Math.ceil(length / width);

  const merge = (): void => {
    for (const part of [...sums, ...counts]) {
      for (let b = 0; b < limit / 2; b++) part[b] = (part[2 * b] ?? 0) + (part[2 * b + 1] ?? 0);
      part.fill(0, limit / 2);
    }
    width *= 2;
  };

  const grow = (): void => {
    raw = raw.map((values) => {
      const larger = new Float64Array(2 * values.length);
      larger.set(values);
      return larger;
    });
  };

  const trailing = (column: number, step: number, steps: number): number => {
    let sum = 0;
    let defined = 0;
    for (let index = Math.max(0, step - steps); index < Math.min(step, length); index++) {
      const value = raw[column]?.[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      defined++;
    }
    return sum / defined;
  };

  const append = (values: ArrayLike<number>): void => {
    if (values.length !== names.length) throw new RangeError(`A step has ${names.length} values, not ${values.length}.`);
    if (length === (raw[0]?.length ?? Number.POSITIVE_INFINITY)) grow();
    if (Math.floor(length / width) >= limit) merge();
    const bucket = Math.floor(length / width);
    for (let c = 0; c < names.length; c++) {
      const value = values[c] ?? Number.NaN;
      const [column, sum, count] = [raw[c], sums[c], counts[c]];
      if (!column || !sum || !count) continue;
      column[length] = value;
      if (Number.isNaN(value)) continue;
      sum[bucket] = (sum[bucket] ?? 0) + value;
      count[bucket] = (count[bucket] ?? 0) + 1;
    }
    length++;
  };

  return {
    get length() {
      return length;
    },
    get width() {
      return width;
    },
    get buckets() {
      return bucketCount();
    },
    append,
    truncate(steps) {
      const left = Math.max(0, Math.min(steps, length));
      length = 0;
      width = 1;
      for (const part of [...sums, ...counts]) part.fill(0);
      // A row is read before it is written again: appending at `step` touches no later one.
      for (let step = 0; step < left; step++) append(raw.map((column) => column[step] ?? Number.NaN));
    },
    column(name) {
      const position = positions.get(name);
      if (position === undefined) throw new RangeError(`There is no column "${name}".`);
      return position;
    },
    at: (column, step) => (step >= 1 && step <= length ? (raw[column]?.[step - 1] ?? Number.NaN) : Number.NaN),
    stepOf(bucket) {
      const first = bucket * width + 1;
      const last = Math.min(length, first + width - 1);
      return (first + last) / 2;
    },
    endOf: (bucket) => Math.min(length, (bucket + 1) * width),
    mean: (column, bucket) => (sums[column]?.[bucket] ?? 0) / (counts[column]?.[bucket] ?? 0),
    recent: (column, steps) => trailing(column, length, steps),
    trailing,
  };
}
