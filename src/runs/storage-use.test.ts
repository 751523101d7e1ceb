/** Room in words, and what a browser that says little or nothing comes to. */
import { afterEach, expect, test, vi } from "vitest";
import { StorageError } from "./database.ts";
import { askForPersistence, roomWords, storageFull, storageUse } from "./storage-use.ts";

afterEach(() => vi.unstubAllGlobals());

test("sizes have sensible digits", () => {
  const words = (used: number, most: number) => roomWords({ used, most }).replaceAll("\u00a0", " ");
  expect(words(0, 11e9)).toBe("0 kB of 11 GB");
  expect(words(73_728, 5_000_000)).toBe("74 kB of 5.0 MB");
  expect(words(41_000_000, 1.25e9)).toBe("41 MB of 1.3 GB");
});

test("what the browser does not say is null, and what it refuses is false", async () => {
  vi.stubGlobal("navigator", {});
  expect(await storageUse()).toBeNull();
  expect(await askForPersistence()).toBe(false);
  vi.stubGlobal("navigator", { storage: { estimate: () => Promise.reject(new Error("no")), persist: async () => true } });
  expect(await storageUse()).toBeNull();
  expect(await askForPersistence()).toBe(true);
  vi.stubGlobal("navigator", { storage: { estimate: async () => ({ usage: 1, quota: 2 }), persisted: async () => false } });
  expect(await storageUse()).toEqual({ used: 1, most: 2, persisted: false });
});

test("a full store is told from a full disk", async () => {
  const full = new StorageError("full", true);
  const at = (usage: number) => vi.stubGlobal("navigator", { storage: { estimate: async () => ({ usage, quota: 50e6 }) } });
  at(49e6);
  expect(await storageFull(full)).toMatch(/^the browser’s storage is full \(49\sMB of 50\sMB\)\./);
  at(1e6);
  expect(await storageFull(full)).toMatch(
    /^the browser has no room left, though only 1\.0\sMB of 50\sMB is used; the disk may be full\./,
  );
  expect(await storageFull(new StorageError("Another tab does."))).toBe("another tab does.");
});
