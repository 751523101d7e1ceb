/**
 * Puts rollouts of similar length together, so that a short completion is not padded to the longest one: most completions of the
 * toy task have 10 tokens, a few 24.
 */

export interface Bucket {
  /** Row numbers, ascending by length, then by number. */
  readonly rows: Int32Array;
  /** The longest completion of the bucket. */
  readonly time: number;
}

/** Below this many tokens saved another bucket costs more in small operations than it saves. */
const WORTH_TOKENS = 400;

/**
 * Splits rows into at most three buckets with the fewest padded tokens, found by trying all pairs of bounds (at most 24 lengths).
 * `lengths` is by row number; rows of length 0 must not be given.
 */
export function bucketRows(rows: readonly number[], lengths: ArrayLike<number>): Bucket[] {
  const length = (row: number): number => lengths[row] ?? 0;
  const sorted = [...rows].sort((a, b) => length(a) - length(b) || a - b);
  // ends[i]: how many rows are at most distinct[i] long.
  const distinct: number[] = [];
  const ends: number[] = [];
  sorted.forEach((row, i) => {
    if (length(row) !== distinct[distinct.length - 1]) {
      distinct.push(length(row));
      ends.push(i + 1);
    } else ends[ends.length - 1] = i + 1;
  });
  const last = distinct.length - 1;
  if (last < 0) return [];
  const cost = (bounds: readonly number[]): number => {
    let from = 0;
    let tokens = WORTH_TOKENS * (bounds.length - 1);
    for (const b of bounds) {
      tokens += ((ends[b] ?? 0) - from) * (distinct[b] ?? 0);
      from = ends[b] ?? 0;
    }
    return tokens;
  };
  let best: readonly number[] = [last];
  const consider = (bounds: readonly number[]): void => {
    if (cost(bounds) < cost(best)) best = bounds;
  };
  for (let i = 0; i < last; i++) {
    consider([i, last]);
    for (let j = i + 1; j < last; j++) consider([i, j, last]);
  }
  let from = 0;
  return best.map((b) => {
    const end = ends[b] ?? 0;
    const bucket = { rows: Int32Array.from(sorted.slice(from, end)), time: distinct[b] ?? 0 };
    from = end;
    return bucket;
  });
}
