/** The lab's runs in the database: a run that a closed page broke off comes to the numbers of one that never stopped; what stands in the way is said. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeAgent, fakeAgent } from "../cohort/fake-agent.ts";
import { DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { fixtureRecord } from "../runs/fixture.ts";
import { pack } from "../runs/packed.ts";
import { compareCohort, presetById } from "../runs/presets.ts";
import type { RunOrder } from "./run.ts";

const { cohort } = presetById("co-rl-different");
const training = {
  ...DEFAULT_TRAINING,
  steps: 9,
  promptsPerStep: 2,
  rollouts: 4,
  trainPrompts: 6,
  heldOutPrompts: 5,
  evaluateEvery: 3,
};
const config: RunConfig = {
  task: "addition",
  seed: 0,
  samplingSeed: 0,
  training,
  cohort,
  compare: compareCohort(cohort, "ttrl"),
};
const order = (): RunOrder => ({ link: "#/cohort", config, backend: "wasm", titles: { main: "Co-RL", compare: "TTRL" } });

let locks = new Set<string>();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  locks = new Set();
  const manager = {
    request: async (name: string, { ifAvailable }: LockOptions, go: (lock: object | null) => Promise<void> | undefined) => {
      if (locks.has(name) && ifAvailable) return go(null);
      while (locks.has(name)) await new Promise((resolve) => setTimeout(resolve, 1));
      locks.add(name);
      await go({});
      locks.delete(name);
    },
    query: async () => ({ held: [...locks].map((name) => ({ name })) }),
  };
  vi.stubGlobal("navigator", { locks: manager, storage: { estimate: async () => ({ usage: 1e6, quota: 1e9 }) } });
});
afterEach(() => vi.unstubAllGlobals());

/** A page that is opened anew: fresh modules, a fresh lab, on the same database. Its agents answer by step, prompt and rollout. */
async function page(spoil: (step: number) => boolean = () => false, beside?: (step: number) => Promise<void> | void) {
  vi.resetModules();
  const { createSession } = await import("../cohort/session.ts");
  const { createKeeping } = await import("./keeping.ts");
  const { createPastRuns, hasResults } = await import("./past-runs.ts");
  const { createRunController } = await import("./run.ts");
  const agents: FakeAgent[] = [];
  const past = createPastRuns();
  const keeping = createKeeping(past, (one) => one.titles.main);
  const controller = createRunController(
    (options) =>
      keeping.session(options, (all) =>
        createSession({
          ...all,
          checkpointBase: "http://test/",
          startWorker: (name) => {
            const agent = fakeAgent(name, (prompt, k, step) =>
              spoil(step) ? "0" : String((prompt.length + k * 3 + step * 7) % 4),
            );
            if (!name.endsWith("’s evaluator")) {
              agents.push(agent);
              return { api: agent.api, terminate: () => {} };
            }
            const { evaluate } = agent.api;
            const held: typeof evaluate = async (asked) => {
              await beside?.(asked.step);
              return evaluate(asked);
            };
            return { api: { ...agent.api, evaluate: held }, terminate: () => {} };
          },
          evaluatorsPay: () => beside !== undefined,
        }),
      ),
    () => 0,
    ({ data, environment, started }) => {
      if (!data || !environment || !started) return;
      const run = data.packed(environment);
      if (hasResults(run)) past.keep(run, started.titles.main, false, keeping.idOf(started));
      else keeping.drop(started);
    },
  );
  const until = async (what: () => boolean): Promise<void> => {
    for (let i = 0; i < 2000 && !what(); i++) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(what()).toBe(true);
  };
  const phase = (wanted: string): Promise<void> => until(() => controller.store.getState().phase === wanted);
  const numbers = () => {
    const { data, environment } = controller.store.getState();
    if (!data || !environment) throw new Error("There is no run.");
    const { initial, steps, final, compare, faults } = data.record(environment);
    return { measured: { initial, steps, final, compare }, faults };
  };
  const goOn = (id: string) => keeping.goOn(id, (point) => controller.restore({ ...order(), changes: point.changes }, point));
  return { keeping, controller, past, agents, until, phase, numbers, goOn };
}

