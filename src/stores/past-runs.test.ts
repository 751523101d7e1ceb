/** The list of past runs: joins, limits, duplicates, and that each is drawn as it was measured. */
import { expect, test } from "vitest";
import { fixtureRecord } from "../runs/fixture.ts";
import { pack } from "../runs/packed.ts";
import { createPastRuns, hasResults, MOST } from "./past-runs.ts";
import { agentColumn, pairColumn } from "./run-data.ts";

test("the newest stands first; a seventh pushes the oldest out, and that is said", () => {
  const list = createPastRuns();
  for (let n = 1; n <= MOST + 1; n++) list.keep(pack(fixtureRecord(n)), `run of ${n}`, n > 1);
  const { runs, notes } = list.store.getState();
  expect(runs.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2]);
  expect(notes).toEqual(["At most 6 past runs are kept: the oldest, 1 run of 1, was let go; no file holds it."]);
  list.clear();
  expect(list.store.getState()).toEqual({ runs: [], notes: [] });
  list.keep(pack(fixtureRecord(1)), "next", false);
  expect(list.store.getState().runs[0]?.id).toBe(8);
});

test("the same run twice is said, and so is that there is no room", () => {
  const list = createPastRuns();
  expect(list.add(pack(fixtureRecord(1)), "first")).toBeNull();
  expect(list.add(pack(fixtureRecord(1)), "again")).toBe("It is here already, as 1 first.");
  for (let n = 2; n <= MOST; n++) expect(list.add(pack(fixtureRecord(n)), `${n}`)).toBeNull();
  expect(list.add(pack(fixtureRecord(9)), "more")).toContain("remove one first");
  expect(list.store.getState().runs).toHaveLength(MOST);
});

test("renamed, hidden, saved, removed", () => {
  const list = createPastRuns();
  list.keep(pack(fixtureRecord(1)), "a", false);
  list.rename(1, "b".repeat(100));
  list.show(1, false);
  list.saved(1);
  expect(list.store.getState().runs).toMatchObject([{ name: "b".repeat(60), shown: false, saved: true }]);
  list.remove(1);
  expect(list.store.getState().runs).toEqual([]);
});

test("columns and evaluations of the main cohort are the record's", () => {
  const record = fixtureRecord(5);
  const list = createPastRuns();
  list.keep(pack(record), "a", false);
  const { steps, heldOut, cohorts } = list.store.getState().runs[0]?.data ?? {};
  expect(cohorts).toMatchObject([{ name: "main", title: "Co-RL", agents: 2, trains: true }]);
  for (const [index, step] of record.steps.entries()) {
    for (const [n, agent] of step.agents.entries()) {
      expect(steps?.at(steps.column(agentColumn("main", n, "rewardStd")), index + 1)).toBe(agent.rewardStd);
      const labels = steps?.at(steps.column(agentColumn("main", n, "pseudoLabelAccuracy")), index + 1);
      expect(labels).toBe(agent.pseudoLabelAccuracy ?? Number.NaN);
    }
    expect(steps?.at(steps.column(pairColumn("main", [0, 1])), index + 1)).toBe(step.agreement[0]?.agreement);
  }
  // Before, at step 2, and after the last.
  expect(heldOut?.length).toBe(3);
  expect(heldOut?.before(2)?.estimates[1]).toEqual(record.steps[1]?.agents[1]?.heldOut);
  expect(heldOut?.last).toEqual({ step: 5, estimates: record.final?.agents.map((agent) => agent.heldOut) });
});

test("a run of nothing has nothing to show; an evaluation alone has", () => {
  const record = fixtureRecord(0);
  expect(hasResults(pack(record))).toBe(true);
  expect(hasResults(pack({ ...record, final: null }))).toBe(false);
});
