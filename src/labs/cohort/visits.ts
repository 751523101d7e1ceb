/** Which visits of a prompt can be looked at. Pure. */
import type { RunData } from "../../stores/run-data.ts";

/** The steps, ascending, at which a prompt was visited and whose rollouts are kept; a step once, however often it visits. */
export function keptVisits({ visits, rollouts }: Pick<RunData, "visits" | "rollouts">, prompt: number): number[] {
  const kept = new Set(rollouts.steps);
  const found = new Set<number>();
  for (let visit = visits.latest(prompt); visit >= 0; visit = visits.previous(visit)) {
    const step = visits.stepOf(visit);
    if (kept.has(step)) found.add(step);
  }
  return [...found].reverse();
}
