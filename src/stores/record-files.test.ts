/** Files of runs, read and written as the worker does it. */
import { expect, test } from "vitest";
import { metricsCsv, runJson } from "../runs/export.ts";
import { fixtureRecord } from "../runs/fixture.ts";
import { pack } from "../runs/packed.ts";
import { createRecordFiles } from "./record-files.ts";
import { answer, replySchema, requestSchema } from "./record-jobs.ts";

/** The worker's way without a worker: both messages pass their schemas. */
const files = createRecordFiles(async (request) => replySchema.parse(await answer(requestSchema.parse(request))));

test("a written file is read as the same run", async () => {
  const run = pack(fixtureRecord(4));
  const json = await files.write(run, "json");
  expect(await json.text()).toBe(runJson(fixtureRecord(4)));
  expect(await files.read(json)).toEqual({ run });
  expect(await (await files.write(run, "csv")).text()).toBe(metricsCsv(fixtureRecord(4)));
});

test("what cannot be read or written is a sentence", async () => {
  expect(await files.read(new Blob(["nonsense"]))).toMatchObject({
    problem: expect.stringMatching(/^This file is not JSON: .+\.$/),
  });
  expect(await files.read(new Blob([]))).toMatchObject({ problem: expect.stringContaining("not JSON") });
  const run = pack(fixtureRecord(2));
  run.main.numbers[0] = 7;
  await expect(files.write(run, "json")).rejects.toThrow(/^The run cannot be exported: steps\.0\.agents\.0\.passAt1/);
});

test("a worker that does not come is a sentence, too", async () => {
  const none = createRecordFiles(() => Promise.reject(new Error("It could not be loaded.")));
  expect(await none.read(new Blob(["{}"]))).toEqual({ problem: "It could not be loaded." });
});
