/** The measures of error decoupling in words. */
import type { MeasureName } from "../../diversity/measures.ts";

export const MAP_MEASURES = ["kappa", "complementarity", "sharedWrong", "oracle"] as const satisfies readonly MeasureName[];
export type MapMeasure = (typeof MAP_MEASURES)[number];

export interface MeasureWords {
  readonly symbol: string;
  readonly words: string;
  /** Kappa is a number, the others are shares, shown in per cent. */
  readonly share: boolean;
}

export const MEASURE_WORDS: Readonly<Record<MapMeasure, MeasureWords>> = {
  kappa: { symbol: "κ", words: "how far right and wrong coincide beyond chance", share: false },
  complementarity: { symbol: "c", words: "exactly one is right, %", share: true },
  sharedWrong: { symbol: "w", words: "both wrong with the same answer, %", share: true },
  oracle: { symbol: "u", words: "at least one is right, %", share: true },
};
