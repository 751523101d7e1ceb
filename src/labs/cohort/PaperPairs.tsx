/** The paper's pairs of language models, to stand beside ours. */
import { PAPER_TABLES } from "../../runs/paper/index.ts";
import { PAPER_SOURCE, type PaperTable } from "../../runs/paper/table.ts";
import { fixed } from "../../ui/format.ts";

function PaperRows({ table }: { readonly table: PaperTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="decoupling-scroll" aria-label={`The paper's table ${table.id}`} tabIndex={0}>
      <table className="decoupling-table">
        <caption>
          {table.title} ({PAPER_SOURCE}, table {table.id}; {table.unit}).
        </caption>
        <thead>
          <tr>
            {[...table.labels, ...table.columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ labels, values }) => (
            <tr key={labels.join(" ")}>
              {labels.map((label, n) => (
                <td key={table.labels[n]}>{label}</td>
              ))}
              {values.map((value, n) => (
                <td key={table.columns[n]} className="decoupling-figure">
                  {fixed(value, table.columns[n] === "kappa" ? 2 : 1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function PaperPairs() {
  return (
    <details className="more">
      <summary>The paper’s pairs</summary>
      <p className="hint">Language models on 500 problems, one sample each: compare the order of the rows, not the figures.</p>
      <PaperRows table={PAPER_TABLES[6]} />
      <PaperRows table={PAPER_TABLES[7]} />
    </details>
  );
}
