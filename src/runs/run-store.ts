/**
 * Stored runs: listed, read, renamed, deleted. They are written by run-writer.ts as they go. Every function throws StorageError where the browser
 * does not let the page at its database; one damaged run is told and leaves the others alone.
 */
import { withDatabase } from "./database.ts";
import { type PackedRun, stepsOf } from "./packed.ts";
import {
  newStoredRun,
  packedOf,
  type ResumePoint,
  type StepChunk,
  type StoredRun,
  stateBytes,
  stepChunkSchema,
  storedRunSchema,
  storedStateSchema,
} from "./stored-run.ts";

/** A run in the database that cannot be read. */
export interface DamagedRun {
  readonly id: string;
  /** A sentence. */
  readonly problem: string;
}

export interface StoredRuns {
  /** The oldest first. */
  readonly runs: readonly StoredRun[];
  readonly damaged: readonly DamagedRun[];
}

function damage(id: string, why: string): string {
  return `The stored run ${id.slice(0, 40)} cannot be read: ${why}. It can be deleted; the others are not affected.`;
}

function headOf(id: string, value: unknown): StoredRun | DamagedRun {
  const result = storedRunSchema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    return { id, problem: damage(id, `${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "is of another form"}`) };
  }
  return result.data;
}

/** All stored runs: of one experiment, of the cohort lab (null), or of both (undefined). */
export async function storedRuns(experiment?: string | null): Promise<StoredRuns> {
  const [keys, values] = await withDatabase(async (database) => {
    const store = database.transaction("runs").store;
    return Promise.all([store.getAllKeys(), store.getAll()]);
  });
  const all = keys.map((id, n) => headOf(id, values[n]));
  const runs = all.flatMap((one) => ("problem" in one ? [] : [one]));
  return {
    runs: runs
      .filter((run) => experiment === undefined || run.experiment === experiment)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    damaged: all.flatMap((one) => ("problem" in one ? [one] : [])),
  };
}

interface Read {
  readonly stored: StoredRun;
  readonly chunks: readonly StepChunk[];
  readonly state: unknown;
}

async function readAll(id: string): Promise<Read | { readonly problem: string }> {
  const [head, steps, state] = await withDatabase(async (database) => {
    const transaction = database.transaction(["runs", "steps", "states"]);
    return Promise.all([
      transaction.objectStore("runs").get(id),
      transaction.objectStore("steps").getAll(stepsOfRun(id)),
      transaction.objectStore("states").get(id),
    ]);
  });
  if (head === undefined) return { problem: "This run is not stored any more: it was deleted, perhaps in another tab." };
  const stored = headOf(id, head);
  if ("problem" in stored) return { problem: stored.problem };
  const chunks: StepChunk[] = [];
  for (const value of steps) {
    const chunk = stepChunkSchema.safeParse(value);
    if (!chunk.success) return { problem: damage(id, "its steps are of another form") };
    chunks.push(chunk.data);
  }
  return { stored, chunks, state };
}

/** The key range of a run's chunks. */
export function stepsOfRun(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
}

/** What a stored run measured; `problem` is a sentence. */
function whole({ stored, chunks }: Read): { readonly run: PackedRun } | { readonly problem: string } {
  try {
    const run = packedOf(stored, chunks);
    const parts = [run.main, ...(run.compare ? [run.compare] : [])];
    // NaN stands for null; nothing that is measured is infinite. A file made of it is checked number by number (export.ts).
    if (parts.some(({ numbers }) => numbers.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)))
      return { problem: damage(stored.id, "its steps hold numbers that nothing measures") };
    return { run };
  } catch (error) {
    return { problem: damage(stored.id, error instanceof Error ? error.message : String(error)) };
  }
}

/** A stored run with all that it measured; `problem` is a sentence. For a RunRecord: unpack(run). */
export async function loadRun(
  id: string,
): Promise<{ readonly stored: StoredRun; readonly run: PackedRun } | { readonly problem: string }> {
  const read = await readAll(id);
  if ("problem" in read) return read;
  const result = whole(read);
  return "problem" in result ? result : { stored: read.stored, run: result.run };
}

