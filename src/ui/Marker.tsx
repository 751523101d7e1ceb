/** Markers of lines, and the swatch that shows a line's colour, dash, weight and marker in legends and cards. */
import type { AgentLook, MarkerShape } from "./agents.ts";
import { MARKER_PATHS, MARKER_RADIUS } from "./marker-shapes.ts";

interface MarkerProps {
  readonly x: number;
  readonly y: number;
  readonly shape: MarkerShape;
  readonly colour: string;
  /** Hollow markers are the compared cohort's. */
  readonly hollow: boolean;
}

/** One marker, about 8 px across, centred at (x, y). */
export function Marker({ x, y, shape, colour, hollow }: MarkerProps) {
  const paint = { fill: hollow || shape === "ring" ? "var(--ground)" : colour, stroke: colour, strokeWidth: hollow ? 1.25 : 1 };
  const path = MARKER_PATHS[shape];
  if (path) return <path transform={`translate(${x} ${y})`} d={path} {...paint} strokeDasharray="none" />;
  return <circle cx={x} cy={y} r={MARKER_RADIUS} {...paint} strokeDasharray="none" />;
}

/** A short piece of a line as drawn in the charts. */
export function Swatch({
  look,
  width,
  hollow,
  faint = false,
}: {
  readonly look: AgentLook;
  readonly width: number;
  readonly hollow: boolean;
  readonly faint?: boolean;
}) {
  return (
    <svg className="swatch" width="30" height="12" viewBox="0 0 30 12" aria-hidden="true">
      <line
        x1="0"
        y1="6"
        x2="30"
        y2="6"
        stroke={look.colour}
        strokeWidth={width}
        strokeDasharray={look.dash}
        opacity={faint ? 0.6 : 1}
      />
      {faint ? null : <Marker x={15} y={6} shape={look.marker} colour={look.colour} hollow={hollow} />}
    </svg>
  );
}