/** What a killed browser leaves: the database, no locks. */
const kill = (): void => locks.clear();

test.each([0, 1, 3, 4, 8, 9])(
  "killed after step %i: going on comes to the numbers of a run that never stopped",
  async (steps) => {
    const whole = await page();
    whole.controller.run(order());
    await whole.phase("finished");
    const expected = whole.numbers().measured;
    globalThis.indexedDB = new IDBFactory();
    locks.clear();

    const first = await page();
    for (let n = 0; n < Math.max(1, steps); n++) {
      first.controller.step(order());
      await first.until(() => first.controller.store.getState().step === n + 1);
      await first.until(() => ["paused", "finished"].includes(first.controller.store.getState().phase));
    }
    if (steps === 0) await first.controller.restartFrom(0);
    await first.until(() => first.keeping.store.getState().kept);
    first.keeping.settle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    kill();

    const again = await page();
    await again.keeping.open();
    if (steps === 9) {
      // It had finished: it is a past run.
      expect(again.past.store.getState().runs).toMatchObject([{ name: "Co-RL" }]);
      expect(again.keeping.store.getState().unfinished).toEqual([]);
      return;
    }
    const [found] = again.keeping.store.getState().unfinished;
    if (!found) throw new Error("The run is not found.");
    expect(found.steps).toBe(steps);
    expect(await again.goOn(found.id)).toBe(true);
    const kept = 3 * Math.floor(steps / 3);
    expect(again.controller.store.getState()).toMatchObject({ phase: "paused", step: kept, total: 9 });
    again.controller.run(order());
    await again.phase("finished");
    expect(again.numbers().measured).toEqual(expected);
    // Nothing was measured before the kept step; all that is said is that the page was closed.
    expect(again.agents[0]?.orders.map(({ step }) => step)).toEqual(Array.from({ length: 9 - kept }, (_, n) => kept + n + 1));
    expect(again.agents[0]?.calls.filter((call) => call === "evaluate 0x1")).toEqual([]);
    expect(again.numbers().faults).toMatchObject([
      { step: steps, resumedFrom: kept, reason: /^The page was closed in the middle/ },
    ]);
    // And the database holds the whole.
    await again.until(() => again.keeping.store.getState().kept);
    kill();
    const third = await page();
    await third.keeping.open();
    expect(third.past.store.getState().runs[0]?.run.main.numbers).toEqual(
      whole.controller.store.getState().data?.packed(found.environment ?? fixtureRecord().environment).main.numbers,
    );
  },
);

test("killed while held-out accuracy is on its way: the run goes on from where all was in, to the same record", async () => {
  const whole = await page();
  whole.controller.run(order());
  await whole.phase("finished");
  const expected = whole.numbers().measured;
  globalThis.indexedDB = new IDBFactory();
  locks.clear();

  // That of step 3 comes, that of step 6 never does.
  const first = await page(
    () => false,
    (step) => (step === 3 ? undefined : new Promise<void>(() => {})),
  );
  for (let n = 1; n <= 8; n++) {
    first.controller.step(order());
    await first.until(() => {
      const { step, phase } = first.controller.store.getState();
      return step === n && phase === "paused";
    });
  }
  await first.until(() => first.controller.store.getState().measuring.join() === "6");
  first.keeping.settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  kill();

  const again = await page(
    () => false,
    () => {},
  );
  await again.keeping.open();
  const [found] = again.keeping.store.getState().unfinished;
  expect(found).toMatchObject({ steps: 8, kept: 3 });
  expect(await again.goOn(found?.id ?? "")).toBe(true);
  again.controller.run(order());
  await again.phase("finished");
  expect(again.numbers().measured).toEqual(expected);
  // What had not come is no difference.
  expect(again.numbers().faults).toMatchObject([{ step: 8, resumedFrom: 3, reason: /^The page was closed/ }]);
  await again.until(() => again.keeping.store.getState().kept);
  kill();
  const third = await page();
  await third.keeping.open();
  expect(third.past.store.getState().runs[0]?.run.main.numbers).toEqual(
    whole.controller.store.getState().data?.packed(fixtureRecord().environment).main.numbers,
  );
});

