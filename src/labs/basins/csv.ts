/** Trajectories and basin maps as comma-separated values. Pure. */
import { cellCentre } from "../../theory/invariant.ts";
import { agentLetter } from "../../ui/format.ts";
import { type Path, pathAt, RULES } from "./dynamics.ts";
import type { CellMap } from "./protocol.ts";
import type { PerRule } from "./scene.ts";

/** Rows of a trajectory: evenly spaced in time. */
export const TRAJECTORY_ROWS = 201;
/** How a map's cells are written: what the codes of src/theory/outcome-codes.ts mean. */
export const OUTCOME_WORDS = ["wrong", "right", "undecided", "apart"] as const;

/** `rule,point,t,p_A,p_B,...`: point 0 is the start, 1 and up the dropped ones. */
export function trajectoryCsv(starts: readonly { readonly path: PerRule<Path> }[], horizon: number): string {
  const agents = starts[0]?.path.self.agents ?? 0;
  const lines = [["rule", "point", "t", ...Array.from({ length: agents }, (_, n) => `p_${agentLetter(n)}`)].join(",")];
  for (const rule of RULES) {
    starts.forEach(({ path }, point) => {
      for (let i = 0; i < TRAJECTORY_ROWS; i++) {
        const t = (horizon * i) / (TRAJECTORY_ROWS - 1);
        lines.push(
          [rule, point, Number(t.toPrecision(9)), ...pathAt(path[rule], t).map((p) => Number(p.toPrecision(9)))].join(","),
        );
      }
    });
  }
  return `${lines.join("\r\n")}\r\n`;
}

/**
 * `p_A,p_B,self,cross`, one row a cell at its centre, with the names of the two agents on the axes. In pieces, one a row of cells, so that a
 * large map needs no single long task.
 */
export function* basinMapCsv(self: CellMap, cross: CellMap, axes: readonly [number, number]): Generator<string> {
  if (self.n !== cross.n) throw new RangeError(`Maps of ${self.n} and ${cross.n} cells do not go together.`);
  const { n } = cross;
  yield `p_${agentLetter(axes[0])},p_${agentLetter(axes[1])},self,cross\r\n`;
  const word = (map: CellMap, at: number): string => OUTCOME_WORDS[map.cells[at] ?? 2] ?? "undecided";
  for (let row = 0; row < n; row++) {
    let text = "";
    for (let column = 0; column < n; column++) {
      const at = row * n + column;
      text += `${cellCentre(column, n)},${cellCentre(row, n)},${word(self, at)},${word(cross, at)}\r\n`;
    }
    yield text;
  }
}
