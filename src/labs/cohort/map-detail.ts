/** What the map says of one prompt: its place, and its votes, labels and truth at its last visit. Pure. */
import { type CohortName, cohortConfig, type RunData } from "../../stores/run-data.ts";
import { type Mark, NONE, RIGHT } from "../../stores/visit-log.ts";
import { agentLetter, percent } from "../../ui/format.ts";
import type { Dot, Pair } from "./prompt-map.ts";

export interface AgentDetail {
  readonly letter: string;
  /** The running p in percent. */
  readonly p: string;
  /** The vote and the exchanged label, as answers where the rollouts are still kept: "95, right". */
  readonly vote: string;
  readonly label: string;
}

export interface DotDetail {
  readonly prompt: string;
  readonly truth: string;
  readonly step: number;
  readonly agents: readonly AgentDetail[];
}

/** "95, right"; without the answer where that is not kept. */
function said(answer: string | null | undefined, mark: Mark): string {
  if (mark === NONE) return "none";
  const word = mark === RIGHT ? "right" : "wrong";
  return answer ? `${answer}, ${word}` : word;
}

export function dotDetail(data: RunData, cohort: CohortName, pair: Pair, dot: Dot): DotDetail {
  const { visits, rollouts } = data;
  const step = visits.stepOf(dot.visit);
  const kept = rollouts.at(step);
  const written = kept?.step === step ? (cohort === "main" ? kept.cohort : kept.compare) : null;
  const row = kept?.prompts.findIndex(({ id }) => id === dot.prompt) ?? -1;
  return {
    prompt: visits.textOf(dot.prompt),
    truth: visits.truthOf(dot.prompt),
    step,
    agents: pair.map((agent, axis) => ({
      letter: agentLetter(agent),
      p: percent(axis === 0 ? dot.x : dot.y),
      vote: said(written?.[agent]?.votes[row]?.label, visits.vote(cohort, dot.visit, agent)),
      label: said(written?.[agent]?.labels[row], visits.label(cohort, dot.visit, agent)),
    })),
  };
}

/** The same as one sentence, for who does not see it. */
export function detailSentence({ prompt, truth, step, agents }: DotDetail): string {
  const parts = agents.map(({ letter, p, vote, label }) => `${letter}: p ${p} %, vote ${vote}, label ${label}`);
  return `${prompt}${truth}, last visited at step ${step}. ${parts.join("; ")}.`;
}

/** The methods under which an agent's fate hangs on its own p alone. */
export function isSelfRewarding(data: RunData, cohort: CohortName): boolean {
  return cohortConfig(data.config, cohort)?.method === "ttrl";
}
