/** Learning-rate schedules: linear warm-up, then constant (the toy recipe) or a cosine to a tenth (the released launchers). */

export const SCHEDULES = ["constant", "cosine"] as const;
export type ScheduleId = (typeof SCHEDULES)[number];

export interface Schedule {
  readonly kind: ScheduleId;
  readonly warmupSteps: number;
  /** All steps of the run; the cosine ends there. */
  readonly steps: number;
}

/** Factor on the learning rate at step `step` (from 0), in (0, 1]. */
export function scheduleFactor(schedule: Schedule, step: number): number {
  const warm = schedule.warmupSteps > 0 ? Math.min(1, (step + 1) / schedule.warmupSteps) : 1;
  if (schedule.kind === "constant" || schedule.steps <= 0) return warm;
  const progress = Math.min(1, step / schedule.steps);
  return warm * (0.1 + 0.9 * 0.5 * (1 + Math.cos(Math.PI * progress)));
}
