/**
 * The run loop: prepares workers, trains one cohort or two in lockstep, evaluates, and tells a listener. Lockstep: both cohorts get the
 * same prompts and the same random keys at each step, and no step begins before both have finished the last.
 */
import { hashString, mixSeed } from "../math/rng.ts";
import { describeAdapter } from "../policies/adapter.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import { chooseBackend, type Decision, type Memory } from "../policies/choose.ts";
import type { BackendId } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import { checkpointId, DEFAULT_BASE, specOf } from "../policies/spec.ts";
import type { CohortConfig, RunConfig } from "../runs/config.ts";
import { type Change, type CohortStep, changeSchema, type Environment, type HeldOut } from "../runs/record.ts";
import { taskById } from "../tasks/index.ts";
import { type Cohort, createCohort, type StepSettings } from "./cohort.ts";
import type { RunListener, RunPhase, RunSession } from "./events.ts";
import { createGrader, type Grader } from "./grader.ts";
import { createKeeper, type KeptState } from "./keeper.ts";
import { batchOf } from "./prompt-order.ts";
import type { AgentApi, AgentReady } from "./protocol.ts";
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
  /** Base policies that only this page has, by checkpoint id: pretrained where the browser keeps nothing. */
  readonly checkpoints?: ReadonlyMap<string, CheckpointFile>;
  /** The three below are replaced in tests. */
  readonly startWorker?: WorkerFactory;
  readonly grader?: Grader;
  /** Address of the folder of checkpoints; next to the page by default. */
  readonly checkpointBase?: string;
}

interface Prepared {
  readonly cohort: Cohort;
  readonly compare: Cohort | null;
}

function letter(n: number): string {
  return String.fromCharCode(65 + n);
}

