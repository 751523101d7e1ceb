/** The page's experiment, one for the page: it goes on while another lab is looked at. */
import { createStore } from "zustand/vanilla";
import { createSession } from "../../cohort/session.ts";
import {
  experimentId,
  forgetExperiment,
  type KeptExperiment,
  keepExperiment,
  keptExperiments,
} from "../../runs/experiment-store.ts";
import { unpack } from "../../runs/packed.ts";
import { type Expansion, expandPlan, type PlannedRun, pointText } from "../../runs/plan-expand.ts";
import { createRunWriter } from "../../runs/run-writer.ts";
import { neededPolicies } from "../../stores/bases.ts";
import { bases } from "../../stores/page-bases.ts";
import type { FileForm, PackedExperimentRun, Results, Unfinished } from "./books.ts";
import { BooksError, createBooksClient } from "./books-client.ts";
import { type Timed, usualParallel, workOf } from "./cost.ts";
import type { Changed } from "./draft.ts";
import { type Draft, defaultDraft, isExperimentsLink, parseDraftLink } from "./link.ts";
import { createRunner } from "./runner.ts";
import { createScheduler, type SchedulerPhase } from "./scheduler.ts";

export interface ExperimentState {
  readonly draft: Draft;
  readonly expansion: Expansion;
  /** What was wrong with a link, a change or a file; sentences, until dismissed. */
  readonly problems: readonly string[];
  /** What to know of the runs that were found or imported; sentences. */
  readonly notes: readonly string[];
  /** The stored runs of the plan are being looked for. */
  readonly opening: boolean;
  readonly results: Results | null;
  /** Seconds a rollout takes here, by a measurement; null where none was made. */
  readonly measured: number | null;
  readonly measuring: boolean;
  /** A file that is being read or written. */
  readonly busy: string | null;
  /** Why the browser does not store the runs; null where it does. */
  readonly unstored: string | null;
  /** Run was pressed while policies are missing. */
  readonly held: boolean;
  /** Experiments that were begun in this browser, the latest first. */
  readonly kept: readonly KeptExperiment[];
}

const opened = isExperimentsLink(window.location.hash) ? parseDraftLink(window.location.hash) : null;
const first = opened?.draft ?? defaultDraft();

export const experiment = createStore<ExperimentState>(() => ({
  draft: first,
  expansion: expandPlan(first.plan, { backend: first.backend }),
  problems: opened?.problems ?? [],
  notes: [],
  opening: false,
  results: null,
  measured: null,
  measuring: false,
  busy: null,
  unstored: null,
  held: false,
  kept: [],
}));

const ask = createBooksClient();
const unfinished = new Map<string, Unfinished>();

function sentences(error: unknown): readonly string[] {
  if (error instanceof BooksError) return error.problems;
  return [error instanceof Error ? error.message : String(error)];
}

/** Says what went wrong, until it is dismissed. */
export function tell(...problems: readonly string[]): void {
  experiment.setState({ problems });
}

function titleOf(key: string): string {
  const cell = experiment.getState().expansion.cells.find(({ runs }) => runs.some((run) => run.key === key));
  return cell ? [cell.title, pointText(cell.point)].filter(Boolean).join(", ") : key;
}

let refreshing = false;
let stale = false;
/** Results are made anew, one after the other: what comes in meanwhile is in the next. */
async function refresh(): Promise<void> {
  stale = true;
  if (refreshing) return;
  refreshing = true;
  try {
    while (stale) {
      stale = false;
      const { results } = await ask({ kind: "results" }, "results");
      if (!stale) experiment.setState({ results });
    }
  } catch (error) {
    tell(...sentences(error));
  }
  refreshing = false;
}

async function take(run: PackedExperimentRun): Promise<void> {
  await ask({ kind: "add", run }, "added");
  void refresh();
}

export const scheduler = createScheduler(
  createRunner({
    stored: (key) => unfinished.get(key),
    experiment: () => {
      const { plan, backend } = experiment.getState().expansion;
      return experimentId(plan, backend);
    },
    titleOf,
    checkpoints: bases.unstored,
    take,
    note: (key, stored) => {
      if (stored) unfinished.set(key, stored);
      else unfinished.delete(key);
    },
    onProblem: (unstored) => experiment.setState({ unstored }),
  }),
  usualParallel(experiment.getState().expansion.runs, navigator.hardwareConcurrency || 1),
);

