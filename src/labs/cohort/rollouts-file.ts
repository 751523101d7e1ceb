/**
 * "Rollouts (JSON Lines)": one line a step, cohort and prompt (docs/run-format.md). The record of a run does not hold what was written, and
 * it can be tens of megabytes: lines are made in portions, between which the page goes on.
 */
import { perPromptOf, type StepRollouts } from "../../cohort/events.ts";
import { type CohortName, cohortConfig, type RunData } from "../../stores/run-data.ts";
import { agentLetter } from "../../ui/format.ts";
import { agentsOf } from "./rollout-view.ts";

/** Schema and version, in every line: a line can be read without the others. */
export const ROLLOUTS_SCHEMA = "co-rl-playground/rollouts";
export const ROLLOUTS_VERSION = 1;

/** The lines of one step: the cohort's prompts in the order of the batch, then the compared cohort's. */
export function stepLines(data: Pick<RunData, "config" | "cohorts">, rollouts: StepRollouts): string[] {
  const { step, prompts, truths } = rollouts;
  const lines = (name: CohortName): string[] => {
    const method = cohortConfig(data.config, name)?.method;
    return prompts.map((prompt, p) => {
      const agents = (agentsOf(rollouts, name) ?? []).map((agent, n) => {
        const perPrompt = perPromptOf(rollouts, agent);
        const rows = (from: readonly unknown[]): unknown[] => from.slice(p * perPrompt, (p + 1) * perPrompt);
        return {
          agent: agentLetter(n),
          vote: agent.votes[p]?.label ?? null,
          label: agent.labels[p] ?? null,
          completions: rows(agent.texts),
          answers: rows(agent.answers),
          rewards: rows([...agent.rewards]),
        };
      });
      return JSON.stringify({
        schema: ROLLOUTS_SCHEMA,
        version: ROLLOUTS_VERSION,
        step,
        cohort: name,
        method,
        id: prompt.id,
        prompt: prompt.text,
        truth: truths[p] ?? null,
        agents,
      });
    });
  };
  return data.cohorts.flatMap(({ name }) => (agentsOf(rollouts, name) ? lines(name) : []));
}

/** Milliseconds after which a portion ends: well within one frame's patience. */
const PORTION = 12;

/** All kept steps as a file. `rest` lets the page go on between portions. */
export async function rolloutsFile(data: RunData, rest: () => Promise<void>, now = () => performance.now()): Promise<Blob> {
  const parts: string[] = [];
  let begun = now();
  // What is kept now: steps that come meanwhile are not in the file, nor may they shift it.
  for (const step of [...data.rollouts.steps]) {
    const rollouts = data.rollouts.at(step);
    if (rollouts?.step === step) parts.push(`${stepLines(data, rollouts).join("\n")}\n`);
    if (now() - begun < PORTION) continue;
    await rest();
    begun = now();
  }
  return new Blob(parts, { type: "application/jsonl" });
}
