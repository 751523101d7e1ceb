/** What has to be said above the charts: a link with problems, what Run will do, what is being prepared, what failed. */

import { useStore } from "zustand";
import type { LinkState } from "../../runs/link.ts";
import { isActive } from "../../stores/run.ts";
import { ProblemList } from "../../ui/ProblemList.tsx";
import { introduction } from "./estimate.ts";
import { choices, controller, keepRun, loadPending } from "./state.ts";

export function Notices({ link }: { readonly link: LinkState }) {
  const problems = useStore(choices, (state) => state.problems);
  const phase = useStore(controller.store, (state) => state.phase);
  const message = useStore(controller.store, (state) => state.message);
  const measured = useStore(controller.store, (state) => state.step > 0);
  const pending = useStore(choices, (state) => state.pending);
  return (
    <>
      {pending ? (
        <div className="notice" role="alert">
          <p>
            The address names other settings.{" "}
            {isActive(phase) ? "Loading them ends the run." : "The run shown has not been exported."}
          </p>
          <div className="button-row">
            <button type="button" className="plain-button" onClick={loadPending}>
              Load them
            </button>
            <button type="button" className="plain-button" onClick={keepRun}>
              Keep this run
            </button>
          </div>
        </div>
      ) : null}
      <ProblemList problems={problems} onDismiss={() => choices.setState({ problems: [] })} />
      {phase === "failed" ? (
        <div className="notice notice-failed" role="alert">
          <strong>The run has stopped.</strong> {message}
          {measured ? " What was measured so far stays in the charts until Run or Reset." : ""}
        </div>
      ) : null}
      {phase === "idle" ? <p className="introduction">{introduction(link)}</p> : null}
      {phase === "preparing" ? <p className="introduction">{message}</p> : null}
    </>
  );
}
