/** Mean curves with their bands, and final figures over the grid; one legend for all, which hides rows. Loaded with recharts. */
import { useElementSize } from "@mantine/hooks";
import { memo, startTransition, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { gridPoints, pointText } from "../../runs/plan-expand.ts";
import type { Summary } from "../../runs/summary.ts";
import { createRedraws } from "../../stores/redraws.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { agentLetter } from "../../ui/format.ts";
import { LineFigure } from "../../ui/LineFigure.tsx";
import { Swatch } from "../../ui/Marker.tsx";
import { Term } from "../../ui/Term.tsx";
import type { Results } from "./books.ts";
import { chartView } from "./charts-file.ts";
import {
  agentsOf,
  CURVES,
  type CurveSpec,
  curveFigure,
  type Figure,
  hiddenAtFirst,
  MOST_ROWS,
  rowLook,
  sweepFigure,
  type View,
} from "./figures.ts";
import { settingLabel } from "./setting-words.ts";
import { plainText, shareText } from "./words.ts";

const redraws = createRedraws();

/** A figure that fills its box; what is missing is said in its place. */
function Plot({
  figure,
  everyPoint,
  whiskers = false,
  xTick,
}: {
  readonly figure: Figure | null;
  readonly everyPoint: boolean;
  readonly whiskers?: boolean;
  readonly xTick?: (value: number) => string;
}) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [shown, setShown] = useState<Figure | null>(null);
  // One chart after the other, and what a person does in between: all in one go would hold the page.
  useEffect(() => redraws.add(() => startTransition(() => setShown(figure))), [figure]);
  return (
    <div className="plot" ref={ref}>
      {shown && width > 0 && height > 0 ? (
        <div aria-hidden="true">
          <LineFigure
            width={width}
            height={height}
            {...shown}
            everyPoint={everyPoint}
            whiskers={whiskers}
            connect
            {...(xTick ? { xTick } : {})}
          />
        </div>
      ) : null}
      {figure ? null : <p className="plot-empty">No run that is in has such a figure for this agent.</p>}
    </div>
  );
}

const CurveChart = memo(function CurveChart({
  spec,
  results,
  view,
}: {
  readonly spec: CurveSpec;
  readonly results: Results;
  readonly view: View;
}) {
  const figure = useMemo(() => curveFigure(spec, results.summary.plan, results.curves, view), [spec, results, view]);
  return (
    <section
      className={spec.large ? "experiment-chart experiment-chart-large" : "experiment-chart"}
      aria-label={`Curves of ${spec.term}`}
    >
      <h3>
        <Term id={spec.term} />
        {spec.unit ? <span className="experiment-unit">, {spec.unit}</span> : null}
      </h3>
      <Plot figure={figure} everyPoint={spec.metric === "heldOut"} />
      <p className="look-for">{spec.lookFor}</p>
    </section>
  );
});

