/** The matched budget: agents alone and two agents' rollouts in one vote, over seeds. */
import { ENSEMBLE } from "../../learning/ensemble.ts";
import type { CellSummary, Summary } from "../../runs/summary.ts";
import type { EnsembleSummary } from "../../runs/summary-ensemble.ts";
import { Term } from "../../ui/Term.tsx";
import { settingLabel } from "./setting-words.ts";
import { differenceText, shareText } from "./words.ts";

interface Line {
  readonly cell: CellSummary;
  readonly line: EnsembleSummary;
}

/** Lines shown at first: more would hold the page when they are drawn. */
const MOST_LINES = 60;

export function EnsembleTable({ summary }: { readonly summary: Summary }) {
  const { plan, cells, unit } = summary;
  const { samples, temperature, topP } = ENSEMBLE;
  const lines = cells.flatMap((cell) => cell.ensemble.map((line): Line => ({ cell, line })));
  if (lines.length === 0) return null;
  const baseline = plan.rows.find(({ id }) => id === plan.baseline);
  const figures = ["pass@1, %", `maj@${samples}, %`, ...(baseline ? [`maj@${samples} against ${baseline.title}, points`] : [])];
  return (
    <section aria-labelledby="ensemble-title" className="experiment-panel">
      <h2 id="ensemble-title">
        <Term id="ensemble" />: maj@{samples}, temperature {temperature}, top-p {topP}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="experiment-scroll" aria-label="Table of ensembles" tabIndex={0}>
        <table className="experiment-table">
          <caption className="visually-hidden">{`Agents alone and as ensembles: means over ${unit}s with 95 % intervals`}</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {plan.grid.map(({ setting }) => (
                <th key={setting} scope="col" className="experiment-figure">
                  {settingLabel(setting)}
                </th>
              ))}
              <th scope="col">Who votes</th>
              {[`n (${unit}s)`, ...figures].map((name) => (
                <th key={name} scope="col" className="experiment-figure">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MOST_LINES).map(({ cell, line }) => (
              <tr key={`${cell.row} ${JSON.stringify(cell.point)} ${line.name}`}>
                <th scope="row">{cell.title}</th>
                {cell.point.map(({ setting, value }) => (
                  <td key={setting} className="experiment-figure">
                    {String(value)}
                  </td>
                ))}
                <td>{line.members.length > 1 ? `${line.name}, ensemble` : line.name}</td>
                <td className="experiment-figure">{line.majority?.n ?? 0}</td>
                <td className="experiment-figure">{shareText(line.passAt1)}</td>
                <td className="experiment-figure">{shareText(line.majority)}</td>
                {baseline ? <td className="experiment-figure">{differenceText(line.difference)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="look-for">
        {`One majority vote over ${samples} rollouts of a held-out prompt: of an agent alone, or of two agents, ${samples / 2} each.`}
        {lines.length > MOST_LINES ? ` The first ${MOST_LINES} of ${lines.length} lines; the others stand in the files.` : ""}
      </p>
    </section>
  );
}
