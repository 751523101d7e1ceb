/** A run's workers: agents, started afresh where they are lost, and evaluators beside them; all on what the run began on. */
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { BackendId } from "../policies/engine.ts";
import type { SimdBuild } from "../policies/simd/module.ts";
import type { RunConfig } from "../runs/config.ts";
import type { Environment } from "../runs/record.ts";
import type { Cohorts } from "./cohorts.ts";
import type { Grader } from "./grader.ts";
import { type Opening, openCohorts } from "./opening.ts";
import { madeOf } from "./resume.ts";
import { type AgentWorker, startAgentWorker, type WorkerFactory } from "./workers.ts";

export interface CrewOptions {
  readonly config: RunConfig;
  readonly backend: "auto" | BackendId;
  readonly build?: SimdBuild;
  readonly checkpoints?: ReadonlyMap<string, CheckpointFile>;
  readonly startWorker?: WorkerFactory;
  readonly checkpointBase?: string;
}

export interface Crew {
  /** What the run runs on; null until agents were first opened. */
  readonly environment: Environment | null;
  /**
   * Ends the agents there are, starts fresh ones and loads their policies. `say` is told what is going on. Rejects with a sentence where something
   * does not come, or what comes is not what the run began on.
   */
  agents(say: (message: string) => void): Promise<Cohorts>;
  /** The same for evaluators: workers with the same policies on the same backend and build, so that equal parameters give equal answers. */
  evaluators(): Promise<Cohorts>;
  endAgents(): void;
  endEvaluators(): void;
}

/** Workers that are ended together. */
interface Group {
  readonly start: (name: string) => AgentWorker;
  end(): void;
}

function createGroup(factory: WorkerFactory): Group {
  let workers: AgentWorker[] = [];
  return {
    start(name) {
      const worker = factory(name);
      workers.push(worker);
      return worker;
    },
    end() {
      for (const worker of workers) worker.terminate();
      workers = [];
    },
  };
}

export function createCrew(options: CrewOptions, grader: Grader): Crew {
  const factory = options.startWorker ?? startAgentWorker;
  const agents = createGroup(factory);
  const evaluators = createGroup((name) => factory(`${name}’s evaluator`));
  let environment: Environment | null = null;

  const open = async (group: Group, trains: boolean, say: Opening["say"]): Promise<Cohorts> => {
    group.end();
    const before = environment;
    const opened = await openCohorts({
      config: options.config,
      backend: before ? { backend: before.backend, reason: before.backendReason } : options.backend,
      build: options.build ?? "auto",
      grader,
      checkpoints: options.checkpoints ?? new Map(),
      checkpointBase: options.checkpointBase ?? new URL("checkpoints/", document.baseURI).href,
      start: group.start,
      trains,
      say,
    });
    if (before && madeOf(opened.environment) !== madeOf(before))
      throw new Error("Fresh workers got another device or other checkpoints than the run was started with.");
    environment ??= opened.environment;
    return opened;
  };

  return {
    get environment() {
      return environment;
    },
    agents: (say) => open(agents, true, say),
    evaluators: () => open(evaluators, false, () => {}),
    endAgents: agents.end,
    endEvaluators: evaluators.end,
  };
}
