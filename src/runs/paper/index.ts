/** The paper's tables that plans stand beside. */
import type { PaperTable } from "./table.ts";
import { TABLE_1 } from "./table-1.ts";
import { TABLE_2 } from "./table-2.ts";
import { TABLE_3 } from "./table-3.ts";
import { TABLE_6 } from "./table-6.ts";
import { TABLE_7 } from "./table-7.ts";
import { TABLE_8 } from "./table-8.ts";
import { TABLE_10 } from "./table-10.ts";

export const PAPER_TABLE_IDS = ["1", "2", "3", "6", "7", "8", "10"] as const;
export type PaperTableId = (typeof PAPER_TABLE_IDS)[number];

export const PAPER_TABLES: Readonly<Record<PaperTableId, PaperTable>> = {
  1: TABLE_1,
  2: TABLE_2,
  3: TABLE_3,
  6: TABLE_6,
  7: TABLE_7,
  8: TABLE_8,
  10: TABLE_10,
};
