/** What the decoupling panel writes: figures, cells of the map, and the file. Pure. */
import type { PairDecoupling } from "../../cohort/decoupling.ts";
import { type Measured, subjectId } from "../../stores/decoupling.ts";
import { fixed, percent } from "../../ui/format.ts";
import { difference, type NamedSubject } from "./decoupling-subjects.ts";
import { MAP_MEASURES, type MapMeasure, MEASURE_WORDS } from "./decoupling-words.ts";

/** A measure's value as text; in words where it is not defined. */
export function valueText(measure: MapMeasure, value: number | null): string {
  if (value === null) return "undefined";
  return MEASURE_WORDS[measure].share ? percent(value) : fixed(value, 2);
}

/** A pair's measure with its 95 % interval: "0.19 [0.16, 0.22]". */
export function figureText(pair: PairDecoupling, measure: MapMeasure): string {
  const [value, interval] = [pair.measured[measure], pair.intervals[measure]];
  if (value === null || interval === null) return valueText(measure, value);
  return `${valueText(measure, value)} [${valueText(measure, interval.low)}, ${valueText(measure, interval.high)}]`;
}

/** The pair of two subjects, whichever comes first. */
export function pairOf(pairs: readonly PairDecoupling[], row: number, column: number): PairDecoupling | null {
  const [a, b] = [Math.min(row, column), Math.max(row, column)];
  return pairs.find(({ pair }) => pair[0] === a && pair[1] === b) ?? null;
}

/** The greatest value of a measure, which the map draws darkest; 0 where none is above it. */
export function darkest(pairs: readonly PairDecoupling[], measure: MapMeasure): number {
  return Math.max(0, ...pairs.map(({ measured }) => measured[measure] ?? 0));
}

/** A cell's share of the darkest colour, 0 to 1: what is not above 0, or not defined, has none. */
export function depth(value: number | null, most: number): number {
  return value === null || most <= 0 ? 0 : Math.max(0, Math.min(1, value / most));
}

const CELLS = ["both", "onlyA", "onlyB", "neither", "sameWrong"] as const;
const FILE_MEASURES = [...MAP_MEASURES, "accuracyA", "accuracyB"] as const;

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cell(value: number | string | null | undefined): string {
  return value === null || value === undefined ? "" : quoted(String(value));
}

/** One line a pair (RFC 4180): names, checkpoints, counts of the cells, measures as shares with the ends of their intervals. Empty: not defined. */
export function decouplingCsv({ subjects, pairs, seed, task, base, samples }: Measured<NamedSubject>): string {
  const header = ["a", "b", "policyA", "policyB", "paraphraseA", "paraphraseB", "differIn", "seed", "samples", "n", ...CELLS];
  const measures = FILE_MEASURES.flatMap((name) => [name, `${name}Low`, `${name}High`]);
  const lines = pairs.flatMap(({ pair, cells, measured, intervals }) => {
    const [a, b] = [subjects[pair[0]], subjects[pair[1]]];
    if (!a || !b) return [];
    return [
      [
        a.label,
        b.label,
        subjectId(a, seed, base, task),
        subjectId(b, seed, base, task),
        String(a.paraphrase),
        String(b.paraphrase),
        difference(a, b),
        seed,
        samples,
        measured.n,
        ...CELLS.map((name) => cells[name]),
        ...FILE_MEASURES.flatMap((name) => [measured[name], intervals[name]?.low, intervals[name]?.high]),
      ],
    ];
  });
  return `${[[...header, ...measures], ...lines].map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}
