/**
 * Where an agent finds the policy that it starts from: among the shipped ones, else what the page handed over (pretrained here, where the browser keeps
 * nothing), else in the page's database.
 */
import {
  type Checkpoint,
  CheckpointError,
  loadCheckpoint,
  MissingCheckpointError,
  verifyCheckpoint,
} from "../policies/checkpoint.ts";
import { fetchPatiently } from "../policies/manifest.ts";
import { checkpointId } from "../policies/spec.ts";
import { keptCheckpoint } from "../runs/kept-checkpoints.ts";
import type { AgentSetup } from "./protocol.ts";

const REMEDY = "delete it under Base policies, and pretrain or import it anew";

/** The checkpoint of an agent's policy, verified. Throws CheckpointError, with a sentence that says where to pretrain a missing one. */
export async function findCheckpoint(setup: AgentSetup, vocabularySize: number): Promise<Checkpoint> {
  const { spec, cohortSeed, base, taskId } = setup;
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
