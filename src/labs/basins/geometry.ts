/**
 * Lines and arrows of the pictures as SVG path data in a square of 1000 x 1000, p_x to the right and p_y upwards. Pure strings, shared by the
 * page and by the exported picture.
 */

import { type RatePair, separatrix } from "../../theory/invariant.ts";
import type { KernelOptions } from "../../theory/kernel.ts";
import { RIGHT, WRONG } from "../../theory/outcome-codes.ts";
import { polyline } from "../../ui/field.ts";
import type { Path } from "./dynamics.ts";

export type Axes = readonly [number, number];

/** Points closer than this to the last one drawn are left out: half a pixel of a large picture. */
const NEAR = 0.0008;

/** The trajectory in the plane of two agents. */
export function pathData({ p, agents, times }: Path, [x, y]: Axes): string {
  const points: [number, number][] = [];
  let last: readonly [number, number] | null = null;
  for (let i = 0; i < times.length; i++) {
    const point: [number, number] = [p[i * agents + x] ?? 0.5, p[i * agents + y] ?? 0.5];
    const ends = i === times.length - 1;
    if (last && !ends && Math.abs(point[0] - last[0]) < NEAR && Math.abs(point[1] - last[1]) < NEAR) continue;
    points.push(point);
    last = point;
  }
  return polyline(points);
}

/** Points of half a separatrix; the other half is its mirror image, since right and wrong are symmetric. */
const HALF = 20;

/** The separatrix of two agents in closed form. `flip`: agent B runs along the horizontal axis. */
export function separatrixData(rates: RatePair, options: KernelOptions, flip: boolean): string {
  if (options.K < 2) return "";
  const points: [number, number][] = [[0, 1]];
  if (rates[0] !== rates[1]) {
    for (let i = 1; i < HALF; i++) {
      // Denser towards the corner, where a separatrix of unequal rates is steep.
      const pA = 0.5 * (i / HALF) ** 2;
      points.push([pA, separatrix(pA, rates, options)]);
    }
    points.push([0.5, 0.5]);
    for (let i = points.length - 2; i > 0; i--) {
      const [x, y] = points[i] ?? [0.5, 0.5];
      points.push([1 - x, 1 - y]);
    }
  }
  points.push([1, 0]);
  return polyline(flip ? points.map(([x, y]): [number, number] => [y, x]) : points);
}

/** Points to either side that a border is averaged over: some cells, so that steps vanish and bends stay. */
const SMOOTH = 5;

/**
 * The border of an up-set of cells (with each cell it holds those to the right and above) as a smooth line: middles of the steps between cells,
 * averaged. `edge(row)` is the row's first cell in the set; borders along the square's own sides are left out.
 */
function staircase(edge: (row: number) => number, n: number, rows: number): [number, number][] {
  const steps: [number, number][] = [];
  let x = n;
  for (let row = 0; row < rows; row++) {
    const column = Math.min(x, edge(row));
    for (; x > column; x--) if (row > 0) steps.push([x - 0.5, row]);
    if (x > 0 && x < n) steps.push([x, row + 0.5]);
  }
  return steps.map((_, i): [number, number] => {
    // The window shrinks at the ends, so that the line keeps its length.
    const reach = Math.min(SMOOTH, i, steps.length - 1 - i);
    let sumX = 0;
    let sumY = 0;
    for (let j = i - reach; j <= i + reach; j++) {
      sumX += steps[j]?.[0] ?? 0;
      sumY += steps[j]?.[1] ?? 0;
    }
    return [sumX / (2 * reach + 1) / n, sumY / (2 * reach + 1) / n];
  });
}

/** The borders that a map's cells show: of "all right", and of "all wrong" where that is elsewhere. */
export function borderData(cells: Uint8Array, n: number, rows: number): string {
  const rightFrom = (row: number): number => {
    let column = n;
    while (column > 0 && cells[row * n + column - 1] === RIGHT) column--;
    return column;
  };
  const wrongTo = (row: number): number => {
    let column = 0;
    while (column < n && cells[row * n + column] === WRONG) column++;
    return column;
  };
  const right = polyline(staircase(rightFrom, n, rows));
  const wrong = polyline(staircase(wrongTo, n, rows));
  return right === wrong ? right : right + wrong;
}

/** The lines of self-rewarding: each agent's threshold across the square. */
export function thresholdData(threshold: number | null): string {
  if (threshold === null) return "";
  return (
    polyline([
      [threshold, 0],
      [threshold, 1],
    ]) +
    polyline([
      [0, threshold],
      [1, threshold],
    ])
  );
}
