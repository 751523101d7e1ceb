/**
 * Writes a run into the page's database as it goes. What is handed over is gathered and written in one transaction at most a few times a second, and
 * at once where a state comes: a state and the steps that lead to it are stored together or not at all. Where the browser refuses, the run goes on
 * in memory, that is told, and all that is missing is tried again with the next state.
 */
import type { EngineState } from "../policies/engine.ts";
import { withDatabase } from "./database.ts";
import { packStep, rowShape, rowWidth } from "./packed.ts";
import type { Change, CohortStep, Environment, Fault, Final, HeldOut } from "./record.ts";
import { holdRun, type Release } from "./run-lock.ts";
import { stepsOfRun } from "./run-store.ts";
import { storageFull } from "./storage-use.ts";
import {
  type AgentStates,
  newStoredRun,
  type ResumePoint,
  type RunMeta,
  type StepChunk,
  type StoredPhase,
  type StoredRun,
  type StoredState,
  stateBytes,
} from "./stored-run.ts";

export type { RunMeta } from "./stored-run.ts";

export interface RunWriter {
  readonly id: string;
  /** Something of it is in the database, and nothing was refused since. */
  readonly stored: boolean;
  /** Its agents are ready. */
  ready(environment: Environment): void;
  initial(cohort: HeldOut, compare: HeldOut | null): void;
  step(cohort: CohortStep, compare: CohortStep | null): void;
  final(cohort: Final, compare: Final | null): void;
  change(change: Change): void;
  fault(fault: Fault): void;
  /** The state of all agents after a step that was handed over. */
  state(state: AgentStates): void;
  /** Everything after a step is void. */
  rewound(step: number): void;
  /** `reason`: why it failed, a sentence. */
  phase(phase: StoredPhase, reason?: string): void;
  title(title: string): void;
  /** A file that a person saved holds it. */
  saved(saved: boolean): void;
  /** Writes what is waiting; the sentence of what stands in the way, or null. Never rejects. */
  settle(): Promise<string | null>;
  /** Writes what is waiting and lets the run go: another tab may take it. Never rejects. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Told a sentence when the run is not being kept, and null when it is again. */
  readonly onProblem?: (problem: string | null) => void;
  /** Called each time that all that was handed over is in the database. */
  readonly onWritten?: () => void;
  /** The run that goes on, and what lets it go: this tab must hold it already (run-lock.ts). */
  readonly resumed?: { readonly point: ResumePoint; readonly release: Release };
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Milliseconds that what is handed over may wait. */
const WAIT = 300;

interface Row {
  readonly step: number;
  readonly main: readonly number[];
  readonly compare: readonly number[] | null;
}

/** What is not yet in the database. */
interface Pending {
  /** All that the database holds after this step is void; null where nothing is. Acts before the rows. */
  readonly truncate: number | null;
  readonly rows: readonly Row[];
  readonly state: AgentStates | null;
}

const NOTHING: Pending = { truncate: null, rows: [], state: null };

function rewoundTo(head: StoredRun, step: number): StoredRun {
  const changes = head.changes.filter((change) => change.step <= step);
  return { ...head, changes, final: { main: null, compare: null } };
}

/** The head of a run that goes on. Its changes all stay: those after its state are made again. */
function resumedHead({ stored, state }: ResumePoint): StoredRun {
  return { ...rewoundTo(stored, state.step), changes: stored.changes, phase: "paused", reason: null };
}

/** What waits, with all after a step let go. */
function cut({ truncate, rows, state }: Pending, step: number): Pending {
  return {
    truncate: Math.min(truncate ?? Number.POSITIVE_INFINITY, step),
    rows: rows.filter((row) => row.step <= step),
    state: state && state.step <= step ? state : null,
  };
}

/** What could not be written, and what has come since. */
function merged(first: Pending, then: Pending): Pending {
  const before = then.truncate === null ? first : cut(first, then.truncate);
  return { truncate: before.truncate, rows: [...before.rows, ...then.rows], state: then.state ?? before.state };
}

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
  widths: readonly [number, number],
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

/** A writer of a new run, which this tab then holds, or of one that goes on. */
export function createRunWriter(meta: RunMeta, options: WriterOptions = {}): RunWriter {
  const { resumed, onProblem = () => {}, now = () => performance.now() } = options;
  const { config } = meta;
  const widths = [rowWidth(rowShape(config.cohort)), config.compare ? rowWidth(rowShape(config.compare)) : 0] as const;
  const point = resumed?.point;
  let head = point ? resumedHead(point) : newStoredRun(meta);
  const { id } = head;
  const release = resumed ? Promise.resolve(resumed.release) : holdRun(id);

  // What was measured after the state that the run goes on from is computed again.
  let pending: Pending = point ? { ...NOTHING, truncate: point.state.step } : NOTHING;
  let stored = {
    steps: point?.stored.steps ?? 0,
    kept: point?.stored.kept ?? null,
    stateBytes: point ? stateBytes(point.state) : 0,
  };
  let touched = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let going: Promise<void> = Promise.resolve();
  let problem: string | null = null;
  let workingSince: number | null = null;
  let closed = false;
  let started = point !== undefined;

  const seconds = (): number => head.seconds + (workingSince === null ? 0 : (now() - workingSince) / 1000);

  /** A batch in one transaction: all of it or nothing. */
  const put = (batch: Pending): Promise<void> =>
    withDatabase(async (database) => {
      const transaction = database.transaction(["runs", "steps", "states"], "readwrite", { durability: "relaxed" });
      // A request that fails rejects by itself; what counts is the transaction.
      const ask = (request: Promise<unknown>): void => void request.catch(() => {});
      ask(transaction.done);
      const store = transaction.objectStore("steps");
      const kept = batch.state?.step ?? stored.kept;
      const after = {
        steps: batch.rows.at(-1)?.step ?? Math.min(stored.steps, batch.truncate ?? Number.POSITIVE_INFINITY),
        kept,
        stateBytes: batch.state ? stateBytes(batch.state) : stored.stateBytes,
      };
      const [first] = batch.rows;
      const chunk = (): StepChunk => ({
        run: id,
        from: first?.step ?? 1,
        main: Float64Array.from(batch.rows.flatMap((row) => row.main)),
        compare: config.compare ? Float64Array.from(batch.rows.flatMap((row) => row.compare ?? [])) : null,
      });
      try {
        if (batch.truncate !== null && batch.truncate < stored.steps) {
          const chunks = {
            all: () => store.getAll(stepsOfRun(id)),
            put: (one: StepChunk) => ask(store.put(one)),
            drop: (from: number) => ask(store.delete([id, from])),
          };
          await truncated(chunks, batch.truncate, widths);
        }
        if (first) ask(store.put(chunk()));
        if (batch.state) ask(transaction.objectStore("states").put(storedState(id, batch.state)));
        const run: StoredRun = {
          ...head,
          steps: after.steps,
          kept: after.kept !== null && after.kept <= after.steps ? after.kept : null,
          seconds: seconds(),
          updatedAt: new Date().toISOString(),
          bytes: 8 * after.steps * (widths[0] + widths[1]) + after.stateBytes,
        };
        ask(transaction.objectStore("runs").put(run));
      } catch (error) {
        // Nothing of a batch is stored where not all of it can be.
        abort(transaction);
        throw error;
      }
      await transaction.done;
      stored = after;
    });

  const write = async (): Promise<void> => {
    if (!touched) return;
    const batch = pending;
    pending = NOTHING;
    touched = false;
    try {
      await put(batch);
      if (problem !== null) onProblem(null);
      problem = null;
      started = true;
      options.onWritten?.();
    } catch (error) {
      pending = merged(batch, pending);
      touched = true;
      const before = problem;
      problem = `This run is not being kept: ${await storageFull(error)}`;
      if (problem !== before) onProblem(problem);
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    going = going.then(write);
    return going;
  };

  /** Notes that there is something to write, soon. */
  const touch = (): void => {
    touched = true;
    // After a refusal only the next state tries again.
    if (closed || problem !== null) return;
    timer ??= setTimeout(() => void flush(), WAIT);
  };
  const set = (changes: Partial<StoredRun>): void => {
    head = { ...head, ...changes };
    touch();
  };

  if (point) touch();

  return {
    id,
    get stored() {
      return started && problem === null;
    },
    ready: (environment) => set({ environment }),
    initial: (main, compare) => set({ initial: { main, compare } }),
    step(cohort, compare) {
      const row: Row = { step: cohort.step, main: packStep(cohort), compare: compare && packStep(compare) };
      pending = { ...pending, rows: [...pending.rows, row] };
      touch();
    },
    final: (main, compare) => set({ final: { main, compare } }),
    change(change) {
      const made = head.changes.some(
        ({ step, name, value }) => step === change.step && name === change.name && value === change.value,
      );
      if (!made) set({ changes: [...head.changes, change].sort((a, b) => a.step - b.step) });
    },
    fault: (fault) => set({ faults: [...head.faults, fault] }),
    state(state) {
      pending = { ...pending, state };
      touched = true;
      if (!closed) void flush();
    },
    rewound(step) {
      head = rewoundTo(head, step);
      pending = cut(pending, step);
      touch();
    },
    phase(phase, reason) {
      head = { ...head, seconds: seconds(), phase, reason: phase === "failed" ? (reason ?? "It failed.") : null };
      workingSince = phase === "running" ? now() : null;
      touch();
      if (phase !== "running" && !closed) void flush();
    },
    title: (title) => set({ title: title.slice(0, 200) }),
    saved: (saved) => set({ saved }),
    async settle() {
      await flush();
      return problem;
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      await flush();
      (await release)?.();
    },
  };
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
