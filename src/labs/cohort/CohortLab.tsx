/**
 * The landing page: train a cohort beside another and watch. In the order in which it is read in one column: controls, result and
 * reason, map and rollouts, the rest; wider screens place these parts in two or three columns (cohort.css).
 */
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useStore } from "zustand";
import "./cohort.css";
import { baseOf } from "../../runs/config.ts";
import { createRunData } from "../../stores/run-data.ts";
import { latePart } from "../../ui/late-part.tsx";
import { Agents } from "./Agents.tsx";
import { useAddress } from "./address.ts";
import { BasePolicies } from "./BasePolicies.tsx";
import { Ensemble } from "./Ensemble.tsx";
import { ForecastHost } from "./forecast/ForecastHost.tsx";
import { Health } from "./Health.tsx";
import { Notices } from "./Notices.tsx";
import { Settings } from "./Settings.tsx";
import { choices, controller, orderOf } from "./state.ts";
import { TopBar } from "./TopBar.tsx";
import { TourHost } from "./tour/TourHost.tsx";
import { Verdict } from "./Verdict.tsx";

// recharts is over half of what the page needs in all: the controls stand before it has come.
const ChartGrid = latePart(
  "The charts",
  async () => (await import("./ChartGrid.tsx")).ChartGrid,
  <p className="loading">Loading the charts.</p>,
);
const Diagnostics = latePart("These charts", async () => (await import("./ChartGrid.tsx")).ChartGrid);
const RunsPanel = latePart("The list of runs", async () => (await import("./RunsPanel.tsx")).RunsPanel);
const DecouplingPanel = latePart("Error decoupling", async () => (await import("./DecouplingPanel.tsx")).DecouplingPanel);
const LookColumn = latePart(
  "The prompt map",
  async () => {
    // After the charts: what one sees first comes first.
    await import("./ChartGrid.tsx");
    return (await import("./LookColumn.tsx")).LookColumn;
  },
  <p className="loading">Loading the prompt map.</p>,
);

export function CohortLab() {
  useAddress();
  const link = useStore(choices, (state) => state.link);
  const runData = useStore(controller.store, (state) => state.data);
  const runTotal = useStore(controller.store, (state) => state.total);
  const wide = useMediaQuery("(min-width: 900px)", true, { getInitialValueInEffect: false });
  const preview = useMemo(() => {
    const { config, titles } = orderOf(link);
    return createRunData(config, titles);
  }, [link]);
  const data = runData ?? preview;
  const total = runData ? runTotal : data.cohorts.some((cohort) => cohort.trains) ? link.config.training.steps : 0;
  return (
    <div className="cohort-lab">
      <h1 className="visually-hidden">Cohort lab</h1>
      <TopBar link={link} />
      <TourHost />
      <Notices link={link} />
      <Verdict />
      <div className="cohort-columns">
        <details className="side" open={wide}>
          <summary>Agents and settings</summary>
          <Agents
            task={link.config.task}
            cohort={link.config.cohort}
            compare={link.config.compare}
            learningRate={link.config.training.learningRate}
            weakShare={baseOf(link.config).weakShare}
          />
          <BasePolicies link={link} />
          <Settings link={link} />
        </details>
        <div className="results-main">
          <ChartGrid part="main" data={data} total={total} />
        </div>
        <div className="look-column">
          <LookColumn data={data} />
        </div>
        <div className="results-diagnostics">
          <Diagnostics part="diagnostics" data={data} total={total} />
        </div>
        <div className="results-more">
          <Ensemble />
          <Health />
          <ForecastHost />
          <RunsPanel />
          <DecouplingPanel link={link} />
        </div>
      </div>
    </div>
  );
}
