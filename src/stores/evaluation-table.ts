/** Held-out accuracy by step, exact: evaluations are few, and a mean of intervals would be no interval. */
import type { Estimate } from "../runs/record.ts";

export interface Evaluation {
  readonly step: number;
  /** One estimate per agent of each cohort, in order. */
  readonly estimates: readonly Estimate[];
}

export interface EvaluationTable {
  readonly length: number;
  /** Adds an evaluation; at the step of the last one it replaces it (the final evaluation has more samples). */
  add(evaluation: Evaluation): void;
  /** Forgets all after a step. */
  rewind(step: number): void;
  readonly last: Evaluation | null;
  /** The latest evaluation at or before a step; null before the first. */
  before(step: number): Evaluation | null;
  /** At most about `limit` evaluations, evenly strided, the first and the last among them. */
  shown(limit: number): Evaluation[];
}

/** An empty table. Steps must not decrease. */
export function createEvaluationTable(): EvaluationTable {
  const rows: Evaluation[] = [];
  return {
    get length() {
      return rows.length;
    },
    get last() {
      return rows.at(-1) ?? null;
    },
    add(evaluation) {
      const last = rows.at(-1);
      if (last && evaluation.step < last.step) throw new RangeError("Evaluations come in the order of their steps.");
      if (last?.step === evaluation.step) rows[rows.length - 1] = evaluation;
      else rows.push(evaluation);
    },
    rewind(step) {
      while ((rows.at(-1)?.step ?? 0) > step) rows.pop();
    },
    before(step) {
      let low = 0;
      let high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((rows[middle]?.step ?? Number.POSITIVE_INFINITY) <= step) low = middle + 1;
        else high = middle;
      }
      return rows[low - 1] ?? null;
    },
    shown(limit) {
      // A power of two, so that points stay where they are until the stride doubles.
      let stride = 1;
      while (rows.length / stride > limit) stride *= 2;
      return rows.filter((_, index) => index % stride === 0 || index === rows.length - 1);
    },
  };
}
