/** The page's database, on fake-indexeddb: what is kept is found again, and what the browser refuses is told in a sentence. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptCheckpoint } from "./kept-checkpoints.ts";

beforeEach(() => {
  vi.resetModules();
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => vi.unstubAllGlobals());

/** The modules anew, as in a page that was opened again. */
async function page() {
  vi.resetModules();
  return { ...(await import("./kept-checkpoints.ts")), ...(await import("./database.ts")) };
}

function kept(id: string, length = 10): KeptCheckpoint {
  return {
    id,
    entry: {
      id,
      spec: { architecture: "attention", size: "small", digitOrder: "msb", corpus: "Q", replica: 0 },
      file: `${id}.safetensors`,
      bytes: length,
      sha256: "ab".repeat(32),
      parameters: 5,
      seeds: { cohort: 7 },
      recipe: {},
      base: { mean: 0.5, low: 0.4, high: 0.6 },
    },
    file: new Uint8Array(length).fill(7),
    origin: "pretrained",
    savedAt: "2026-01-02T03:04:05.000Z",
  };
}

test("what is kept is there when the page is opened again, until it is deleted", async () => {
  const first = await page();
  expect(await first.keptCheckpoints()).toEqual([]);
  await first.keepCheckpoint(kept("b"));
  await first.keepCheckpoint(kept("a"));
  await first.keepCheckpoint(kept("a", 12));
  const again = await page();
  expect(await again.keptCheckpoints()).toEqual([kept("a", 12), kept("b")]);
  expect(await again.keptCheckpoint("b")).toEqual(kept("b"));
  expect(await again.keptCheckpoint("c")).toBeNull();
  await again.forgetCheckpoint("b");
  await again.forgetCheckpoint("never");
  expect((await first.keptCheckpoints()).map(({ id }) => id)).toEqual(["a"]);
});

test("what another version wrote in another form counts as not there", async () => {
  const { withDatabase, keptCheckpoints, keptCheckpoint, keepCheckpoint } = await page();
  await keepCheckpoint(kept("a"));
  const odd = { ...kept("odd"), entry: { ...kept("odd").entry, sha256: "short" } };
  await withDatabase((database) => database.put("checkpoints", odd));
  await withDatabase((database) => database.put("checkpoints", { ...kept("x"), id: "y" }));
  expect((await keptCheckpoints()).map(({ id }) => id)).toEqual(["a"]);
  expect(await keptCheckpoint("odd")).toBeNull();
});

test("a browser without a database, a full one and an older page say so in a sentence", async () => {
  const { keepCheckpoint, withDatabase, storageProblem, DATABASE, VERSION } = await page();
  const full = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  await expect(withDatabase(full)).rejects.toThrow(/no room left for this page; delete some of what is kept/);
  // It is opened anew after a failure.
  await keepCheckpoint(kept("a"));
  expect(storageProblem(new DOMException("", "InvalidStateError")).message).toMatch(/private window/);
  const { openDB } = await import("idb");
  await withDatabase(async (database) => database.close());
  (await openDB(DATABASE, VERSION + 1)).close();
  const older = await page();
  await expect(older.keptCheckpoints()).rejects.toThrow(/newer version of this page; reload/);
  vi.stubGlobal("indexedDB", undefined);
  const without = await page();
  await expect(without.keptCheckpoints()).rejects.toThrow(/does not let this page keep anything/);
});

test("a newer page may upgrade while this one is open, and this one says what to do", async () => {
  const { keptCheckpoints, DATABASE, VERSION } = await page();
  await keptCheckpoints();
  const { openDB } = await import("idb");
  (await openDB(DATABASE, VERSION + 1, { upgrade: () => {} })).close();
  await expect(keptCheckpoints()).rejects.toThrow(/reload the page/);
});
