/** The books: runs taken in, found on the shelf, refused; files; what a person imports. */
import { expect, test } from "vitest";
import { fixtureRun } from "../../runs/experiment-fixture.ts";
import { condense } from "../../runs/experiment-run.ts";
import { pack } from "../../runs/packed.ts";
import { expandPlan, type PlannedRun } from "../../runs/plan-expand.ts";
import { SMOKE } from "../../runs/plans/smoke.ts";
import { TABLE_3 } from "../../runs/plans/table-3.ts";
import { reportMarkdown } from "../../runs/report.ts";
import { summarise } from "../../runs/summary.ts";
import { summaryCsv } from "../../runs/summary-csv.ts";
import { createBooks, type PackedExperimentRun, type Reply, type Request, type Shelf } from "./books.ts";
import { BooksError, expectKind } from "./books-client.ts";

const expansion = expandPlan(SMOKE, { backend: "simd" });
const EMPTY: Shelf = { find: async () => ({ finished: [], unfinished: [], damaged: [] }) };

function packed(planned: PlannedRun): PackedExperimentRun {
  const { key, seconds, record } = fixtureRun(planned);
  return { key, seconds, run: pack(record) };
}

function books(shelf: Shelf = EMPTY) {
  const { answer } = createBooks(shelf);
  return async <K extends Reply["kind"]>(request: Request, kind: K) => expectKind(await answer(request), kind);
}

const OPEN: Request = { kind: "open", plan: SMOKE, backend: "simd" };

test("what is taken in is summarised as the headless runner does, byte for byte", async () => {
  const ask = books();
  expect(await ask(OPEN, "opened")).toMatchObject({ done: [], unfinished: [], notes: [] });
  for (const planned of [...expansion.runs].reverse()) await ask({ kind: "add", run: packed(planned) }, "added");
  const summary = summarise(
    expansion,
    expansion.runs.map((run) => condense(fixtureRun(run))),
  );
  const { results } = await ask({ kind: "results" }, "results");
  expect(results.summary).toEqual(summary);
  expect(results.warnings).toEqual([]);
  expect(results.timed).toHaveLength(6);
  expect(new Set(results.curves.map(({ metric }) => metric))).toEqual(
    new Set(["heldOut", "pseudoLabelAccuracy", "agreement", "rewardStd"]),
  );
  const text = async (form: "summary.csv" | "report.md") => (await ask({ kind: "write", form, failed: [] }, "file")).file.text();
  expect(await text("summary.csv")).toBe(summaryCsv(summary));
  expect(await text("report.md")).toBe(reportMarkdown(summary));
});

test("a run that is none of the plan's, or not what was planned, is refused with a sentence", async () => {
  const ask = books();
  await ask(OPEN, "opened");
  const [first, second] = expansion.runs;
  if (!first || !second) throw new Error("The plan has no runs.");
  await expect(ask({ kind: "add", run: { ...packed(first), key: "other" } }, "added")).rejects.toThrow("is none of the plan's");
  await expect(ask({ kind: "add", run: { ...packed(first), key: second.key } }, "added")).rejects.toThrow(
    "was run with another configuration; it is left out.",
  );
  await expect(ask({ kind: "open", plan: SMOKE, backend: "simd" }, "file")).rejects.toBeInstanceOf(BooksError);
});

test("stored runs are found, what is shared between plans stays, damaged ones are told", async () => {
  const [first, second] = expansion.runs;
  if (!first || !second) throw new Error("The plan has no runs.");
  const unfinished = { key: second.key, id: "x", step: 2, reason: null, elsewhere: false };
  const ask = books({
    find: async (keys) => ({
      finished: keys.has(first.key) ? [packed(first), { ...packed(second), key: "another" }] : [],
      unfinished: keys.has(second.key) ? [unfinished] : [],
      damaged: keys.has(first.key) ? ["The stored run y cannot be read."] : [],
    }),
  });
  expect(await ask(OPEN, "opened")).toMatchObject({
    done: [first.key],
    unfinished: [unfinished],
    notes: ["The stored run y cannot be read.", "The stored run another is none of the plan's; it is run again."],
  });
  expect((await ask({ kind: "run", key: first.key }, "run")).run?.key).toBe(first.key);
  expect(await ask({ kind: "open", plan: TABLE_3, backend: "simd" }, "opened")).toMatchObject({ done: [] });
  expect((await ask({ kind: "run", key: first.key }, "run")).run).toBeNull();
});

test("where the browser keeps nothing that is said, and runs are made all the same", async () => {
  const ask = books({
    find: async () => {
      throw new Error("The browser does not let this page keep anything.");
    },
  });
  expect(await ask(OPEN, "opened")).toMatchObject({ done: [], notes: ["The browser does not let this page keep anything."] });
  const [first] = expansion.runs;
  if (first) await ask({ kind: "add", run: packed(first) }, "added");
  expect((await ask({ kind: "results" }, "results")).results.summary.runs.done).toBe(1);
});

test("a whole experiment is written and read again; nonsense is refused", async () => {
  const ask = books();
  await ask(OPEN, "opened");
  for (const planned of expansion.runs.slice(0, 3)) await ask({ kind: "add", run: packed(planned) }, "added");
  const failed = [{ key: expansion.runs[4]?.key ?? "", reason: "The worker stopped." }];
  const { file } = await ask({ kind: "write", form: "experiment.json", failed }, "file");
  const read = await books()({ kind: "read", file }, "experiment");
  expect(read).toMatchObject({ plan: SMOKE, backend: "simd", failed, left: [] });
  expect(read.runs).toEqual(expansion.runs.slice(0, 3).map(packed));
  await expect(ask({ kind: "read", file: new Blob(["x"]) }, "experiment")).rejects.toThrow("This file is not JSON:");
  const bad = { ...SMOKE, baseline: "nobody" };
  await expect(ask({ kind: "read", file: new Blob([JSON.stringify(bad)]) }, "experiment")).rejects.toThrow(
    'The plan\'s baseline: there is no row "nobody".',
  );
});
