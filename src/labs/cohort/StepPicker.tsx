/** Which step's rollouts are shown: one earlier or later, a number, or the latest. */
import { type KeyboardEvent, useId, useState } from "react";
import type { RolloutLog } from "../../stores/rollout-log.ts";
import { readNumber } from "../../ui/number-input.ts";
import { stayAt } from "./look.ts";

interface StepPickerProps {
  readonly log: RolloutLog;
  /** The step shown. */
  readonly step: number;
  /** Steps done. */
  readonly last: number;
  readonly following: boolean;
}

export function StepPicker({ log, step, last, following }: StepPickerProps) {
  const id = useId();
  // What is being typed; null shows the step, which moves on while a run is followed.
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const steps = log.steps;
  const earlier = steps.findLast((kept) => kept < step);
  const later = steps.find((kept) => kept > step);
  const go = (to: number | null): void => {
    setDraft(null);
    setProblem(null);
    stayAt(to);
  };
  const commit = (): void => {
    if (draft === null) return;
    const result = readNumber("Step", draft, { min: 1, max: last, whole: true });
    if ("value" in result) go(result.value);
    else setProblem(result.problem);
  };
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") commit();
    else if (event.key === "ArrowUp" && later !== undefined) go(later);
    else if (event.key === "ArrowDown" && earlier !== undefined) go(earlier);
    else if (event.key === "Escape") {
      setDraft(null);
      setProblem(null);
    } else return;
    event.preventDefault();
  };
  return (
    <fieldset className="step-picker" aria-label="Step of the rollouts">
      <button
        type="button"
        className="plain-button"
        aria-label="Earlier step"
        disabled={earlier === undefined}
        onClick={() => go(earlier ?? null)}
      >
        ‹
      </button>
      <label htmlFor={id}>step</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? String(step)}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={key}
      />
      <button
        type="button"
        className="plain-button"
        aria-label="Later step"
        disabled={later === undefined}
        onClick={() => go(later ?? null)}
      >
        ›
      </button>
      <button type="button" className="plain-button" aria-pressed={following} onClick={() => go(null)}>
        Latest
      </button>
      {problem === null ? null : (
        <p id={`${id}-problem`} className="step-problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
