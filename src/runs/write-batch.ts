/**
 * What waits to be written of a run (run-writer.ts), and the one transaction that writes it: a state and the steps that lead to it are stored together
 * or not at all.
 */
import type { EngineState } from "../policies/engine.ts";
import type { RunConfig } from "./config.ts";
import { withDatabase } from "./database.ts";
import { putHeldOut, rowShape, rowWidth } from "./packed.ts";
import type { HeldOut } from "./record.ts";
import { stepsOfRun } from "./run-store.ts";
import { type AgentStates, type StepChunk, type StoredRun, type StoredState, stateBytes } from "./stored-run.ts";

/** An evaluation whose step may be in the database already. */
interface Late {
  readonly step: number;
  readonly main: HeldOut;
  readonly compare: HeldOut | null;
}

export interface Row {
  readonly step: number;
  readonly main: readonly number[];
  readonly compare: readonly number[] | null;
}

/** What is not yet in the database. */
export interface Batch {
  /** All that the database holds after this step is void; null where nothing is. Acts before the rows. */
  readonly truncate: number | null;
  readonly rows: readonly Row[];
  /** They act after the rows. */
  readonly late: readonly Late[];
  readonly state: AgentStates | null;
}

export const NOTHING: Batch = { truncate: null, rows: [], late: [], state: null };

/** What waits, with all after a step let go. */
export function cut({ truncate, rows, late, state }: Batch, step: number): Batch {
  return {
    truncate: Math.min(truncate ?? Number.POSITIVE_INFINITY, step),
    rows: rows.filter((row) => row.step <= step),
    late: late.filter((one) => one.step <= step),
    state: state && state.step <= step ? state : null,
  };
}

/** What could not be written, and what has come since. */
export function merged(first: Batch, then: Batch): Batch {
  const before = then.truncate === null ? first : cut(first, then.truncate);
  return {
    truncate: before.truncate,
    rows: [...before.rows, ...then.rows],
    late: [...before.late, ...then.late],
    state: then.state ?? before.state,
  };
}

/** Numbers of a step of the first and of the compared cohort; 0 where none is compared. */
type Widths = readonly [number, number];

/** Ends a transaction without effect, if the browser has not done so itself. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It is over already.
  }
}

/** Takes the chunks' rows after a step out of the database. */
async function truncated(
  store: { all(): Promise<StepChunk[]>; put(chunk: StepChunk): void; drop(from: number): void },
  step: number,
  widths: Widths,
): Promise<void> {
  const [own, compared] = widths;
  for (const chunk of await store.all()) {
    const left = step - chunk.from + 1;
    if (left * own >= chunk.main.length) continue;
    if (left <= 0) store.drop(chunk.from);
    else
      store.put({
        ...chunk,
        main: chunk.main.slice(0, left * own),
        compare: chunk.compare?.slice(0, left * compared) ?? null,
      });
  }
}

/** A chunk with an evaluation put into its step's row. */
function withHeldOut(chunk: StepChunk, { step, main, compare }: Late, widths: Widths): StepChunk {
  const put = (numbers: Float64Array, width: number, heldOut: HeldOut): Float64Array<ArrayBuffer> => {
    const start = (step - chunk.from) * width;
    const all = numbers.slice();
    if (start < all.length) putHeldOut(all.subarray(start, start + width), heldOut);
    return all;
  };
  return {
    ...chunk,
    main: put(chunk.main, widths[0], main),
    compare: chunk.compare && compare ? put(chunk.compare, widths[1], compare) : chunk.compare,
  };
}

/** What the database holds of a run. */
export interface Stored {
  readonly steps: number;
  readonly kept: number | null;
  readonly stateBytes: number;
}

/**
 * Writes a batch in one transaction: all of it or nothing. `headOf` gives the run's head as it is then, with these figures. Gives what is stored
 * after. Throws StorageError, or what the transaction failed of.
 */
export async function putBatch(
  id: string,
  config: RunConfig,
  batch: Batch,
  stored: Stored,
  headOf: (figures: Pick<StoredRun, "steps" | "kept" | "bytes">) => StoredRun,
): Promise<Stored> {
  const widths: Widths = [rowWidth(rowShape(config.cohort)), config.compare ? rowWidth(rowShape(config.compare)) : 0];
  const after: Stored = {
    steps: batch.rows.at(-1)?.step ?? Math.min(stored.steps, batch.truncate ?? Number.POSITIVE_INFINITY),
    kept: batch.state?.step ?? stored.kept,
    stateBytes: batch.state ? stateBytes(batch.state) : stored.stateBytes,
  };
  await withDatabase(async (database) => {
    const transaction = database.transaction(["runs", "steps", "states"], "readwrite", { durability: "relaxed" });
    // A request that fails rejects by itself; what counts is the transaction.
    const ask = (request: Promise<unknown>): void => void request.catch(() => {});
    ask(transaction.done);
    const store = transaction.objectStore("steps");
    const [first] = batch.rows;
    try {
      if (batch.truncate !== null && batch.truncate < stored.steps) {
        const chunks = {
          all: () => store.getAll(stepsOfRun(id)),
          put: (one: StepChunk) => ask(store.put(one)),
          drop: (from: number) => ask(store.delete([id, from])),
        };
        await truncated(chunks, batch.truncate, widths);
      }
      if (first)
        ask(
          store.put({
            run: id,
            from: first.step,
            main: Float64Array.from(batch.rows.flatMap((row) => row.main)),
            compare: config.compare ? Float64Array.from(batch.rows.flatMap((row) => row.compare ?? [])) : null,
          }),
        );
      for (const one of batch.late) {
        const cursor = await store.openCursor(IDBKeyRange.bound([id, 0], [id, one.step]), "prev");
        if (cursor) ask(store.put(withHeldOut(cursor.value, one, widths)));
      }
      if (batch.state) ask(transaction.objectStore("states").put(storedState(id, batch.state)));
      const run = headOf({
        steps: after.steps,
        kept: after.kept !== null && after.kept <= after.steps ? after.kept : null,
        bytes: 8 * after.steps * (widths[0] + widths[1]) + after.stateBytes,
      });
      ask(transaction.objectStore("runs").put(run));
    } catch (error) {
      // Nothing of a batch is stored where not all of it can be.
      abort(transaction);
      throw error;
    }
    await transaction.done;
  });
  return after;
}

/** Only what is stored of a state, whatever else the object holds. */
function storedState(run: string, { step, cohort, compare }: AgentStates): StoredState {
  const of = ({ parameters, firstMoment, secondMoment, adamStep, slowCopy }: EngineState): EngineState => ({
    parameters,
    firstMoment,
    secondMoment,
    adamStep,
    ...(slowCopy ? { slowCopy } : {}),
  });
  return { run, step, cohort: cohort.map(of), compare: compare?.map(of) ?? null };
}
