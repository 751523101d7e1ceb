/** Charts: the result and its reason, large, or the diagnostics, small. Loaded with recharts. */
import { useDeferredValue, useMemo } from "react";
import { useStore } from "zustand";
import type { CohortShape, RunData } from "../../stores/run-data.ts";
import { Chart } from "./Chart.tsx";
import { CHARTS, type ChartId } from "./chart-specs.ts";
import { behindOf, chartView, controller, pastRuns, setChartView } from "./state.ts";

interface ChartGridProps {
  readonly part: "main" | "diagnostics";
  readonly data: RunData;
  readonly total: number;
}

/** The result and its reason. */
const MAIN: ReadonlySet<ChartId> = new Set(["held-out", "labels"]);

function emptyText(id: ChartId, cohorts: readonly CohortShape[], phase: string): string {
  const heldOut = id === "held-out";
  if (!heldOut && !cohorts.some(({ trains }) => trains)) return "Base does not train: it has held-out accuracy only.";
  if (id === "labels" && !cohorts.some(({ labels }) => labels))
    return "There are no labels in this run: its agents are rewarded without.";
  if (id === "agreement" && !cohorts.some(({ trains, agents }) => trains && agents > 1))
    return "Each cohort has one agent: there is nobody to agree with.";
  if (phase === "failed") return "Nothing was measured.";
  if (phase === "preparing") return heldOut ? "The first measurement is on its way." : "Comes with the first step.";
  return heldOut ? "Measured before the first step, while training and at the end." : "Comes with the first step.";
}

/**
 * What changes for all charts at once (another run, another phase) is deferred: React then draws them in slices between frames, so
 * that starting a run holds the main thread for no more than one chart.
 */
export function ChartGrid(given: ChartGridProps) {
  const data = useDeferredValue(given.data);
  const total = useDeferredValue(given.total);
  const phase = useDeferredValue(useStore(controller.store, (state) => state.phase));
  const view = useStore(chartView);
  const past = useStore(pastRuns.store, (state) => state.runs);
  const shown = useMemo(() => behindOf(past), [past]);
  const behind = useDeferredValue(shown);
  return (
    <div className={`chart-grid chart-grid-${given.part}`}>
      {CHARTS.filter(({ id }) => MAIN.has(id) === (given.part === "main")).map((spec) => (
        <Chart
          key={spec.id}
          spec={spec}
          data={data}
          total={total}
          view={view}
          onView={setChartView}
          behind={behind}
          empty={emptyText(spec.id, data.cohorts, phase)}
        />
      ))}
    </div>
  );
}
