/** The experiments page: a plan, what it costs, its runs, and what they say. */
import { useMediaQuery } from "@mantine/hooks";
import { useDeferredValue } from "react";
import { useStore } from "zustand";
import { intervalNote } from "../../math/statistics.ts";
import { latePart } from "../../ui/late-part.tsx";
import { ProblemList } from "../../ui/ProblemList.tsx";
import { useAddress } from "./address.ts";
import { CostPanel, MissingPolicies } from "./CostPanel.tsx";
import "./experiments.css";
import { EnsembleTable } from "./EnsembleTable.tsx";
import { FinalTable } from "./FinalTable.tsx";
import { Paper } from "./Paper.tsx";
import { PlanPanel } from "./PlanPanel.tsx";
import { RunList } from "./RunList.tsx";
import { experiment } from "./state.ts";
import { TopBar } from "./TopBar.tsx";

// recharts is large: the table stands before it has come.
const Curves = latePart(
  "The curves",
  async () => (await import("./Curves.tsx")).Curves,
  <p className="loading">Loading the charts.</p>,
);

function Results() {
  const latest = useStore(experiment, (state) => state.results);
  // The table and the charts of many rows are drawn in slices, between what a person does.
  const results = useDeferredValue(latest);
  const opening = useStore(experiment, (state) => state.opening);
  if (!results || results.summary.runs.done === 0)
    return (
      <p className="experiment-empty">
        {opening
          ? "Looking for runs of this plan that are stored here."
          : "No run is in yet. The table of results, the curves and the comparison stand here as soon as the first run has finished, and change with each that follows."}
      </p>
    );
  const { summary, warnings } = results;
  const { plan, unit } = summary;
  const note = intervalNote(unit === "sampling seed" ? plan.samplingSeeds.length : plan.seeds.length);
  const alone =
    unit === "sampling seed"
      ? "All runs start from the same policies: the intervals say how a run scatters, not what other policies would do."
      : "";
  return (
    <>
      {[note, alone, ...warnings].filter(Boolean).map((sentence) => (
        <p key={sentence} className="experiment-note">
          {sentence}
        </p>
      ))}
      {summary.runs.done < summary.runs.planned ? (
        <p className="experiment-note">{`${summary.runs.done} of ${summary.runs.planned} runs are in: the figures go without the others.`}</p>
      ) : null}
      <FinalTable summary={summary} />
      <EnsembleTable summary={summary} />
      <Curves results={results} />
      <Paper summary={summary} />
    </>
  );
}

export function ExperimentsLab() {
  useAddress();
  const problems = useStore(experiment, (state) => state.problems);
  const notes = useStore(experiment, (state) => state.notes);
  const wide = useMediaQuery("(min-width: 1100px)", true, { getInitialValueInEffect: false });
  return (
    <div className="experiments-lab">
      <h1 className="visually-hidden">Experiments</h1>
      <TopBar />
      <ProblemList problems={problems} onDismiss={() => experiment.setState({ problems: [] })} />
      <ProblemList problems={notes} onDismiss={() => experiment.setState({ notes: [] })} />
      <div className="experiment-columns">
        <details className="experiment-side" open={wide}>
          <summary>Plan</summary>
          <PlanPanel />
        </details>
        <div className="experiment-results">
          <MissingPolicies />
          <CostPanel />
          <RunList />
          <Results />
        </div>
      </div>
    </div>
  );
}
