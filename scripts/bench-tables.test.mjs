/** The measured tables of docs/performance.md. */
import { expect, test } from "vitest";
import { BEGIN, cell, digits, END, sections, updateTables } from "./bench-tables.mjs";

/** @param {string} row @param {string} column @param {number} value @returns {import("./reports.mjs").BenchRow} */
const at = (row, column, value) => ({ bench: "b", name: row, value, unit: "ms", note: "", at: ["Steps", row, column] });

test("numbers have three digits and no more", () => {
  expect([0.1234, 12.345, 123.4, 28599.2, 7, 2685].map(digits)).toEqual(["0.123", "12.3", "123", "28,599", "7", "2,685"]);
});

test("a cell has the median with its range, or why there is none", () => {
  expect(cell({ ...at("x", "y", 12.3), low: 11, high: 15.04 })).toBe("12.3 (11 to 15) ms");
  expect(cell({ ...at("x", "y", 4), unit: "" })).toBe("4");
  expect(cell({ ...at("x", "y", Number.NaN), gap: "no | device" })).toBe("did not run: no / device");
});

test("rows without a place stay out; others become tables in their order, with an empty cell where nothing was measured", () => {
  const { at: _, ...homeless } = at("nowhere", "step", 1);
  const made = sections([at("ours", "step", 2), homeless, at("theirs", "step", 9), at("ours", "start", 5)]);
  expect(made).toEqual([
    { title: "Steps", lines: ["|  | step | start |", "| --- | --- | --- |", "| ours | 2 ms | 5 ms |", "| theirs | 9 ms |  |"] },
  ]);
});

test("what was not measured this time stays, with its own date, and the text around the marks is not touched", () => {
  const text = `# Title\n${BEGIN}\n${END}\nafter\n`;
  const first = updateTables(text, sections([at("ours", "step", 2), at("theirs", "step", 9)]), "on Monday");
  const other = { ...at("a", "b", 1), at: /** @type {[string, string, string]} */ (["Other", "a", "b"]) };
  const both = updateTables(first, sections([at("ours", "step", 3), other]), "on Tuesday");
  expect(both.startsWith(`# Title\n${BEGIN}\n`)).toBe(true);
  expect(both.endsWith(`${END}\nafter\n`)).toBe(true);
  expect(both).toContain("| ours | 3 ms |");
  expect(both).not.toContain("| ours | 2 ms |");
  expect(both).toContain("| theirs | 9 ms |");
  expect(both).toContain("### Other\n\n|  | b |");
  const again = updateTables(both, [], "on Friday");
  expect(again).toBe(both);
});

test("a text without the marks is refused", () => {
  expect(() => updateTables("# Title\n", [], "on Monday")).toThrow("are missing");
});
