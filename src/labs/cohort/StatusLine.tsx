/**
 * The status region: redrawn four times a second for the eye. While a run goes on a screen reader is not told every figure; a second,
 * hidden region tells it the same line at changes of phase and every ten seconds.
 */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatLink, type LinkState } from "../../runs/link.ts";
import { isActive, type RunState } from "../../stores/run.ts";
import { count } from "../../ui/format.ts";
import { choices, controller } from "./state.ts";
import { sleepText, statusText } from "./status.ts";

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
      if (state.phase !== before.phase || state.message !== before.message || state.pausing !== before.pausing) show();
      else timer ??= setTimeout(show, milliseconds);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [milliseconds]);
  return shown;
}

/** What has to be known about the run shown, under its status: other settings, a slow backend, fields that were put right. */
function StatusNotes({ state, link }: { readonly state: RunState; readonly link: LinkState }) {
  const kept = useStore(choices, (all) => all.kept);
  const { phase, started, environment, step } = state;
  const notes = [...kept];
  if (state.slept) notes.push(sleepText(state.slept.seconds, state.slept.step, state.total));
  if (environment?.backend === "cpu")
    notes.push(
      "Plain JavaScript computes this run, which is slow: many times slower than WebAssembly. Why stands under the charts.",
    );
  // A run that has ended stays in the charts while the next one is chosen.
  if (started !== null && (phase === "finished" || phase === "failed") && started.link !== formatLink(link))
    notes.push(
      `Shown is the run as it was started, seed ${started.config.seed}, ${count(step, "step")}; the settings have changed since. Run starts a new one.`,
    );
  return notes.map((note) => (
    <p key={note} className="status-note">
      {note}
    </p>
  ));
}

export function StatusLine({ link }: { readonly link: LinkState }) {
  const state = usePaced(250);
  const spoken = usePaced(10_000);
  const { phase, step, total } = state;
  const seed = state.started?.config.seed ?? link.config.seed;
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
      <StatusNotes state={state} link={link} />
      <div className="visually-hidden" aria-live="polite">
        {isActive(spoken.phase) ? statusText(spoken) : ""}
      </div>
    </div>
  );
}