/** Where a stored run can go on. `problem` is a sentence: its state is missing or damaged. */
export async function loadResumePoint(id: string): Promise<ResumePoint | { readonly problem: string }> {
  const read = await readAll(id);
  if ("problem" in read) return read;
  const { stored } = read;
  const result = whole(read);
  if ("problem" in result) return result;
  if (stored.kept === null) return { problem: "Of this run no state of its agents is stored, so it cannot go on." };
  const state = storedStateSchema.safeParse(read.state);
  const { cohort, compare } = stored.config;
  if (
    !state.success ||
    state.data.step !== stored.kept ||
    stored.kept > stored.steps ||
    state.data.cohort.length !== cohort.agents.length ||
    (state.data.compare?.length ?? 0) !== (compare?.agents.length ?? 0)
  )
    return { problem: "The stored state of this run's agents is damaged, so it cannot go on; what it measured is there." };
  const { run: _, ...states } = state.data;
  const unfinished = { ...stored, final: { main: null, compare: null } };
  return {
    stored,
    run: packedOf(unfinished, read.chunks, stored.kept),
    state: states,
    changes: stored.changes,
    before: result.run,
  };
}

/** Stores a run that is over as it is, without agents' states; gives its id. */
export async function storeRun(run: PackedRun, title: string, saved: boolean): Promise<string> {
  const stored = { ...newStoredRun({ title, config: run.head.config, backend: run.head.environment.backend }), saved };
  const { id } = stored;
  const { main, compare } = run;
  const chunk: StepChunk = { run: id, from: 1, main: main.numbers, compare: compare?.numbers ?? null };
  const whole: StoredRun = {
    ...stored,
    phase: run.head.finished ? "finished" : "left",
    environment: run.head.environment,
    changes: run.head.changes,
    faults: run.head.faults,
    steps: stepsOf(main),
    bytes: chunk.main.byteLength + (chunk.compare?.byteLength ?? 0),
    initial: { main: main.initial, compare: compare?.initial ?? null },
    final: { main: main.final, compare: compare?.final ?? null },
  };
  await withDatabase(async (database) => {
    const transaction = database.transaction(["runs", "steps"], "readwrite");
    await Promise.all([
      transaction.objectStore("runs").put(whole),
      ...(whole.steps > 0 ? [transaction.objectStore("steps").put(chunk)] : []),
      transaction.done,
    ]);
  });
  return id;
}

/** Changes a stored run's title, phase or `saved`; nothing happens where there is none. */
export async function changeStoredRun(id: string, changes: Partial<Pick<StoredRun, "title" | "phase" | "saved">>): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction("runs", "readwrite");
    const run = await transaction.store.get(id);
    if (run) await transaction.store.put({ ...run, ...changes });
    await transaction.done;
  });
}

/** Deletes a run with its steps and state, damaged or not; nothing happens where there is none. */
export async function deleteStoredRun(id: string): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(["runs", "steps", "states"], "readwrite");
    await Promise.all([
      transaction.objectStore("runs").delete(id),
      transaction.objectStore("steps").delete(stepsOfRun(id)),
      transaction.objectStore("states").delete(id),
      transaction.done,
    ]);
  });
}

/** Deletes the stored state of a run that will not go on, to save room: what it measured stays. */
export async function deleteStoredState(id: string): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(["runs", "states"], "readwrite");
    const runs = transaction.objectStore("runs");
    const [run, state] = await Promise.all([runs.get(id), transaction.objectStore("states").get(id)]);
    await transaction.objectStore("states").delete(id);
    if (run) {
      const parsed = storedStateSchema.safeParse(state);
      await runs.put({ ...run, kept: null, bytes: Math.max(0, run.bytes - (parsed.success ? stateBytes(parsed.data) : 0)) });
    }
    await transaction.done;
  });
}
