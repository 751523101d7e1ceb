/**
 * Lines over steps, drawn with recharts, without its tooltip, legend, animation and keyboard layer: the legend is a table beside it and
 * the cursor an element above it (PlotCursor), so that moving the cursor redraws no chart.
 */
import { memo } from "react";
import { Area, CartesianGrid, ComposedChart, ErrorBar, Line, XAxis, YAxis } from "recharts";
import type { AgentLook } from "./agents.ts";
import type { Axis } from "./axis.ts";
import { Marker } from "./Marker.tsx";

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
  /** Markers at every point rather than at the last. */
  readonly everyPoint: boolean;
}

/** Where the plot lies inside the figure, in pixels; the cursor needs to know. */
export const PLOT = { left: 42, right: 10, top: 8, bottom: 22 } as const;

const TICK = { fill: "var(--ink-soft)", fontSize: 11 } as const;

interface DotProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly index?: number;
}

/** Lengths of the whiskers of a series at a row, below and above its value. */
function whiskers(row: FigureRow, key: string): [number, number] {
  const value = row[key];
  const band = row[`${key}band`];
  if (typeof value !== "number" || typeof band !== "object" || band === null) return [0, 0];
  return [value - band[0], band[1] - value];
}

function dots(series: FigureSeries, everyPoint: boolean, last: number) {
  if (series.faint) return false;
  return ({ cx, cy, index }: DotProps) => {
    const shown = cx !== undefined && cy !== undefined && Number.isFinite(cy) && (everyPoint || index === last);
    if (!shown) return <g key={`${series.key}-${index}`} />;
    return (
      <Marker
        key={`${series.key}-${index}`}
        x={cx}
        y={cy}
        shape={series.look.marker}
        colour={series.look.colour}
        hollow={series.hollow}
      />
    );
  };
}

export const LineFigure = memo(function LineFigure({ width, height, rows, series, x, y, everyPoint }: LineFigureProps) {
  const last = rows.length - 1;
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ left: 0, right: PLOT.right, top: PLOT.top, bottom: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid stroke="var(--line-soft)" vertical={false} />
      <XAxis
        dataKey="step"
        type="number"
        domain={[x.min, x.max]}
        ticks={[...x.ticks]}
        allowDataOverflow
        height={PLOT.bottom}
        tick={TICK}
        tickLine={false}
        stroke="var(--line)"
      />
      <YAxis
        type="number"
        domain={[y.min, y.max]}
        ticks={[...y.ticks]}
        allowDataOverflow
        width={PLOT.left}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
      {series
        .filter((one) => one.band)
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
          />
        ))}
      {series.map((one) => (
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
          dot={dots(one, everyPoint, last)}
        >
          {/* A band needs two points; one alone has whiskers. */}
          {one.band && rows.length === 1 ? (
            <ErrorBar
              dataKey={(row: FigureRow) => whiskers(row, one.key)}
              stroke={one.look.colour}
              width={6}
              isAnimationActive={false}
            />
          ) : null}
        </Line>
      ))}
    </ComposedChart>
  );
});
