/** The facts of the paper hold together: every row is whole, and every average is that of its columns. */
import { describe, expect, it } from "vitest";
import { PAPER_TABLE_IDS, PAPER_TABLES } from "./index.ts";

describe.each(PAPER_TABLE_IDS)("table %s", (id) => {
  const table = PAPER_TABLES[id];

  it("has whole rows under its own number, each once", () => {
    expect(table.id).toBe(id);
    for (const { labels, values } of table.rows) {
      expect(labels).toHaveLength(table.labels.length);
      expect(values).toHaveLength(table.columns.length);
      for (const value of values) expect(value).toBeGreaterThanOrEqual(0);
    }
    expect(new Set(table.rows.map(({ labels }) => labels.join("/"))).size).toBe(table.rows.length);
    expect(table.labels[table.key]).toBeDefined();
    expect(table.columns[table.beside]).toBeDefined();
  });

  it("averages its columns", () => {
    const at = table.columns.indexOf("Avg");
    if (at < 0) return;
    for (const { labels, values } of table.rows) {
      const others = values.filter((_, column) => column !== at);
      const average = others.reduce((sum, value) => sum + value, 0) / others.length;
      // Printed with one or two digits; half a unit of one digit, and the rounding of the columns.
      expect(Math.abs(average - (values[at] ?? 0)), labels.join(", ")).toBeLessThan(0.06);
    }
  });
});
