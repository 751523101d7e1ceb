/** Where things lie in a plot: shared by the figure on the page, what is drawn under and over it, and exported pictures. Pure. */
import type { AgentLook } from "./agents.ts";
import type { Range } from "./axis.ts";

/** Where the plot lies inside the figure, in pixels; the cursor needs to know. */
export const PLOT = { left: 42, right: 10, top: 8, bottom: 22 } as const;

export interface Place {
  readonly x: (step: number) => number;
  readonly y: (value: number) => number;
}

/** Pixels of a step and a value in a figure. An empty range puts everything at its start. */
export function placeIn(width: number, height: number, x: Range, y: Range): Place {
  const across = (width - PLOT.left - PLOT.right) / (x.max > x.min ? x.max - x.min : Number.POSITIVE_INFINITY);
  const up = (height - PLOT.top - PLOT.bottom) / (y.max > y.min ? y.max - y.min : Number.POSITIVE_INFINITY);
  return { x: (step) => PLOT.left + (step - x.min) * across, y: (value) => PLOT.top + (y.max - value) * up };
}

/** A line of another run, drawn dotted and greyed behind a figure's own. */
export interface BackLine {
  readonly key: string;
  readonly look: AgentLook;
  /** Step and value; null leaves a gap. */
  readonly points: readonly (readonly [step: number, value: number] | null)[];
  /** Which run it is, written at its end; empty for none. */
  readonly label: string;
}

/**
 * How back lines are drawn, on the page and in pictures: dotted, and in the agent's colour with so much of grey (0 to 1) in it, so that they pass
 * for no line of the run shown, thin, faint or dashed.
 */
export const BACK = { width: 1.5, grey: 0.5, dash: "1 3", fontSize: 10 } as const;

/** A short text at the height of something, moved so that it covers no other. */
export interface Label {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A label keeps clear of the marker that a line of the run shown may end in. */
const LABEL_ROOM = 9;

/** Labels at the ends of back lines, at least a line's height apart and inside the plot. */
export function backLabels(lines: readonly BackLine[], place: Place, height: number): Label[] {
  const labels = lines
    .flatMap(({ key, label, points }) => {
      const end = points.findLast((point) => point !== null);
      return label === "" || !end ? [] : [{ key, text: label, x: place.x(end[0]) - LABEL_ROOM, y: place.y(end[1]) - 3 }];
    })
    .sort((a, b) => a.y - b.y || (a.key < b.key ? -1 : 1));
  const gap = BACK.fontSize;
  let least = PLOT.top + gap;
  const down = labels.map((label) => {
    const y = Math.max(label.y, least);
    least = y + gap;
    return { ...label, y };
  });
  // What was pushed out below goes back up.
  let most = height - PLOT.bottom - 1;
  return down
    .reverse()
    .map((label) => {
      const y = Math.min(label.y, most);
      most = y - gap;
      return { ...label, y };
    })
    .reverse();
}

/** A step at which something was changed by hand, with a few words. */
export interface StepMark {
  readonly step: number;
  readonly label: string;
}

export const MARK = { fontSize: 10.5, line: 12, character: 5.6, rows: 3 } as const;

/** Marks with their places: each label in the first row where it covers no other, and no label where there is none. */
export function placeMarks(
  marks: readonly StepMark[],
  place: Place,
  width: number,
): { readonly step: number; readonly x: number; readonly label: Label | null; readonly end: boolean }[] {
  const ends = Array.from({ length: MARK.rows }, () => Number.NEGATIVE_INFINITY);
  return marks.map(({ step, label }) => {
    const x = place.x(step);
    const long = label.length * MARK.character;
    // Near the right edge it stands to the left of its line.
    const end = x + 4 + long > width - PLOT.right;
    const from = end ? x - 4 - long : x + 4;
    // A label too long for either side of its line would be cut off.
    const row = from < 0 ? -1 : ends.findIndex((until) => from > until + 4);
    if (row < 0) return { step, x, label: null, end };
    ends[row] = from + long;
    const y = PLOT.top + MARK.fontSize + row * MARK.line;
    return { step, x, label: { key: String(step), text: label, x: end ? x - 4 : x + 4, y }, end };
  });
}
