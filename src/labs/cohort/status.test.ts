/** The status line. */
import { expect, test } from "vitest";
import { statusText, timeLeft } from "./status.ts";

const RUN = { phase: "running", message: "Training.", step: 41, total: 200, stepsPerSecond: 3.14, pausing: false } as const;

test("every phase has its line", () => {
  const text = (state: Parameters<typeof statusText>[0]): string => statusText(state).replaceAll("\u00a0", " ");
  expect(text({ ...RUN, phase: "idle" })).toBe("ready");
  expect(text({ ...RUN, phase: "preparing", message: "Loading the checkpoints." })).toBe("preparing · Loading the checkpoints.");
  expect(text(RUN)).toBe("running · step 41/200 · 3.1 steps/s · about 51 s left");
  expect(text({ ...RUN, stepsPerSecond: null })).toBe("running · step 41/200");
  expect(text({ ...RUN, pausing: true })).toBe("pausing after this step · step 41/200");
  expect(text({ ...RUN, phase: "paused" })).toBe("paused · step 41/200 · 3.1 steps/s");
  expect(text({ ...RUN, phase: "evaluating", message: "Final evaluation." })).toBe(
    "evaluating · step 41/200 · Final evaluation.",
  );
  expect(text({ ...RUN, phase: "finished", step: 200 })).toBe("finished · step 200/200 · 3.1 steps/s");
  expect(text({ ...RUN, phase: "failed", message: "No checkpoint." })).toBe("failed · step 41/200");
});

test("time is left only while it runs at a known pace", () => {
  expect(timeLeft({ ...RUN, stepsPerSecond: 3 })).toBe(53);
  expect(timeLeft({ ...RUN, phase: "paused" })).toBeNull();
  expect(timeLeft({ ...RUN, stepsPerSecond: null })).toBeNull();
});
