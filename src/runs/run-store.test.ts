/** Stored runs on fake-indexeddb: written as they go, read again as they were, and what is wrong is told in a sentence. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EngineState } from "../policies/engine.ts";
import { fixtureRecord } from "./fixture.ts";
import type { RunRecord } from "./record.ts";
import type { RunMeta, RunWriter } from "./run-writer.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => vi.unstubAllGlobals());

/** The modules anew, as in a page that was opened again. */
async function page() {
  vi.resetModules();
  return {
    ...(await import("./run-store.ts")),
    ...(await import("./run-writer.ts")),
    ...(await import("./database.ts")),
    ...(await import("./packed.ts")),
  };
}

function states(step: number) {
  const one = (n: number): EngineState => ({
    parameters: new Float32Array([step, n, 0.1]),
    firstMoment: new Float32Array(3).fill(step / 7),
    secondMoment: new Float32Array(3).fill(step / 3),
    adamStep: step,
  });
  // The compared cohort's second agent has a slow copy, which is stored with the rest.
  const copied = { ...one(3), slowCopy: new Float32Array([step, 3, 0.2]) };
  return { step, cohort: [one(0), one(1)], compare: [one(2), copied] };
}

const record = fixtureRecord(6);
const meta: RunMeta = { key: null, experiment: null, title: "Co-RL", config: record.config, backend: "simd", build: "plain" };

/** Writes a record's steps from one to another. */
async function write(writer: RunWriter, from: number, to: number, whole: RunRecord = record): Promise<void> {
  for (let n = from; n <= to; n++) {
    const step = whole.steps[n - 1];
    if (step) writer.step(step, whole.compare?.steps[n - 1] ?? null);
    if (n % 2 === 0) writer.state(states(n));
    // In chunks, as time would have it.
    if (n % 3 === 0) await writer.settle();
  }
}

function begin(writer: RunWriter, whole: RunRecord = record): void {
  writer.phase("running");
  writer.ready(whole.environment);
  if (whole.initial) writer.initial(whole.initial, whole.compare?.initial ?? null);
  writer.state(states(0));
}

test("a run is read again as it was written, also by a page that is opened anew", async () => {
  const { createRunWriter } = await page();
  const writer = createRunWriter(meta);
  begin(writer);
  await write(writer, 1, 6);
  if (record.final) writer.final(record.final, record.compare?.final ?? null);
  writer.phase("finished");
  expect(await writer.settle()).toBeNull();
  const { storedRuns, loadRun, unpack } = await page();
  const { runs, damaged } = await storedRuns(null);
  expect(damaged).toEqual([]);
  expect(runs).toMatchObject([{ id: writer.id, title: "Co-RL", phase: "finished", steps: 6, kept: 6, build: "plain" }]);
  expect(await storedRuns("other")).toEqual({ runs: [], damaged: [] });
  const loaded = await loadRun(writer.id);
  if ("problem" in loaded) throw new Error(loaded.problem);
  expect(unpack(loaded.run)).toEqual(record);
});

test("a run that broke off goes on from its last state, and keeps what it had measured after it to compare", async () => {
  const first = await page();
  const writer = first.createRunWriter(meta);
  begin(writer);
  await write(writer, 1, 5);
  writer.change({ step: 6, name: "temperature", value: 0.8 });
  await writer.settle();

  const { loadResumePoint, createRunWriter, loadRun, unpack } = await page();
  const point = await loadResumePoint(writer.id);
  if ("problem" in point) throw new Error(point.problem);
  expect(point.state).toEqual(states(4));
  expect(unpack(point.run)).toEqual({
    ...record,
    steps: record.steps.slice(0, 4),
    final: null,
    finished: false,
    compare: record.compare && { ...record.compare, steps: record.compare.steps.slice(0, 4), final: null },
  });
  expect(unpack(point.before).steps).toEqual(record.steps.slice(0, 5));
  expect(point.changes).toEqual([{ step: 6, name: "temperature", value: 0.8 }]);

  const again = createRunWriter(meta, { resumed: { point, release: () => {} } });
  expect(again.id).toBe(writer.id);
  again.phase("running");
  await again.settle();
  // The steps after the state are computed again: until then they are not there.
  expect(await loadRun(again.id)).toMatchObject({ stored: { steps: 4, kept: 4 } });
  await write(again, 5, 6);
  again.change({ step: 6, name: "temperature", value: 0.8 });
  await again.settle();
  const loaded = await loadRun(again.id);
  if ("problem" in loaded) throw new Error(loaded.problem);
  expect(unpack(loaded.run).steps).toEqual(record.steps);
  expect(unpack(loaded.run).changes).toEqual([{ step: 6, name: "temperature", value: 0.8 }]);
});

