/** One chart: title, legend with values, plot with the shared cursor, and what to look for. Redraws when its turn comes. */
import { SegmentedControl, Switch } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { memo, startTransition, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { cursorStore, moveCursor } from "../../stores/cursor.ts";
import type { RunData } from "../../stores/run-data.ts";
import { GLOSSARY } from "../../ui/glossary.ts";
import { LegendTable } from "../../ui/LegendTable.tsx";
import { LineFigure } from "../../ui/LineFigure.tsx";
import { PlotCursor } from "../../ui/PlotCursor.tsx";
import { Term } from "../../ui/Term.tsx";
import { changesSaid } from "./changes.ts";
import { type ChartSpec, type ChartView, SMOOTHING, unitOf } from "./chart-specs.ts";
import { type BackDrawing, type Behind, type Drawing, drawBehind, drawChart, legendCells, readingStep } from "./charts.ts";
import { look, stayAt } from "./look.ts";
import { redraws } from "./state.ts";

interface ChartProps {
  readonly spec: ChartSpec;
  readonly data: RunData;
  readonly total: number;
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
  /** Past runs drawn behind. */
  readonly behind: readonly Behind[];
  /** Said instead of the plot while there is nothing to show. */
  readonly empty: string;
}

interface Shown {
  readonly data: RunData;
  readonly view: ChartView;
  readonly back: BackDrawing;
  readonly drawing: Drawing;
}

/** The chart's drawing, made anew when its turn comes; null until the first. */
function useDrawing({ spec, data, total, view, behind }: ChartProps): Drawing | null {
  const back = useMemo(() => drawBehind(spec, behind, view), [spec, behind, view]);
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    // A transition: React may interrupt the drawing for what a person does.
    const draw = (): void =>
      startTransition(() =>
        setShown((before) => {
          // Another run, another view or other runs behind start with fresh axes.
          const same = before && before.data === data && before.view === view && before.back === back;
          const last = same ? before.drawing : null;
          const drawing = drawChart(spec, data, total, view, last, back);
          return before && drawing === last ? before : { data, view, back, drawing };
        }),
      );
    return redraws.add(draw);
  }, [spec, data, total, view, back]);
  return shown?.drawing ?? null;
}

/** What lines and figures are means of, as a further sentence; empty where all is exact. */
function meansSaid(smooth: boolean, span: number): string {
  if (smooth && span <= SMOOTHING) return ` Lines and figures: the mean of the last ${SMOOTHING} steps.`;
  if (smooth) return ` Lines: the mean of the last ${span} steps; figures: of the last ${SMOOTHING}.`;
  return span > 1 ? ` Each point is the mean of ${span} steps.` : "";
}

export const Chart = memo(function Chart(props: ChartProps) {
  const { spec, data, view, onView, behind, empty } = props;
  const drawing = useDrawing(props);
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const cursor = useStore(cursorStore, (state) => state.step);
  const pinned = useStore(look, (state) => state.step);
  const step = readingStep(spec, data, cursor);
  const cells = legendCells(spec, data, view, step);
  const [title] = GLOSSARY[spec.term];
  const heldOut = spec.id === "held-out";
  // A chart without lines, as of labels where no cohort has any, stays as empty as before the first step.
  const nothing = heldOut ? data.heldOut.length === 0 : data.steps.length === 0 || cells.length === 0;
  const unit = unitOf(spec, view);
  const above = drawing !== null && drawing.back.length > 0;
  // Over the lines of past runs there is no room for a sentence in the plot.
  const why = heldOut || cells.length > 0 ? "past runs only so far" : "past runs only: there is none of it in this run";
  const at = !nothing ? `at step ${step}` : above ? why : "";
  const words = cells.map((cell) => `${cell.column} ${cell.row} ${cell.value} ${cell.detail}`.trim()).join(", ");
  return (
    <section className={`chart chart-${spec.id}`} aria-label={title}>
      <div className="chart-head">
        <h2>
          <Term id={spec.term} />
        </h2>
        <span className="chart-unit">{[unit, at].filter(Boolean).join(", ")}</span>
        {spec.id === "labels" ? (
          <Switch
            size="xs"
            label="Reward accuracy too"
            checked={view.rewardAccuracy}
            onChange={(event) => onView({ ...view, rewardAccuracy: event.currentTarget.checked })}
          />
        ) : null}
        {spec.id === "reward-std" ? (
          <SegmentedControl
            size="xs"
            aria-label="Scale of reward std"
            value={view.relativeStd ? "relative" : "raw"}
            data={[
              { value: "raw", label: "raw" },
              { value: "relative", label: "over first" },
            ]}
            transitionDuration={0}
            onChange={(value) => onView({ ...view, relativeStd: value === "relative" })}
          />
        ) : null}
      </div>
      <LegendTable caption={`${title}${unit ? ` (${unit})` : ""} ${at}`} cells={cells} />
      <div className="plot" ref={ref}>
        {drawing && width > 0 && height > 0 ? (
          <div aria-hidden="true">
            <LineFigure
              width={width}
              height={height}
              rows={drawing.rows}
              series={drawing.series}
              x={drawing.x}
              y={drawing.y}
              everyPoint={heldOut}
              back={drawing.back}
              marks={drawing.marks}
            />
          </div>
        ) : null}
        {nothing || !drawing ? (
          above ? null : (
            <p className="plot-empty">{empty}</p>
          )
        ) : (
          <PlotCursor
            label={title}
            step={cursor}
            pinned={pinned}
            first={heldOut ? 0 : 1}
            last={data.steps.length}
            max={drawing.x.max}
            valueText={`Step ${step}: ${words}`}
            onMove={moveCursor}
            onPick={stayAt}
          />
        )}
      </div>
      <p className="look-for">
        {spec.lookFor} {spec.thisScale}
        {meansSaid(spec.smooth, drawing?.pointSpan ?? 1)}
        {drawing && drawing.changes.length > 0 ? ` Changed while it ran: ${changesSaid(drawing.changes)}.` : ""}
        {behind.length > 0 ? (
          <span className="visually-hidden">
            {" "}
            Past runs are drawn behind as dotted grey lines; their figures stand in the table of runs.
          </span>
        ) : null}
      </p>
    </section>
  );
});
