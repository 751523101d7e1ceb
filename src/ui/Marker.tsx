/** Markers of lines, and the swatch that shows a line's colour, dash, weight and marker in legends and cards. */
import type { AgentLook, MarkerShape } from "./agents.ts";

const POINTS: Partial<Record<MarkerShape, string>> = {
  square: "M-3,-3 H3 V3 H-3 Z",
  triangle: "M0,-4 L3.8,3 H-3.8 Z",
  diamond: "M0,-4.2 L4.2,0 L0,4.2 L-4.2,0 Z",
  cross: "M-3.5,-1.2 H-1.2 V-3.5 H1.2 V-1.2 H3.5 V1.2 H1.2 V3.5 H-1.2 V1.2 H-3.5 Z",
  bar: "M-1.4,-4 H1.4 V4 H-1.4 Z",
  down: "M0,4 L3.8,-3 H-3.8 Z",
};

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
  const path = POINTS[shape];
  if (path) return <path transform={`translate(${x} ${y})`} d={path} {...paint} strokeDasharray="none" />;
  return <circle cx={x} cy={y} r={3.2} {...paint} strokeDasharray="none" />;
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
