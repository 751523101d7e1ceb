/** The N x N map of one measure: darker is more, and every cell says its value. */
import type { Measured } from "../../stores/decoupling.ts";
import type { NamedSubject } from "./decoupling-subjects.ts";
import { darkest, depth, figureText, pairOf, valueText } from "./decoupling-view.ts";
import { type MapMeasure, MEASURE_WORDS } from "./decoupling-words.ts";

/** Of the colour at its darkest, so that the value in a cell keeps its contrast: 5:1 in both schemes. */
const MOST = 50;

interface DecouplingMapProps {
  readonly measured: Measured<NamedSubject>;
  readonly measure: MapMeasure;
}

export function DecouplingMap({ measured: { subjects, pairs }, measure }: DecouplingMapProps) {
  const most = darkest(pairs, measure);
  const { symbol, words } = MEASURE_WORDS[measure];
  return (
    <>
      <p className="hint">
        {symbol}, {words}:{" "}
        {most > 0 ? `uncoloured is 0, the strongest colour ${valueText(measure, most)}` : "no pair has more than 0"}. On the
        diagonal a policy stands beside itself, with other samples.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="decoupling-scroll" aria-label="Map of pairs" tabIndex={0}>
        <table className="decoupling-map">
          <thead>
            <tr>
              <td />
              {subjects.map(({ label, words: made }) => (
                <th key={label} scope="col" title={made}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {subjects.map(({ label, words: made }, row) => (
              <tr key={label}>
                <th scope="row" title={made}>
                  {label}
                </th>
                {subjects.map(({ label: other }, column) => {
                  const pair = pairOf(pairs, row, column);
                  const value = pair?.measured[measure] ?? null;
                  const share = Math.round(MOST * depth(value, most));
                  return (
                    <td
                      key={other}
                      style={{ background: `color-mix(in srgb, var(--focus) ${share}%, var(--ground))` }}
                      title={pair ? `${label} and ${other}: ${symbol} ${figureText(pair, measure)}` : undefined}
                    >
                      {valueText(measure, value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
