/**
 * Experiments that were begun in this browser: their plans. Their runs stand among the stored runs, under their planned keys. Every function throws
 * StorageError where the browser does not let the page at its database.
 */
import { z } from "zod";
import { hashString, mixSeed } from "../math/rng.ts";
import { BACKENDS, type BackendId } from "../policies/engine.ts";
import { withDatabase } from "./database.ts";
import { type Plan, planSchema } from "./plan.ts";
import { deleteStoredRun, storedRuns } from "./run-store.ts";

const keptExperimentSchema = z.strictObject({
  id: z.string(),
  plan: planSchema,
  backend: z.enum(["auto", ...BACKENDS]),
  /** ISO 8601, UTC: when it was begun or went on last. */
  startedAt: z.string(),
});
export type KeptExperiment = z.infer<typeof keptExperimentSchema>;

/** The id of an experiment: the same plan with the same seeds on the same backend is the same experiment. */
export function experimentId(plan: Plan, backend: "auto" | BackendId): string {
  const text = `${backend} ${JSON.stringify(planSchema.parse(plan))}`;
  const hash = mixSeed(hashString(text), text.length).toString(16).padStart(8, "0");
  return `${plan.id}-${hash}`;
}

/** Keeps an experiment; one that is kept already only gets the new time. */
export async function keepExperiment(plan: Plan, backend: "auto" | BackendId): Promise<void> {
  const kept: KeptExperiment = { id: experimentId(plan, backend), plan, backend, startedAt: new Date().toISOString() };
  await withDatabase((database) => database.put("experiments", kept));
}

/** All that are kept, the latest first. One of another form counts as not there; its runs stay. */
export async function keptExperiments(): Promise<KeptExperiment[]> {
  const all = await withDatabase((database) => database.getAll("experiments"));
  return all
    .flatMap((value) => {
      const result = keptExperimentSchema.safeParse(value);
      return result.success ? [result.data] : [];
    })
    .sort((a, b) => (a.startedAt > b.startedAt ? -1 : 1));
}

/** Deletes an experiment with the runs that were made for it. */
export async function forgetExperiment(id: string): Promise<void> {
  const { runs } = await storedRuns(id);
  for (const run of runs) await deleteStoredRun(run.id);
  await withDatabase((database) => database.delete("experiments", id));
}
