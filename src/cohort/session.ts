/**
 * The run loop: prepares workers, trains one cohort or two in lockstep, evaluates, and tells a listener. Lockstep: both cohorts get the
 * same prompts and the same random keys at each step, and no step begins before both have finished the last. Where a worker or a device
 * is lost in the middle, the run goes on by itself: fresh workers, the last kept state, the same numbers again.
 */
import { ENSEMBLE } from "../learning/ensemble.ts";
import { mixSeed } from "../math/rng.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { BackendId } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import type { RunConfig } from "../runs/config.ts";
import type { Change, CohortStep, Environment, HeldOut } from "../runs/record.ts";
import { taskById } from "../tasks/index.ts";
import { createChanges } from "./changes.ts";
import type { Cohort } from "./cohort.ts";
import type { RunEvent, RunListener, RunPhase, RunSession } from "./events.ts";
import { isLost, isNotFinite } from "./faults.ts";
import { createGrader, type Grader } from "./grader.ts";
import { createKeeper, type KeptState } from "./keeper.ts";
import { type Cohorts, openCohorts } from "./opening.ts";
import { batchOf } from "./prompt-order.ts";
import { madeOf, type Resume, takenUp } from "./resume.ts";
import { type AgentWorker, startAgentWorker, type WorkerFactory } from "./workers.ts";

export interface SessionOptions {
  readonly config: RunConfig;
  /** A backend, or "auto" (choose.ts). */
  readonly backend: "auto" | BackendId;
  /** simd's build (protocol.ts): `plain` for a run that is the same on every processor. */
  readonly build?: SimdBuild;
  readonly listener: RunListener;
  /** Changes of a recorded run, to replay it: each acts at its step. */
  readonly changes?: readonly Change[];
  /** Where a stored run goes on: nothing before it is measured again. Its backend and build must be asked for as they were. */
  readonly resume?: Resume;
  /** Base policies that only this page has, by checkpoint id: pretrained where the browser keeps nothing. */
  readonly checkpoints?: ReadonlyMap<string, CheckpointFile>;
  /** The three below are replaced in tests. */
  readonly startWorker?: WorkerFactory;
  readonly grader?: Grader;
  /** Address of the folder of checkpoints; next to the page by default. */
  readonly checkpointBase?: string;
}

/** At most so many recoveries within so many steps: a worker that dies again and again has a reason that fresh ones share. */
const MOST_RECOVERIES = 2;
const RECOVERY_STEPS = 20;

/** Longest reason of a fault in the record (runs/record.ts). */
const REASON_LENGTH = 500;

