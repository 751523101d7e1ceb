/**
 * The status region: redrawn four times a second for the eye. While a run goes on a screen reader is not told every figure; a second,
 * hidden region tells it the same line at changes of phase and every ten seconds.
 */
import { useEffect, useState } from "react";
import { isActive, type RunState } from "../../stores/run.ts";
import { controller } from "./state.ts";
import { statusText } from "./status.ts";

/** The store's state at most every so many milliseconds, and at once when the phase changes. */
function usePaced(milliseconds: number): RunState {
  const [shown, setShown] = useState(() => controller.store.getState());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      clearTimeout(timer);
      timer = undefined;
      setShown(controller.store.getState());
    };
    show();
    const stop = controller.store.subscribe((state, before) => {
      if (state.phase !== before.phase || state.message !== before.message) show();
      else timer ??= setTimeout(show, milliseconds);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [milliseconds]);
  return shown;
}

export function StatusLine({ seed }: { readonly seed: number }) {
  const state = usePaced(250);
  const spoken = usePaced(10_000);
  const { phase, step, total } = state;
  const progress = phase === "finished" ? 1 : total > 0 ? step / total : 0;
  return (
    <div className="status-box">
      <div role="status" aria-live={isActive(phase) ? "off" : "polite"} className={`status status-${phase}`}>
        <span className="status-seed">seed {seed} · </span>
        {statusText(state)}
      </div>
      <div className="status-bar" aria-hidden="true">
        <div style={{ transform: `scaleX(${progress})` }} />
      </div>
      <div className="visually-hidden" aria-live="polite">
        {isActive(spoken.phase) ? statusText(spoken) : ""}
      </div>
    </div>
  );
}
