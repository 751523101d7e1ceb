/** The scheduler on sessions that do what they are told. */
import { expect, test } from "vitest";
import type { RunEvent, RunListener } from "../../cohort/events.ts";
import { expandPlan, type PlannedRun } from "../../runs/plan-expand.ts";
import { SMOKE } from "../../runs/plans/smoke.ts";
import { cohortStep, stepRollouts } from "../../stores/fake-session.ts";
import { createScheduler } from "./scheduler.ts";

const RUNS = expandPlan(SMOKE, { backend: "simd" }).runs;

interface Made {
  readonly key: string;
  readonly calls: string[];
  readonly emit: RunListener;
}

/** A scheduler whose sessions are driven by the test. */
function rig(options: { readonly parallel?: number; readonly refuse?: (run: PlannedRun) => string | null } = {}) {
  const made: Made[] = [];
  const ends: string[] = [];
  let taking: (run: PlannedRun) => Promise<void> = async () => {};
  const scheduler = createScheduler(
    {
      async start(planned, listener) {
        const refused = options.refuse?.(planned) ?? null;
        if (refused !== null) throw new Error(refused);
        const calls: string[] = [];
        made.push({ key: planned.key, calls, emit: listener });
        return {
          phase: "idle",
          run: () => void calls.push("run"),
          pause: async () => void calls.push("pause"),
          step: async () => {},
          change: () => {},
          restartFrom: async () => {},
          keptAt: () => null,
          dispose: () => void calls.push("dispose"),
        };
      },
      finished: (planned) => taking(planned),
      ended: ({ key }, state) => void ends.push(`${key} ${state}`),
    },
    options.parallel ?? 2,
  );
  scheduler.load(RUNS, new Set());
  return {
    scheduler,
    made,
    ends,
    take: (next: typeof taking) => {
      taking = next;
    },
    of: (n: number) => {
      const found = made[n];
      if (!found) throw new Error(`There is no session ${n}.`);
      return found;
    },
    states: () => scheduler.store.getState().runs.map(({ state }) => state),
    phase: () => scheduler.store.getState().phase,
  };
}

