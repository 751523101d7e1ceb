/** The status line in words. */
import type { RunState } from "../../stores/run.ts";
import { duration, pace, roughDuration } from "../../ui/format.ts";

type Facts = Pick<RunState, "phase" | "message" | "step" | "total" | "stepsPerSecond" | "pausing" | "measuring">;

/** Seconds until the last step at the present pace; null where there is none. The final evaluation comes on top. */
export function timeLeft({ phase, step, total, stepsPerSecond }: Facts): number | null {
  return phase === "running" && stepsPerSecond ? (total - step) / stepsPerSecond : null;
}

/** What is still measured while the run stands still: the number appears when it is there. */
function underWay(measuring: readonly number[]): string {
  return measuring.length === 0 ? "" : ` · measuring held-out accuracy after step ${measuring.join(" and ")}`;
}

/** One line: what is going on, step of total, pace, time left. */
export function statusText(state: Facts): string {
  const { phase, message, step, total, stepsPerSecond, pausing, measuring } = state;
  const at = `step ${step}/${total}`;
  const speed = stepsPerSecond === null ? "" : ` · ${pace(stepsPerSecond)}`;
  const left = timeLeft(state);
  switch (phase) {
    case "idle":
      return "ready";
    case "preparing":
      return pausing ? `pausing before step ${step + 1} · ${message}` : `preparing · ${message}`;
    case "running":
      if (pausing) return `pausing after this step · ${at}`;
      return `running · ${at}${speed}${left === null ? "" : ` · about ${duration(left)} left`}`;
    case "paused":
      return `paused · ${at}${speed}${underWay(measuring)}`;
    case "evaluating":
      return `evaluating · ${at} · ${message}`;
    case "finished":
      return `finished · ${at}${speed}`;
    case "failed":
      // What failed stands in the alert.
      return `failed · ${at}`;
  }
}

/** What went wrong after `step` steps, and from which kept step the run went on. */
export function recoveryText(step: number, reason: string, resumedFrom: number): string {
  const went = `The run went on from its state after step ${resumedFrom}, in fresh workers`;
  const again = step > resumedFrom + 1 ? `; steps ${resumedFrom + 1} to ${step} were done again` : "";
  const one = step === resumedFrom + 1 ? `; step ${step} was done again` : "";
  return `After step ${step}: ${reason} ${went}${again}${one}.`;
}

/** That the tab was asleep in the middle of a run, after `step` steps. */
export function sleepText(seconds: number, step: number, total: number): string {
  const where = step < total ? `at step ${step + 1}` : "with the final evaluation";
  return `The tab was asleep for ${roughDuration(seconds)}; the run went on ${where}.`;
}