function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}`;
}

/** A session in phase idle. Nothing is loaded before run or step. */
export function createSession(options: SessionOptions): RunSession {
  const { config, listener } = options;
  const { training } = config;
  const task = taskById(config.task);
  const grader = options.grader ?? createGrader(task);
  const splits = task.splits(config.seed, training.trainPrompts, training.heldOutPrompts);
  const trains = config.cohort.method !== "base" || (config.compare !== null && config.compare.method !== "base");
  const steps = trains ? training.steps : 0;

  let phase: RunPhase = "idle";
  let disposed = false;
  /** Steps that may still begin before the session stands still. */
  let budget = 0;
  let done = 0;
  /** The last step that has begun: what it runs with is fixed. */
  let begun = 0;
  let prepared: Promise<Prepared> | null = null;
  let loop: Promise<void> | null = null;
  let workers: AgentWorker[] = [];
  const keeper = createKeeper();
  let changes: readonly Change[] = options.changes ?? [];

  const enter = (next: RunPhase, message: string): void => {
    if (disposed) return;
    phase = next;
    listener({ type: "phase", phase, message });
  };

  const startAgents = (cohort: CohortConfig, name: string): AgentApi[] =>
    cohort.agents.map((_, n) => {
      const worker = (options.startWorker ?? startAgentWorker)(`${name} ${letter(n)}`);
      workers.push(worker);
      return worker.api;
    });

  const setup = (agents: readonly AgentApi[], cohort: CohortConfig, backend: BackendId): Promise<AgentReady[]> =>
    Promise.all(
      agents.map((agent, n) => {
        const spec = cohort.agents[n];
        if (!spec) throw new Error("There are more agents than the configuration names.");
        const { paraphrase } = spec;
        const base = config.base ?? DEFAULT_BASE;
        const kept = options.checkpoints?.get(checkpointId(spec, config.seed, base));
        return agent.setup({
          taskId: config.task,
          spec: specOf(spec),
          cohortSeed: config.seed,
          backend,
          base,
          ...(kept ? { kept } : {}),
          build: options.build ?? "auto",
          checkpointBase: options.checkpointBase ?? new URL("checkpoints/", document.baseURI).href,
          // The compared cohort's agent n gets the same keys: what differs between the two is the method.
          samplingSeed: mixSeed(hashString("agent"), config.seed, config.samplingSeed, n),
          paraphrase,
        });
      }),
    );

  /** Starts the agents and loads their policies; tells on what they run. */
  const open = async (): Promise<Prepared> => {
    enter("preparing", "Starting a worker for each agent.");
    const agents = startAgents(config.cohort, "agent");
    const compareAgents = config.compare ? startAgents(config.compare, "compared agent") : [];
    const prober = agents[0];
    if (!prober) throw new Error("A cohort needs at least one agent.");
    if (options.backend === "auto")
      enter("preparing", "Choosing a backend by a small step; where there is a graphics card, a second, once.");
    const choice = await decide(options.backend, prober);
    enter("preparing", `Loading the checkpoints of cohort seed ${config.seed}.`);
    const [ready, compareReady] = await inTime(
      Promise.all([
        setup(agents, config.cohort, choice.backend),
        config.compare ? setup(compareAgents, config.compare, choice.backend) : Promise.resolve([]),
      ]),
    );
    const facts = ready[0]?.facts;
    if (!facts) throw new Error("A cohort needs at least one agent.");
    const of = (agent: AgentReady) => ({ checkpoint: agent.checkpoint, sha256: agent.sha256, parameters: agent.parameters });
    const environment: Environment = {
      app: __APP_VERSION__,
      tfjs: facts.tfjs,
      backend: facts.backend,
      adapter: facts.adapter,
      backendReason: choice.reason,
      userAgent: globalThis.navigator?.userAgent ?? "unknown",
      startedAt: new Date().toISOString(),
      agents: ready.map(of),
      compareAgents: compareReady.map(of),
    };
    if (!disposed) listener({ type: "ready", environment });
    const cohort = createCohort(agents, config.cohort, training, grader);
    const compare = config.compare ? createCohort(compareAgents, config.compare, training, grader) : null;
    return { cohort, compare };
  };

  const prepare = async (): Promise<Prepared> => {
    const ready = await open();
    const { cohort, compare } = ready;
    enter("preparing", "Measuring held-out accuracy before training.");
    const [first, second] = await both(cohort, compare, (c) => c.evaluate(0, splits.heldOut, training.evaluateSamples));
    if (!disposed) listener({ type: "initial", cohort: first, compare: second });
    await keep(ready, 0);
    return ready;
  };

  /** Keeps the state of all agents, so that the run can be restarted from here. */
  const keep = async ({ cohort, compare }: Prepared, step: number): Promise<void> => {
    if (!trains) return;
    const [first, second] = await both(cohort, compare, (c) => c.snapshot());
    if (disposed) return;
    keeper.keep({ step, cohort: first, compare: second });
    listener({ type: "kept", steps: keeper.steps });
  };

  const settingsAt = (step: number): StepSettings => {
    const last = (name: Change["name"]): number =>
      changes.findLast((change) => change.name === name && change.step <= step)?.value ?? training[name];
    return { learningRate: last("learningRate"), temperature: last("temperature") };
  };

  const trainStep = async (ready: Prepared): Promise<void> => {
    const { cohort, compare } = ready;
    const step = done + 1;
    const batch = batchOf(splits.train, training.promptsPerStep, step, mixSeed(config.seed, config.samplingSeed));
    begun = step;
    const settings = settingsAt(step);
    for (const change of options.changes ?? []) if (change.step === step) listener({ type: "change", change });
    const started = performance.now();
    const [first, second] = await both(cohort, compare, (c) => c.step(step, batch, settings));
    const milliseconds = performance.now() - started;
    if (disposed) return;
    markStep(started);
    // The final evaluation, with more samples, stands in for the one of the last step.
    const due = step % training.evaluateEvery === 0 && step < steps;
    const heldOut = due ? await both(cohort, compare, (c) => c.evaluate(step, splits.heldOut, training.evaluateSamples)) : null;
    done = step;
    if (disposed) return;
    listener({
      type: "step",
      cohort: withHeldOut(first.metrics, heldOut?.[0] ?? null),
      compare: second && withHeldOut(second.metrics, heldOut?.[1] ?? null),
      rollouts: {
        step,
        perPrompt: training.rollouts,
        prompts: batch,
        truths: grader.truths(batch),
        cohort: first.rollouts,
        compare: second?.rollouts ?? null,
      },
      milliseconds,
    });
    if (due || step === steps) await keep(ready, step);
  };

  const finish = async ({ cohort, compare }: Prepared): Promise<void> => {
    enter("evaluating", `Final evaluation: ${training.heldOutPrompts} held-out prompts, ${training.finalSamples} samples each.`);
    const [first, second] = await both(cohort, compare, (c) => c.evaluate(steps, splits.heldOut, training.finalSamples));
    if (disposed) return;
    listener({ type: "final", cohort: first, compare: second });
    enter("finished", trains ? `Finished after ${steps} steps.` : "Finished: the policies were evaluated; Base does not train.");
  };

  const advance = async (): Promise<void> => {
    try {
      prepared ??= prepare();
      const ready = await prepared;
      for (; budget > 0 && done < steps && !disposed; budget--) {
        if (phase !== "running") enter("running", "Training.");
        await trainStep(ready);
      }
      if (disposed) return;
      if (done >= steps) await finish(ready);
      else enter("paused", `Paused after step ${done}.`);
    } catch (error) {
      enter("failed", sentence(error));
    }
  };

  const begin = (steps: number): Promise<void> => {
    if (disposed || phase === "finished" || phase === "failed") return Promise.resolve();
    budget = steps;
    loop ??= advance().finally(() => {
      loop = null;
    });
    return loop;
  };

  /** Back to a kept state, in the workers that are there. */
  const rewind = async (ready: Prepared, state: KeptState): Promise<void> => {
    await both(ready.cohort, ready.compare, async (cohort) => {
      const states = cohort === ready.cohort ? state.cohort : state.compare;
      if (states) await cohort.restore(states);
    });
    done = state.step;
    begun = state.step;
    keeper.rewind(state.step);
    changes = changes.filter((change) => change.step <= state.step);
    if (disposed) return;
    listener({ type: "rewound", step: state.step });
    listener({ type: "kept", steps: keeper.steps });
  };

  return {
    get phase() {
      return phase;
    },
    change(name, value) {
      if (disposed || phase === "finished" || phase === "failed")
        throw new RangeError("The run is over: nothing can be changed.");
      if (begun >= steps) throw new RangeError("The last step has begun: nothing can be changed any more.");
      const change = changeSchema.safeParse({ step: begun + 1, name, value });
      if (!change.success) throw new RangeError(`${NAMES[name]} ${change.error.issues[0]?.message ?? "is not allowed"}.`);
      changes = [...changes, change.data].sort((a, b) => a.step - b.step);
      listener({ type: "change", change: change.data });
    },
    async restartFrom(step) {
      const state = keeper.at(step);
      if (!state) throw new RangeError(`No state is kept for step ${step}; there is one for each of ${keeper.steps.join(", ")}.`);
      budget = 0;
      await loop;
      if (disposed) return;
      loop = (async () => {
        try {
          if (phase === "failed") {
            // Whatever failed, fresh workers have not.
            for (const worker of workers) worker.terminate();
            workers = [];
            prepared = open();
          }
          await rewind(await (prepared ?? open()), state);
          enter("paused", `Taken back to step ${step}.`);
        } catch (error) {
          enter("failed", sentence(error));
        }
      })().finally(() => {
        loop = null;
      });
      await loop;
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
    dispose() {
      disposed = true;
      for (const worker of workers) worker.terminate();
    },
  };
}

/** The changeable settings as a sentence begins with them. */
const NAMES: Readonly<Record<Change["name"], string>> = { learningRate: "The learning rate", temperature: "The temperature" };

/** Seconds in which agents must be ready: each request of theirs is given up sooner, with its own sentence. */
const READY_SECONDS = 150;

/** The same promise, given up with a sentence where nothing has come of it: a part of the page may be asked for and never arrive. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The agents were not ready after ${READY_SECONDS} s; check the connection and reload the page.`)),
      1000 * READY_SECONDS,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing is remembered where there is no localStorage, as in tests, or where the browser denies it: then even asking for it throws. */
