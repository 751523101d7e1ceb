/** Takes the run back to a step whose state was kept: before the first, at each evaluation, at the end. */
import { NativeSelect } from "@mantine/core";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { restart } from "./restart.ts";
import { controller } from "./state.ts";

/** Steps to restart from, the latest first. A run that stands gains nothing from the step it stands at; one that failed does. */
function useSteps(): readonly number[] {
  const kept = useStore(controller.store, (state) => state.kept);
  const step = useStore(controller.store, (state) => state.step);
  const failed = useStore(controller.store, (state) => state.phase === "failed");
  return kept.filter((each) => failed || each < step).reverse();
}

/** Where the focus goes when the button is gone. */
function focusRun(): void {
  // After the page has been drawn with Run enabled.
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLButtonElement>("[data-button=run]")?.focus({ preventScroll: true });
  });
}

/** Nothing where there is no step to restart from. */
export function Restart() {
  const steps = useSteps();
  const [wanted, setWanted] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [latest] = steps;
  const hint = useId();
  if (latest === undefined) return null;
  const chosen = wanted !== null && steps.includes(wanted) ? wanted : latest;
  const press = async (): Promise<void> => {
    setWanted(null);
    setProblem(await restart(chosen));
    focusRun();
  };
  return (
    <div className="restart">
      <div className="button-row">
        <NativeSelect
          size="xs"
          aria-label="Step to restart from"
          value={String(chosen)}
          data={steps.map((step) => ({ value: String(step), label: `step ${step}` }))}
          onChange={(event) => setWanted(Number(event.currentTarget.value))}
        />
        <button type="button" className="plain-button" aria-describedby={hint} onClick={() => void press()}>
          Restart from step {chosen}
        </button>
      </div>
      <p id={hint} className="restart-hint">
        Takes every agent back to its state after that step; later steps leave the charts.
      </p>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}

/** In the top bar while a run stands still; where it has failed, the control stands in the notice. */
export function StandingRestart() {
  const standing = useStore(controller.store, ({ phase }) => phase === "paused" || phase === "finished");
  return standing ? <Restart /> : null;
}
