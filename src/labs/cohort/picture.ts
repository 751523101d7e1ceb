/**
 * "Charts (SVG)": all charts of the page in one picture that stands alone, with titles, legends, values, what was run, and the page's version.
 * Written from the data; the same data gives the same text. Pure: the page hands in the colours.
 */
import { type Colour, figureSvg, swatchSvg } from "../../ui/figure-svg.ts";
import type { LegendCell } from "../../ui/LegendTable.tsx";
import { escapeXml, pixel, wrap } from "../../ui/svg.ts";
import type { Drawing } from "./charts.ts";

export interface ChartPicture {
  readonly title: string;
  /** Unit and step: "%, at step 200". */
  readonly unit: string;
  readonly drawing: Drawing;
  readonly cells: readonly LegendCell[];
  readonly everyPoint: boolean;
  /** The result and its reason are large. */
  readonly large: boolean;
}

export interface PictureParts {
  readonly title: string;
  readonly charts: readonly ChartPicture[];
  /** Under the charts: what was run, past runs, version; sentences. */
  readonly notes: readonly string[];
  readonly colour: Colour;
}

export const PICTURE_WIDTH = 1200;
const MARGIN = 28;
const GAP = 28;
const LEGEND_LINE = 17;
const NOTE_LINE = 17;
/** Width of a character of the legend, about; and what fits a line of notes. */
const CHARACTER = 6.7;
const NOTE_CHARACTERS = 150;

function cut(text: string, width: number): string {
  const most = Math.max(2, Math.floor(width / CHARACTER));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A long address has no space to break at: it goes on in the next line. */
function pieces(line: string, most: number): string[] {
  return Array.from({ length: Math.ceil(line.length / most) }, (_, n) => line.slice(n * most, (n + 1) * most));
}

interface Legend {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

function legendOf({ cells }: ChartPicture): Legend {
  return { rows: [...new Set(cells.map((cell) => cell.row))], columns: [...new Set(cells.map((cell) => cell.column))] };
}

function legend(chart: ChartPicture, width: number, colour: Colour): string[] {
  const { rows, columns } = legendOf(chart);
  const first = 12 + Math.max(...rows.map((row) => row.length), 1) * CHARACTER;
  const most = (width - first) / Math.max(1, columns.length);
  const texts = chart.cells.map((cell) => `${cell.value} ${cell.detail}`.trim());
  const soft = colour("var(--ink-soft)");
  let left = first;
  const parts: string[] = rows.map(
    (row, n) => `<text x="0" y="${(n + 2) * LEGEND_LINE - 4}" fill="${soft}">${escapeXml(row)}</text>`,
  );
  for (const column of columns) {
    const own = chart.cells.map((cell, n) => ({ cell, text: texts[n] ?? "" })).filter(({ cell }) => cell.column === column);
    const needed = 20 + CHARACTER * Math.max(column.length, ...own.map(({ text }) => text.length + 6));
    const room = Math.min(needed, most);
    parts.push(`<text x="${pixel(left)}" y="${LEGEND_LINE - 4}" fill="${soft}">${escapeXml(cut(column, room - 8))}</text>`);
    for (const { cell, text } of own) {
      const y = (rows.indexOf(cell.row) + 2) * LEGEND_LINE - 4;
      parts.push(swatchSvg(left, y - 4, cell, colour));
      parts.push(
        `<text x="${pixel(left + 38)}" y="${y}" fill="${colour("var(--ink)")}">${escapeXml(cut(text, room - 38))}</text>`,
      );
    }
    left += room;
  }
  return parts;
}

/** A row of charts of one height, from `top` on; its elements and where it ends. */
function row(
  charts: readonly ChartPicture[],
  top: number,
  plot: number,
  colour: Colour,
): { readonly parts: string[]; readonly bottom: number } {
  const width = (PICTURE_WIDTH - 2 * MARGIN - GAP * (charts.length - 1)) / Math.max(1, charts.length);
  const lines = Math.max(...charts.map((chart) => legendOf(chart).rows.length + 1), 1);
  const under = 30 + lines * LEGEND_LINE + 6;
  const parts = charts.flatMap((chart, n) => [
    `<g transform="translate(${pixel(MARGIN + n * (width + GAP))} ${pixel(top)})">`,
    `<text x="0" y="18" font-size="${chart.large ? 17 : 15}" font-weight="600" fill="${colour("var(--ink)")}">${escapeXml(chart.title)}<tspan dx="10" font-size="12.5" font-weight="400" fill="${colour("var(--ink-soft)")}">${escapeXml(chart.unit)}</tspan></text>`,
    `<g transform="translate(0 30)" font-size="12.5" fill="none">`,
    ...legend(chart, width, colour),
    "</g>",
    `<g transform="translate(0 ${under})">`,
    figureSvg({ ...chart.drawing, width, height: plot, everyPoint: chart.everyPoint, colour }),
    "</g>",
    "</g>",
  ]);
  return { parts, bottom: top + under + plot };
}

/** The picture as SVG text, with its size in pixels. */
export function chartsSvg({ title, charts, notes, colour }: PictureParts): {
  readonly text: string;
  readonly width: number;
  readonly height: number;
} {
  const large = row(
    charts.filter((chart) => chart.large),
    MARGIN,
    320,
    colour,
  );
  const small = row(
    charts.filter((chart) => !chart.large),
    large.bottom + GAP,
    170,
    colour,
  );
  const lines = notes.flatMap((note) => wrap(note, NOTE_CHARACTERS)).flatMap((line) => pieces(line, NOTE_CHARACTERS));
  const height = Math.ceil(small.bottom + GAP + lines.length * NOTE_LINE + MARGIN / 2);
  const values = charts.map(
    (chart) =>
      `${chart.title}, ${chart.unit}: ${chart.cells.map(({ column, row: name, value, detail }) => `${column} ${name} ${value} ${detail}`.trim()).join(", ")}.`,
  );
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${height}" viewBox="0 0 ${PICTURE_WIDTH} ${height}" font-family="system-ui, sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml([...values, ...notes].join(" "))}</desc>`,
    `<rect width="100%" height="100%" fill="${colour("var(--ground)")}"/>`,
    ...large.parts,
    ...small.parts,
    ...lines.map(
      (line, n) =>
        `<text x="${MARGIN}" y="${pixel(small.bottom + GAP + (n + 0.5) * NOTE_LINE)}" font-size="12" fill="${colour("var(--ink-soft)")}">${escapeXml(line)}</text>`,
    ),
    "</svg>",
    "",
  ].join("\n");
  return { text, width: PICTURE_WIDTH, height };
}
