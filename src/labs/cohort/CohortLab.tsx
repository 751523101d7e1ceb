/** The landing page: train a cohort beside another and watch. */
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import "./cohort.css";
import { formatLink, parseLink } from "../../runs/link.ts";
import { createRunData } from "../../stores/run-data.ts";
import { Agents } from "./Agents.tsx";
import { Health } from "./Health.tsx";
import { Notices } from "./Notices.tsx";
import { Settings } from "./Settings.tsx";
import { choices, controller, orderOf } from "./state.ts";
import { TopBar } from "./TopBar.tsx";

// recharts is over half of what the page needs in all: the controls stand before it has come.
const ChartGrid = lazy(async () => ({ default: (await import("./ChartGrid.tsx")).ChartGrid }));

function inLab(): boolean {
  return /^#\/cohort\b|^#?\/?$/.test(window.location.hash);
}

/** Keeps address and choices the same: choices are written into the address, an address that was opened is read. */
function useAddress(): void {
  useEffect(() => {
    const write = (): void => {
      const link = formatLink(choices.getState().link);
      if (inLab() && window.location.hash !== link) window.history.replaceState(window.history.state, "", link);
    };
    const read = (): void => {
      if (!inLab()) return;
      const { state, problems } = parseLink(window.location.hash);
      if (formatLink(state) !== formatLink(choices.getState().link)) {
        controller.reset();
        choices.setState({ link: state, problems });
      } else choices.setState({ problems });
    };
    // Back from another lab by its plain link: what was chosen before still stands.
    if (!window.location.hash.includes("?")) write();
    const stop = choices.subscribe((state, before) => {
      if (state.link !== before.link) write();
    });
    window.addEventListener("hashchange", read);
    return () => {
      stop();
      window.removeEventListener("hashchange", read);
    };
  }, []);
}

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
      <Notices link={link} />
      <div className="cohort-columns">
        <details className="side" open={wide}>
          <summary>Agents and settings</summary>
          <Agents cohort={link.config.cohort} />
          <Settings link={link} />
        </details>
        <div className="results">
          <Suspense fallback={<p className="loading">Loading the charts.</p>}>
            <ChartGrid data={data} total={total} />
          </Suspense>
          <Health />
        </div>
      </div>
    </div>
  );
}
