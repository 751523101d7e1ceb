/** Routes and capabilities. */
import { expect, test } from "vitest";
import { shortcomings } from "./capabilities.ts";
import { labOf, placeOf } from "./place.ts";

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

test("the glossary opens over the lab that was there, and closes to that lab's address", () => {
  const lab = placeOf("#/basins?k=7", null, "");
  expect(lab).toEqual({ lab: "basins", word: null, back: "#/" });
  const opened = placeOf("#/glossary/pseudo-label", lab, "#/basins?k=9");
  expect(opened).toEqual({ lab: "basins", word: "pseudo-label", back: "#/basins?k=9" });
  expect(placeOf("#/glossary", opened, "#/glossary/pseudo-label")).toEqual({ lab: "basins", word: "", back: "#/basins?k=9" });
  expect(placeOf("#/cohort", opened, "#/glossary").word).toBeNull();
  expect(placeOf("#/glossary/k", null, "")).toEqual({ lab: "", word: "k", back: "#/" });
  expect(placeOf("#/glossary", placeOf("", null, ""), "").back).toBe("#/");
  expect(placeOf("#/glossaryx", null, "").word).toBeNull();
});
