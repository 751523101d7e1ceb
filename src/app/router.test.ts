/** Routes and capabilities. */
import { expect, test } from "vitest";
import { shortcomings } from "./capabilities.ts";
import { labOf } from "./router.ts";

test("the lab of a hash", () => {
  expect(["", "#", "#/", "#/cohort", "#/cohort?preset=ttrl", "#/basins/x", "#main", "#/<script>"].map(labOf)).toEqual([
    "",
    "",
    "",
    "cohort",
    "cohort",
    "basins",
    "",
    "",
  ]);
});

test("what is missing is said once, by what it prevents", () => {
  expect(shortcomings({ moduleWorkers: true, webAssembly: true })).toEqual([]);
  expect(shortcomings({ moduleWorkers: true, webAssembly: false })).toEqual([expect.stringContaining("cpu")]);
  expect(shortcomings({ moduleWorkers: false, webAssembly: false })).toEqual([expect.stringContaining("no run can start")]);
});
