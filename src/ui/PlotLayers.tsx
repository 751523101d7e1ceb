/** What lies under and over a figure, as plain SVG at the figure's scales: a chart library's line costs many times a path. */
import { memo, useMemo } from "react";
import type { Axis } from "./axis.ts";
import { BACK, type BackLine, backLabels, MARK, PLOT, placeIn, placeMarks, type StepMark } from "./plot.ts";
import { polyline } from "./svg.ts";

interface LayerProps {
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
}

/** Lines of other runs, dotted and greyed, each named at its end. */
export const BackLines = memo(function BackLines({
  width,
  height,
  x,
  y,
  lines,
}: LayerProps & { readonly lines: readonly BackLine[] }) {
  const drawn = useMemo(() => {
    const place = placeIn(width, height, x, y);
    return {
      paths: lines.map(({ points }) => polyline(points.map((point) => point && [place.x(point[0]), place.y(point[1])]))),
      labels: backLabels(lines, place, height),
    };
  }, [width, height, x, y, lines]);
  if (lines.length === 0) return null;
  return (
    <svg className="back-lines" width={width} height={height} aria-hidden="true">
      {lines.map(({ key, look }, n) => (
        <path
          key={key}
          d={drawn.paths[n]}
          fill="none"
          style={{ stroke: `color-mix(in srgb, ${look.colour} ${100 * (1 - BACK.grey)}%, var(--ink-soft))` }}
          strokeWidth={BACK.width}
          strokeDasharray={BACK.dash}
        />
      ))}
      {drawn.labels.map(({ key, text, x: left, y: top }) => (
        <text key={key} x={left} y={top} textAnchor="end" fontSize={BACK.fontSize}>
          {text}
        </text>
      ))}
    </svg>
  );
});

/** Thin vertical lines where something was changed by hand. */
export const StepMarks = memo(function StepMarks({
  width,
  height,
  x,
  y,
  marks,
}: LayerProps & { readonly marks: readonly StepMark[] }) {
  if (marks.length === 0) return null;
  return (
    <svg className="step-marks" width={width} height={height} aria-hidden="true">
      {placeMarks(marks, placeIn(width, height, x, y), width).map(({ step, x: left, label, end }) => (
        <g key={step}>
          <line x1={left} x2={left} y1={PLOT.top} y2={height - PLOT.bottom} />
          {label ? (
            <text x={label.x} y={label.y} textAnchor={end ? "end" : "start"} fontSize={MARK.fontSize}>
              {label.text}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
});