/** While an experiment is at work its plan stands fast. */
export function isLocked(phase: SchedulerPhase): boolean {
  return phase === "running" || phase === "pausing" || phase === "paused";
}

let openings = 0;
/** Shows a plan, with those of its runs that are stored. */
export async function openDraft(draft: Draft, problems: readonly string[] = []): Promise<void> {
  const own = ++openings;
  const expansion = expandPlan(draft.plan, { backend: draft.backend });
  const told = [...problems, ...expansion.problems];
  scheduler.load(expansion.runs, new Set());
  experiment.setState({ draft, expansion, problems: told, notes: [], results: null, held: false, opening: true });
  void bases.look(...expansion.runs.map(({ config }) => config));
  if (expansion.problems.length > 0) {
    experiment.setState({ opening: false });
    return;
  }
  try {
    const { plan, backend } = expansion;
    const found = await ask({ kind: "open", plan, backend }, "opened");
    if (own !== openings) return;
    unfinished.clear();
    for (const one of found.unfinished) unfinished.set(one.key, one);
    const failed = found.unfinished.flatMap(({ key, reason }) => (reason === null ? [] : [[key, reason] as const]));
    scheduler.load(expansion.runs, new Set(found.done), new Map(failed));
    experiment.setState({ opening: false, notes: found.notes });
    await refresh();
  } catch (error) {
    if (own === openings) experiment.setState({ opening: false, problems: sentences(error) });
  }
}

/** Applies a change of the plan made by hand. */
export function edit(changed: Changed): void {
  if (isLocked(scheduler.store.getState().phase)) tell("The experiment is at work: stop it before its plan is changed.");
  else if ("problems" in changed) tell(...changed.problems);
  else void openDraft({ ...experiment.getState().draft, plan: changed.plan });
}

/** Runs that wait and start from policies that are missing. */
export function lackingRuns(runs: readonly PlannedRun[], missing: ReadonlySet<string>): readonly PlannedRun[] {
  return runs.filter(({ config }) => neededPolicies(config).some(({ id }) => missing.has(id)));
}

export function missingIds(): ReadonlySet<string> {
  const { needs } = bases.store.getState();
  return new Set(needs.filter(({ place }) => place === "missing" || place === "absent").map(({ id }) => id));
}

/** Starts what is missing, or goes on. Where policies are missing it says so and starts nothing, unless runs that need them are to be left out. */
export function run(leaveOut = false): void {
  const { expansion } = experiment.getState();
  const { phase, runs } = scheduler.store.getState();
  const waiting = new Set(runs.filter(({ state }) => state === "waiting").map(({ key }) => key));
  const lacking = lackingRuns(expansion.runs, missingIds()).filter(({ key }) => waiting.has(key));
  if (phase !== "paused" && lacking.length > 0 && !leaveOut) {
    experiment.setState({ held: true });
    return;
  }
  experiment.setState({ held: false, problems: [] });
  if (leaveOut)
    scheduler.skip(
      lacking.map(({ key }) => key),
      "Left out: a base policy that it starts from is missing. Pretrain it, then try again.",
    );
  void keepExperiment(expansion.plan, expansion.backend).then(listKept, () => {});
  scheduler.run();
}

/** Reads again which experiments are kept in this browser. */
export async function listKept(): Promise<void> {
  // A browser that keeps nothing says so when a run begins.
  experiment.setState({ kept: await keptExperiments().catch(() => []) });
}

/** Deletes an experiment and the runs that were made for it. */
export async function forget(id: string): Promise<void> {
  try {
    await forgetExperiment(id);
  } catch (error) {
    tell(...sentences(error));
  }
  await listKept();
}

/** A finished run from a file, stored like one made here. */
async function store({ key, run: packed }: PackedExperimentRun, planned: PlannedRun, id: string): Promise<void> {
  const { config, backend } = planned;
  const writer = createRunWriter({ key, experiment: id, title: titleOf(key), config, backend });
  const { environment, initial, steps, final } = unpack(packed);
  writer.phase("running");
  writer.ready(environment);
  if (initial) writer.initial(initial, null);
  for (const step of steps) writer.step(step, null);
  if (final) writer.final(final, null);
  writer.phase("finished");
  writer.saved(true);
  await writer.close();
}

