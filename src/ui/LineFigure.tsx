/**
 * Lines over steps, drawn with recharts, without its tooltip, legend, animation and keyboard layer: the legend is a table beside it and
 * the cursor an element above it (PlotCursor), so that moving the cursor redraws no chart.
 */
import { memo, useMemo } from "react";
import { Area, CartesianGrid, ComposedChart, ErrorBar, Line, XAxis, YAxis } from "recharts";
import type { AgentLook } from "./agents.ts";
import type { Axis } from "./axis.ts";
import { Marker } from "./Marker.tsx";
import { BackLines, StepMarks } from "./PlotLayers.tsx";
import { type BackLine, PLOT, placeIn, type StepMark } from "./plot.ts";

/** A row: `step`, then per series its value under its key and, where it has one, its interval under `key` + "band". */
export type FigureRow = { readonly step: number } & { readonly [key: string]: number | null | readonly [number, number] };

export interface FigureSeries {
  readonly key: string;
  readonly look: AgentLook;
  readonly width: number;
  /** The compared cohort's markers are hollow. */
  readonly hollow: boolean;
  /** A secondary quantity: thin, half as strong, without markers. */
  readonly faint: boolean;
  readonly band: boolean;
}

interface LineFigureProps {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly FigureRow[];
  readonly series: readonly FigureSeries[];
  readonly x: Axis;
  readonly y: Axis;
  /** Markers at every point rather than at the last. The same for a figure's life. */
  readonly everyPoint: boolean;
  /** Lines of other runs, drawn behind. */
  readonly back?: readonly BackLine[];
  /** Steps at which something was changed. */
  readonly marks?: readonly StepMark[];
  /** Intervals as whiskers at the points rather than as bands. The same for a figure's life. */
  readonly whiskers?: boolean;
  /** Lines go on over rows that have no value of theirs: series that were measured at different steps. The same for a figure's life. */
  readonly connect?: boolean;
  /** A tick of the horizontal axis in words. The same function for a figure's life. */
  readonly xTick?: (value: number) => string;
}

const NO_LINES: readonly BackLine[] = [];
const NO_MARKS: readonly StepMark[] = [];

const TICK = { fill: "var(--ink-soft)", fontSize: 11 } as const;

const MARGIN = { left: 0, right: PLOT.right, top: PLOT.top, bottom: 0 } as const;

interface DotProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly index?: number;
}

function dotOf(series: FigureSeries) {
  return ({ cx, cy, index }: DotProps) => {
    if (cx === undefined || cy === undefined || !Number.isFinite(cy)) return <g key={`${series.key}-${index}`} />;
    const { marker, colour } = series.look;
    return <Marker key={`${series.key}-${index}`} x={cx} y={cy} shape={marker} colour={colour} hollow={series.hollow} />;
  };
}

/** Lengths of the whiskers of a series at a row, below and above its value. */
function whiskerLengths(row: FigureRow, key: string): [number, number] {
  const value = row[key];
  const band = row[`${key}band`];
  if (typeof value !== "number" || typeof band !== "object" || band === null) return [0, 0];
  return [value - band[0], band[1] - value];
}

/** The bands below and the lines above, as elements; made once per set of series. */
function curves(series: readonly FigureSeries[], everyPoint: boolean, whiskers: boolean, connect: boolean) {
  const bands = series
    .filter((one) => one.band && !whiskers)
    .map((one) => (
      <Area
        key={`${one.key}band`}
        dataKey={`${one.key}band`}
        type="linear"
        stroke="none"
        fill={one.look.colour}
        fillOpacity={one.hollow ? 0.07 : 0.14}
        isAnimationActive={false}
        activeDot={false}
        dot={false}
        connectNulls={connect}
      />
    ));
  const lines = series.map((one) => (
    <Line
      key={one.key}
      dataKey={one.key}
      type="linear"
      stroke={one.look.colour}
      strokeWidth={one.width}
      strokeDasharray={one.look.dash}
      strokeOpacity={one.faint ? 0.6 : 1}
      isAnimationActive={false}
      activeDot={false}
      connectNulls={connect}
      dot={everyPoint ? dotOf(one) : false}
    >
      {/* A band needs two points; one alone has whiskers. */}
      {one.band && whiskers ? (
        <ErrorBar
          dataKey={(row: FigureRow) => whiskerLengths(row, one.key)}
          stroke={one.look.colour}
          width={6}
          isAnimationActive={false}
        />
      ) : null}
    </Line>
  ));
  return [...bands, ...lines];
}

/** Markers at the ends of lines, above the figure: recharts would draw all of a line's dots anew for one. */
function EndMarkers({
  width,
  height,
  rows,
  series,
  x,
  y,
}: Pick<LineFigureProps, "width" | "height" | "rows" | "series" | "x" | "y">) {
  const last = rows.at(-1);
  if (!last || x.max <= x.min || y.max <= y.min) return null;
  const place = placeIn(width, height, x, y);
  return (
    <svg className="end-markers" width={width} height={height} aria-hidden="true">
      {series.map((one) => {
        const value = last[one.key];
        if (one.faint || typeof value !== "number") return null;
        const { marker, colour } = one.look;
        return (
          <Marker key={one.key} x={place.x(last.step)} y={place.y(value)} shape={marker} colour={colour} hollow={one.hollow} />
        );
      })}
    </svg>
  );
}

/**
 * recharts keeps axes, lines and data in a store of its own, and every part that changes is told to it and drawn anew. So every part
 * but the data keeps its identity from one drawing to the next: measured, a redraw costs a third of what it does otherwise.
 */
export const LineFigure = memo(function LineFigure(props: LineFigureProps) {
  const { width, height, rows, series, x, y, everyPoint, back = NO_LINES, marks = NO_MARKS, connect = false, xTick } = props;
  const whiskers = props.whiskers === true || rows.length === 1;
  const empty = rows.length === 0;
  const parts = useMemo(
    () => (empty ? NOTHING : curves(series, everyPoint, whiskers, connect)),
    [empty, series, everyPoint, whiskers, connect],
  );
  // recharts numbers no axis without a value: where there is none yet, one that is not drawn.
  const drawn = useMemo(() => (empty ? [{ step: x.min, nothing: y.min }] : rows), [empty, rows, x, y]);
  const across = useMemo(
    () => (
      <XAxis
        dataKey="step"
        type="number"
        domain={[x.min, x.max]}
        ticks={[...x.ticks]}
        height={PLOT.bottom}
        tick={TICK}
        tickLine={false}
        stroke="var(--line)"
        {...(xTick ? { tickFormatter: xTick, interval: 0 } : {})}
      />
    ),
    [x, xTick],
  );
  const up = useMemo(
    () => (
      <YAxis
        type="number"
        domain={[y.min, y.max]}
        ticks={[...y.ticks]}
        width={PLOT.left}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
    ),
    [y],
  );
  return (
    <>
      <BackLines width={width} height={height} x={x} y={y} lines={back} />
      <ComposedChart width={width} height={height} data={drawn} margin={MARGIN} accessibilityLayer={false}>
        {GRID}
        {across}
        {up}
        {parts}
      </ComposedChart>
      {everyPoint ? null : <EndMarkers width={width} height={height} rows={rows} series={series} x={x} y={y} />}
      <StepMarks width={width} height={height} x={x} y={y} marks={marks} />
    </>
  );
});

const NOTHING = [<Line key="nothing" dataKey="nothing" stroke="none" dot={false} activeDot={false} isAnimationActive={false} />];

const GRID = <CartesianGrid stroke="var(--line-soft)" vertical={false} />;
