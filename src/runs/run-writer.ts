/**
 * Writes a run into the page's database as it goes. What is handed over is gathered and written in one transaction at most a few times a second, and
 * at once where a state comes: a state and the steps that lead to it are stored together or not at all. Where the browser refuses, the run goes on
 * in memory, that is told, and all that is missing is tried again with the next state.
 */
import { packStep } from "./packed.ts";
import type { Change, CohortStep, Environment, Fault, Final, HeldOut } from "./record.ts";
import { holdRun, type Release } from "./run-lock.ts";
import { storageFull } from "./storage-use.ts";
import {
  type AgentStates,
  newStoredRun,
  type ResumePoint,
  type RunMeta,
  type StoredPhase,
  type StoredRun,
  stateBytes,
} from "./stored-run.ts";
import { type Batch, cut, merged, NOTHING, putBatch, type Row, type Stored } from "./write-batch.ts";

export type { RunMeta } from "./stored-run.ts";

export interface RunWriter {
  readonly id: string;
  /** Something of it is in the database, and nothing was refused since. */
  readonly stored: boolean;
  /** Its agents are ready. */
  ready(environment: Environment): void;
  initial(cohort: HeldOut, compare: HeldOut | null): void;
  step(cohort: CohortStep, compare: CohortStep | null): void;
  /** Held-out accuracy after a step that was handed over. */
  heldOut(step: number, cohort: HeldOut, compare: HeldOut | null): void;
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

function rewoundTo(head: StoredRun, step: number): StoredRun {
  const changes = head.changes.filter((change) => change.step <= step);
  return { ...head, changes, final: { main: null, compare: null } };
}

/** The head of a run that goes on. Its changes all stay: those after its state are made again. */
function resumedHead({ stored, state }: ResumePoint): StoredRun {
  return { ...rewoundTo(stored, state.step), changes: stored.changes, phase: "paused", reason: null };
}

/** A writer of a new run, which this tab then holds, or of one that goes on. */
export function createRunWriter(meta: RunMeta, options: WriterOptions = {}): RunWriter {
  const { resumed, onProblem = () => {}, now = () => performance.now() } = options;
  const { config } = meta;
  const point = resumed?.point;
  let head = point ? resumedHead(point) : newStoredRun(meta);
  const { id } = head;
  const release = resumed ? Promise.resolve(resumed.release) : holdRun(id);

  // What was measured after the state that the run goes on from is computed again.
  let pending: Batch = point ? { ...NOTHING, truncate: point.state.step } : NOTHING;
  let stored: Stored = {
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

  const put = async (batch: Batch): Promise<void> => {
    stored = await putBatch(id, config, batch, stored, ({ steps, kept, bytes }) => ({
      ...head,
      steps,
      kept,
      bytes,
      seconds: seconds(),
      updatedAt: new Date().toISOString(),
    }));
  };

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
    heldOut(step, main, compare) {
      pending = { ...pending, late: [...pending.late, { step, main, compare }] };
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
