/** The runs one by one: how far each is, why some failed, and the way of each to the cohort lab. */
import { useState } from "react";
import { useStore } from "zustand";
import { type PlannedRun, pointText } from "../../runs/plan-expand.ts";
import { runLink } from "../../runs/plan-link.ts";
import { handRun } from "../../stores/between-labs.ts";
import { count } from "../../ui/format.ts";
import type { RunStatus } from "./scheduler.ts";
import { experiment, runOf, scheduler, tell } from "./state.ts";
import { useScheduler } from "./use-scheduler.ts";

const WORDS: Readonly<Record<RunStatus["state"], string>> = {
  waiting: "waits",
  running: "at work",
  done: "in",
  failed: "failed",
  skipped: "left out",
};

/** Opens a run in the cohort lab, with its record among the past runs where it is in. */
async function openRun(planned: PlannedRun, name: string): Promise<void> {
  try {
    const found = await runOf(planned.key);
    if (found) handRun({ name, run: found.run });
    window.location.hash = runLink(planned).slice(1);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}

interface ItemProps {
  readonly planned: PlannedRun;
  readonly run: RunStatus;
  readonly name: string;
  /** What the rules of the health line saw, a text an agent; undefined until that is known. */
  readonly seen: readonly string[] | undefined;
}

function Item({ planned, run, name, seen }: ItemProps) {
  const again = run.state === "failed" || run.state === "skipped";
  return (
    <li className={again ? "experiment-run experiment-run-failed" : "experiment-run"}>
      <span className="experiment-run-name">{name}</span>
      <span className="hint">
        {WORDS[run.state]}
        {run.state === "running" && run.total > 0 ? `, step ${run.step} of ${run.total}` : ""}
        {run.message && run.state !== "done" ? `: ${run.message}` : ""}
        {run.state === "done" && seen ? (seen.length === 0 ? "; nothing seen" : `; seen: ${seen.join("; ")}`) : ""}
      </span>
      <span className="button-row">
        {again ? (
          <button
            type="button"
            className="plain-button"
            aria-label={`Try again: ${name}`}
            onClick={() => scheduler.retry(run.key)}
          >
            Try again
          </button>
        ) : null}
        {run.state === "done" ? (
          <button
            type="button"
            className="plain-button"
            aria-label={`Open in the cohort lab: ${name}`}
            onClick={() => void openRun(planned, name)}
          >
            Open in the cohort lab
          </button>
        ) : (
          <a href={runLink(planned)} aria-label={`Settings in the cohort lab: ${name}`}>
            Settings in the cohort lab
          </a>
        )}
      </span>
    </li>
  );
}

/** Runs listed at first: more would hold the page when they are drawn. */
const MOST_LISTED = 60;

export function RunList() {
  const expansion = useStore(experiment, (state) => state.expansion);
  const seen = useStore(experiment, (state) => state.results?.seen);
  const { runs } = useScheduler();
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(MOST_LISTED);
  const planned = new Map(expansion.runs.map((run) => [run.key, run]));
  const names = new Map(
    expansion.cells.flatMap((cell) =>
      cell.runs.map(({ key }) => [key, [cell.title, pointText(cell.point)].filter(Boolean).join(", ")]),
    ),
  );
  const item = (run: RunStatus) => {
    const own = planned.get(run.key);
    if (!own) return null;
    const { seed, samplingSeed } = own.config;
    const seeds = `seed ${seed}${samplingSeed === 0 ? "" : `, sampling seed ${samplingSeed}`}`;
    const name = `${names.get(run.key) ?? run.key}, ${seeds}`;
    return <Item key={run.key} planned={own} run={run} name={name} seen={seen?.get(run.key)} />;
  };
  const troubled = runs.filter(({ state }) => state === "failed" || state === "skipped");
  const running = runs.filter(({ state }) => state === "running");
  return (
    <section aria-labelledby="runs-title" className="experiment-panel">
      <h2 id="runs-title">Runs</h2>
      {troubled.length > 1 ? (
        <div className="button-row">
          <button type="button" className="plain-button" onClick={() => scheduler.retry()}>
            Try all {troubled.length} again
          </button>
        </div>
      ) : null}
      {troubled.length + running.length > 0 ? (
        <ul className="experiment-runs" aria-label="Runs at work and failed">
          {troubled.slice(0, most).map(item)}
          {running.map(item)}
        </ul>
      ) : null}
      <details open={all} onToggle={(event) => setAll(event.currentTarget.open)}>
        <summary>All {count(runs.length, "run")}</summary>
        {all ? (
          <>
            <ul className="experiment-runs" aria-label="All runs">
              {runs.slice(0, most).map(item)}
            </ul>
            {runs.length > most ? (
              <button type="button" className="plain-button" onClick={() => setMost(most + MOST_LISTED)}>
                Show more of the {runs.length} runs
              </button>
            ) : null}
          </>
        ) : null}
      </details>
    </section>
  );
}
