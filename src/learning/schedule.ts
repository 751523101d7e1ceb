/**
 * Learning-rate schedules: linear warm-up, then constant (the toy recipe) or a cosine to a tenth, which the released Co-RL launchers
 * use (3 % warm-up, cosine to 10 %).
 */

export const SCHEDULES = ["constant", "cosine"] as const;
export type ScheduleId = (typeof SCHEDULES)[number];

export interface Schedule {
  readonly kind: ScheduleId;
  readonly warmupSteps: number;
  /** All steps of the run, warm-up included; the cosine ends there. */
  readonly steps: number;
}

/** Factor on the learning rate at step `step` (from 0), in (0, 1]. */
export function scheduleFactor(schedule: Schedule, step: number): number {
  const { kind, warmupSteps, steps } = schedule;
  if (step < warmupSteps) return (step + 1) / warmupSteps;
  if (kind === "constant") return 1;
  const progress = Math.min(1, (step - warmupSteps) / Math.max(1, steps - warmupSteps));
  return 0.1 + 0.9 * 0.5 * (1 + Math.cos(Math.PI * progress));
}
