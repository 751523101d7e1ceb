/** "Charts (SVG)": the curves and sweeps as they are shown, in one picture that stands alone. Loaded with the page; made when it is asked for. */
import { createStore } from "zustand/vanilla";
import { pointText } from "../../runs/plan-expand.ts";
import { download } from "../../ui/download.ts";
import { type Colour, figureSvg, swatchSvg } from "../../ui/figure-svg.ts";
import { agentLetter } from "../../ui/format.ts";
import { GLOSSARY } from "../../ui/glossary.ts";
import { shownColours } from "../../ui/palette.ts";
import { escapeXml, wrap } from "../../ui/svg.ts";
import type { Results } from "./books.ts";
import { CURVES, curveFigure, type Figure, rowLook, sweepFigure, type View } from "./figures.ts";
import { settingLabel } from "./setting-words.ts";
import { shareText } from "./words.ts";

/** What the charts show just now, on the page and in pictures. */
export const chartView = createStore<View>(() => ({ agent: 0, hidden: new Set(), point: [] }));

const WIDTH = 1200;
const MARGIN = 28;
const PLOT = { width: (WIDTH - 3 * MARGIN) / 2, height: 260 };

interface Panel {
  readonly title: string;
  readonly figure: Figure;
  readonly xTick?: (value: number) => string;
}

/** All that is drawn, with titles. */
export function panelsOf({ summary, curves }: Results, view: View): Panel[] {
  const { plan } = summary;
  const drawn = CURVES.flatMap((spec): Panel[] => {
    const figure = curveFigure(spec, plan, curves, view);
    const title = `${GLOSSARY[spec.term][0]}${spec.unit ? `, ${spec.unit}` : ""}, by step`;
    return figure ? [{ title, figure }] : [];
  });
  const swept = plan.grid.flatMap(({ setting, values }, axis): Panel[] => {
    const figure = values.length > 1 ? sweepFigure(summary, axis, view) : null;
    const title = `Held-out accuracy at the end, %, by ${settingLabel(setting)}`;
    return figure ? [{ title, figure, xTick: (at) => String(values[at] ?? "") }] : [];
  });
  return [...drawn, ...swept];
}

/** The picture as SVG text. The same results and view give the same text. Pure. */
export function chartsSvg(results: Results, view: View, colour: Colour): string {
  const { plan, unit, cells } = results.summary;
  const ink = colour("var(--ink)");
  const rows = plan.rows.map((row, n) => ({ row, n })).filter(({ row }) => !view.hidden.has(row.id));
  const legend = rows.map(({ row, n }, at) => {
    const cell = cells.find((one) => one.row === row.id && JSON.stringify(one.point) === JSON.stringify(view.point));
    const y = 66 + 18 * at;
    const text = `${row.title}: ${shareText(cell?.agents[view.agent]?.final ?? null)}`;
    return `${swatchSvg(MARGIN, y, { look: rowLook(n), width: 2, hollow: false, faint: false }, colour)}<text x="${MARGIN + 40}" y="${y + 4}" font-size="12.5" fill="${ink}">${escapeXml(text)}</text>`;
  });
  const top = 66 + 18 * rows.length + 16;
  const panels = panelsOf(results, view).map(({ title, figure, xTick }, at) => {
    const x = MARGIN + (at % 2) * (PLOT.width + MARGIN);
    const y = top + Math.floor(at / 2) * (PLOT.height + 48);
    const drawn = figureSvg({
      ...figure,
      ...PLOT,
      everyPoint: title.startsWith("Held-out"),
      back: [],
      marks: [],
      colour,
      connect: true,
      ...(xTick ? { xTick } : {}),
    });
    return `<g transform="translate(${x} ${y})"><text x="0" y="14" font-size="15" font-weight="600" fill="${ink}">${escapeXml(title)}</text><g transform="translate(0 24)">${drawn}</g></g>`;
  });
  const bottom = top + Math.ceil(panels.length / 2) * (PLOT.height + 48);
  const point = pointText(view.point);
  const notes = wrap(
    `Agent ${agentLetter(view.agent)}${point ? `; curves at ${point}` : ""}. Means over ${unit}s (${plan.seeds.join(", ")}) with 95 % intervals (Student's t); held-out accuracy in per cent. ${results.summary.runs.done} of ${results.summary.runs.planned} runs. Plan ${plan.id}, backend ${results.summary.backend}.`,
    180,
  );
  const height = bottom + 18 * notes.length + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif">`,
    `<title>${escapeXml(plan.title)}</title>`,
    `<rect width="100%" height="100%" fill="${colour("var(--ground)")}"/>`,
    `<text x="${MARGIN}" y="40" font-size="19" font-weight="600" fill="${ink}">${escapeXml(plan.title)}</text>`,
    ...legend,
    ...panels,
    ...notes.map(
      (text, n) =>
        `<text x="${MARGIN}" y="${bottom + 18 * n}" font-size="12" fill="${colour("var(--ink-soft)")}">${escapeXml(text)}</text>`,
    ),
    "</svg>",
    "",
  ].join("\n");
}

/** Hands the picture over as a file, in the colours that are shown. */
export function saveCharts(results: Results): void {
  const read = shownColours();
  const colour: Colour = (css) => read(css.replace(/^var\((.*)\)$/, "$1"));
  download(`${results.summary.plan.id}-charts.svg`, "image/svg+xml", chartsSvg(results, chartView.getState(), colour));
}
