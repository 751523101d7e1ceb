/** The charts as they stand on the page, as one picture: from the run, the view and the past runs, in the colours that are shown. */

import { formatLink } from "../../runs/link.ts";
import { linkOf } from "../../runs/link-of.ts";
import type { Environment } from "../../runs/record.ts";
import type { PastRun } from "../../stores/past-runs.ts";
import type { RunData } from "../../stores/run-data.ts";
import type { Colour } from "../../ui/figure-svg.ts";
import { GLOSSARY } from "../../ui/glossary.ts";
import { changesSaid } from "./changes.ts";
import { CHARTS, type ChartView, unitOf } from "./chart-specs.ts";
import { drawBehind, drawChart, legendCells, readingStep } from "./charts.ts";
import { type ChartPicture, chartsSvg } from "./picture.ts";
import { factsOf } from "./run-facts.ts";

export interface PagePicture {
  readonly data: RunData;
  readonly environment: Environment;
  readonly total: number;
  readonly view: ChartView;
  readonly past: readonly PastRun[];
  readonly colour: Colour;
}

/** What was run, in sentences: its settings, its link, past runs, where it was computed. */
function notesOf({ data, environment, total, past }: PagePicture): string[] {
  const { config, changes } = data;
  const facts = factsOf({ config, changes })
    .filter(([name]) => !["Changed while running", "Backend", "Page"].includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  const { link } = linkOf(config, environment.backend);
  return [
    `${facts.join(" · ")}.`,
    ...(changes.length > 0 ? [`Changed while it ran: ${changesSaid(changes)}.`] : []),
    ...(past.length > 0
      ? [`Dotted grey lines, numbered at their ends, are past runs: ${past.map(({ id, name }) => `${id} ${name}`).join(", ")}.`]
      : []),
    `Step ${data.steps.length} of ${total}. Bands are 95 % intervals. Computed by ${environment.backend} (${environment.adapter}). Co-RL playground ${environment.app}, ${formatLink(link)}`,
  ];
}

/** The charts with their legends, as the page shows them now. */
export function pageCharts({ data, total, view, past }: PagePicture): ChartPicture[] {
  const behind = [...past].reverse().map(({ id, data: drawn }) => ({ label: String(id), data: drawn }));
  return CHARTS.map((spec) => {
    const step = readingStep(spec, data, null);
    return {
      title: GLOSSARY[spec.term][0],
      unit: [unitOf(spec, view), `at step ${step}`].filter(Boolean).join(", "),
      drawing: drawChart(spec, data, total, view, null, drawBehind(spec, behind, view)),
      cells: legendCells(spec, data, view, step),
      everyPoint: spec.id === "held-out",
      large: spec.id === "held-out" || spec.id === "labels",
    };
  });
}

/** The picture, with its size in pixels. */
export function pagePicture(page: PagePicture): ReturnType<typeof chartsSvg> {
  const { data, colour } = page;
  const titles = data.cohorts.map((cohort) => cohort.title).join(" beside ");
  return chartsSvg({
    title: `${titles}, seed ${data.config.seed}`,
    charts: pageCharts(page),
    notes: notesOf(page),
    colour,
  });
}
