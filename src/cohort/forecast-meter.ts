/**
 * What a cohort's agents answer to its train prompts at given states, measured beside the run: with agents that nobody else uses, on simd's plain
 * build (the same numbers from the same states on every machine), with keys of their own. The run and its record are not touched.
 */
import { hashString, mixSeed } from "../math/rng.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import type { EngineState } from "../policies/engine.ts";
import { specOf, startId } from "../policies/spec.ts";
import { baseOf, type CohortConfig, type RunConfig } from "../runs/config.ts";
import { taskById } from "../tasks/index.ts";
import { type AnswerCounts, countAnswers, type PromptAnswers } from "../theory/answer-counts.ts";
import { agentLetter } from "./cohort.ts";
import { createGrader } from "./grader.ts";
import type { AgentApi } from "./protocol.ts";
import { startAgentWorker, type WorkerFactory } from "./workers.ts";

/** p(0) and p(T) are shares of so many samples. */
export const FORECAST_SAMPLES = 32;

/** Prompts asked at once: a thousand rollouts a message at the default number of samples. */
const CHUNK = 32;

export interface MeterOptions {
  readonly config: RunConfig;
  /** The cohort of the configuration that is measured: the first, or the compared one. */
  readonly cohort: CohortConfig;
  /** Samples a prompt. */
  readonly samples: number;
  readonly checkpointBase: string;
  /** Base policies that only this page has, by checkpoint id. */
  readonly checkpoints: ReadonlyMap<string, CheckpointFile>;
  /** Replaced in tests. */
  readonly start?: WorkerFactory;
}

export interface AnswerMeter {
  /** How many train prompts there are. */
  readonly prompts: number;
  /**
   * Every agent's answers to every train prompt after `step` updates, the run's temperature and each agent's own phrasing: the samples that a step
   * would vote on. `agents` is each agent's state; null for the base policies. `report` gets the share that is done.
   */
  measure(
    step: number,
    agents: readonly EngineState[] | null,
    report: (share: number) => void,
  ): Promise<readonly PromptAnswers[]>;
  /** Ends the workers; what goes on rejects. */
  end(): void;
}

/** Starts the agents and loads the base policies. Rejects with a sentence; the workers are ended then. */
export async function openMeter(options: MeterOptions): Promise<AnswerMeter> {
  const { config, cohort, samples, checkpointBase, checkpoints } = options;
  const task = taskById(config.task);
  const { train } = task.splits(config.seed, config.training.trainPrompts, config.training.heldOutPrompts);
  const truths = createGrader(task).truths(train);
  const base = baseOf(config);
  const workers = cohort.agents.map((_, n) => (options.start ?? startAgentWorker)(`measured agent ${agentLetter(n)}`));
  const end = (): void => {
    for (const worker of workers) worker.terminate();
  };

  const prepare = async (agent: AgentApi, n: number): Promise<EngineState> => {
    const spec = cohort.agents[n];
    if (!spec) throw new RangeError(`There is no agent ${n}.`);
    const kept = checkpoints.get(startId(spec, config.seed, base, config.task));
    await agent.setup({
      taskId: config.task,
      spec: specOf(spec),
      cohortSeed: config.seed,
      base,
      backend: "simd",
      build: "plain",
      checkpointBase,
      ...(kept ? { kept } : {}),
      weights: spec.weights,
      samplingSeed: mixSeed(hashString("forecast"), config.seed, config.samplingSeed, n),
      paraphrase: spec.paraphrase,
    });
    return agent.snapshot();
  };

  const answersOf = async (agent: AgentApi, step: number, report: (done: number) => void): Promise<AnswerCounts[]> => {
    const counted: AnswerCounts[] = [];
    for (let part = 0; counted.length < train.length; part++) {
      const prompts = train.slice(counted.length, counted.length + CHUNK).map(({ text }) => text);
      const { answers } = await agent.sample({
        step,
        part,
        alone: false,
        otherPhrasing: false,
        prompts,
        perPrompt: samples,
        temperature: config.training.temperature,
        keepText: false,
      });
      for (let p = 0; p < prompts.length; p++) counted.push(countAnswers(answers.slice(p * samples, (p + 1) * samples)));
      report(prompts.length);
    }
    return counted;
  };

  try {
    const bases = await Promise.all(workers.map(({ api }, n) => prepare(api, n)));
    return {
      prompts: train.length,
      async measure(step, agents, report) {
        const states = agents ?? bases;
        if (states.length !== workers.length) throw new RangeError(`There are ${workers.length} agents, not ${states.length}.`);
        let done = 0;
        const counted = await Promise.all(
          workers.map(async ({ api }, n) => {
            const state = states[n];
            if (state) await api.restore(state);
            return answersOf(api, step, (prompts) => {
              done += prompts;
              report(done / (workers.length * train.length));
            });
          }),
        );
        return truths.map((truth, p) => ({
          truth,
          agents: counted.map((agent) => agent[p] ?? { counts: new Map(), samples: 0 }),
        }));
      },
      end,
    };
  } catch (error) {
    end();
    throw error;
  }
}