/** Lets everything that is promised happen. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const phase = (name: "failed" | "finished" | "preparing", message = "x"): RunEvent => ({ type: "phase", phase: name, message });
const step = (n: number): RunEvent => ({
  type: "step",
  measuring: false,
  cohort: cohortStep(n),
  compare: null,
  rollouts: stepRollouts(n),
  milliseconds: 1,
});

test("so many at once, in the plan's order, until all are done", async () => {
  const { scheduler, made, of, states, phase: at } = rig();
  expect(states()).toEqual(Array(6).fill("waiting"));
  scheduler.run();
  await settle();
  expect(made.map(({ key }) => key)).toEqual(RUNS.slice(0, 2).map(({ key }) => key));
  expect(of(0).calls).toEqual(["run"]);
  for (let n = 0; n < 6; n++) {
    of(n).emit(phase("finished"));
    await settle();
    expect(made.length).toBe(Math.min(6, n + 3));
    expect(of(n).calls).toEqual(["run", "dispose"]);
  }
  expect(states()).toEqual(Array(6).fill("done"));
  expect(at()).toBe("ended");
});

test("runs that are in need not be run, and nothing is left where all are", async () => {
  const { scheduler, made, phase: at } = rig();
  scheduler.load(RUNS, new Set(RUNS.slice(0, 5).map(({ key }) => key)));
  scheduler.run();
  await settle();
  expect(made.map(({ key }) => key)).toEqual([RUNS[5]?.key]);
  scheduler.load(RUNS, new Set(RUNS.map(({ key }) => key)));
  expect(at()).toBe("ended");
  scheduler.load(RUNS, new Set(RUNS.slice(1).map(({ key }) => key)), new Map([[RUNS[0]?.key ?? "", "It was lost."]]));
  expect(scheduler.store.getState().runs[0]).toMatchObject({ state: "failed", message: "It was lost.", step: 0 });
  expect(at()).toBe("ended");
  scheduler.retry();
  await settle();
  expect(made.at(-1)?.key).toBe(RUNS[0]?.key);
});

test("a run that fails keeps its reason, the rest go on, and it can be tried again", async () => {
  const { scheduler, made, of, states, phase: at } = rig({ parallel: 1 });
  scheduler.run();
  await settle();
  of(0).emit(step(3));
  of(0).emit(phase("failed", "The worker stopped."));
  await settle();
  expect(scheduler.store.getState().runs[0]).toMatchObject({ state: "failed", message: "The worker stopped.", step: 3 });
  for (let n = 1; n < 6; n++) {
    of(n).emit(phase("finished"));
    await settle();
  }
  expect(states()).toEqual(["failed", ...Array(5).fill("done")]);
  expect(at()).toBe("ended");
  scheduler.retry(RUNS[1]?.key);
  expect(made).toHaveLength(6);
  scheduler.retry();
  await settle();
  expect(at()).toBe("running");
  expect(of(6).key).toBe(RUNS[0]?.key);
  of(6).emit(phase("finished"));
  await settle();
  expect(at()).toBe("ended");
});

test("a session that cannot be made, and a run that cannot be taken in, fail with their sentences", async () => {
  const refused = rig({ refuse: ({ config }) => (config.seed === 0 ? "There is no policy." : null) });
  refused.scheduler.run();
  await settle();
  await settle();
  expect(refused.states()).toEqual(["failed", "failed", "failed", "running", "running", "waiting"]);
  expect(refused.scheduler.store.getState().runs[0]?.message).toBe("There is no policy.");
  const full = rig();
  full.take(async () => {
    throw new Error("There is no room.");
  });
  full.scheduler.run();
  await settle();
  full.of(0).emit(phase("finished"));
  await settle();
  expect(full.scheduler.store.getState().runs[0]).toMatchObject({ state: "failed", message: "There is no room." });
});

test("pause lets every session stand, run goes on with the same ones", async () => {
  const { scheduler, made, of, phase: at } = rig();
  scheduler.run();
  await settle();
  await scheduler.pause();
  expect(at()).toBe("paused");
  expect(of(0).calls).toEqual(["run", "pause"]);
  of(1).emit(phase("finished"));
  await settle();
  // None takes its place while the experiment stands.
  expect(made).toHaveLength(2);
  scheduler.run();
  await settle();
  expect(of(0).calls).toEqual(["run", "pause", "run"]);
  expect(made).toHaveLength(3);
});

test("a session that comes while pausing does not begin", async () => {
  const { scheduler, of } = rig({ parallel: 1 });
  scheduler.run();
  const paused = scheduler.pause();
  await paused;
  await settle();
  expect(of(0).calls).toEqual([]);
  scheduler.run();
  expect(of(0).calls).toEqual(["run"]);
});

test("stop ends what is at work; it waits, and events of its sessions are nobody's", async () => {
  const { scheduler, of, ends, states, phase: at } = rig();
  scheduler.run();
  await settle();
  of(0).emit(step(2));
  scheduler.stop();
  expect(at()).toBe("idle");
  expect(of(0).calls).toEqual(["run", "dispose"]);
  of(0).emit(phase("failed"));
  of(1).emit(step(4));
  await settle();
  expect(states()).toEqual(Array(6).fill("waiting"));
  expect(ends).toEqual([`${RUNS[0]?.key} waiting`, `${RUNS[1]?.key} waiting`]);
  scheduler.run();
  await settle();
  expect(of(2).key).toBe(RUNS[0]?.key);
});

test("another experiment ends the one before", async () => {
  const { scheduler, of, states } = rig();
  scheduler.run();
  await settle();
  scheduler.load(RUNS.slice(0, 1), new Set());
  expect(of(1).calls).toEqual(["run", "dispose"]);
  expect(states()).toEqual(["waiting"]);
});

test("more at once begin at once, fewer let the running ones end", async () => {
  const { scheduler, made, of } = rig({ parallel: 1 });
  scheduler.run();
  await settle();
  scheduler.setParallel(3);
  await settle();
  expect(made).toHaveLength(3);
  scheduler.setParallel(1);
  of(0).emit(phase("finished"));
  of(1).emit(phase("finished"));
  await settle();
  expect(made).toHaveLength(3);
  of(2).emit(phase("finished"));
  await settle();
  expect(made).toHaveLength(4);
});

test("skipped runs say why, and the others go on; runs from a file are done", async () => {
  const { scheduler, made, states, of, phase: at } = rig({ parallel: 6 });
  scheduler.skip([RUNS[0]?.key ?? ""], "No policy.");
  scheduler.took([RUNS[1]?.key ?? ""]);
  scheduler.run();
  await settle();
  expect(made).toHaveLength(4);
  expect(states().slice(0, 2)).toEqual(["skipped", "done"]);
  scheduler.took(RUNS.slice(2).map(({ key }) => key));
  expect(of(0).calls).toEqual(["run", "dispose"]);
  expect(at()).toBe("ended");
  scheduler.retry();
  await settle();
  expect(made.at(-1)?.key).toBe(RUNS[0]?.key);
});