test("a run taken back loses what came after, wherever chunks begin", async () => {
  const { createRunWriter, loadRun, loadResumePoint, unpack } = await page();
  const writer = createRunWriter(meta);
  begin(writer);
  await write(writer, 1, 6);
  for (const to of [5, 4, 2]) {
    writer.rewound(to);
    if (to % 2 === 0) writer.state(states(to));
    await writer.settle();
    const loaded = await loadRun(writer.id);
    if ("problem" in loaded) throw new Error(loaded.problem);
    expect(unpack(loaded.run).steps).toEqual(record.steps.slice(0, to));
  }
  expect(await loadResumePoint(writer.id)).toMatchObject({ state: states(2) });
  writer.rewound(1);
  await writer.settle();
  expect(await loadResumePoint(writer.id)).toMatchObject({ problem: /no state of its agents is stored/ });
});

/** Writes steps of the record as a run does whose held-out accuracy comes later. */
function bare({ step, agents, ...rest }: RunRecord["steps"][number]): RunRecord["steps"][number] {
  return { ...rest, step, agents: agents.map((agent) => ({ ...agent, heldOut: null })) };
}
function heldOutOf(step: RunRecord["steps"][number] | undefined) {
  if (!step) throw new Error("The record is too short.");
  return { agents: step.agents.flatMap(({ heldOut }) => (heldOut ? [{ heldOut }] : [])) };
}

test("held-out accuracy that comes later is stored with its step, in whichever chunk, or not at all where the step is void", async () => {
  const { createRunWriter, loadRun, unpack } = await page();
  const evaluated = record.steps.filter(({ agents }) => agents[0]?.heldOut).map(({ step }) => step);
  expect(evaluated.length).toBeGreaterThan(0);
  const writer = createRunWriter(meta);
  begin(writer);
  const late = (step: number): void => {
    const compared = record.compare?.steps[step - 1];
    writer.heldOut(step, heldOutOf(record.steps[step - 1]), compared ? heldOutOf(compared) : null);
  };
  for (const [n, step] of record.steps.entries()) {
    const compared = record.compare?.steps[n];
    writer.step(bare(step), compared ? bare(compared) : null);
    if (n % 2 === 1) await writer.settle();
  }
  for (const step of evaluated) late(step);
  await writer.settle();
  const stored = async () => {
    const loaded = await loadRun(writer.id);
    if ("problem" in loaded) throw new Error(loaded.problem);
    return unpack(loaded.run);
  };
  expect((await stored()).steps).toEqual(record.steps);
  expect((await stored()).compare?.steps).toEqual(record.compare?.steps);
  // Void before it was written: only what is left is there.
  const last = evaluated.at(-1) ?? 0;
  late(last);
  writer.rewound(last - 1);
  await writer.settle();
  expect((await stored()).steps).toEqual(record.steps.slice(0, last - 1));
  // The step done again waits for its own.
  late(last);
  writer.rewound(last - 1);
  for (const step of record.steps.slice(last - 1, last)) writer.step(bare(step), bare(record.compare?.steps[last - 1] ?? step));
  await writer.settle();
  expect((await stored()).steps.at(-1)?.agents[0]?.heldOut).toBeNull();
});

test("a refusal is told, the run goes on, and with the next state all that was missing is stored", async () => {
  const { createRunWriter, loadRun, unpack } = await page();
  const problems: (string | null)[] = [];
  vi.stubGlobal("navigator", { storage: { estimate: async () => ({ usage: 41_000_000, quota: 50_000_000 }) } });
  const writer = createRunWriter(meta, { onProblem: (problem) => problems.push(problem) });
  begin(writer);
  await writer.settle();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await write(writer, 1, 3);
  expect(problems).toEqual([
    "This run is not being kept: the browser’s storage is full (41\u00a0MB of 50\u00a0MB). Delete past runs or kept policies, or free space on the disk.",
  ]);
  put.mockRestore();
  await write(writer, 4, 6);
  expect(await writer.settle()).toBeNull();
  expect(problems).toHaveLength(2);
  expect(problems.at(-1)).toBeNull();
  const loaded = await loadRun(writer.id);
  if ("problem" in loaded) throw new Error(loaded.problem);
  expect(unpack(loaded.run).steps).toEqual(record.steps);
});

