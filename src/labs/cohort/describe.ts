/** A cohort in words, from its configuration alone: what it is when it is no preset any more. */
import { labelRuleById } from "../../learning/label-rules/index.ts";
import { methodById } from "../../learning/methods/index.ts";
import { topologyOf } from "../../learning/topology.ts";
import { type AgentConfig, type CohortConfig, labelRuleOf, rulesMatter, supervisorsOf } from "../../runs/config.ts";
import { agentLetter, list } from "../../ui/format.ts";

/** What tells one checkpoint from another, as a sentence calls it. */
const THINGS = [
  ["architecture", "architectures"],
  ["size", "sizes"],
  ["digitOrder", "digit orders"],
  ["corpus", "corpora"],
  ["replica", "replicas"],
  ["weakShare", "weak shares"],
  ["weights", "trained starts"],
] as const satisfies readonly (readonly [keyof AgentConfig, string])[];

/** Who labels whom. */
function labelling(cohort: CohortConfig): string {
  const method = methodById(cohort.method);
  const everybody = cohort.agents.length === 1 ? "the agent is" : "each agent is";
  if (!method.trains) return "the policies are evaluated as pretrained; nobody is trained";
  if (method.rewarded !== null) return `${everybody} ${method.rewarded}`;
  const topology = topologyOf(supervisorsOf(cohort));
  if (topology?.id === "self") return `${everybody} labelled by its own majority vote`;
  const rule = rulesMatter(cohort) ? labelRuleById(labelRuleOf(cohort)) : null;
  if (topology?.id === "everybody" && rule) return `all label all, by ${rule.by}`;
  if (topology && cohort.agents.length === 2) return "A and B label each other";
  if (topology?.id === "ring") return "each agent is labelled by its predecessor’s majority vote";
  if (topology?.id === "all-others" && rule) return `each agent is labelled by all the others: by ${rule.by}`;
  // Who exactly stands under the arrows.
  return `the agents are labelled along the arrows${rule ? `, by ${rule.by}` : ""}`;
}

/** What the agents share and what they differ in. */
function likeness(agents: readonly AgentConfig[]): string {
  const [first] = agents;
  if (!first || agents.length < 2) return "";
  const differing = THINGS.filter(([key]) => agents.some((agent) => agent[key] !== first[key])).map(([, word]) => word);
  const rates = agents.some((agent) => agent.learningRateScale !== first.learningRateScale);
  const views = agents.some((agent) => agent.paraphrase !== first.paraphrase);
  const rest = [...(rates ? ["learning-rate factors"] : []), ...(views ? ["prompt views"] : [])];
  if (differing.length === 0) {
    const but = rest.length === 0 ? "only their samples differ" : `their ${list(rest)} differ`;
    return ` All start from the same checkpoint (corpus ${first.corpus}); ${but}.`;
  }
  const corpora = differing.includes("corpora")
    ? agents.map((agent, n) => `${agentLetter(n)} ${agent.corpus}`).join(", ")
    : `the same for all, ${first.corpus}, so they share most mistakes`;
  const things = [...differing, ...rest];
  return ` They differ in ${list(things)}. Corpus: ${corpora}.`;
}

/** "Custom: A and B label each other. They differ in corpora. Corpus: A Q, B L." */
export function describeCohort(cohort: CohortConfig): string {
  return `Custom: ${labelling(cohort)}.${likeness(cohort.agents)}`;
}
