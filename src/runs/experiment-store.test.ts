/** Kept experiments, on a database in memory. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, expect, test, vi } from "vitest";
import { planSchema } from "./plan.ts";
import { expandPlan } from "./plan-expand.ts";
import { SMOKE } from "./plans/smoke.ts";
import { TABLE_3 } from "./plans/table-3.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.resetModules();
});

/** As a page that was just opened. */
async function page() {
  return {
    ...(await import("./database.ts")),
    ...(await import("./experiment-store.ts")),
    ...(await import("./run-store.ts")),
    ...(await import("./run-writer.ts")),
  };
}

test("an experiment is kept once, however its plan was written, and goes with its runs", async () => {
  const { keepExperiment, keptExperiments, forgetExperiment, experimentId, createRunWriter, storedRuns } = await page();
  await keepExperiment(SMOKE, "simd");
  await keepExperiment(planSchema.parse(JSON.parse(JSON.stringify(SMOKE))), "simd");
  await keepExperiment(SMOKE, "wasm");
  await keepExperiment(TABLE_3, "simd");
  const kept = await keptExperiments();
  expect(kept.map(({ id }) => id).sort()).toEqual(
    [experimentId(SMOKE, "simd"), experimentId(SMOKE, "wasm"), experimentId(TABLE_3, "simd")].sort(),
  );
  expect(experimentId({ ...SMOKE, seeds: [0] }, "simd")).not.toBe(experimentId(SMOKE, "simd"));
  const [run] = expandPlan(SMOKE, { backend: "simd" }).runs;
  if (!run) throw new Error("The plan has no runs.");
  for (const experiment of [experimentId(SMOKE, "simd"), "another"]) {
    const writer = createRunWriter({ ...run, experiment, title: "x" });
    writer.phase("running");
    await writer.close();
  }
  await forgetExperiment(experimentId(SMOKE, "simd"));
  expect((await keptExperiments()).map(({ backend, plan }) => `${plan.id} ${backend}`).sort()).toEqual([
    "smoke wasm",
    "table-3 simd",
  ]);
  expect((await storedRuns()).runs.map(({ experiment }) => experiment)).toEqual(["another"]);
});

test("one of another form counts as not there", async () => {
  const { keepExperiment, keptExperiments, withDatabase } = await page();
  await keepExperiment(SMOKE, "simd");
  await withDatabase(async (database) => {
    const [value] = await database.getAll("experiments");
    if (value) await database.put("experiments", { ...value, id: "odd", startedAt: "x", plan: { ...value.plan, seeds: [] } });
  });
  expect(await keptExperiments()).toHaveLength(1);
});

test("a database of version 2 is taken over with its runs", async () => {
  const old = await openDB("co-rl-playground", 2, {
    upgrade(database) {
      for (const [name, keyPath] of [
        ["checkpoints", "id"],
        ["runs", "id"],
        ["states", "run"],
      ] as const)
        database.createObjectStore(name, { keyPath });
      database.createObjectStore("steps", { keyPath: ["run", "from"] });
    },
  });
  await old.put("runs", { id: "a", mark: 7 });
  old.close();
  const { keepExperiment, keptExperiments, withDatabase } = await page();
  await keepExperiment(SMOKE, "simd");
  expect(await keptExperiments()).toHaveLength(1);
  expect(await withDatabase((database) => database.get("runs", "a"))).toEqual({ id: "a", mark: 7 });
});