test("steps done again that come to other numbers are said", async () => {
  const first = await page();
  for (let n = 1; n <= 5; n++) {
    first.controller.step(order());
    await first.until(() => first.controller.store.getState().step === n && first.controller.store.getState().phase === "paused");
  }
  first.keeping.settle();
  await first.until(() => first.keeping.store.getState().kept);
  await new Promise((resolve) => setTimeout(resolve, 20));
  kill();
  const again = await page((step) => step === 5);
  await again.keeping.open();
  await again.goOn(again.keeping.store.getState().unfinished[0]?.id ?? "");
  again.controller.run(order());
  await again.phase("finished");
  const { faults } = again.numbers();
  expect(faults).toHaveLength(2);
  expect(faults[1]).toMatchObject({
    step: 5,
    resumedFrom: 3,
    reason: /^Step 5, done again, is not what it was before: agent A’s .* is .*, was /,
  });
});

test("another tab's run is shown as its own and cannot be taken; it can once that tab is gone", async () => {
  const first = await page();
  first.controller.step(order());
  await first.phase("paused");
  first.keeping.settle();
  await first.until(() => first.keeping.store.getState().kept);
  const other = await page();
  await other.keeping.open();
  const { unfinished, elsewhere } = other.keeping.store.getState();
  expect(unfinished).toEqual([]);
  expect(elsewhere).toMatchObject([{ title: "Co-RL", steps: 1 }]);
  const id = elsewhere[0]?.id ?? "";
  expect(await other.goOn(id)).toBe(false);
  await other.keeping.remove(id);
  expect(other.keeping.store.getState().notes).toEqual([
    "The run cannot go on here: another tab is at it.",
    "The run was not deleted: another tab is at this run.",
  ]);
  kill();
  // It is offered as soon as it is free.
  await other.until(() => other.keeping.store.getState().unfinished.length > 0);
  expect(other.keeping.store.getState()).toMatchObject({ unfinished: [{ id }], elsewhere: [] });
});

test("a run put aside is a past one, and stays that; one that is deleted is gone", async () => {
  const first = await page();
  for (let n = 1; n <= 2; n++) {
    first.controller.step(order());
    await first.phase("paused");
    await first.until(() => first.keeping.store.getState().kept);
    // The second begins while the first is left.
    if (n === 1) first.controller.reset();
  }
  first.keeping.settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  kill();
  const again = await page();
  await again.keeping.open();
  expect(again.past.store.getState().runs).toHaveLength(1);
  await again.keeping.putAside(again.keeping.store.getState().unfinished[0]?.id ?? "");
  expect(again.past.store.getState().runs).toHaveLength(2);
  again.past.rename(2, "mine");
  again.past.remove(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const third = await page();
  await third.keeping.open();
  expect(third.keeping.store.getState().unfinished).toEqual([]);
  expect(third.past.store.getState().runs).toMatchObject([{ name: "mine" }]);
});

test("a run from a file is stored with the past ones; clearing takes all", async () => {
  const first = await page();
  expect(first.past.add(pack(fixtureRecord(4)), "from a file")).toBeNull();
  await first.until(() => first.past.store.getState().runs[0]?.stored !== null);
  const again = await page();
  await again.keeping.open();
  expect(again.past.store.getState().runs).toMatchObject([{ name: "from a file", saved: true, run: pack(fixtureRecord(4)) }]);
  await again.keeping.clear();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const third = await page();
  await third.keeping.open();
  expect(third.past.store.getState().runs).toEqual([]);
});

test("without a database all goes on in memory, and that is said", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const { keeping, controller, phase, until } = await page();
  await keeping.open();
  expect(keeping.store.getState().notes).toEqual([expect.stringMatching(/does not let this page keep anything/)]);
  controller.run(order());
  await phase("finished");
  await until(() => keeping.store.getState().problem !== null);
  expect(keeping.store.getState()).toMatchObject({ kept: false, problem: /^This run is not being kept: the browser/ });
});
