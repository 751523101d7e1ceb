/**
 * LineFigure as SVG text, for exported pictures: written from the same data, not taken from the page. Pure; `colour` turns the looks'
 * `var(--agent-0)` into the colour that is shown just now.
 */
import type { AgentLook } from "./agents.ts";
import type { Axis } from "./axis.ts";
import type { FigureRow, FigureSeries } from "./LineFigure.tsx";
import { MARKER_PATHS, MARKER_RADIUS } from "./marker-shapes.ts";
import { BACK, type BackLine, backLabels, MARK, PLOT, type Place, placeIn, placeMarks, type StepMark } from "./plot.ts";
import { escapeXml, pixel, polyline } from "./svg.ts";

/** A colour of app.css, as `var(--name)`, in a form that stands alone. */
export type Colour = (css: string) => string;

interface Figure {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly FigureRow[];
  readonly series: readonly FigureSeries[];
  readonly x: Axis;
  readonly y: Axis;
  readonly everyPoint: boolean;
  readonly back: readonly BackLine[];
  readonly marks: readonly StepMark[];
  readonly colour: Colour;
  /** Lines go on over rows that have no value of theirs. */
  readonly connect?: boolean;
  /** A tick of the horizontal axis in words. */
  readonly xTick?: (value: number) => string;
}

function dash(look: AgentLook): string {
  return look.dash === "" ? "" : ` stroke-dasharray="${look.dash}"`;
}

export function markerSvg(x: number, y: number, look: AgentLook, hollow: boolean, colour: Colour): string {
  const fill = hollow || look.marker === "ring" ? colour("var(--ground)") : colour(look.colour);
  const paint = `fill="${fill}" stroke="${colour(look.colour)}" stroke-width="${hollow ? 1.25 : 1}"`;
  const path = MARKER_PATHS[look.marker];
  return path
    ? `<path transform="translate(${pixel(x)} ${pixel(y)})" d="${path}" ${paint}/>`
    : `<circle cx="${pixel(x)}" cy="${pixel(y)}" r="${MARKER_RADIUS}" ${paint}/>`;
}

/** A short piece of a line as in the legend, 30 px wide, its middle at (x + 15, y). */
export function swatchSvg(
  x: number,
  y: number,
  one: Pick<FigureSeries, "look" | "width" | "hollow" | "faint">,
  colour: Colour,
): string {
  const { look, width, hollow, faint } = one;
  const line = `<path d="M${pixel(x)} ${pixel(y)}H${pixel(x + 30)}" stroke="${colour(look.colour)}" stroke-width="${width}"${dash(look)}${faint ? ' opacity="0.6"' : ""}/>`;
  return faint ? line : `${line}${markerSvg(x + 15, y, look, hollow, colour)}`;
}

function axes({ width, height, x, y, colour, xTick = String }: Figure, place: Place): string[] {
  const bottom = height - PLOT.bottom;
  const soft = colour("var(--ink-soft)");
  return [
    ...y.ticks.flatMap((tick) => [
      `<path d="M${PLOT.left} ${pixel(place.y(tick))}H${width - PLOT.right}" stroke="${colour("var(--line-soft)")}"/>`,
      `<text x="${PLOT.left - 6}" y="${pixel(place.y(tick) + 4)}" text-anchor="end" font-size="11" fill="${soft}">${tick}</text>`,
    ]),
    `<path d="M${PLOT.left} ${bottom}H${width - PLOT.right}" stroke="${colour("var(--line)")}"/>`,
    ...x.ticks.map(
      (tick) =>
        `<text x="${pixel(place.x(tick))}" y="${bottom + 15}" text-anchor="middle" font-size="11" fill="${soft}">${escapeXml(xTick(tick))}</text>`,
    ),
  ];
}

