/** The run store: drives one session, keeps what it told, and listens to nobody else. */
import { expect, test } from "vitest";
import { defaultLink } from "../runs/link.ts";
import { runRecordSchema } from "../runs/record.ts";
import { cohortStep, ENVIRONMENT, fakeSessions, heldOut, stepRollouts } from "./fake-session.ts";
import { createRunController, holdsWork, isActive, type RunOrder } from "./run.ts";

const { config } = defaultLink();
const ORDER: RunOrder = { link: "#/cohort", config, backend: "wasm", titles: { main: "Co-RL", compare: "TTRL" } };

function bench() {
  const clock = { now: 0 };
  const { factory, made } = fakeSessions();
  const controller = createRunController(factory, () => clock.now);
  return { clock, made, controller, state: () => controller.store.getState() };
}

test("a run from idle to finished, and its record fits the schema", () => {
  const { clock, made, controller, state } = bench();
  expect(state().phase).toBe("idle");
  controller.run(ORDER);
  const session = made[0];
  if (!session) throw new Error("no session was made");
  expect(session.calls).toEqual(["run"]);
  expect(state()).toMatchObject({ total: 200, step: 0 });
  session.emit({ type: "phase", phase: "preparing", message: "Loading." });
  expect(state()).toMatchObject({ phase: "preparing", message: "Loading." });
  session.emit({ type: "ready", environment: ENVIRONMENT });
  session.emit({ type: "initial", cohort: heldOut(0.5, 0.51), compare: heldOut(0.52, 0.53) });
  session.emit({ type: "phase", phase: "running", message: "Training." });
  for (let step = 1; step <= 3; step++) {
    clock.now += 500;
    session.emit({
      type: "step",
      measuring: false,
      cohort: cohortStep(step),
      compare: cohortStep(step, 5),
      rollouts: stepRollouts(step),
      milliseconds: 400,
    });
    expect(state().step).toBe(step);
  }
  expect(state().stepsPerSecond).toBeCloseTo(2);
  session.emit({ type: "final", cohort: heldOut(0.7, 0.71), compare: heldOut(0.6, 0.61) });
  session.emit({ type: "phase", phase: "finished", message: "Finished." });
  const { data } = state();
  expect(data?.heldOut.last).toMatchObject({ step: 3 });
  const record = data?.record(ENVIRONMENT);
  expect(runRecordSchema.safeParse(record).success).toBe(true);
  expect(record).toMatchObject({
    finished: true,
    steps: [{ step: 1 }, { step: 2 }, { step: 3 }],
    compare: { final: heldOut(0.6, 0.61) },
  });
});

test("the first step's own time stands in for a pace, and a pause starts the pace anew", () => {
  const { clock, made, controller, state } = bench();
  controller.step(ORDER);
  const emit = made[0]?.emit ?? (() => {});
  emit({ type: "step", measuring: false, cohort: cohortStep(1), compare: null, rollouts: stepRollouts(1), milliseconds: 250 });
  expect(state().stepsPerSecond).toBe(4);
  emit({ type: "phase", phase: "paused", message: "" });
  clock.now += 60_000;
  emit({ type: "step", measuring: false, cohort: cohortStep(2), compare: null, rollouts: stepRollouts(2), milliseconds: 200 });
  expect(state().stepsPerSecond).toBe(5);
});

test("run and step go on with the session that is there; one that has ended is replaced", () => {
  const { made, controller, state } = bench();
  controller.step(ORDER);
  controller.run(ORDER);
  controller.pause();
  expect(made.map(({ calls }) => calls)).toEqual([["step", "run", "pause"]]);
  made[0]?.emit({ type: "phase", phase: "failed", message: "The device was lost." });
  expect(state()).toMatchObject({ phase: "failed", message: "The device was lost." });
  controller.run(ORDER);
  expect(made).toHaveLength(2);
  expect(made[0]?.calls.at(-1)).toBe("dispose");
  expect(state()).toMatchObject({ phase: "idle", message: "" });
});

test("a reset ends the session, and what it says afterwards is not heard", () => {
  const { made, controller, state } = bench();
  controller.run(ORDER);
  made[0]?.emit({ type: "phase", phase: "running", message: "" });
  controller.reset();
  expect(made[0]?.calls.at(-1)).toBe("dispose");
  made[0]?.emit({ type: "phase", phase: "failed", message: "too late" });
  expect(state()).toMatchObject({ phase: "idle", data: null, started: null, step: 0 });
});

test("a pause that is asked for stands until the run stands still", () => {
  const { made, controller, state } = bench();
  controller.pause();
  expect(state().pausing).toBe(false);
  controller.run(ORDER);
  made[0]?.emit({ type: "phase", phase: "preparing", message: "" });
  controller.pause();
  made[0]?.emit({ type: "phase", phase: "running", message: "" });
  expect(state().pausing).toBe(true);
  made[0]?.emit({ type: "phase", phase: "paused", message: "" });
  expect(state().pausing).toBe(false);
});

