/** The map's legend and summary in one: how many prompts stand on each side of the line, by what their labels were. */
import { OutcomeMark } from "./OutcomeMark.tsx";
import { type MapSummary, OUTCOMES, type Outcome, SIDES, type Side } from "./prompt-map.ts";

const WORDS: Readonly<Record<Outcome, string>> = { right: "right", wrong: "wrong", differs: "differs", unlabelled: "none" };
const COLUMNS: Readonly<Record<Side, string>> = { above: "above", on: "on it", below: "below" };

export function MapTable({ caption, summary }: { readonly caption: string; readonly summary: MapSummary }) {
  return (
    <table className="map-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">label</th>
          {SIDES.map((side) => (
            <th key={side} scope="col">
              {COLUMNS[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {OUTCOMES.map((outcome) => (
          <tr key={outcome}>
            <th scope="row" className="map-label">
              <OutcomeMark outcome={outcome} /> {WORDS[outcome]}
            </th>
            {SIDES.map((side) => (
              <td key={side}>{summary.counts[side][outcome]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
