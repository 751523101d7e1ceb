/** The status line. */
import { expect, test } from "vitest";
import { recoveryText, sleepText, statusText, timeLeft } from "./status.ts";

const RUN = {
  phase: "running",
  message: "Training.",
  step: 41,
  total: 200,
  stepsPerSecond: 3.14,
  pausing: false,
  measuring: [],
} as const;

test("every phase has its line", () => {
  const text = (state: Parameters<typeof statusText>[0]): string => statusText(state).replaceAll("\u00a0", " ");
  expect(text({ ...RUN, phase: "idle" })).toBe("ready");
  expect(text({ ...RUN, phase: "preparing", message: "Loading the checkpoints." })).toBe("preparing · Loading the checkpoints.");
  expect(text(RUN)).toBe("running · step 41/200 · 3.1 steps/s · about 51 s left");
  expect(text({ ...RUN, stepsPerSecond: null })).toBe("running · step 41/200");
  expect(text({ ...RUN, pausing: true })).toBe("pausing after this step · step 41/200");
  expect(text({ ...RUN, phase: "paused" })).toBe("paused · step 41/200 · 3.1 steps/s");
  expect(text({ ...RUN, phase: "paused", measuring: [40] })).toBe(
    "paused · step 41/200 · 3.1 steps/s · measuring held-out accuracy after step 40",
  );
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

test("a recovery says what happened, from where the run went on, and what was done again", () => {
  expect(recoveryText(44, "The worker of agent B stopped.", 40)).toBe(
    "After step 44: The worker of agent B stopped. The run went on from its state after step 40, in fresh workers; steps 41 to 44 were done again.",
  );
  expect(recoveryText(41, "Gone.", 40)).toMatch(/in fresh workers; step 41 was done again\.$/);
  expect(recoveryText(40, "Gone.", 40)).toMatch(/in fresh workers\.$/);
});

test("sleep is said with where the run went on", () => {
  expect(sleepText(721, 40, 200).replaceAll("\u00a0", " ")).toBe("The tab was asleep for 12 min; the run went on at step 41.");
  expect(sleepText(20, 200, 200).replaceAll("\u00a0", " ")).toBe(
    "The tab was asleep for 20 s; the run went on with the final evaluation.",
  );
});
