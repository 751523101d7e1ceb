/** Theory meets training: what the theory says of each train prompt from the answers before training, and what training made of it. On demand. */
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useStore } from "zustand";
import "./forecast.css";
import { forecastRings } from "../../../cohort/forecast-measure.ts";
import { FORECAST_SAMPLES } from "../../../cohort/forecast-meter.ts";
import type { CohortConfig } from "../../../runs/config.ts";
import { type CohortName, cohortConfig, type RunData } from "../../../stores/run-data.ts";
import { count } from "../../../ui/format.ts";
import { controller } from "../state.ts";
import { ForecastTables } from "./ForecastTables.tsx";
import { ForecastWay } from "./ForecastWay.tsx";
import { dismissProblem, forecasts, measure, outcomeStep, problemOf, stopMeasuring } from "./forecast-state.ts";

/** Agents in the largest ring. */
function ringSize(cohort: CohortConfig): number {
  const found = forecastRings(cohort);
  return "rings" in found ? Math.max(...found.rings.map((ring) => ring.length)) : 0;
}

/** What the button does, in figures. */
function Plan({ data, last, kept }: { readonly data: RunData; readonly last: number; readonly kept: readonly number[] }) {
  const between = kept.filter((step) => step > 0 && step < last).length;
  return (
    <p className="hint">
      Measure asks every agent {count(data.config.training.trainPrompts, "train prompt")} {FORECAST_SAMPLES} times each: as it was
      before training, as it is after step {last}
      {between > 0 ? `, and at the ${count(between, "kept step")} between` : ""}. It works beside the page; the run and its files
      stay as they are.
    </p>
  );
}

export function ForecastPanel({ data }: { readonly data: RunData }) {
  const { task, problem, measured, news } = useStore(forecasts);
  const phase = useStore(controller.store, (state) => state.phase);
  const kept = useStore(controller.store, (state) => state.kept);
  const [chosen, setChosen] = useState<CohortName>("main");
  const name: CohortName = data.cohorts.length > 1 ? chosen : "main";
  const last = outcomeStep({ phase, kept });
  const refused = problemOf(data, name);
  const shown = measured?.cohort === name ? measured : null;
  const config = cohortConfig(data.config, name);
  const [first, second] = data.cohorts;
  return (
    <section className="forecast" aria-labelledby="forecast-title">
      <h2 id="forecast-title">Theory meets training</h2>
      <p>
        From the answers before training three rules forecast where each agent ends on each train prompt: the paper’s two
        outcomes, the dynamics of whole answer distributions, and the plurality of all samples, which needs no dynamics. Then they
        are held against what training made of it.
      </p>
      {first && second ? (
        <SegmentedControl
          size="xs"
          aria-label="Cohort to forecast"
          value={name}
          data={[
            { value: "main", label: first.title },
            { value: "compare", label: second.title },
          ]}
          transitionDuration={0}
          onChange={(value) => setChosen(value === "compare" ? "compare" : "main")}
        />
      ) : null}
      {refused !== null ? (
        <p>{refused}</p>
      ) : last === null ? (
        <p className="hint">A run is measured while it stands still: pause it, or let it finish.</p>
      ) : (
        <Plan data={data} last={last} kept={kept} />
      )}
      <div className="button-row">
        {task ? (
          <>
            <button type="button" className="plain-button" onClick={stopMeasuring}>
              Stop measuring
            </button>
            <progress max={1} value={task.share} aria-label="Measuring" />
            <span className="hint">{task.message}</span>
          </>
        ) : refused === null ? (
          <button type="button" className="plain-button" disabled={last === null} onClick={() => measure(data, name)}>
            {shown?.result ? "Measure again" : "Measure"}
          </button>
        ) : null}
      </div>
      <p className="hint forecast-news" aria-live="polite">
        {news}
      </p>
      {problem === null ? null : (
        <div className="notice" role="alert">
          <p>{problem}</p>
          <button type="button" className="plain-button" onClick={dismissProblem}>
            Dismiss
          </button>
        </div>
      )}
      {shown?.result && config ? (
        <>
          <div className="forecast-columns">
            <ForecastWay key={name} measured={shown} cohort={config} />
            <ForecastTables foresight={shown.result.foresight} ringSize={ringSize(config)} />
          </div>
          <p className="look-for">
            {ringSize(config) === 1
              ? "Do prompts left of and below one half still end right? Then their wrong answers scatter, and the most frequent answer was the right one before training. "
              : "Do prompts below the line end where both are right? The paper’s rule calls them wrong; telling their wrong answers apart foresees many of them. "}
            One run has few hundred prompts and shares its policies among them: differences between rules of a point or two need
            several seeds (npm run forecast).
          </p>
        </>
      ) : null}
    </section>
  );
}
