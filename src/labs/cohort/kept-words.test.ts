/** Stored runs in words. */
import { expect, test } from "vitest";
import { fixtureRecord } from "../../runs/fixture.ts";
import { newStoredRun } from "../../runs/stored-run.ts";
import { runWords, startedAt } from "./kept-words.ts";

test("a run is named by its time, its title and how far it came", () => {
  const { config } = fixtureRecord(200);
  const then = new Date(2026, 10, 28, 14, 3);
  const run = { ...newStoredRun({ title: "Co-RL", config, backend: "auto" }), createdAt: then.toISOString(), steps: 87 };
  expect(runWords(run, new Date(2026, 10, 28, 20, 0))).toBe("run of 14:03 (Co-RL, step 87 of 200)");
  expect(runWords(run, new Date(2026, 10, 29, 9, 0))).toBe("run of 28 Nov, 14:03 (Co-RL, step 87 of 200)");
  expect(startedAt("yesterday")).toBe("an unknown time");
});
