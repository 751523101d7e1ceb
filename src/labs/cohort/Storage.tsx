/** The room that this page takes in the browser: how much, whether it is safe, and how to be rid of it. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { roomWords } from "../../runs/storage-use.ts";
import { keeping, pastRuns } from "./state.ts";

export function Storage() {
  const use = useStore(keeping.store, (state) => state.use);
  const count = useStore(keeping.store, (state) => state.unfinished.length + state.damaged.length);
  const past = useStore(pastRuns.store, (state) => state.runs.length);
  const [sure, setSure] = useState(false);
  useEffect(() => void keeping.measure(), []);
  if (use === null) return <p className="hint">This browser does not say how much room the stored runs take.</p>;
  return (
    <div className="storage">
      <p className="hint" aria-live="polite">
        Runs and base policies stored in this browser: {roomWords(use)}.{" "}
        {use.persisted
          ? "The browser has agreed to delete nothing of it unasked."
          : "The browser may delete it when the disk fills up."}
      </p>
      <div className="button-row">
        {use.persisted ? null : (
          <button type="button" className="plain-button" aria-describedby="storage-hint" onClick={() => void keeping.persist()}>
            Ask the browser to keep it
          </button>
        )}
        <button
          type="button"
          className="plain-button"
          disabled={count + past === 0}
          onBlur={() => setSure(false)}
          onClick={() => {
            if (sure) void keeping.clear();
            setSure(!sure);
          }}
        >
          {sure && count + past > 0 ? `Delete ${count + past} for good` : "Delete all stored runs"}
        </button>
      </div>
      <p className="hint" id="storage-hint">
        Deleting takes the past runs and those that were broken off, not the run in the charts, the experiments or the base
        policies.
      </p>
    </div>
  );
}
