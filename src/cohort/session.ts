/**
 * A run that can be driven by hand: prepares workers, trains one cohort or two in lockstep (training.ts), and tells a listener. Lockstep: both
 * cohorts get the same prompts and the same random keys at each step, and no step begins before both have finished the last. Where a worker or
 * a device is lost in the middle, the run goes on by itself (recovery.ts). Held-out accuracy on the way comes when it is there (evaluations.ts).
 */
import type { BackendId } from "../policies/engine.ts";
import type { Change } from "../runs/record.ts";
import { taskById } from "../tasks/index.ts";
import { createChanges } from "./changes.ts";
import { type Cohorts, restoreAll, stateOf } from "./cohorts.ts";
import { createCourse } from "./course.ts";
import { type CrewOptions, createCrew } from "./crew.ts";
import { createEvaluations } from "./evaluations.ts";
import type { RunListener, RunSession } from "./events.ts";
import { isLost, isNotFinite } from "./faults.ts";
import { createGrader, type Grader } from "./grader.ts";
import { createKeeper, type KeptState } from "./keeper.ts";
import { createRecovery } from "./recovery.ts";
import { type Resume, takenUp } from "./resume.ts";
import { reasonOf, sentence } from "./sentence.ts";
import { createTelling } from "./telling.ts";
import { type Position, train } from "./training.ts";

/**
 * What a run is, and what it runs on: a backend, or "auto" (choose.ts); simd's build, `plain` for a run that is the same on every processor; base
 * policies that only this page has, by checkpoint id: pretrained where the browser keeps nothing. Workers and the address of the folder of
 * checkpoints, next to the page by default, are replaced in tests.
 */
export interface SessionOptions extends CrewOptions {
  readonly listener: RunListener;
  /** Changes of a recorded run, to replay it: each acts at its step. */
  readonly changes?: readonly Change[];
  /** Where a stored run goes on: nothing before it is measured again. Its backend and build must be asked for as they were. */
  readonly resume?: Resume;
  /** The two below are replaced in tests. */
  readonly grader?: Grader;
  /** Whether evaluators are worth starting, where the agents' evaluations would hold up training for so many milliseconds in all. */
  readonly evaluatorsPay?: (standstill: number) => boolean;
}

/** Milliseconds of standing still that are worth workers of their own: to start a pair's takes about as long (docs/performance.md). */
const STANDSTILL = 100;

/**
 * Where evaluators may be. On a graphics card they would need a device and compiled programs of their own, and stand in line for the same card: it
 * would take longer, not be done beside.
 */
const BESIDE: readonly BackendId[] = ["simd", "wasm", "cpu"];