test("without a database the run goes on, and that is said", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const { createRunWriter, storedRuns } = await page();
  const writer = createRunWriter(meta);
  begin(writer);
  expect(await writer.settle()).toMatch(/^This run is not being kept: the browser does not let this page keep anything/);
  await expect(storedRuns()).rejects.toThrow(/does not let this page keep anything/);
});

test("a damaged run is told and can be deleted; the others are read", async () => {
  const { createRunWriter, withDatabase, storedRuns, loadRun, loadResumePoint, deleteStoredRun } = await page();
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const writer = createRunWriter(meta);
    begin(writer);
    await write(writer, 1, 6);
    await writer.close();
    ids.push(writer.id);
  }
  const [head = "", steps = "", state = "", good = ""] = ids;
  await withDatabase(async (database) => {
    const run = await database.get("runs", head);
    if (run) await database.put("runs", { ...run, steps: -1 });
    await database.delete("steps", [steps, 4]);
    const kept = await database.get("states", state);
    const [one] = kept?.cohort ?? [];
    if (kept && one)
      await database.put("states", { ...kept, cohort: [{ ...one, parameters: new Float32Array([Number.NaN]) }, one] });
  });
  const { runs, damaged } = await storedRuns();
  expect(runs.map(({ id }) => id).sort()).toEqual([steps, state, good].sort());
  expect(damaged).toMatchObject([{ id: head, problem: /^The stored run .* cannot be read: steps: .*It can be deleted/ }]);
  expect(await loadRun(steps)).toMatchObject({ problem: /its steps from 4 on are (damaged|missing)/ });
  expect(await loadResumePoint(state)).toMatchObject({ problem: /stored state of this run's agents is damaged/ });
  expect(await loadRun(state)).toMatchObject({ stored: { steps: 6 } });
  expect(await loadResumePoint(good)).toMatchObject({ state: states(6) });
  for (const id of [head, steps, state]) await deleteStoredRun(id);
  expect(await storedRuns()).toMatchObject({ runs: [{ id: good }], damaged: [] });
  await withDatabase(async (database) => {
    expect((await database.getAllKeys("steps")).every(([run]) => run === good)).toBe(true);
    expect(await database.getAllKeys("states")).toEqual([good]);
  });
  expect(await loadRun(head)).toMatchObject({ problem: /not stored any more/ });
});

test("a database of version 1 is taken over with its kept policies", async () => {
  const old = await openDB("co-rl-playground", 1, {
    upgrade: (database) => void database.createObjectStore("checkpoints", { keyPath: "id" }),
  });
  await old.put("checkpoints", { id: "a", mark: 7 });
  old.close();
  const { withDatabase, createRunWriter, storedRuns } = await page();
  const writer = createRunWriter(meta);
  writer.phase("running");
  expect(await writer.settle()).toBeNull();
  expect(await withDatabase((database) => database.get("checkpoints", "a"))).toEqual({ id: "a", mark: 7 });
  expect((await storedRuns()).runs).toHaveLength(1);
});

test("a newer page may upgrade the database in the middle of a run: that is said, and what was written is there", async () => {
  const { createRunWriter, DATABASE, VERSION } = await page();
  const writer = createRunWriter(meta);
  begin(writer);
  await write(writer, 1, 3);
  expect(await writer.settle()).toBeNull();
  const newer = await openDB(DATABASE, VERSION + 1, { upgrade: () => {} });
  await write(writer, 4, 4);
  expect(await writer.settle()).toMatch(
    /^This run is not being kept: the database was made by a newer version of this page; reload/,
  );
  expect(await newer.get("runs", writer.id)).toMatchObject({ steps: 3, kept: 2 });
  expect(await newer.count("steps")).toBeGreaterThan(0);
  newer.close();
});

test("a run is renamed, and its state alone can be deleted", async () => {
  const { createRunWriter, changeStoredRun, deleteStoredState, storedRuns } = await page();
  const writer = createRunWriter(meta);
  begin(writer);
  await write(writer, 1, 2);
  await writer.close();
  const before = (await storedRuns()).runs[0]?.bytes ?? 0;
  await changeStoredRun(writer.id, { title: "mine", phase: "left" });
  await changeStoredRun("never", { title: "x" });
  await deleteStoredState(writer.id);
  const { runs } = await storedRuns();
  expect(runs).toMatchObject([{ title: "mine", phase: "left", kept: null, steps: 2, bytes: before - (4 * 3 + 1) * 3 * 4 }]);
});
