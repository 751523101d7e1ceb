/** What the rules of the health line (learning/health.ts) read of a record's steps, and what they saw in a whole one. */
import { createHealthWatch, type Finding, type HealthSample } from "../learning/health.ts";
import { agentPosition, dialoguePosition, type RowShape } from "./packed.ts";
import type { AgentStep, CohortRecord } from "./record.ts";

export function healthSample(step: AgentStep): HealthSample {
  const { pseudoLabelAccuracy, rewardStd, distinctMajorities, entropy, truncatedShare, unparsedShare, dialogue } = step;
  return {
    pseudoLabelAccuracy,
    rewardStd,
    distinctMajorities,
    entropy,
    truncatedShare,
    unparsedShare,
    wrongVerdicts: dialogue?.wrongVerdicts ?? null,
  };
}

/** The same of a packed row. */
export function packedHealthSample(row: ArrayLike<number>, { agents, roles }: RowShape, agent: number): HealthSample {
  const at = (position: number): number => row[position] ?? Number.NaN;
  const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    pseudoLabelAccuracy: orNull(at(agentPosition(agent, "pseudoLabelAccuracy"))),
    rewardStd: at(agentPosition(agent, "rewardStd")),
    distinctMajorities: at(agentPosition(agent, "distinctMajorities")),
    entropy: at(agentPosition(agent, "entropy")),
    truncatedShare: at(agentPosition(agent, "truncatedShare")),
    unparsedShare: at(agentPosition(agent, "unparsedShare")),
    wrongVerdicts: roles ? orNull(at(dialoguePosition(agents, agent, "wrongVerdicts"))) : null,
  };
}

/** What was seen in a cohort's steps, an entry per agent. */
export function findingsIn({ steps }: Pick<CohortRecord, "steps">, agents: number): readonly (readonly Finding[])[] {
  return Array.from({ length: agents }, (_, n) => {
    const watch = createHealthWatch();
    for (const step of steps) {
      const agent = step.agents[n];
      if (agent) watch.push(healthSample(agent));
    }
    return watch.findings;
  });
}
