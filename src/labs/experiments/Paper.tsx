/** The paper's table beside ours, and what a toy can and cannot say. */
import { ENSEMBLE } from "../../learning/ensemble.ts";
import { PAPER_TABLES } from "../../runs/paper/index.ts";
import { PAPER_SOURCE } from "../../runs/paper/table.ts";
import { LIMITS_TEXT } from "../../runs/report.ts";
import type { Summary } from "../../runs/summary.ts";
import { fixed } from "../../ui/format.ts";
import { shareText } from "./words.ts";

/**
 * Our final figures of the row that names a label of the paper: "A 83.1 [80.2, 85.9], B ..."; beside agents alone and ensembles, maj@8 of the
 * line in the label's place.
 */
function beside({ plan, cells }: Summary, label: string, ensemble: boolean): string {
  const row = plan.rows.find(({ paper }) => paper?.includes(label));
  if (!row) return "";
  const own = cells.filter((cell) => cell.row === row.id);
  const [only] = own;
  if (!only || own.length > 1) return row.title;
  if (ensemble) {
    const line = only.ensemble[row.paper?.indexOf(label) ?? -1];
    return line ? `${line.name} ${shareText(line.majority)}` : "";
  }
  return only.agents.map(({ agent, final }) => `${agent} ${shareText(final)}`).join(", ");
}

function PaperTableBeside({ summary }: { readonly summary: Summary }) {
  const { plan } = summary;
  if (plan.paper === null) return null;
  const table = PAPER_TABLES[plan.paper];
  // As many digits as the paper gives a column.
  const digits = table.columns.map((_, n) =>
    Math.max(...table.rows.map(({ values }) => String(values[n] ?? "").split(".")[1]?.length ?? 0)),
  );
  const label = (labels: readonly string[]): string => labels[table.key] ?? "";
  return (
    <>
      <p>{`${table.title} (${PAPER_SOURCE}, table ${table.id}; ${table.unit}). Other models on other tasks: compare the order of the rows, not the figures.`}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="experiment-scroll" aria-label="The paper's table" tabIndex={0}>
        <table className="experiment-table">
          <thead>
            <tr>
              {table.labels.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {table.columns.map((name) => (
                <th key={name} scope="col" className="experiment-figure">
                  {name}
                </th>
              ))}
              <th scope="col">{table.ensemble ? `Here, maj@${ENSEMBLE.samples}, %` : "Here, held-out accuracy, %"}</th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ labels, values }) => (
              <tr key={labels.join(" ")}>
                {labels.map((name, n) =>
                  n === table.key ? (
                    <th key={table.labels[n]} scope="row">
                      {name}
                    </th>
                  ) : (
                    <td key={table.labels[n]}>{name}</td>
                  ),
                )}
                {values.map((value, n) => (
                  <td key={table.columns[n]} className="experiment-figure">
                    {fixed(value, digits[n] ?? 0)}
                  </td>
                ))}
                <td>{beside(summary, label(labels), table.ensemble ?? false) || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

export function Paper({ summary }: { readonly summary: Summary }) {
  return (
    <section aria-labelledby="paper-title" className="experiment-panel">
      <h2 id="paper-title">{summary.plan.paper === null ? "What this can and cannot say" : "The paper's table beside ours"}</h2>
      <PaperTableBeside summary={summary} />
      <ul className="experiment-limits">
        {LIMITS_TEXT.split("\n").map((line) => (
          <li key={line}>{line.replace(/^- /, "")}</li>
        ))}
      </ul>
    </section>
  );
}
