/** Rows of the time charts: the differential equation's line of each agent, and the stochastic runs as two bands around it. Pure. */
import { agentLook } from "../../ui/agents.ts";
import { agentLetter, interval } from "../../ui/format.ts";
import type { FigureRow, FigureSeries } from "../../ui/LineFigure.tsx";
import { type Path, pathAt } from "./dynamics.ts";
import type { Fan } from "./protocol.ts";

const LINES = 80;

export interface TimeDrawing {
  readonly rows: readonly FigureRow[];
  readonly series: readonly FigureSeries[];
}

/** p_n(t) from the path alone, or from the runs where there are any: then band 5 to 95 %, a fainter line with band 25 to 75 % for the median. */
export function timeRows(path: Path, horizon: number, fan: Fan | null): TimeDrawing {
  const { agents } = path;
  const series = Array.from({ length: agents }, (_, n): FigureSeries[] => {
    const look = agentLook(n);
    const key = agentLetter(n);
    const line = { key, look, width: 2, hollow: false, faint: false, band: fan !== null };
    return fan ? [line, { key: `${key}median`, look, width: 1, hollow: true, faint: true, band: true }] : [line];
  }).flat();
  const times = fan ? fan.steps : Array.from({ length: LINES + 1 }, (_, i) => (horizon * i) / LINES);
  const length = fan ? fan.steps.length * agents : 0;
  const rows = times.map((step, i): FigureRow => {
    const row: Record<string, number | readonly [number, number]> = {};
    const p = fan ? null : pathAt(path, step);
    for (let n = 0; n < agents; n++) {
      const key = agentLetter(n);
      if (!fan) {
        row[key] = p?.[n] ?? 0;
        continue;
      }
      const at = i * agents + n;
      const level = (l: number): number => fan.levels[l * length + at] ?? 0;
      row[key] = fan.mean[at] ?? 0;
      row[`${key}band`] = [level(0), level(4)];
      row[`${key}median`] = level(2);
      row[`${key}medianband`] = [level(1), level(3)];
    }
    return { ...row, step };
  });
  return { rows, series };
}

/** The share of runs that end right, in words, with Wilson's 95 % interval, against what the equation says. */
export function fanSentence(fan: Fan, repeats: number, horizon: number): string {
  const agents = fan.right.length;
  const last = (fan.steps.length - 1) * agents;
  const each = fan.right
    .map(({ estimate, low, high }, n) => `${agentLetter(n)} in ${interval({ mean: estimate, low, high })} %`)
    .join(", ");
  const { estimate, low, high } = fan.allRight;
  const ode = Array.from({ length: agents }, (_, n) => `${agentLetter(n)} at ${(fan.mean[last + n] ?? 0).toFixed(3)}`).join(", ");
  return `Of ${repeats} stochastic runs p is above one half at T = ${horizon}: ${each}; of all at once in ${interval({ mean: estimate, low, high })} %. The equation then has ${ode}.`;
}