/** A session in phase idle. Nothing is loaded before run or step. */
export function createSession(options: SessionOptions): RunSession {
  const { config, resume, evaluatorsPay = (standstill) => standstill > STANDSTILL } = options;
  const grader =
    options.grader ?? createGrader(taskById(config.task), { share: config.training.wrongLabels, cohortSeed: config.seed });
  const course = createCourse(config);
  const start = resume?.state.step ?? 0;
  const at: Position = { done: start, begun: start, budget: 0 };
  const told = createTelling(options.listener);
  const crew = createCrew(options, grader);
  const changes = createChanges(config.training, options.changes);
  const keeper = createKeeper();
  if (resume) keeper.keep(resume.state);
  let prepared: Promise<Cohorts> | null = null;
  let loop: Promise<void> | null = null;

  const tellKept = (): void => {
    const latest = keeper.latest();
    if (latest) told.tell({ type: "kept", steps: keeper.steps, latest });
  };
  const keep = (state: KeptState): void => {
    keeper.keep(state);
    tellKept();
  };

  const evaluations = createEvaluations({
    course,
    open: crew.evaluators,
    end: crew.endEvaluators,
    pays: (standstill) => BESIDE.some((backend) => backend === crew.environment?.backend) && evaluatorsPay(standstill),
    told: (step, [cohort, compare]) => told.tell({ type: "held-out", step, cohort, compare }),
    fault: (reason) => told.tell({ type: "fault", fault: { step: at.done, reason: reasonOf(reason), resumedFrom: at.done } }),
    broken(step) {
      keeper.rewind(step - 1);
      tellKept();
    },
    nudge() {
      if (!loop && told.phase === "paused" && !told.silent) void occupy(advance);
    },
  });

  /** Starts fresh agents and loads their policies; tells on what they run the first time. */
  const open = async (lead = ""): Promise<Cohorts> => {
    if (told.silent) throw new Error("The run was ended.");
    const first = crew.environment === null;
    const say = (message: string): void => told.enter("preparing", lead + message);
    say("Starting a worker for each agent.");
    const opened = await crew.agents(say);
    const { environment } = crew;
    if (first && environment) {
      told.tell({ type: "ready", environment: resume?.environment ?? environment });
      if (resume) told.tell({ type: "fault", fault: takenUp(resume, environment) });
    }
    return opened;
  };

  const prepare = async (): Promise<Cohorts> => {
    const ready = await open();
    if (resume) {
      await restoreAll(ready, resume.state);
      tellKept();
      return ready;
    }
    told.enter("preparing", "Measuring held-out accuracy before training.");
    const [cohort, compare] = await evaluations.initial(ready);
    told.tell({ type: "initial", cohort, compare });
    if (course.trains) keep(await stateOf(ready, 0));
    return ready;
  };

  /** The agents stand at a kept state: everything after it is void. */
  const rewound = ({ step }: KeptState): void => {
    at.done = step;
    at.begun = step;
    keeper.rewind(step);
    evaluations.rewind(step);
    told.tell({ type: "rewound", step });
    tellKept();
  };

  const recover = createRecovery({
    at,
    changes,
    keeper,
    told,
    open(lead) {
      prepared = open(lead);
      return prepared;
    },
    rewound,
  });

  /** The run cannot go on. What evaluators are at belongs to it all the same. */
  const stop = async (error: unknown): Promise<void> => {
    if (told.silent) return;
    await evaluations.finishAside();
    crew.endAgents();
    evaluations.halt();
    const latest = keeper.latest();
    const advice = isNotFinite(error) && latest ? ` Restart from step ${latest.step} with a lower learning rate.` : "";
    const reason = sentence(error) + advice;
    if (crew.environment) told.tell({ type: "fault", fault: { step: at.done, reason: reasonOf(reason), resumedFrom: null } });
    told.enter("failed", reason);
  };

  const advance = async (): Promise<void> => {
    try {
      prepared ??= prepare();
      for (let ready = await prepared; ; ) {
        try {
          await train(ready, { course, at, changes, evaluations, grader, told, keep });
          return;
        } catch (error) {
          ready = await recover(error);
        }
      }
    } catch (error) {
      await stop(error);
    }
  };

  /** The agents at a kept state: those that are there, or fresh ones where they failed or are gone. */
  const takeBack = async (state: KeptState): Promise<void> => {
    const there = told.phase === "failed" ? null : await prepared;
    told.enter("preparing", `Taking every agent back to step ${state.step}.`);
    try {
      if (there) return await restoreAll(there, state);
    } catch (error) {
      if (!isLost(error)) throw error;
    }
    prepared = open();
    await restoreAll(await prepared, state);
  };

  /** One thing at a time: training or a restart. */
  const occupy = (work: () => Promise<void>): Promise<void> => {
    loop = work().finally(() => {
      loop = null;
      // Run was pressed during a restart.
      if (at.budget > 0 && told.phase === "paused" && !told.silent) void occupy(advance);
    });
    return loop;
  };

  const isOver = (): boolean => told.silent || told.phase === "finished" || told.phase === "failed";

  const begin = (steps: number): Promise<void> => {
    if (isOver()) return Promise.resolve();
    at.budget = steps;
    return loop ?? occupy(advance);
  };

  return {
    get phase() {
      return told.phase;
    },
    change(name, value) {
      if (isOver()) throw new RangeError("The run is over: nothing can be changed.");
      if (at.begun >= course.steps) throw new RangeError("The last step has begun: nothing can be changed any more.");
      told.tell({ type: "change", change: changes.add(at.begun + 1, name, value) });
    },
    async restartFrom(step) {
      const state = keeper.at(step);
      if (!state) throw new RangeError(`No state is kept for step ${step}; there is one for each of ${keeper.steps.join(", ")}.`);
      at.budget = 0;
      while (loop) await loop;
      if (told.silent) return;
      await occupy(async () => {
        try {
          await takeBack(state);
          changes.rewind(step);
          rewound(state);
          told.enter("paused", `Taken back to step ${step}.`);
        } catch (error) {
          await stop(error);
        }
      });
    },
    run() {
      void begin(Number.POSITIVE_INFINITY);
    },
    async pause() {
      at.budget = 0;
      await loop;
    },
    async step() {
      await begin(1);
    },
    keptAt: (step) => keeper.at(step),
    dispose() {
      told.fallSilent();
      crew.endAgents();
      evaluations.halt();
    },
  };
}
