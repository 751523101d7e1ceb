/** The result: a line per row, point and agent, with intervals and the difference to the baseline. Sorted by a column's heading. */
import { useState } from "react";
import type { AgentSummary, CellSummary, Summary } from "../../runs/summary.ts";
import { count } from "../../ui/format.ts";
import { SortHead } from "../../ui/SortHead.tsx";
import { Term } from "../../ui/Term.tsx";
import { settingLabel } from "./setting-words.ts";
import { differenceText, policyText, shareText } from "./words.ts";

interface Line {
  readonly cell: CellSummary;
  readonly agent: AgentSummary;
}

interface Column {
  readonly name: string;
  readonly text: (line: Line) => string;
  /** NaN goes last. */
  readonly order: (line: Line) => number | string;
  readonly figure: boolean;
}

const WORDS = new Intl.Collator("en", { numeric: true });

/** How a difference whose interval lies on one side of zero is marked, in words as well as by the arrow. */
export function markOf({ agent: { difference } }: Line): { readonly arrow: string; readonly words: string } | null {
  if (!difference?.excludesZero) return null;
  return difference.mean > 0 ? { arrow: "▲", words: "above zero" } : { arrow: "▼", words: "below zero" };
}

function columnsOf({ plan, unit }: Summary): readonly Column[] {
  const baseline = plan.rows.find(({ id }) => id === plan.baseline);
  return [
    { name: "Row", text: ({ cell }) => cell.title, order: ({ cell }) => cell.title, figure: false },
    ...plan.grid.map(
      ({ setting }, n): Column => ({
        name: settingLabel(setting),
        text: ({ cell }) => String(cell.point[n]?.value ?? ""),
        order: ({ cell }) => cell.point[n]?.value ?? "",
        figure: true,
      }),
    ),
    { name: "Agent", text: ({ agent }) => agent.agent, order: ({ agent }) => agent.agent, figure: false },
    {
      name: "Policy",
      text: ({ agent }) => policyText(agent.policy),
      order: ({ agent }) => policyText(agent.policy),
      figure: false,
    },
    {
      name: `n (${unit}s)`,
      text: ({ agent }) => String(agent.final?.n ?? 0),
      order: ({ agent }) => agent.final?.n ?? 0,
      figure: true,
    },
    {
      name: "Held-out accuracy, %",
      text: ({ agent }) => shareText(agent.final),
      order: ({ agent }) => agent.final?.mean ?? Number.NaN,
      figure: true,
    },
    {
      name: "Before, %",
      text: ({ agent }) => shareText(agent.before && { ...agent.before, low: null, high: null }),
      order: ({ agent }) => agent.before?.mean ?? Number.NaN,
      figure: true,
    },
    ...(baseline
      ? [
          {
            name: `Against ${baseline.title}, points`,
            text: ({ agent }: Line) => differenceText(agent.difference),
            order: ({ agent }: Line) => agent.difference?.mean ?? Number.NaN,
            figure: true,
          },
        ]
      : []),
    {
      name: "Pseudo-label accuracy, %",
      text: ({ agent }) => shareText(agent.late.pseudoLabelAccuracy),
      order: ({ agent }) => agent.late.pseudoLabelAccuracy?.mean ?? Number.NaN,
      figure: true,
    },
    {
      name: "Agreement, %",
      text: ({ agent }) => shareText(agent.late.agreement),
      order: ({ agent }) => agent.late.agreement?.mean ?? Number.NaN,
      figure: true,
    },
  ];
}

function compare(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : WORDS.compare(String(a), String(b));
}

function sorted(lines: readonly Line[], column: Column | undefined, down: boolean): readonly Line[] {
  if (!column) return lines;
  const known = lines.filter((line) => !Number.isNaN(column.order(line)));
  const rest = lines.filter((line) => Number.isNaN(column.order(line)));
  return [...known.sort((a, b) => (down ? -1 : 1) * compare(column.order(a), column.order(b))), ...rest];
}

/** Lines shown at first: more would hold the page when they are drawn. */
const MOST_LINES = 60;

export function FinalTable({ summary }: { readonly summary: Summary }) {
  const [sort, setSort] = useState<{ readonly name: string; readonly down: boolean } | null>(null);
  const [most, setMost] = useState(MOST_LINES);
  const columns = columnsOf(summary);
  const by = columns.find(({ name }) => name === sort?.name);
  const lines = summary.cells.flatMap((cell) => cell.agents.map((agent): Line => ({ cell, agent })));
  const compared = lines.filter(({ agent }) => agent.difference !== null).length;
  // Down, up, and back to the plan's order.
  const next = (name: string): void =>
    setSort(sort?.name !== name ? { name, down: true } : sort.down ? { name, down: false } : null);
  return (
    <section aria-labelledby="table-title" className="experiment-panel">
      <h2 id="table-title">
        <Term id="held-out accuracy" /> at the end
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="experiment-scroll" aria-label="Table of results" tabIndex={0}>
        <table className="experiment-table">
          <caption className="visually-hidden">
            {`Means over ${summary.unit}s with 95 % intervals; differences marked where the interval excludes zero`}
          </caption>
          <thead>
            <tr>
              {columns.map(({ name, figure }) => (
                <SortHead
                  key={name}
                  name={name}
                  className={figure ? "experiment-figure" : undefined}
                  direction={by?.name !== name ? null : sort?.down ? "descending" : "ascending"}
                  onSort={() => next(name)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(lines, by, sort?.down ?? false)
              .slice(0, most)
              .map((line) => {
                const mark = markOf(line);
                return (
                  <tr key={`${line.cell.row} ${JSON.stringify(line.cell.point)} ${line.agent.agent}`}>
                    {columns.map(({ name, text, figure }) =>
                      name === "Row" ? (
                        <th key={name} scope="row">
                          {text(line)}
                        </th>
                      ) : (
                        <td key={name} className={figure ? "experiment-figure" : undefined}>
                          {text(line)}
                          {mark && name.startsWith("Against ") ? (
                            <span className="experiment-mark" title={`The interval lies ${mark.words}.`}>
                              {" "}
                              <span aria-hidden="true">{mark.arrow}</span>
                              <span className="visually-hidden">the interval lies {mark.words}</span>
                            </span>
                          ) : null}
                        </td>
                      ),
                    )}
                  </tr>
                );
              })}
          </tbody>
        </table>
      </section>
      {lines.length > most ? (
        <button type="button" className="plain-button" onClick={() => setMost(most + MOST_LINES)}>
          Show more of the {lines.length} lines
        </button>
      ) : null}
      <p className="look-for">
        {`Mean over ${summary.unit}s with its 95 % interval (Student's t). `}
        {compared > 0
          ? `Differences are paired by ${summary.unit}, against the baseline's agent that began as the same policy; ▲ and ▼ mark an interval that excludes zero. Among ${count(compared, "comparison")} about ${Math.max(1, Math.round(compared / 20))} would be marked by chance alone if nothing differed. `
          : ""}
        Pseudo-label accuracy and agreement: means over the last 20 steps.
      </p>
    </section>
  );
}
