/**
 * The policies that a run has trained, as safetensors files, one an agent: the parameters in float32, bit for bit as they were (an update at a
 * learning rate of 1e-5 is lost in float16, in which base policies are kept). The metadata says what was trained how; docs/run-format.md.
 */
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import type { EngineState } from "../policies/engine.ts";
import { encodeCheckpoint } from "../policies/safetensors.ts";
import { checkpointId } from "../policies/spec.ts";
import { taskById } from "../tasks/index.ts";
import { agentBase, type CohortConfig, type RunConfig } from "./config.ts";
import type { AgentStates } from "./stored-run.ts";

/** What the metadata's `kind` is: tells these files from base policies. */
export const TRAINED = "co-rl-playground/trained-policy";

export interface TrainedFile {
  /** Without what names the run. */
  readonly name: string;
  readonly file: Uint8Array<ArrayBuffer>;
}

/** The files of both cohorts' agents. Throws RangeError where the states are those of other agents. */
export function trainedFiles(config: RunConfig, { step, cohort, compare }: AgentStates): TrainedFile[] {
  const characters = taskById(config.task).vocabulary.characters.length;
  const of = (which: "main" | "compare", { method, agents }: CohortConfig, states: readonly EngineState[]): TrainedFile[] =>
    agents.map((agent, n) => {
      const state = states[n];
      const letter = String.fromCharCode(65 + n);
      if (!state) throw new RangeError(`There is no state of agent ${letter}.`);
      const { architecture, size, digitOrder, corpus, replica } = agent;
      // What it is of itself, so that a run can start from it; and what it started from.
      const start: Record<string, string> =
        agent.weights === undefined
          ? { base: checkpointId(agent, config.seed, agentBase(config, agent), config.task) }
          : { start: agent.weights };
      const layout = ARCHITECTURE_LIST[agent.architecture].layout(agent.size, characters);
      const metadata = {
        kind: TRAINED,
        task: config.task,
        ...start,
        architecture,
        size,
        digitOrder,
        corpus,
        replica: String(replica),
        method,
        cohort: which,
        agent: letter,
        step: String(step),
        seed: String(config.seed),
        samplingSeed: String(config.samplingSeed),
      };
      const name = `${which}-${letter}-${method}-${agent.architecture}-step${step}.safetensors`;
      return { name, file: encodeCheckpoint(layout, state.parameters, metadata, "F32") };
    });
  return [...of("main", config.cohort, cohort), ...(config.compare && compare ? of("compare", config.compare, compare) : [])];
}
