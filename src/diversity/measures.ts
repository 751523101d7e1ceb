/**
 * How far the errors of two policies are decoupled (Co-RL, arXiv 2608.17253, appendix A and table 6): Cohen's kappa on correctness (J. Cohen,
 * Educational and Psychological Measurement 20, 1960), complementarity, oracle accuracy, shared wrong answers.
 */
import { type Cells, checkCells } from "./cells.ts";

export interface Diversity {
  /** Pairs of samples behind the measures. */
  readonly n: number;
  /** Share of right answers of each. */
  readonly accuracyA: number;
  readonly accuracyB: number;
  /**
   * Agreement on which prompts are right beyond what chance gives for these two accuracies, -1 to 1; null where both are right, or both
   * wrong, on everything: expected agreement is 1 and there is nothing beyond it.
   */
  readonly kappa: number | null;
  /** c: share of prompts where exactly one is right, which is where a peer's label can teach something. */
  readonly complementarity: number;
  /** u: share of prompts where at least one is right. */
  readonly oracle: number;
  /** w: share of prompts where both are wrong with the same answer, which no vote between them can tell from a right one. null: unknown. */
  readonly sharedWrong: number | null;
  /** The most that w can be, 1 - u; what the four cells alone say about it. */
  readonly sharedWrongBound: number;
}
export type MeasureName = Exclude<keyof Diversity, "n">;

/**
 * Cohen's kappa with the marginals as they are: (po - pe) / (1 - pe). Written in counts, so that "expected agreement is 1" is an exact
 * zero and not a rounding of one: 2 (both neither - onlyA onlyB) / (n^2 - n^2 pe).
 */
export function kappaOf({ both, onlyA, onlyB, neither }: Cells): number | null {
  const rightA = both + onlyA;
  const rightB = both + onlyB;
  const wrongA = onlyB + neither;
  const wrongB = onlyA + neither;
  const chanceDisagreement = rightA * wrongB + wrongA * rightB;
  return chanceDisagreement === 0 ? null : (2 * (both * neither - onlyA * onlyB)) / chanceDisagreement;
}

/** All measures of some counts; null where there is nothing to measure. Throws RangeError on counts that are none. */
export function diversityOf(cells: Cells): Diversity | null {
  checkCells(cells);
  const { both, onlyA, onlyB, neither, sameWrong } = cells;
  const n = both + onlyA + onlyB + neither;
  if (n === 0) return null;
  return {
    n,
    accuracyA: (both + onlyA) / n,
    accuracyB: (both + onlyB) / n,
    kappa: kappaOf(cells),
    complementarity: (onlyA + onlyB) / n,
    oracle: (both + onlyA + onlyB) / n,
    sharedWrong: sameWrong === null ? null : sameWrong / n,
    sharedWrongBound: neither / n,
  };
}
