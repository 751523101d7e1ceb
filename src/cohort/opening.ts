/** Opens a run's agents: a worker each, the backend decided, policies loaded; says on what they run. */
import { hashString, mixSeed } from "../math/rng.ts";
import { describeAdapter } from "../policies/adapter.ts";
import { afterAwake } from "../policies/awake.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import { chooseBackend, type Decision, type Memory } from "../policies/choose.ts";
import type { BackendId } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import { specOf, startId } from "../policies/spec.ts";
import { agentBase, type CohortConfig, JUDGE_SPEC, needsJudge, type RunConfig, slowCopyOf } from "../runs/config.ts";
import type { Environment } from "../runs/record.ts";
import { taskById } from "../tasks/index.ts";
import { agentLetter, createCohort } from "./cohort.ts";
import type { Cohorts } from "./cohorts.ts";
import type { Grader } from "./grader.ts";
import type { Judge } from "./play-dialogue.ts";
import type { AgentApi, AgentReady } from "./protocol.ts";
import { judgeBy, LABELLED_PROMPTS, tuneJudge } from "./tuned-judge.ts";
import type { AgentWorker } from "./workers.ts";

export interface Opening {
  readonly config: RunConfig;
  /** A backend, "auto" (choose.ts), or what an earlier opening of the same run decided. */
  readonly backend: "auto" | BackendId | Decision;
  readonly build: SimdBuild | "auto";
  readonly grader: Grader;
  readonly checkpointBase: string;
  /** Base policies that only this page has, by checkpoint id. */
  readonly checkpoints: ReadonlyMap<string, CheckpointFile>;
  /** Starts a worker, named for sentences; whoever asks ends it. */
  readonly start: (name: string) => AgentWorker;
  /** False for agents that only evaluate: they need no judge. */
  readonly trains: boolean;
  /** What is going on. */
  readonly say: (message: string) => void;
}

/** Seconds, awake, in which agents must be ready: each request of theirs is given up sooner, with its own sentence. */
const READY_SECONDS = 150;

/** Nothing is remembered where there is no localStorage, as in tests, or where the browser denies it: then even asking for it throws. */
function memory(): Memory {
  const none = { getItem: () => null, setItem: () => {} };
  try {
    return globalThis.localStorage ?? none;
  } catch {
    return none;
  }
}

/** The same promise, given up with a sentence where nothing has come of it: a part of the page may be asked for and never arrive. */
function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = afterAwake(READY_SECONDS, () =>
      reject(new Error(`The agents were not ready after ${READY_SECONDS} s; check the connection and reload the page.`)),
    );
    promise.then(resolve, reject).finally(() => timer.stop());
  });
}

/** The backend that was asked for, or what measuring says. */
function decide(wanted: Opening["backend"], prober: AgentApi): Promise<Decision> {
  if (typeof wanted === "object") return Promise.resolve(wanted);
  if (wanted === "cpu") return Promise.resolve({ backend: wanted, reason: "Plain JavaScript was chosen by hand; it is slow." });
  if (wanted !== "auto") return Promise.resolve({ backend: wanted, reason: "Chosen by hand." });
  return chooseBackend({
    askAdapter: describeAdapter,
    measure: async (backend) => ({ backend, milliseconds: (await prober.measure(backend)).milliseconds }),
    memory: memory(),
    version: __APP_VERSION__,
  });
}

/** The judge's place among the agents, for its sampling keys: no agent has it. */
const JUDGE_SEAT = 1000;

function setup(
  opening: Opening,
  agents: readonly AgentApi[],
  cohort: CohortConfig,
  backend: BackendId,
  seat = 0,
): Promise<AgentReady[]> {
  const { config, build, checkpointBase } = opening;
  return Promise.all(
    agents.map((agent, n) => {
      const spec = cohort.agents[n];
      if (!spec) throw new Error("There are more agents than the configuration names.");
      const base = agentBase(config, spec);
      const kept = opening.checkpoints.get(startId(spec, config.seed, base, config.task));
      return agent.setup({
        taskId: config.task,
        spec: specOf(spec),
        cohortSeed: config.seed,
        backend,
        base,
        ...(kept ? { kept } : {}),
        weights: spec.weights,
        build,
        checkpointBase,
        // The compared cohort's agent n gets the same keys: what differs between the two is the method.
        samplingSeed: mixSeed(hashString("agent"), config.seed, config.samplingSeed, seat + n),
        paraphrase: spec.paraphrase,
        ...(slowCopyOf(cohort) ? { slowCopy: true } : {}),
      });
    }),
  );
}

/** The judge of a cohort that asks for one, tuned on the agents' answers as they stand; null for any other cohort. */
async function openJudge(
  opening: Opening,
  agents: readonly AgentApi[],
  cohort: CohortConfig,
  backend: BackendId,
  name: string,
): Promise<Judge | null> {
  const { config } = opening;
  const { roles } = taskById(config.task);
  if (!opening.trains || !needsJudge(cohort) || !roles) return null;
  const judge = opening.start(`${name}’s judge`).api;
  const spec = { ...JUDGE_SPEC, paraphrase: false, learningRateScale: 1 };
  await inTime(setup(opening, [judge], { method: cohort.method, agents: [spec] }, backend, JUDGE_SEAT));
  opening.say(`Tuning a judge on ${LABELLED_PROMPTS} labelled prompts.`);
  const { train } = taskById(config.task).splits(config.seed, config.training.trainPrompts, config.training.heldOutPrompts);
  await tuneJudge(judge, agents, train.slice(0, LABELLED_PROMPTS));
  return judgeBy(judge, roles);
}

const NAME = "agent";
const COMPARED_NAME = "compared agent";

/** Starts the agents and loads their policies. Rejects with a sentence where something does not come. */
export async function openCohorts(opening: Opening): Promise<Cohorts & { readonly environment: Environment }> {
  const { config, grader, say } = opening;
  const start = (cohort: CohortConfig, name: string): AgentApi[] =>
    cohort.agents.map((_, n) => opening.start(`${name} ${agentLetter(n)}`).api);
  const agents = start(config.cohort, NAME);
  const compareAgents = config.compare ? start(config.compare, COMPARED_NAME) : [];
  const prober = agents[0];
  if (!prober) throw new Error("A cohort needs at least one agent.");
  if (opening.backend === "auto") say("Choosing a backend by a small step; where there is a graphics card, a second, once.");
  const { backend, reason } = await decide(opening.backend, prober);
  say(`Loading the checkpoints of cohort seed ${config.seed}.`);
  const [ready, compareReady] = await inTime(
    Promise.all([
      setup(opening, agents, config.cohort, backend),
      config.compare ? setup(opening, compareAgents, config.compare, backend) : Promise.resolve([]),
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
    backendReason: reason,
    userAgent: globalThis.navigator?.userAgent ?? "unknown",
    startedAt: new Date().toISOString(),
    agents: ready.map(of),
    compareAgents: compareReady.map(of),
  };
  const judge = await openJudge(opening, agents, config.cohort, backend, NAME);
  const compareJudge = config.compare ? await openJudge(opening, compareAgents, config.compare, backend, COMPARED_NAME) : null;
  const surroundings = { task: taskById(config.task), seed: mixSeed(config.seed, config.samplingSeed) };
  return {
    environment,
    cohort: createCohort(agents, config.cohort, config.training, grader, { ...surroundings, judge, name: NAME }),
    compare: config.compare
      ? createCohort(compareAgents, config.compare, config.training, grader, {
          ...surroundings,
          judge: compareJudge,
          name: COMPARED_NAME,
        })
      : null,
  };
}
