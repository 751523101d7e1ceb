/**
 * Basin maps by integration, for whatever the first integral does not cover: rings of three and more, mixtures, pooled votes, many answers.
 *
 * Two-outcome flows keep order (`two-outcome.ts`), so along every axis the outcome only rises: all wrong, apart or undecided, all right. A map
 * is then known from its borders, and these from a walk: in each line start where the line before had its border and step down while the
 * outcome holds. An n x n map takes at most some 2 n integrations for each border instead of n^2, an n^3 cube 2 n^2 instead of n^3. Where order is not proven
 * (many answers), `monotone: false` judges every cell.
 *
 * A map is a job that is advanced in slices, so that a page can show progress and stop it by not calling again.
 */
import { cellCentre } from "./invariant.ts";
import { type OutcomeCode, RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";

export interface MapPlan {
  /** Cells along each axis. */
  readonly n: number;
  /** 2 for a plane, 3 for a cube. */
  readonly axes: 2 | 3;
  /** Whether the outcome never falls along any axis. */
  readonly monotone: boolean;
  /** The outcome from probabilities along the axes, length `axes`; the array is reused. */
  readonly judge: (p: Float64Array) => OutcomeCode;
}

export interface MapJob {
  readonly n: number;
  readonly axes: 2 | 3;
  /** Outcome codes; cells[(i2 * n + i1) * n + i0] for axes 0, 1, 2. UNDECIDED where not yet known. */
  readonly cells: Uint8Array;
  /** Lines of cells finished, and how many there are. */
  readonly finished: number;
  readonly lines: number;
  /** Starts judged so far. */
  readonly judged: number;
  /** Goes on for about `budget` judgements (and at least one line). True when the map is complete. */
  advance(budget: number): boolean;
}

/** A map that has not begun. Throws RangeError on a size below 1. */
export function createMapJob({ n, axes, monotone, judge }: MapPlan): MapJob {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A map needs at least one cell along an axis, not ${n}.`);
  const planes = axes === 3 ? n : 1;
  const lines = planes * n;
  const cells = new Uint8Array(lines * n).fill(UNDECIDED);
  const p = new Float64Array(axes);
  // First cell of each line that ends all right, and first that does not end all wrong; a line's upper neighbours bound its own.
  const rightFrom = new Int32Array(lines).fill(n);
  const wrongTo = new Int32Array(lines).fill(n);
  let judged = 0;
  let finished = 0;

  const codeAt = (line: number, i0: number): OutcomeCode => {
    judged++;
    p[0] = cellCentre(i0, n);
    p[1] = cellCentre(line % n, n);
    if (axes === 3) p[2] = cellCentre(Math.floor(line / n), n);
    return judge(p);
  };
  const bound = (border: Int32Array, line: number): number =>
    Math.min(line % n > 0 ? (border[line - 1] as number) : n, line >= n ? (border[line - n] as number) : n);

  const walk = (line: number): void => {
    let between: OutcomeCode = UNDECIDED;
    let right = bound(rightFrom, line);
    let wrong = Math.min(bound(wrongTo, line), right);
    let code: OutcomeCode = WRONG;
    while (right > 0) {
      code = codeAt(line, right - 1);
      if (code !== RIGHT) break;
      right--;
    }
    wrong = Math.min(wrong, right);
    if (right > 0 && code !== WRONG) {
      between = code;
      // The cell below `right` was judged just now: it ends neither all right nor all wrong.
      wrong = Math.min(wrong, right - 1);
      while (wrong > 0) {
        code = codeAt(line, wrong - 1);
        if (code === WRONG) break;
        if (code === SPLIT) between = SPLIT;
        wrong--;
      }
      // An undecided line may bound the band above while the agents end apart below it.
      if (between !== SPLIT && wrong < right - 1 && codeAt(line, wrong) === SPLIT) between = SPLIT;
    } else {
      wrong = right;
    }
    rightFrom[line] = right;
    wrongTo[line] = wrong;
    cells.fill(WRONG, line * n, line * n + wrong);
    cells.fill(between, line * n + wrong, line * n + right);
    cells.fill(RIGHT, line * n + right, line * n + n);
  };
  const fill = (line: number): void => {
    for (let i0 = 0; i0 < n; i0++) cells[line * n + i0] = codeAt(line, i0);
  };

  return {
    n,
    axes,
    cells,
    lines,
    get finished() {
      return finished;
    },
    get judged() {
      return judged;
    },
    advance: (budget) => {
      const stop = judged + budget;
      while (finished < lines) {
        if (monotone) walk(finished);
        else fill(finished);
        finished++;
        if (judged >= stop) break;
      }
      return finished === lines;
    },
  };
}

/** Shares of a map's cells by outcome code. */
export function basinShares(cells: Uint8Array): { readonly wrong: number; readonly right: number; readonly other: number } {
  let wrong = 0;
  let right = 0;
  for (const cell of cells) {
    if (cell === WRONG) wrong++;
    else if (cell === RIGHT) right++;
  }
  return { wrong: wrong / cells.length, right: right / cells.length, other: 1 - (wrong + right) / cells.length };
}
