/**
 * Where an agent finds the policy that it starts from: among the shipped ones, else what the page handed over (pretrained here, where the browser keeps
 * nothing), else in the page's database. A policy that a run has trained is never shipped: it was imported.
 */
import {
  type Checkpoint,
  CheckpointError,
  loadCheckpoint,
  MissingCheckpointError,
  verifyCheckpoint,
} from "../policies/checkpoint.ts";
import { fetchPatiently } from "../policies/manifest.ts";
import { checkpointId, trainedId, weightsWords } from "../policies/spec.ts";
import { keptCheckpoint } from "../runs/kept-checkpoints.ts";
import type { AgentSetup } from "./protocol.ts";

const REMEDY = "delete it under Base policies, and pretrain or import it anew";

/** The trained policy that an agent starts from, verified. */
async function findTrained(setup: AgentSetup, weights: string, vocabularySize: number): Promise<Checkpoint> {
  const { spec, taskId } = setup;
  const kept = setup.kept ?? (await keptCheckpoint(trainedId(weights)).catch(() => null));
  if (!kept)
    throw new CheckpointError(
      `The policy "${weightsWords(weights)}" that an agent starts from is not in this browser: import its safetensors file, whose SHA-256 is ${weights}, under Base policies, or choose another start.`,
    );
  const { entry } = kept;
  const same = (Object.keys(entry.spec) as (keyof typeof spec)[]).every((key) => entry.spec[key] === spec[key]);
  if (!same || (entry.task ?? "addition") !== taskId)
    throw new CheckpointError(
      `The policy "${weightsWords(weights)}" is of another make or task than the agent that is to start from it: choose it on the agent's card again.`,
    );
  const remedy = "delete it under Base policies and import its file anew";
  const what = `The policy "${weightsWords(weights)}"`;
  const found = await verifyCheckpoint(kept, spec, vocabularySize, what, { damaged: remedy, unfit: remedy });
  if (found.sha256 !== weights) throw new CheckpointError(`${what} is damaged: ${remedy}.`);
  return found;
}

/** The checkpoint of an agent's policy, verified. Throws CheckpointError, with a sentence that says where to pretrain a missing one. */
export async function findCheckpoint(setup: AgentSetup, vocabularySize: number): Promise<Checkpoint> {
  const { spec, cohortSeed, base, taskId, weights } = setup;
  if (weights !== undefined) return findTrained(setup, weights, vocabularySize);
  try {
    return await loadCheckpoint(setup.checkpointBase, spec, cohortSeed, vocabularySize, fetchPatiently, base, taskId);
  } catch (error) {
    if (!(error instanceof MissingCheckpointError)) throw error;
  }
  const id = checkpointId(spec, cohortSeed, base, taskId);
  // A browser that keeps nothing has nothing: that is no other problem than a missing policy.
  const kept = setup.kept ?? (await keptCheckpoint(id).catch(() => null));
  if (!kept)
    throw new CheckpointError(
      `There is no base policy "${id}" yet; press “Pretrain” under Base policies to make it in the page, or choose a seed from 0 to ${taskId === "addition" ? 4 : 2} and policies that are shipped.`,
    );
  return verifyCheckpoint(kept, spec, vocabularySize, `The kept base policy "${id}"`, { damaged: REMEDY, unfit: REMEDY });
}
