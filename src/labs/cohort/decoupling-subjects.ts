/** Whose errors are compared: the agents of a cohort, the ladder of diversity from agent A, or both; each policy once, whatever it is called. */
import { ladder, type Rung } from "../../policies/families.ts";
import { checkpointId, type PolicySpec, specOf } from "../../policies/spec.ts";
import type { RunConfig } from "../../runs/config.ts";
import { specWords } from "../../stores/policy-words.ts";
import { agentLetter, list } from "../../ui/format.ts";

export const CHOICES = ["both", "agents", "ladder"] as const;
export type SubjectsChoice = (typeof CHOICES)[number];

export interface NamedSubject {
  readonly spec: PolicySpec;
  readonly paraphrase: boolean;
  /** Its agent's own weak share, where it has one. */
  readonly weakShare?: number | undefined;
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
  const named: Omit<NamedSubject, "words">[] = [];
  const agents = choice === "ladder" ? cohort.agents.slice(0, 1) : cohort.agents;
  for (const [n, agent] of agents.entries())
    named.push({ spec: specOf(agent), paraphrase: agent.paraphrase, weakShare: agent.weakShare, label: agentLetter(n) });
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
    const key = `${checkpointId(each.spec, 0)} ${each.weakShare} ${each.paraphrase}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (!one) return [];
    const weak = one.weakShare === undefined ? "" : ` · weak share ${one.weakShare}`;
    const words = `${specWords(one.spec)}${weak}${one.paraphrase ? " · paraphrase" : ""}`;
    const { weakShare, ...rest } = one;
    const own = weakShare === undefined ? {} : { weakShare };
    return [{ ...rest, ...own, label: group.map(({ label }) => label).join(", "), words }];
  });
}

/** What two policies differ in, as the end of "differ in": "size", "architecture and corpus"; "samples only" where in nothing. */
export function difference(a: Omit<NamedSubject, "label" | "words">, b: Omit<NamedSubject, "label" | "words">): string {
  const parts = [
    ...(a.spec.architecture === b.spec.architecture ? [] : ["architecture"]),
    ...(a.spec.size === b.spec.size ? [] : ["size"]),
    ...(a.spec.corpus === b.spec.corpus ? [] : ["corpus"]),
    ...(a.spec.digitOrder === b.spec.digitOrder ? [] : ["digit order"]),
    ...(a.spec.replica === b.spec.replica ? [] : ["pretraining seed"]),
    ...(a.weakShare === b.weakShare ? [] : ["weak share"]),
    ...(a.paraphrase === b.paraphrase ? [] : ["phrasing"]),
  ];
  return parts.length === 0 ? "samples only" : list(parts);
}