function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}`;
}

/** A session in phase idle. Nothing is loaded before run or step. */
export function createSession(options: SessionOptions): RunSession {
  const { config, resume } = options;
  const { training } = config;
  const grader = options.grader ?? createGrader(taskById(config.task), { share: training.wrongLabels, cohortSeed: config.seed });
  const splits = taskById(config.task).splits(config.seed, training.trainPrompts, training.heldOutPrompts);
  const trains = config.cohort.method !== "base" || (config.compare !== null && config.compare.method !== "base");
  const steps = trains ? training.steps : 0;

  let phase: RunPhase = "idle";
  let disposed = false;
  /** Steps that may still be done before the session stands still. */
  let budget = 0;
  let done = resume?.state.step ?? 0;
  /** The last step that has begun: what it runs with is fixed. */
  let begun = done;
  let prepared: Promise<Cohorts> | null = null;
  let loop: Promise<void> | null = null;
  let workers: AgentWorker[] = [];
  /** What the run runs on, once that is known; fresh workers must run on the same. */
  let environment: Environment | null = null;
  /** The steps done at each recovery. */
  const recoveries: number[] = [];
  const keeper = createKeeper();
  if (resume) keeper.keep(resume.state);
  const changes = createChanges(training, options.changes);

  const tell = (event: RunEvent): void => {
    if (!disposed) options.listener(event);
  };

  const enter = (next: RunPhase, message: string): void => {
    if (disposed) return;
    phase = next;
    tell({ type: "phase", phase, message });
  };

  const endWorkers = (): void => {
    for (const worker of workers) worker.terminate();
    workers = [];
  };

  /** Starts fresh agents and loads their policies; tells on what they run the first time, and holds them to it later. */
  const open = async (lead = ""): Promise<Cohorts> => {
    if (disposed) throw new Error("The run was ended.");
    endWorkers();
    const say = (message: string): void => enter("preparing", lead + message);
    say("Starting a worker for each agent.");
    const before = environment;
    const opened = await openCohorts({
      config,
      backend: before ? { backend: before.backend, reason: before.backendReason } : options.backend,
      build: options.build ?? "auto",
      grader,
      checkpoints: options.checkpoints ?? new Map(),
      checkpointBase: options.checkpointBase ?? new URL("checkpoints/", document.baseURI).href,
      start: (name) => {
        const worker = (options.startWorker ?? startAgentWorker)(name);
        workers.push(worker);
        return worker;
      },
      say,
    });
    if (before && madeOf(opened.environment) !== madeOf(before))
      throw new Error("Fresh workers got another device or other checkpoints than the run was started with.");
    if (!before) {
      environment = opened.environment;
      tell({ type: "ready", environment: resume?.environment ?? environment });
      if (resume) tell({ type: "fault", fault: takenUp(resume, environment) });
    }
    return opened;
  };

  const prepare = async (): Promise<Cohorts> => {
    const ready = await open();
    if (resume) {
      await restore(ready, resume.state);
      tellKept();
      return ready;
    }
    enter("preparing", "Measuring held-out accuracy before training.");
    const [first, second] = await both(ready, (c) => c.evaluate(0, splits.heldOut, training.evaluateSamples));
    tell({ type: "initial", cohort: first, compare: second });
    if (trains) keep(await stateOf(ready, 0));
    return ready;
  };

  const stateOf = async (ready: Cohorts, step: number): Promise<KeptState> => {
    const [cohort, compare] = await both(ready, (c) => c.snapshot(step));
    return { step, cohort, compare };
  };

  const tellKept = (): void => {
    const latest = keeper.latest();
    if (latest) tell({ type: "kept", steps: keeper.steps, latest });
  };

  /** Keeps the state of all agents, so that the run can be restarted from here. */
  const keep = (state: KeptState): void => {
    keeper.keep(state);
    tellKept();
  };

  const trainStep = async (ready: Cohorts): Promise<void> => {
    const step = done + 1;
    const batch = batchOf(splits.train, training.promptsPerStep, step, mixSeed(config.seed, config.samplingSeed));
    begun = step;
    const settings = changes.at(step);
    for (const change of changes.due(step)) tell({ type: "change", change });
    const started = performance.now();
    const [first, second] = await both(ready, (c) => c.step(step, batch, settings));
    const milliseconds = performance.now() - started;
    if (disposed) return;
    markStep(started);
    // The final evaluation, with more samples, stands in for the one of the last step.
    const due = step % training.evaluateEvery === 0 && step < steps;
    // Before anything is told of the step: a broken state is not kept, nor measured.
    const state = due || step === steps ? await stateOf(ready, step) : null;
    const heldOut = due ? await both(ready, (c) => c.evaluate(step, splits.heldOut, training.evaluateSamples)) : null;
    done = step;
    if (budget > 0) budget--;
    tell({
      type: "step",
      cohort: withHeldOut(first.metrics, heldOut?.[0] ?? null),
      compare: second && withHeldOut(second.metrics, heldOut?.[1] ?? null),
      rollouts: {
        step,
        prompts: batch,
        truths: grader.truths(batch),
        cohort: first.rollouts,
        compare: second?.rollouts ?? null,
      },
      milliseconds,
    });
    if (state) keep(state);
  };

  const finish = async (ready: Cohorts): Promise<void> => {
    enter(
      "evaluating",
      `Final evaluation: ${training.heldOutPrompts} held-out prompts, ${training.finalSamples} samples each, then ${ENSEMBLE.samples} at temperature ${ENSEMBLE.temperature} for maj@${ENSEMBLE.samples}.`,
    );
    const [first, second] = await both(ready, (c) => c.final(steps, splits.heldOut, training.finalSamples));
    tell({ type: "final", cohort: first, compare: second });
    enter("finished", trains ? `Finished after ${steps} steps.` : "Finished: the policies were evaluated; Base does not train.");
  };

  /** Trains as many steps as it may, and evaluates after the last. */
  const train = async (ready: Cohorts): Promise<void> => {
    while (budget > 0 && done < steps && !disposed) {
      if (phase !== "running") enter("running", "Training.");
      await trainStep(ready);
    }
    if (disposed) return;
    if (done >= steps) await finish(ready);
    else enter("paused", `Paused after step ${done}.`);
  };

  /** Puts a kept state into the agents. */
  const restore = async (ready: Cohorts, state: KeptState): Promise<void> => {
    await both(ready, async (cohort) => {
      const states = cohort === ready.cohort ? state.cohort : state.compare;
      if (states) await cohort.restore(states);
    });
  };

  /** The agents stand at a kept state: everything after it is void. */
  const rewound = ({ step }: KeptState): void => {
    done = step;
    begun = step;
    keeper.rewind(step);
    tell({ type: "rewound", step });
    tellKept();
  };

  /**
   * Fresh workers at the last kept state, after a worker or a device was lost. What was changed by hand holds as before, so that the steps
   * done again give the same numbers. Throws the reason to stop where there is no going on.
   */
  const recover = async (first: unknown): Promise<Cohorts> => {
    const reasons: string[] = [];
    const at = done;
    for (let problem = first; ; ) {
      const state = keeper.latest();
      if (disposed || !isLost(problem) || !state) throw problem;
      const reason = sentence(problem);
      if (recoveries.filter((step) => Math.abs(step - at) < RECOVERY_STEPS).length >= MOST_RECOVERIES)
        throw new Error(
          `${reason} It was the third such fault within ${RECOVERY_STEPS} steps, so the run does not go on by itself.`,
        );
      recoveries.push(at);
      reasons.push(reason);
      try {
        prepared = open(`${reason} The run goes on from step ${state.step} in fresh workers. `);
        const ready = await prepared;
        await restore(ready, state);
        for (const each of reasons)
          tell({ type: "fault", fault: { step: at, reason: each.slice(0, REASON_LENGTH), resumedFrom: state.step } });
        // A single step that was asked for is done all the same.
        if (budget > 0) budget += at - state.step;
        rewound(state);
        for (const change of changes.byHandAfter(state.step)) tell({ type: "change", change });
        return ready;
      } catch (next) {
        if (!isLost(next)) throw new Error(`${reason} Fresh workers failed too: ${sentence(next)}`);
        problem = next;
      }
    }
  };

  /** The run cannot go on. */
  const stop = (error: unknown): void => {
    if (disposed) return;
    endWorkers();
    const latest = keeper.latest();
    const advice = isNotFinite(error) && latest ? ` Restart from step ${latest.step} with a lower learning rate.` : "";
    const reason = sentence(error) + advice;
    if (environment) tell({ type: "fault", fault: { step: done, reason: reason.slice(0, REASON_LENGTH), resumedFrom: null } });
    enter("failed", reason);
  };

  const advance = async (): Promise<void> => {
    try {
      prepared ??= prepare();
      for (let ready = await prepared; ; ) {
        try {
          await train(ready);
          return;
        } catch (error) {
          ready = await recover(error);
        }
      }
    } catch (error) {
      stop(error);
    }
  };

  /** The agents at a kept state: those that are there, or fresh ones where they failed or are gone. */
  const takeBack = async (state: KeptState): Promise<void> => {
    const there = phase === "failed" ? null : await prepared;
    enter("preparing", `Taking every agent back to step ${state.step}.`);
    try {
      if (there) return await restore(there, state);
    } catch (error) {
      if (!isLost(error)) throw error;
    }
    prepared = open();
    await restore(await prepared, state);
  };

  /** One thing at a time: training or a restart. */
  const occupy = (work: () => Promise<void>): Promise<void> => {
    loop = work().finally(() => {
      loop = null;
      // Run was pressed during a restart.
      if (budget > 0 && phase === "paused" && !disposed) void occupy(advance);
    });
    return loop;
  };

  const begin = (steps: number): Promise<void> => {
    if (disposed || phase === "finished" || phase === "failed") return Promise.resolve();
    budget = steps;
    return loop ?? occupy(advance);
  };

  return {
    get phase() {
      return phase;
    },
    change(name, value) {
      if (disposed || phase === "finished" || phase === "failed")
        throw new RangeError("The run is over: nothing can be changed.");
      if (begun >= steps) throw new RangeError("The last step has begun: nothing can be changed any more.");
      tell({ type: "change", change: changes.add(begun + 1, name, value) });
    },
    async restartFrom(step) {
      const state = keeper.at(step);
      if (!state) throw new RangeError(`No state is kept for step ${step}; there is one for each of ${keeper.steps.join(", ")}.`);
      budget = 0;
      while (loop) await loop;
      if (disposed) return;
      await occupy(async () => {
        try {
          await takeBack(state);
          changes.rewind(step);
          rewound(state);
          enter("paused", `Taken back to step ${step}.`);
        } catch (error) {
          stop(error);
        }
      });
    },
    run() {
      void begin(Number.POSITIVE_INFINITY);
    },
    async pause() {
      budget = 0;
      await loop;
    },
    async step() {
      await begin(1);
    },
    keptAt: (step) => keeper.at(step),
    dispose() {
      disposed = true;
      endWorkers();
    },
  };
}

/** Shows each step in the browser's performance timeline, where the benchmarks read it; keeps the buffer empty. */
function markStep(start: number): void {
  performance.measure("co-rl step", { start, end: performance.now() });
  performance.clearMeasures("co-rl step");
}

/** Runs the same on both cohorts at once; workers of both overlap. */
async function both<T>({ cohort, compare }: Cohorts, what: (cohort: Cohort) => Promise<T>): Promise<readonly [T, T | null]> {
  const [first, second] = await Promise.all([what(cohort), compare ? what(compare) : Promise.resolve(null)]);
  return [first, second];
}

function withHeldOut(step: CohortStep, heldOut: HeldOut | null): CohortStep {
  if (!heldOut) return step;
  return { ...step, agents: step.agents.map((agent, n) => ({ ...agent, heldOut: heldOut.agents[n]?.heldOut ?? null })) };
}
