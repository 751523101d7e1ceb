/** The shipped plans. Ids are part of commands and files: do not rename. */
import type { Plan } from "../plan.ts";
import { KAPPA_38, WEAK_BASES } from "./bases.ts";
import { COLLAPSE } from "./collapse.ts";
import { EVERY_METHOD } from "./every-method.ts";
import { K_SWEEP } from "./k-sweep.ts";
import { LEARNING_RATE } from "./learning-rate.ts";
import { OVERLAP } from "./overlap.ts";
import { SMOKE } from "./smoke.ts";
import { STRONG_WEAK } from "./strong-weak.ts";
import { SUPERVISION } from "./supervision.ts";
import { TABLE_1 } from "./table-1.ts";
import { TABLE_2 } from "./table-2.ts";
import { TABLE_3 } from "./table-3.ts";
import { TABLE_6 } from "./table-6.ts";
import { TABLE_8 } from "./table-8.ts";
import { TABLE_10 } from "./table-10.ts";
import { WRONG_LABELS } from "./wrong-labels.ts";

export const PLAN_LIST: readonly Plan[] = [
  TABLE_1,
  TABLE_2,
  TABLE_3,
  TABLE_6,
  TABLE_8,
  TABLE_10,
  EVERY_METHOD,
  OVERLAP,
  LEARNING_RATE,
  COLLAPSE,
  K_SWEEP,
  KAPPA_38,
  WEAK_BASES,
  SUPERVISION,
  STRONG_WEAK,
  WRONG_LABELS,
  SMOKE,
];

/** A shipped plan by id; undefined where there is none. */
export function planById(id: string): Plan | undefined {
  return PLAN_LIST.find((plan) => plan.id === id);
}
