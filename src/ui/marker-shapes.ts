/** The outlines of markers, about 8 px across, around the origin. A circle and a ring have none: they are drawn as circles. */
import type { MarkerShape } from "./agents.ts";

export const MARKER_PATHS: Partial<Record<MarkerShape, string>> = {
  square: "M-3,-3 H3 V3 H-3 Z",
  triangle: "M0,-4 L3.8,3 H-3.8 Z",
  diamond: "M0,-4.2 L4.2,0 L0,4.2 L-4.2,0 Z",
  cross: "M-3.5,-1.2 H-1.2 V-3.5 H1.2 V-1.2 H3.5 V1.2 H1.2 V3.5 H-1.2 V1.2 H-3.5 Z",
  bar: "M-1.4,-4 H1.4 V4 H-1.4 Z",
  down: "M0,4 L3.8,-3 H-3.8 Z",
};
export const MARKER_RADIUS = 3.2;
