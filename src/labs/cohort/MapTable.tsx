/** The map's legend and summary in one: how many prompts stand on each side of the line, by what their labels were. */
import { OutcomeMark } from "./OutcomeMark.tsx";
import { type MapSummary, OUTCOMES, type Outcome, SIDES, type Side } from "./prompt-map.ts";

const WORDS: Readonly<Record<Outcome, string>> = { right: "right", wrong: "wrong", differs: "differs", unlabelled: "none" };
const ROWS: Readonly<Record<Side, string>> = { above: "above", on: "on it", below: "below" };

export function MapTable({ caption, summary }: { readonly caption: string; readonly summary: MapSummary }) {
  return (
    <table className="map-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">line \ label</th>
          {OUTCOMES.map((outcome) => (
            <th key={outcome} scope="col">
              <OutcomeMark outcome={outcome} /> {WORDS[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SIDES.map((side) => (
          <tr key={side}>
            <th scope="row">{ROWS[side]}</th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome}>{summary.counts[side][outcome]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
