/** Axes that grow and never shrink, so that lines do not jump while a run goes on; ticks at 1, 2 or 5 times a power of ten. */

export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Axis extends Range {
  readonly ticks: readonly number[];
}

/** How a range may grow: at least `span` wide, never below `floor` nor above `ceiling`. */
export interface RangeRule {
  /** Shown while there are no values. */
  readonly empty: Range;
  readonly span: number;
  readonly floor: number;
  readonly ceiling: number;
  /** Always part of the range, such as 0 for a spread. */
  readonly include?: number;
}

/** The tick distance that gives about `count` intervals over a width. */
export function tickStep(width: number, count: number): number {
  const rough = Math.max(width, 1e-9) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return factor * power;
}

function ticksOf(range: Range, step: number): number[] {
  const first = Math.ceil(range.min / step - 1e-9);
  const last = Math.floor(range.max / step + 1e-9);
  // Multiples by division where the step is below 1, so that 0.3 is 0.3 and not 0.30000000000000004.
  const inverse = Math.round(1 / step);
  return Array.from({ length: last - first + 1 }, (_, n) => (step < 1 ? (first + n) / inverse : (first + n) * step));
}

/**
 * The range of a vertical axis after values from `low` to `high` came in: contains the range before and the values, rounded outwards
 * to ticks. Null while there has been no value (`low` above `high`).
 */
export function growRange(before: Range | null, low: number, high: number, rule: RangeRule): Range | null {
  if (!(low <= high)) return before;
  const { include = low } = rule;
  let min = Math.min(low, include, before?.min ?? low);
  let max = Math.max(high, include, before?.max ?? high);
  const lacking = rule.span - (max - min);
  if (lacking > 0) {
    max = Math.min(rule.ceiling, Math.max(rule.floor, min - lacking / 2) + rule.span);
    min = Math.max(rule.floor, Math.min(min, max - rule.span));
  }
  const step = tickStep(max - min, 4);
  return {
    min: Math.max(rule.floor, Math.floor(min / step + 1e-9) * step),
    max: Math.min(rule.ceiling, Math.ceil(max / step - 1e-9) * step),
  };
}

/** A range with its ticks. */
export function axisOf(range: Range, count = 4): Axis {
  return { ...range, ticks: ticksOf(range, tickStep(range.max - range.min, count)) };
}

/** Runs up to this long show their whole length from the start. */
const WHOLE = 400;

/** The horizontal axis at a step: all of a short run; a long one grows by doubling up to its end. */
export function stepAxis(before: Range | null, step: number, total: number): Axis {
  let max = total <= WHOLE ? Math.max(1, total) : Math.max(before?.max ?? 0, 100);
  while (max < step) max *= 2;
  if (total > WHOLE) max = Math.min(max, total);
  const ticks = ticksOf({ min: 0, max }, Math.max(1, tickStep(max, 5)));
  return { min: 0, max, ticks };
}