/** A colour with a share of another in it, both as "#rrggbb"; the first as it is where they are written otherwise. */
export function mixed(colour: string, other: string, share: number): string {
  const parts = (text: string): number[] =>
    (/^#[0-9a-f]{6}$/i.test(text) ? [1, 3, 5] : []).map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  const [own, its] = [parts(colour), parts(other)];
  if (own.length === 0 || its.length === 0) return colour;
  return `#${own
    .map((value, n) =>
      Math.round(value + share * ((its[n] ?? 0) - value))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function behind({ height, back, colour }: Figure, place: Place): string[] {
  return [
    ...back.map(({ look, points }) => {
      const data = polyline(points.map((point) => point && [place.x(point[0]), place.y(point[1])]));
      const stroke = mixed(colour(look.colour), colour("var(--ink-soft)"), BACK.grey);
      return `<path d="${data}" stroke="${stroke}" stroke-width="${BACK.width}" stroke-dasharray="${BACK.dash}"/>`;
    }),
    ...backLabels(back, place, height).map(
      ({ text, x, y }) =>
        `<text x="${pixel(x)}" y="${pixel(y)}" text-anchor="end" font-size="${BACK.fontSize}" fill="${colour("var(--ink-soft)")}">${escapeXml(text)}</text>`,
    ),
  ];
}

/** The interval of a series at a row; null where there is none. */
function bandOf(row: FigureRow, key: string): readonly [number, number] | null {
  const band = row[`${key}band`];
  return typeof band === "object" ? band : null;
}

function band(one: FigureSeries, rows: readonly FigureRow[], place: Place, colour: Colour): string {
  const known = rows.flatMap((row) => {
    const ends = bandOf(row, one.key);
    return ends ? [{ x: place.x(row.step), low: place.y(ends[0]), high: place.y(ends[1]) }] : [];
  });
  if (known.length === 0) return "";
  // A band needs two points; one alone has a whisker.
  const [only] = known;
  if (known.length === 1 && only)
    return `<path d="M${pixel(only.x)} ${pixel(only.low)}V${pixel(only.high)}" stroke="${colour(one.look.colour)}"/>`;
  const there = known.map(({ x, high }) => [x, high] as const);
  const back = known.map(({ x, low }) => [x, low] as const).reverse();
  return `<path d="${polyline([...there, ...back])}Z" stroke="none" fill="${colour(one.look.colour)}" fill-opacity="${one.hollow ? 0.07 : 0.14}"/>`;
}

function line(one: FigureSeries, { rows, everyPoint, colour, connect = false }: Figure, place: Place): string {
  const all = rows.map(({ step, [one.key]: value }) =>
    typeof value === "number" ? ([place.x(step), place.y(value)] as const) : null,
  );
  const points = connect ? all.filter((point) => point !== null) : all;
  const drawn = `<path d="${polyline(points)}" stroke="${colour(one.look.colour)}" stroke-width="${one.width}"${dash(one.look)}${one.faint ? ' stroke-opacity="0.6"' : ""}/>`;
  if (one.faint) return drawn;
  const marked = everyPoint ? points : [points.at(-1) ?? null];
  return drawn + marked.map((point) => (point ? markerSvg(point[0], point[1], one.look, one.hollow, colour) : "")).join("");
}

function changes({ width, height, marks, colour }: Figure, place: Place): string[] {
  const soft = colour("var(--ink-soft)");
  return placeMarks(marks, place, width).flatMap(({ x, label, end }) => [
    `<path d="M${pixel(x)} ${PLOT.top}V${height - PLOT.bottom}" stroke="${soft}" stroke-dasharray="1 2"/>`,
    label
      ? `<text x="${pixel(label.x)}" y="${pixel(label.y)}" text-anchor="${end ? "end" : "start"}" font-size="${MARK.fontSize}" fill="${soft}">${escapeXml(label.text)}</text>`
      : "",
  ]);
}

/** The figure as elements, its top left corner at the origin. */
export function figureSvg(figure: Figure): string {
  const { width, height, rows, series, x, y, colour } = figure;
  const place = placeIn(width, height, x, y);
  return [
    '<g fill="none">',
    ...axes(figure, place),
    ...behind(figure, place),
    ...series.filter((one) => one.band).map((one) => band(one, rows, place, colour)),
    ...series.map((one) => line(one, figure, place)),
    ...changes(figure, place),
    "</g>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}
