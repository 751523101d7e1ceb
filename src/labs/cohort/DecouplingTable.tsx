/** Every pair in figures: what it differs in, its four cells, kappa, c, w and u with their intervals. */
import type { Measured } from "../../stores/decoupling.ts";
import { percent } from "../../ui/format.ts";
import { difference, type NamedSubject } from "./decoupling-subjects.ts";
import { figureText } from "./decoupling-view.ts";
import { MAP_MEASURES, MEASURE_WORDS } from "./decoupling-words.ts";

const CELLS = [
  ["both", "both right"],
  ["onlyA", "only the first"],
  ["onlyB", "only the second"],
  ["neither", "neither"],
] as const;

export function DecouplingTable({ measured: { subjects, pairs } }: { readonly measured: Measured<NamedSubject> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="decoupling-scroll decoupling-tall" aria-label="Pairs in figures" tabIndex={0}>
      <table className="decoupling-table">
        <thead>
          <tr>
            <th scope="col">Pair</th>
            <th scope="col">differ in</th>
            {MAP_MEASURES.map((name) => (
              <th key={name} scope="col" title={MEASURE_WORDS[name].words}>
                {MEASURE_WORDS[name].symbol}
                {MEASURE_WORDS[name].share ? ", %" : ""}
              </th>
            ))}
            {CELLS.map(([name, title]) => (
              <th key={name} scope="col">
                {title}, %
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => {
            const [a, b] = [subjects[pair.pair[0]], subjects[pair.pair[1]]];
            if (!a || !b) return null;
            return (
              <tr key={pair.pair.join(" ")}>
                <th scope="row" title={`${a.words}; ${b.words}`}>
                  {a === b ? `${a.label} beside itself` : `${a.label} × ${b.label}`}
                </th>
                <td className="decoupling-difference">{difference(a, b)}</td>
                {MAP_MEASURES.map((name) => (
                  <td key={name} className="decoupling-figure">
                    {figureText(pair, name)}
                  </td>
                ))}
                {CELLS.map(([name]) => (
                  <td key={name} className="decoupling-figure">
                    {percent(pair.cells[name] / pair.measured.n)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