function memory(): Memory {
  const none = { getItem: () => null, setItem: () => {} };
  try {
    return globalThis.localStorage ?? none;
  } catch {
    return none;
  }
}

/** The backend that was asked for, or what measuring says. */
function decide(wanted: "auto" | BackendId, prober: AgentApi): Promise<Decision> {
  if (wanted === "cpu") return Promise.resolve({ backend: wanted, reason: "Plain JavaScript was chosen by hand; it is slow." });
  if (wanted !== "auto") return Promise.resolve({ backend: wanted, reason: "Chosen by hand." });
  return chooseBackend({
    askAdapter: describeAdapter,
    measure: async (backend) => ({ backend, milliseconds: (await prober.measure(backend)).milliseconds }),
    memory: memory(),
    version: __APP_VERSION__,
  });
}

/** Shows each step in the browser's performance timeline, where the benchmarks read it; keeps the buffer empty. */
function markStep(start: number): void {
  performance.measure("co-rl step", { start, end: performance.now() });
  performance.clearMeasures("co-rl step");
}

/** Runs the same on both cohorts at once; workers of both overlap. */
async function both<T>(
  cohort: Cohort,
  compare: Cohort | null,
  what: (cohort: Cohort) => Promise<T>,
): Promise<readonly [T, T | null]> {
  const [first, second] = await Promise.all([what(cohort), compare ? what(compare) : Promise.resolve(null)]);
  return [first, second];
}

function withHeldOut(step: CohortStep, heldOut: HeldOut | null): CohortStep {
  if (!heldOut) return step;
  return { ...step, agents: step.agents.map((agent, n) => ({ ...agent, heldOut: heldOut.agents[n]?.heldOut ?? null })) };
}
