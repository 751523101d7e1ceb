/** The status line in words. */
import type { RunState } from "../../stores/run.ts";
import { duration, pace } from "../../ui/format.ts";

type Facts = Pick<RunState, "phase" | "message" | "step" | "total" | "stepsPerSecond" | "pausing">;

/** Seconds until the last step at the present pace; null where there is none. The final evaluation comes on top. */
export function timeLeft({ phase, step, total, stepsPerSecond }: Facts): number | null {
  return phase === "running" && stepsPerSecond ? (total - step) / stepsPerSecond : null;
}

/** One line: what is going on, step of total, pace, time left. */
export function statusText(state: Facts): string {
  const { phase, message, step, total, stepsPerSecond, pausing } = state;
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
      return `paused · ${at}${speed}`;
    case "evaluating":
      return `evaluating · ${at} · ${message}`;
    case "finished":
      return `finished · ${at}${speed}`;
    case "failed":
      // What failed stands in the alert.
      return `failed · ${at}`;
  }
}
