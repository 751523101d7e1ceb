/**
 * Policies that an experiment needs and the page does not ship: other cohort seeds, other overlaps, the large size. They are pretrained once
 * into the experiment's folder, by the page's own code on simd's plain build (the same bits on every machine), and the runner serves them
 * beside the shipped ones.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, manifestSchema } from "../../src/policies/manifest.ts";
import { type BaseRecipe, checkpointId, type PolicySpec, specOf } from "../../src/policies/spec.ts";
import { agentBase } from "../../src/runs/config.ts";
import type { PlannedRun } from "../../src/runs/plan-expand.ts";
import type { TaskId } from "../../src/tasks/task.ts";

export interface NeededPolicy {
  readonly id: string;
  readonly cohortSeed: number;
  readonly spec: PolicySpec;
  readonly base: BaseRecipe;
  readonly task: TaskId;
}

/** The manifest of a cohort seed in a folder of checkpoints; null where there is none that can be read. */
export function manifestIn(checkpoints: string, cohortSeed: number): Manifest | null {
  const path = join(checkpoints, `seed-${cohortSeed}`, "manifest.json");
  if (!existsSync(path)) return null;
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** The policies of runs that none of the folders holds, each once, in the order of the runs. */
export function missingPolicies(runs: readonly PlannedRun[], folders: readonly string[]): NeededPolicy[] {
  const held = new Map<number, ReadonlySet<string>>();
  const holds = (cohortSeed: number): ReadonlySet<string> => {
    const known = held.get(cohortSeed);
    if (known) return known;
    const ids = new Set(folders.flatMap((folder) => manifestIn(folder, cohortSeed)?.policies.map(({ id }) => id) ?? []));
    held.set(cohortSeed, ids);
    return ids;
  };
  const missing = new Map<string, NeededPolicy>();
  for (const { config } of runs) {
    const { task } = config;
    for (const agent of config.cohort.agents) {
      const base = agentBase(config, agent);
      const spec = specOf(agent);
      const id = checkpointId(spec, config.seed, base, task);
      if (!holds(config.seed).has(id) && !missing.has(id)) missing.set(id, { id, cohortSeed: config.seed, spec, base, task });
    }
  }
  return [...missing.values()];
}

/** Why runs cannot be done here, as a sentence: they start from a trained policy, which only a page that imported it has. Null where none does. */
export function trainedStartProblem(runs: readonly PlannedRun[]): string | null {
  const agents = runs.flatMap(({ config }) => config.cohort.agents);
  const weights = agents.find((agent) => agent.weights !== undefined)?.weights;
  return weights === undefined
    ? null
    : `This plan starts agents from a trained policy (SHA-256 ${weights}), which only a page that has imported it can run: open the plan at #/experiments there.`;
}

/** The manifest that the page is given: the shipped policies and the folder's own. */
export function mergedManifest(shipped: string, own: string, cohortSeed: number): Manifest {
  const policies = new Map(
    [shipped, own].flatMap(
      (folder) => manifestIn(folder, cohortSeed)?.policies.map((policy) => [policy.id, policy] as const) ?? [],
    ),
  );
  return { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed, policies: [...policies.values()] };
}
