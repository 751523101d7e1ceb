/** The measured tables of docs/performance.md: made of benchmarks' rows, and put between two marks of it, so that no figure there is typed by hand. */

/**
 * @typedef {import("./reports.mjs").BenchRow} BenchRow
 * @typedef {{title: string, lines: string[]}} Section
 */

export const BEGIN = "<!-- bench:begin, written by npm run bench -- --update-docs -->";
export const END = "<!-- bench:end -->";

/** Three digits, no more than are sensible; whole numbers as they are. @param {number} value */
export function digits(value) {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

/** @param {BenchRow} row @returns {string} median, and least to most where there are several */
export function cell({ value, low, high, unit, gap }) {
  if (gap !== undefined) return `did not run: ${gap.replaceAll("|", "/")}`;
  const range = low === undefined || high === undefined || low === high ? "" : ` (${digits(low)} to ${digits(high)})`;
  return `${digits(value)}${range}${unit === "" ? "" : ` ${unit}`}`;
}

/** A row is one measured thing, a column what was measured of it. @param {readonly BenchRow[]} rows @returns {Section[]} */
export function sections(rows) {
  const placed = rows.flatMap((row) => (row.at === undefined ? [] : [{ row, at: row.at }]));
  const titles = [...new Set(placed.map(({ at: [title] }) => title))];
  return titles.map((title) => {
    const own = placed.filter(({ at }) => at[0] === title);
    const columns = [...new Set(own.map(({ at: [, , column] }) => column))];
    const names = [...new Set(own.map(({ at: [, name] }) => name))];
    const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
    const body = names.map((name) =>
      line([
        name,
        ...columns.map((column) => {
          const found = own.find(({ at }) => at[1] === name && at[2] === column);
          return found === undefined ? "" : cell(found.row);
        }),
      ]),
    );
    const notes = [...new Set(own.flatMap(({ row: { note } }) => (note === "" ? [] : [note])))];
    const lines = [line(["", ...columns]), line(["---", ...columns.map(() => "---")]), ...body];
    return { title, lines: notes.length === 0 ? lines : [...lines, "", `${notes.join("; ")}.`] };
  });
}

/**
 * The text with measured sections replaced or added; those that were not measured this time stay, with the line that says when they were.
 * @param {string} text @param {readonly Section[]} measured @param {string} when "2026-11-29, a processor, 2 cores" @returns {string}
 * @throws Error where the marks are missing
 */
export function updateTables(text, measured, when) {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for tables: "${BEGIN}" and "${END}" are missing.`);
  const old = text.slice(from + BEGIN.length, to).split(/^### /m);
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const part of old.slice(1)) all.set(part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n")).trim());
  for (const { title, lines } of measured) mergeInto(all, title, lines, when);
  const body = [...all].map(([title, content]) => `### ${title}\n\n${content}\n`).join("\n");
  return `${text.slice(0, from)}${BEGIN}\n\n${body}\n${text.slice(to)}`;
}

/**
 * Puts a section in its place. A table that several benchmarks fill keeps the rows that were not measured this time, where its columns are the same.
 * @param {Map<string, string>} all @param {string} title @param {readonly string[]} lines @param {string} when
 */
function mergeInto(all, title, lines, when) {
  const before = (all.get(title) ?? "").split("\n").filter((line) => line.startsWith("|"));
  const named = (/** @type {string} */ line) => line.split(" | ")[0];
  const now = lines.filter((line) => line.startsWith("|"));
  const kept = before[0] === lines[0] ? before.slice(2).filter((line) => !now.some((other) => named(other) === named(line))) : [];
  const table = [...now.slice(0, 2), ...kept, ...now.slice(2)];
  const notes = lines.slice(now.length);
  all.set(title, [...table, ...notes, "", `Measured ${when}.`].join("\n"));
}
