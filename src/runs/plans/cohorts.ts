/** Cohorts that several plans name and no preset is. */
import type { MethodId } from "../../learning/method.ts";
import { type Control, controls, FAMILIES, FAMILY_IDS, type FamilyId, LEARNING_RATE_SCALE } from "../../policies/families.ts";
import type { PolicySpec, SizeId } from "../../policies/spec.ts";
import type { AgentConfig, CohortConfig } from "../config.ts";
import { familyAgent } from "../presets.ts";

/** Policies of any make, with the learning rate of their architecture. */
export function agentOf(spec: PolicySpec): AgentConfig {
  return { ...spec, paraphrase: false, learningRateScale: LEARNING_RATE_SCALE[spec.architecture] };
}

/**
 * All three families under a method whose agents do not meet: one run measures each as a run of its own would, for an agent's samples depend
 * on its place alone.
 */
export function eachFamily(method: MethodId, size: SizeId = "small"): CohortConfig {
  return { method, agents: FAMILY_IDS.map((family) => familyAgent(family, { size })) };
}

/** The same of Co-rewarding-II, whose slow copies answer the other phrasing, as in the prototype. */
export function eachFamilyOtherCopy(size: SizeId = "small"): CohortConfig {
  return { ...eachFamily("co-rewarding-2", size), slowCopy: { phrasing: "other", schedule: "constant", beta: 0 } };
}

/** Two agents of two families that label each other. */
export function pairOf(first: FamilyId, second: FamilyId, changes: Partial<AgentConfig> = {}): CohortConfig {
  return { method: "co-rl", agents: [familyAgent(first, changes), familyAgent(second, changes)] };
}

/** One checkpoint twice, labelling each other. */
export function twice(family: FamilyId, changes: Partial<AgentConfig> = {}): CohortConfig {
  return pairOf(family, family, changes);
}

/** A family and its replica: another pretraining seed, other text from the same table. */
export function replicas(family: FamilyId): CohortConfig {
  return { method: "co-rl", agents: [familyAgent(family), familyAgent(family, { replica: 1 })] };
}

/** Family Q and a peer that differs from it in one thing alone. */
export function oneThing(id: Control["id"], method: MethodId = "co-rl"): CohortConfig {
  const own = FAMILIES.Q.spec;
  const control = controls(own).find((candidate) => candidate.id === id);
  if (!control) throw new RangeError(`There is no control "${id}".`);
  return { method, agents: [agentOf(own), agentOf(control.peer)] };
}