/** The figures of a sweep for those who do not see the chart. */
function SweepWords({ summary, axis, view }: { readonly summary: Summary; readonly axis: number; readonly view: View }) {
  const { plan, cells } = summary;
  const axisOf = plan.grid[axis];
  if (!axisOf) return null;
  return (
    <table className="visually-hidden">
      <caption>{`Held-out accuracy at the end by ${settingLabel(axisOf.setting)}, agent ${agentLetter(view.agent)}`}</caption>
      <tbody>
        {plan.rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.title}</th>
            {axisOf.values.map((value) => {
              const wanted = JSON.stringify(view.point.map((one, n) => (n === axis ? { ...one, value } : one)));
              const cell = cells.find((one) => one.row === row.id && JSON.stringify(one.point) === wanted);
              return <td key={String(value)}>{`${value}: ${shareText(cell?.agents[view.agent]?.final ?? null)}`}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SweepChart = memo(function SweepChart({
  summary,
  axis,
  view,
}: {
  readonly summary: Summary;
  readonly axis: number;
  readonly view: View;
}) {
  const varied = summary.plan.grid[axis];
  const figure = useMemo(() => sweepFigure(summary, axis, view), [summary, axis, view]);
  const xTick = useMemo(() => (at: number) => String(varied?.values[at] ?? ""), [varied]);
  const others = view.point.filter((_, n) => n !== axis);
  if (!varied || varied.values.length < 2) return null;
  const label = settingLabel(varied.setting);
  return (
    <section className="experiment-chart experiment-chart-large" aria-label={`Held-out accuracy by ${label}`}>
      <h3>
        Held-out accuracy at the end<span className="experiment-unit">, %, by {label}</span>
      </h3>
      <Plot figure={figure} everyPoint whiskers xTick={xTick} />
      <SweepWords summary={summary} axis={axis} view={view} />
      <p className="look-for">
        Whiskers are the 95 % intervals; values stand at equal distances.
        {others.length > 0 ? ` At ${pointText(others)}.` : ""}
      </p>
    </section>
  );
});

/** Rows with their looks and final figures; a box hides a row in all charts. */
function Legend({ summary, view }: { readonly summary: Summary; readonly view: View }) {
  const point = JSON.stringify(view.point);
  return (
    <fieldset className="experiment-legend">
      <legend className="visually-hidden">Rows in the charts</legend>
      {summary.plan.rows.map(({ id, title }, n) => {
        const cell = summary.cells.find((one) => one.row === id && JSON.stringify(one.point) === point);
        const agent = cell?.agents[view.agent];
        const words = agent?.late.rewardStd ? `reward std ${plainText(agent.late.rewardStd, 3)} at the end` : undefined;
        return (
          <label key={id} title={words}>
            <input
              type="checkbox"
              checked={!view.hidden.has(id)}
              onChange={(event) => {
                const hidden = new Set(view.hidden);
                if (event.currentTarget.checked) hidden.delete(id);
                else hidden.add(id);
                chartView.setState({ hidden });
              }}
            />
            <Swatch look={rowLook(n)} width={2} hollow={false} />
            <span>{title}</span>
            <span className="experiment-legend-value">{shareText(agent?.final ?? null)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

export function Curves({ results }: { readonly results: Results }) {
  const { summary } = results;
  const { plan, unit } = summary;
  const stored = useStore(chartView);
  const points = useMemo(() => gridPoints(plan.grid), [plan]);
  const rows = plan.rows.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, not other seeds, begin with their own choice
  useEffect(() => chartView.setState({ hidden: hiddenAtFirst(plan) }), [rows]);
  const agents = agentsOf(summary);
  const [first = []] = points;
  // What was chosen for another plan need not be there.
  const view = useMemo((): View => {
    const texts = points.map((point) => JSON.stringify(point));
    const point = texts.includes(JSON.stringify(stored.point)) ? stored.point : first;
    return { agent: Math.min(stored.agent, agents - 1), hidden: stored.hidden, point };
  }, [stored, points, agents, first]);
  useEffect(() => {
    // Exported pictures show what the page shows.
    if (view.point !== stored.point || view.agent !== stored.agent) chartView.setState(view);
  }, [view, stored]);
  const seeds = unit === "sampling seed" ? plan.samplingSeeds.length : plan.seeds.length;
  return (
    <section aria-labelledby="curves-title" className="experiment-panel">
      <h2 id="curves-title">Curves</h2>
      <div className="experiment-choices">
        <ChoiceField
          label="Agent"
          description="Whose curves are drawn, by its place in the cohort."
          value={String(view.agent)}
          options={Array.from({ length: agents }, (_, n) => ({ value: String(n), label: agentLetter(n) }))}
          onChange={(agent) => chartView.setState({ agent: Number(agent) })}
        />
        {points.length > 1 ? (
          <ChoiceField
            label="Point of the grid"
            description="Where on the grid the curves are taken."
            value={pointText(view.point)}
            options={points.map((point) => ({ value: pointText(point), label: pointText(point) }))}
            onChange={(text) => {
              const point = points.find((one) => pointText(one) === text);
              if (point) chartView.setState({ point });
            }}
          />
        ) : null}
      </div>
      <Legend summary={summary} view={view} />
      {plan.rows.length > MOST_ROWS ? (
        <p className="hint">{`At first ${MOST_ROWS} of the ${plan.rows.length} rows are drawn; tick the others to draw them too.`}</p>
      ) : null}
      {plan.grid.some(({ values }) => values.length > 1) ? (
        <div className="experiment-charts">
          {plan.grid.map(({ setting }, axis) => (
            <SweepChart key={setting} summary={summary} axis={axis} view={view} />
          ))}
        </div>
      ) : null}
      <div className="experiment-charts">
        {CURVES.map((spec) => (
          <CurveChart key={spec.metric} spec={spec} results={results} view={view} />
        ))}
      </div>
      <p className="look-for">
        {seeds > 1
          ? `Lines are means over ${unit}s of agent ${agentLetter(view.agent)}; bands are 95 % intervals (Student's t) at each step.`
          : "One seed gives no interval, so there are no bands: run more seeds to see how far they scatter."}
      </p>
    </section>
  );
}
