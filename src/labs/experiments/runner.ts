/**
 * Runs planned runs with real sessions: each is stored as it goes, goes on where it was broken off, and hands its record to the books when it has
 * finished.
 */
import type { RunListener, RunSession } from "../../cohort/events.ts";
import { writing } from "../../cohort/keep-run.ts";
import { createSession } from "../../cohort/session.ts";
import type { CheckpointFile } from "../../policies/checkpoint.ts";
import type { PlannedRun } from "../../runs/plan-expand.ts";
import { holdRun } from "../../runs/run-lock.ts";
import { deleteStoredRun, deleteStoredState, loadResumePoint } from "../../runs/run-store.ts";
import { createRunWriter, type RunMeta, type RunWriter } from "../../runs/run-writer.ts";
import type { ResumePoint } from "../../runs/stored-run.ts";
import type { PackedExperimentRun, Unfinished } from "./books.ts";
import { type Collector, createCollector } from "./collector.ts";
import type { RunState, SchedulerTools } from "./scheduler.ts";

export interface RunnerTools {
  /** What is stored of a planned run that is not finished. */
  readonly stored: (key: string) => Unfinished | undefined;
  readonly experiment: () => string;
  readonly titleOf: (key: string) => string;
  /** Base policies that only this page has. */
  readonly checkpoints: ReadonlyMap<string, CheckpointFile>;
  /** Takes a finished run in. Rejects with a sentence. */
  readonly take: (run: PackedExperimentRun) => Promise<void>;
  /** How a run that is not finished stands in the database now; undefined where it is gone. */
  readonly note: (key: string, stored: Unfinished | undefined) => void;
  /** What keeps the browser from storing runs, a sentence; null where nothing does. */
  readonly onProblem: (problem: string | null) => void;
}

interface Work {
  readonly collector: Collector;
  readonly writer: RunWriter;
}

/** Where a run goes on, and what lets it go; null where it begins anew. Throws Error with a sentence where another tab has it. */
async function resumeOf(
  stored: Unfinished | undefined,
): Promise<{ readonly point: ResumePoint; readonly release: () => void } | null> {
  if (!stored) return null;
  const release = await holdRun(stored.id);
  if (!release) throw new Error("This run goes on in another tab of this page; try again when it has ended there.");
  if (stored.reason === null) {
    const point = await loadResumePoint(stored.id).catch(() => null);
    if (point && !("problem" in point)) return { point, release };
  }
  // It failed, or nothing says where it stood: it begins anew.
  await deleteStoredRun(stored.id).catch(() => {});
  release();
  return null;
}

/** A session's options for a run that goes on: it stays on what it began on. */
function resumed({ stored, state, changes }: ResumePoint, planned: PlannedRun) {
  const { environment } = stored;
  if (!environment) return { backend: planned.backend };
  return { backend: environment.backend, changes, resume: { state, reached: stored.steps, environment } };
}

export function createRunner(tools: RunnerTools): SchedulerTools {
  const works = new Map<string, Work>();
  /** Runs whose last steps are still being written. */
  const closing = new Map<string, Promise<void>>();

  const start = async (planned: PlannedRun, listener: RunListener): Promise<RunSession> => {
    const { key, config, backend } = planned;
    await closing.get(key);
    const going = await resumeOf(tools.stored(key));
    const meta: RunMeta = { key, experiment: tools.experiment(), title: tools.titleOf(key), config, backend };
    const writer = createRunWriter(meta, { onProblem: tools.onProblem, ...(going ? { resumed: going } : {}) });
    const before = going ? { run: going.point.run, seconds: going.point.stored.seconds } : null;
    const collector = createCollector(planned, before);
    const work = { collector, writer };
    works.set(key, work);
    const write = writing(writer);
    try {
      return createSession({
        config,
        ...(going ? resumed(going.point, planned) : { backend }),
        checkpoints: tools.checkpoints,
        listener: (event) => {
          // A session that was ended tells nothing any more.
          if (works.get(key) !== work) return;
          collector.hear(event);
          write(event);
          listener(event);
        },
      });
    } catch (error) {
      works.delete(key);
      await writer.close();
      throw error;
    }
  };

  const finished = async ({ key }: PlannedRun): Promise<void> => {
    const work = works.get(key);
    if (!work) throw new Error("The run is gone: another experiment was opened.");
    await tools.take({ key, seconds: work.collector.seconds(), run: work.collector.packed() });
  };

  const ended = ({ key }: PlannedRun, state: RunState): void => {
    const work = works.get(key);
    if (!work) return;
    works.delete(key);
    const { writer } = work;
    const close = async (): Promise<void> => {
      if (state === "waiting") writer.phase("paused");
      await writer.close();
      // A finished run does not go on: its agents' weights would take ten times the room of its record.
      if (state === "done") await deleteStoredState(writer.id).catch(() => {});
    };
    closing.set(key, close());
    if (state === "done") tools.note(key, undefined);
    else tools.note(key, { key, id: writer.id, step: 0, reason: state === "failed" ? "It failed." : null, elsewhere: false });
  };

  return { start, finished, ended };
}
