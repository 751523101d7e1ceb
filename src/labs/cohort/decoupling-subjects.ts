/** Whose errors are compared: the agents of a cohort, the ladder of diversity from agent A, or both; each policy once, whatever it is called. */
import type { Subject } from "../../cohort/decoupling.ts";
import { ladder, type Rung } from "../../policies/families.ts";
import { specOf, startId, weightsWords } from "../../policies/spec.ts";
import type { RunConfig } from "../../runs/config.ts";
import { specWords } from "../../stores/policy-words.ts";
import { agentLetter, list } from "../../ui/format.ts";

export const CHOICES = ["both", "agents", "ladder"] as const;
export type SubjectsChoice = (typeof CHOICES)[number];

export interface NamedSubject extends Subject {
  /** Short, such as "A" or "corpus"; of a policy that is several things, all of them. */
  readonly label: string;
  /** What it is made of. */
  readonly words: string;
}

const RUNG_LABELS: Readonly<Record<Rung["id"], string>> = {
  same: "same",
  "other-replica": "replica",
  "other-size": "size",
  "other-digit-order": "digit order",
  "other-architecture": "architecture",
  "other-corpus": "corpus",
  "other-family": "family",
  "other-family-plus": "family +",
};

/** A cohort's policies in the order of its agents, then those of the ladder. */
export function subjectsOf({ cohort }: Pick<RunConfig, "cohort">, choice: SubjectsChoice): NamedSubject[] {
  const [first] = cohort.agents;
  const named: (Subject & { readonly label: string })[] = [];
  const agents = choice === "ladder" ? cohort.agents.slice(0, 1) : cohort.agents;
  for (const [n, agent] of agents.entries()) {
    const { paraphrase, weakShare, weights } = agent;
    named.push({ spec: specOf(agent), paraphrase, weakShare, weights, label: agentLetter(n) });
  }
  // A beside itself is a pair of its own; it needs no second row.
  const rungs = first && choice !== "agents" ? ladder(specOf(first)).filter(({ id }) => id !== "same") : [];
  for (const { id, peer, paraphrase } of rungs)
    named.push({
      spec: peer,
      paraphrase: paraphrase !== (first?.paraphrase ?? false),
      weakShare: first?.weakShare,
      label: RUNG_LABELS[id],
    });
  const groups = new Map<string, typeof named>();
  for (const each of named) {
    const key = `${startId({ ...each.spec, weights: each.weights }, 0)} ${each.weakShare} ${each.paraphrase}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (!one) return [];
    const weak = one.weakShare === undefined ? "" : ` · weak share ${one.weakShare}`;
    const trained = one.weights === undefined ? "" : ` · ${weightsWords(one.weights)}`;
    const words = `${specWords(one.spec)}${weak}${trained}${one.paraphrase ? " · paraphrase" : ""}`;
    return [{ ...one, label: group.map(({ label }) => label).join(", "), words }];
  });
}

/** What two policies differ in, as the end of "differ in": "size", "architecture and corpus"; "samples only" where in nothing. */
export function difference(a: Subject, b: Subject): string {
  const parts = [
    ...(a.spec.architecture === b.spec.architecture ? [] : ["architecture"]),
    ...(a.spec.size === b.spec.size ? [] : ["size"]),
    ...(a.spec.corpus === b.spec.corpus ? [] : ["corpus"]),
    ...(a.spec.digitOrder === b.spec.digitOrder ? [] : ["digit order"]),
    ...(a.spec.replica === b.spec.replica ? [] : ["pretraining seed"]),
    ...(a.weakShare === b.weakShare ? [] : ["weak share"]),
    ...(a.paraphrase === b.paraphrase ? [] : ["phrasing"]),
    ...(a.weights === b.weights ? [] : ["training"]),
  ];
  return parts.length === 0 ? "samples only" : list(parts);
}
