/** A replay compares each step as it comes. */
import { expect, test } from "vitest";
import { fixtureRecord } from "../runs/fixture.ts";
import { defaultLink } from "../runs/link.ts";
import { pack } from "../runs/packed.ts";
import type { RunRecord } from "../runs/record.ts";
import { fakeSessions } from "./fake-session.ts";
import { buildOf, createReplays } from "./replay.ts";
import { createRunController, type RunOrder, type SessionFactory } from "./run.ts";

const record = fixtureRecord(3);
const ORDER: RunOrder = { link: "#/cohort", config: defaultLink().config, backend: "auto", titles: { main: "a", compare: "b" } };

function bench(recorded: RunRecord = record) {
  const { factory, made } = fakeSessions();
  const asked: Parameters<SessionFactory>[0][] = [];
  const controller = createRunController((options) => {
    asked.push(options);
    return factory(options);
  });
  const replays = createReplays(controller);
  replays.start("1 first", pack(recorded), ORDER);
  const emit = made[0]?.emit ?? (() => {});
  const step = (n: number, measured: RunRecord = record): void => {
    const [cohort, compare] = [measured.steps[n - 1], measured.compare?.steps[n - 1]];
    if (!cohort || !compare) throw new Error("The record is too short.");
    const rollouts = { step: n, prompts: [], truths: [], cohort: [], compare: null };
    emit({ type: "step", measuring: false, cohort, compare, rollouts, milliseconds: 1 });
  };
  const first = (): void => {
    if (record.initial && record.compare?.initial)
      emit({ type: "initial", cohort: record.initial, compare: record.compare.initial });
  };
  const last = (): void => {
    if (record.final && record.compare?.final) emit({ type: "final", cohort: record.final, compare: record.compare.final });
  };
  /** A step whose held-out accuracy comes later, and what comes. */
  const late = (n: number): (() => void) => {
    const bare = (all: RunRecord["steps"] | undefined) => {
      const found = all?.[n - 1];
      if (!found) throw new Error("The record is too short.");
      const estimates = found.agents.map(({ heldOut }) => ({ heldOut: heldOut ?? { mean: 0.5, low: 0.4, high: 0.6 } }));
      return {
        step: { ...found, agents: found.agents.map((agent) => ({ ...agent, heldOut: null })) },
        heldOut: { agents: estimates },
      };
    };
    const [cohort, compare] = [bare(record.steps), bare(record.compare?.steps)];
    const rollouts = { step: n, prompts: [], truths: [], cohort: [], compare: null };
    emit({ type: "step", measuring: true, cohort: cohort.step, compare: compare.step, rollouts, milliseconds: 1 });
    return () => emit({ type: "held-out", step: n, cohort: cohort.heldOut, compare: compare.heldOut });
  };
  return { asked, controller, replays, emit, late, step, first, last, state: () => replays.store.getState() };
}

/** The record with agent B's entropy at a step of the compared cohort changed. */
function altered(at: number): RunRecord {
  const { compare } = record;
  if (!compare) throw new Error("The fixture has no compared cohort.");
  const steps = compare.steps.map((step) =>
    step.step === at ? { ...step, agents: step.agents.map((agent, n) => (n === 1 ? { ...agent, entropy: 9 } : agent)) } : step,
  );
  return { ...record, compare: { ...compare, steps } };
}

test("it runs the record's configuration, backend and changes, and says when all is equal", () => {
  const changes = [{ step: 2, name: "temperature" as const, value: 0.5 }];
  const { asked, step, first, last, state } = bench({ ...record, changes });
  expect(asked).toMatchObject([{ backend: "wasm", changes }]);
  first();
  for (const n of [1, 2, 3]) {
    step(n);
    expect(state()).toMatchObject({ equal: n, total: 3, done: false, difference: null });
  }
  last();
  expect(state()).toMatchObject({ equal: 3, done: true });
});

test("the first difference is named, in whichever cohort, and stays", () => {
  const { step, first, state } = bench(altered(2));
  first();
  step(1);
  step(2);
  const difference = { step: 2, what: expect.stringMatching(/^in the compared cohort, agent B’s entropy is 0\.\d+, was 9$/) };
  expect(state()).toMatchObject({ equal: 1, difference });
  step(3);
  expect(state()).toMatchObject({ equal: 1, difference });
});

test("an evaluation that differs counts; a record that stopped early is compared as far as it goes", () => {
  const worse = bench({ ...record, initial: record.final });
  worse.first();
  expect(worse.state()).toMatchObject({ difference: { step: 0, what: expect.stringContaining("held-out accuracy") } });
  const short = bench({
    ...record,
    finished: false,
    final: null,
    steps: record.steps.slice(0, 2),
    compare: record.compare && { ...record.compare, final: null, steps: record.compare.steps.slice(0, 2) },
  });
  short.first();
  short.step(1);
  short.step(2);
  expect(short.state()).toMatchObject({ equal: 2, total: 2, done: true, difference: null });
});

test("steps that are taken back are compared anew; another run ends the replay", () => {
  const { controller, emit, step, first, state } = bench(altered(2));
  first();
  step(1);
  emit({ type: "rewound", step: 0 });
  expect(state()).toMatchObject({ equal: 0 });
  step(1);
  step(2);
  expect(state()?.difference?.step).toBe(2);
  controller.reset();
  expect(state()).toBeNull();
});

test("simd's build is the record's", () => {
  const environment = { ...record.environment, backend: "simd" as const };
  expect(buildOf({ ...environment, adapter: "AssemblyScript SIMD, plain, one thread" })).toBe("plain");
  expect(buildOf({ ...environment, adapter: "AssemblyScript SIMD, relaxed, one thread" })).toBe("relaxed");
  expect(buildOf({ ...environment, adapter: "another" })).toBeUndefined();
  expect(buildOf({ ...environment, backend: "wasm", adapter: "plain" })).toBeUndefined();
});

test("a step is compared when its held-out accuracy is in; one that the record never had is no difference", () => {
  const evaluated = record.steps.findIndex((each) => each.agents[0]?.heldOut) + 1;
  expect(evaluated).toBeGreaterThan(0);
  const { late, step, first, state } = bench();
  first();
  for (let n = 1; n < evaluated; n++) step(n);
  const come = late(evaluated);
  expect(state()).toMatchObject({ equal: evaluated - 1, difference: null });
  come();
  expect(state()).toMatchObject({ equal: evaluated, difference: null });
  const without = (steps: RunRecord["steps"]) =>
    steps.map((each) => ({ ...each, agents: each.agents.map((agent) => ({ ...agent, heldOut: null })) }));
  const { compare } = record;
  const ended = bench({
    ...record,
    steps: without(record.steps),
    compare: compare && { ...compare, steps: without(compare.steps) },
  });
  ended.first();
  for (let n = 1; n <= evaluated; n++) ended.step(n);
  expect(ended.state()).toMatchObject({ equal: evaluated, difference: null });
});
