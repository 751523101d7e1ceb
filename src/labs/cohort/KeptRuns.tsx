/** What the page's database holds of runs that are not over: those that a closed tab broke off, those of another tab, those that are damaged. */
import { useState } from "react";
import { useStore } from "zustand";
import type { StoredRun } from "../../runs/stored-run.ts";
import { isActive } from "../../stores/run.ts";
import { ProblemList } from "../../ui/ProblemList.tsx";
import { goOn } from "./keep-actions.ts";
import { runWords } from "./kept-words.ts";
import { controller, keeping } from "./state.ts";

function Unfinished({ run }: { readonly run: StoredRun }) {
  const active = useStore(controller.store, (state) => isActive(state.phase));
  const [busy, setBusy] = useState(false);
  const words = runWords(run);
  const press = (action: () => Promise<void>): void => {
    setBusy(true);
    void action().finally(() => setBusy(false));
  };
  return (
    <div className="notice notice-kept" role="status">
      <p>
        A run was broken off. It can go on
        {run.kept === run.steps ? "" : ` from its state after step ${run.kept}; what came after is done again,`} and comes to the
        numbers of a run that never stopped.
      </p>
      <div className="button-row">
        <button
          type="button"
          className="plain-button"
          disabled={busy || active}
          title={active ? "A run is going on: wait for its end, or Reset." : undefined}
          onClick={() => press(() => goOn(run.id))}
        >
          Go on with the {words}
        </button>
        {run.steps === 0 ? null : (
          <button
            type="button"
            className="plain-button"
            disabled={busy}
            aria-label={`Put it with the past runs: ${words}`}
            onClick={() => press(() => keeping.putAside(run.id))}
          >
            Put it with the past runs
          </button>
        )}
        <button
          type="button"
          className="plain-button"
          disabled={busy}
          aria-label={`Delete: ${words}`}
          onClick={() => press(() => keeping.remove(run.id))}
        >
          Delete
        </button>
      </div>
    </div>
  );
}

export function KeptRuns() {
  const { unfinished, elsewhere, damaged, problem, notes } = useStore(keeping.store);
  return (
    <>
      {problem === null ? null : (
        <p className="notice" role="alert">
          {problem}
        </p>
      )}
      <ProblemList problems={notes} onDismiss={keeping.dismiss} />
      {unfinished.map((run) => (
        <Unfinished key={run.id} run={run} />
      ))}
      {elsewhere.map((run) => (
        <p key={run.id} className="notice" role="status">
          The {runWords(run)} is open in another tab; it cannot go on here while that tab has it.
        </p>
      ))}
      {damaged.map((run) => (
        <div key={run.id} className="notice" role="alert">
          <p>{run.problem}</p>
          <button type="button" className="plain-button" onClick={() => void keeping.remove(run.id)}>
            Delete the damaged run
          </button>
        </div>
      ))}
    </>
  );
}
