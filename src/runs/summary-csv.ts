/**
 * Summary and curves as CSV (RFC 4180: a header, CRLF, a full stop for decimals). Cells are ids, numbers and lists of them; none needs quotes
 * (a row's title stands in summary.json). An empty cell is "not defined".
 */
import { LATE_METRICS } from "./digest.ts";
import type { Figure, Summary } from "./summary.ts";
import type { CellCurve } from "./summary-curves.ts";
import type { EnsembleSummary } from "./summary-ensemble.ts";

const ENDS = ["Mean", "Low", "High"] as const;

function cell(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

function ends(figure: { readonly mean: number; readonly low: number | null; readonly high: number | null } | null): string[] {
  return [cell(figure?.mean), cell(figure?.low), cell(figure?.high)];
}

/** "0:0.781 1:0.764": each seed's value. */
function values(figure: Figure | null): string {
  return figure?.values.map(({ seed, value }) => `${seed}:${value}`).join(" ") ?? "";
}

function text(lines: readonly (readonly string[])[]): string {
  return `${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

/**
 * One line per row x point x agent: final, before, late means with their intervals, difference to the baseline, then the matched-budget
 * evaluation; after a cell's agents a line for each pair ("A+B"), which has the latter alone.
 */
export function summaryCsv(summary: Summary): string {
  const settings = summary.plan.grid.map(({ setting }) => setting);
  const named = ["final", "before", ...LATE_METRICS, "difference"].flatMap((name) => ENDS.map((end) => `${name}${end}`));
  const own = ["row", "method", ...settings, "agent", "policy", "seeds", ...named, "excludesZero", "finalStd", "finalValues"];
  const budget = ["ensemblePassAt1", "ensembleMajority", "ensembleDifference"].flatMap((name) =>
    ENDS.map((end) => `${name}${end}`),
  );
  const header = [...own, ...budget, "ensembleValues"];
  const voted = (line: EnsembleSummary | undefined): string[] => [
    ...ends(line?.passAt1 ?? null),
    ...ends(line?.majority ?? null),
    ...ends(line?.difference ?? null),
    values(line?.majority ?? null),
  ];
  const lines = summary.cells.flatMap(({ row, method, point, agents, ensemble }) => [
    ...agents.map(({ agent, policy, final, before, late, difference }, n) => [
      row,
      method,
      ...point.map(({ value }) => String(value)),
      agent,
      policy,
      String(final?.n ?? 0),
      ...ends(final),
      ...ends(before),
      ...LATE_METRICS.flatMap((metric) => ends(late[metric])),
      ...ends(difference),
      difference?.excludesZero === null || !difference ? "" : String(difference.excludesZero),
      cell(final?.std),
      values(final),
      ...voted(ensemble.find(({ members }) => members.length === 1 && members[0] === n)),
    ]),
    ...ensemble
      .filter(({ members }) => members.length > 1)
      .map((line) => {
        const cells = [row, method, ...point.map(({ value }) => String(value)), line.name.replaceAll(" ", "")];
        const rest = own.length - cells.length;
        return [...cells, ...Array.from({ length: rest }, () => ""), ...voted(line)];
      }),
  ]);
  return text([header, ...lines]);
}

/** One line per row x point x agent x metric x step: the mean curve and its band. */
export function curvesCsv(summary: Summary, curves: readonly CellCurve[]): string {
  const settings = summary.plan.grid.map(({ setting }) => setting);
  const header = ["row", ...settings, "agent", "metric", "step", "seeds", "mean", "low", "high"];
  const lines = curves.flatMap(({ row, point, agent, metric, points }) =>
    points.map((at) => [
      row,
      ...point.map(({ value }) => String(value)),
      String.fromCharCode(65 + agent),
      metric,
      String(at.step),
      String(at.n),
      ...ends(at),
    ]),
  );
  return text([header, ...lines]);
}