/** Opens a file: a plan, or a whole experiment with its runs. What cannot be read is said. */
export async function importFile(file: File): Promise<void> {
  if (isLocked(scheduler.store.getState().phase)) {
    tell("The experiment is at work: stop it before another is opened.");
    return;
  }
  experiment.setState({ busy: `Reading ${file.name}.`, problems: [] });
  try {
    const read = await ask({ kind: "read", file }, "experiment");
    await openDraft({ plan: read.plan, backend: read.backend ?? experiment.getState().draft.backend });
    const { expansion } = experiment.getState();
    const planned = new Map(expansion.runs.map((one) => [one.key, one]));
    const inAlready = new Set(experiment.getState().results?.timed.map(({ key }) => key));
    const id = experimentId(expansion.plan, expansion.backend);
    if (read.runs.length > 0) await keepExperiment(expansion.plan, expansion.backend).catch(() => {});
    for (const one of read.runs) {
      const own = planned.get(one.key);
      if (!own || inAlready.has(one.key)) continue;
      await ask({ kind: "add", run: one }, "added");
      scheduler.took([one.key]);
      await store(one, own, id);
    }
    await refresh();
    const failed = read.failed.map(({ key, reason }) => `${titleOf(key)} had failed where the file was written: ${reason}`);
    experiment.setState(({ notes }) => ({ notes: [...notes, ...read.left, ...failed] }));
    await listKept();
  } catch (error) {
    tell(...sentences(error).map((problem) => `${file.name}: ${problem}`));
  }
  experiment.setState({ busy: null });
}

/** One of the experiment's files. Rejects with a sentence. */
export async function fileOf(form: FileForm): Promise<Blob> {
  const failed = scheduler.store
    .getState()
    .runs.filter(({ state }) => state === "failed")
    .map(({ key, message }) => ({ key, reason: message.slice(0, 1000) }));
  return (await ask({ kind: "write", form, failed }, "file")).file;
}

/** The record of a run that is in; null where it is not. */
export async function runOf(key: string): Promise<PackedExperimentRun | null> {
  return (await ask({ kind: "run", key }, "run")).run;
}

/** Finished runs with their configurations, for the speed. */
export function timedRuns({ expansion, results }: Pick<ExperimentState, "expansion" | "results">): readonly Timed[] {
  const configs = new Map(expansion.runs.map(({ key, config }) => [key, config]));
  return (results?.timed ?? []).flatMap(({ key, backend, seconds }) => {
    const config = configs.get(key);
    return config ? [{ config, backend, seconds }] : [];
  });
}

/** Steps of a measurement: the first compiles and warms up, and does not count. */
const MEASURED_STEPS = 4;

/** Makes a few steps of the plan's first run that trains, to see how fast this machine is. */
export async function measureSpeed(): Promise<void> {
  const { expansion } = experiment.getState();
  const missing = missingIds();
  const lacking = new Set(lackingRuns(expansion.runs, missing).map(({ key }) => key));
  const planned = expansion.runs.find(({ key, config }) => config.cohort.method !== "base" && !lacking.has(key));
  if (!planned) {
    tell("There is no run to measure with: every run that trains starts from policies that are missing.");
    return;
  }
  experiment.setState({ measuring: true });
  const training = { ...planned.config.training, steps: MEASURED_STEPS, heldOutPrompts: 1, evaluateEvery: 1000, finalSamples: 1 };
  const config = { ...planned.config, training };
  const times: number[] = [];
  const problem = await new Promise<string | null>((resolve) => {
    const session = createSession({
      config,
      backend: planned.backend,
      checkpoints: bases.unstored,
      listener: (event) => {
        if (event.type === "step") times.push(event.milliseconds);
        if (event.type !== "phase" || (event.phase !== "finished" && event.phase !== "failed")) return;
        session.dispose();
        resolve(event.phase === "failed" ? event.message : null);
      },
    });
    session.run();
  });
  const counted = times.slice(1).sort((a, b) => a - b);
  const typical = counted[Math.floor(counted.length / 2)];
  const step = { ...config, training: { ...training, steps: 1 } };
  const none = { ...config, training: { ...training, steps: 0 } };
  // What one more step is, in rollouts.
  const work = workOf(step) - workOf(none);
  experiment.setState({ measuring: false, ...(typical === undefined ? {} : { measured: typical / 1000 / work }) });
  if (problem !== null) tell(`The measurement failed: ${problem}`);
}
