/** A legend that is a table: one row an agent or pair, one column a cohort, each cell the line's swatch and its value. */
import type { AgentLook } from "./agents.ts";
import { Swatch } from "./Marker.tsx";

export interface LegendCell {
  readonly row: string;
  readonly column: string;
  readonly look: AgentLook;
  readonly width: number;
  readonly hollow: boolean;
  readonly faint: boolean;
  /** The value as text; a second, smaller part such as an interval. */
  readonly value: string;
  readonly detail: string;
}

interface LegendTableProps {
  /** For screen readers: what the numbers are, and at which step. */
  readonly caption: string;
  readonly cells: readonly LegendCell[];
}

export function LegendTable({ caption, cells }: LegendTableProps) {
  const rows = [...new Set(cells.map((cell) => cell.row))];
  const columns = [...new Set(cells.map((cell) => cell.column))];
  return (
    <table className="legend">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column) => {
              const cell = cells.find((candidate) => candidate.row === row && candidate.column === column);
              if (!cell) return <td key={column} />;
              return (
                <td key={column}>
                  <span className="legend-cell">
                    <Swatch look={cell.look} width={cell.width} hollow={cell.hollow} faint={cell.faint} />
                    <span className="legend-value">{cell.value}</span>
                    {cell.detail ? <span className="legend-detail">{cell.detail}</span> : null}
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