test("leaving would lose a run in progress, and steps that were not exported", () => {
  const { made, controller, state } = bench();
  expect(holdsWork(state())).toBe(false);
  controller.run(ORDER);
  const emit = made[0]?.emit ?? (() => {});
  emit({ type: "phase", phase: "running", message: "" });
  expect(holdsWork(state())).toBe(true);
  emit({ type: "step", measuring: false, cohort: cohortStep(1), compare: null, rollouts: stepRollouts(1), milliseconds: 1 });
  controller.saved();
  expect(holdsWork(state())).toBe(true);
  emit({ type: "final", cohort: heldOut(0.5, 0.5), compare: null });
  emit({ type: "phase", phase: "finished", message: "" });
  expect(holdsWork(state())).toBe(true);
  controller.saved();
  expect(holdsWork(state())).toBe(false);
  controller.reset();
  expect(state().unsaved).toBe(false);
});

test("a session that cannot be made is a failure with its sentence", () => {
  const controller = createRunController(() => {
    throw new RangeError("There are 8100 prompts; 9000 were asked for.");
  });
  controller.run(ORDER);
  expect(controller.store.getState()).toMatchObject({ phase: "failed", message: "There are 8100 prompts; 9000 were asked for." });
});

test("Base alone does no steps; every change has a version of its own", () => {
  const { made, controller, state } = bench();
  controller.run({ ...ORDER, config: { ...config, cohort: { ...config.cohort, method: "base" }, compare: null } });
  expect(state().total).toBe(0);
  const before = state().version;
  made[0]?.emit({ type: "initial", cohort: heldOut(0.5, 0.5), compare: null });
  expect(state().version).toBeGreaterThan(before);
});

test("which phases hold the settings fixed", () => {
  expect((["idle", "preparing", "running", "paused", "evaluating", "finished", "failed"] as const).filter(isActive)).toEqual([
    "preparing",
    "running",
    "paused",
    "evaluating",
  ]);
});

test("a restart voids what was measured after the step, and the record holds changes and faults", async () => {
  const { factory, made } = fakeSessions();
  const controller = createRunController(factory, () => 0);
  controller.run(ORDER);
  const emit = made[0]?.emit ?? (() => {});
  emit({ type: "ready", environment: ENVIRONMENT });
  emit({ type: "initial", cohort: heldOut(0.5, 0.5), compare: heldOut(0.5, 0.5) });
  for (let step = 1; step <= 4; step++) {
    emit({
      type: "step",
      measuring: false,
      cohort: cohortStep(step),
      compare: cohortStep(step),
      rollouts: stepRollouts(step),
      milliseconds: 1,
    });
    emit({ type: "change", change: { step: step + 1, name: "temperature", value: 1 - step / 10 } });
  }
  emit({ type: "kept", steps: [0, 2], latest: { step: 2, cohort: [], compare: null } });
  emit({ type: "fault", fault: { step: 4, reason: "The worker of agent B stopped.", resumedFrom: 2 } });
  emit({ type: "rewound", step: 2 });
  const state = controller.store.getState();
  expect([state.step, state.data?.steps.length, state.data?.rollouts.last?.step]).toEqual([2, 2, 2]);
  expect(state.kept).toEqual([0, 2]);
  const record = state.data?.record(ENVIRONMENT);
  expect(record?.steps.map((step) => step.step)).toEqual([1, 2]);
  expect(record?.compare?.steps).toHaveLength(2);
  expect(record?.changes).toEqual([{ step: 2, name: "temperature", value: 0.9 }]);
  expect(record?.faults).toHaveLength(1);
  expect(runRecordSchema.safeParse(record).success).toBe(true);
  controller.change("learningRate", 0.001);
  await controller.restartFrom(2);
  expect(made[0]?.calls).toEqual(["run", "change learningRate 0.001", "restart 2"]);
  expect(controller.keptStates().map(({ step }) => step)).toEqual([0, 2]);
  // A step that the session has let go of meanwhile is left out.
  emit({ type: "kept", steps: [0, 1, 2], latest: { step: 2, cohort: [], compare: null } });
  expect(controller.keptStates().map(({ step }) => step)).toEqual([0, 2]);
  controller.reset();
  expect(controller.keptStates()).toEqual([]);
});

test("sleep of the tab is noted where a run was under way, and forgotten with it", () => {
  const { made, controller, state } = bench();
  controller.slept(100);
  expect(state().slept).toBeNull();
  controller.run(ORDER);
  const emit = made[0]?.emit ?? (() => {});
  emit({ type: "phase", phase: "running", message: "" });
  emit({ type: "step", measuring: false, cohort: cohortStep(1), compare: null, rollouts: stepRollouts(1), milliseconds: 1 });
  controller.slept(720);
  expect(state().slept).toEqual({ seconds: 720, step: 1 });
  emit({ type: "phase", phase: "paused", message: "" });
  controller.slept(900);
  expect(state().slept).toEqual({ seconds: 720, step: 1 });
  controller.reset();
  expect(state().slept).toBeNull();
});
