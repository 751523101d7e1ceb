/** The matched-budget evaluation of a finished run as the rows of the paper's table 10: each agent alone, then every two pooled. Pure. */
import type { Estimate } from "../../runs/record.ts";
import type { RunData } from "../../stores/run-data.ts";
import { agentLetter } from "../../ui/format.ts";

export interface EnsembleRow {
  /** "Co-RL A", "Co-RL ensemble"; with more than two agents "Co-RL A + B". */
  readonly name: string;
  readonly pooled: boolean;
  /** Null for an ensemble. */
  readonly passAt1: Estimate | null;
  readonly majority: Estimate;
}

/** How the rollouts were sampled, and the rows of both cohorts; null before the final evaluation and for runs made before there was one. */
export function ensembleRows(data: Pick<RunData, "cohorts" | "measured">): {
  readonly temperature: number;
  readonly topP: number;
  readonly samples: number;
  readonly rows: readonly EnsembleRow[];
} | null {
  const all = data.cohorts.flatMap(({ name, title, agents: count }) => {
    const ensemble = data.measured(name).final?.ensemble;
    return ensemble ? [{ title, count, ensemble }] : [];
  });
  const [first] = all;
  if (!first) return null;
  const { temperature, topP, samples } = first.ensemble;
  const rows = all.flatMap(({ title, count, ensemble }): EnsembleRow[] => [
    ...ensemble.agents.map((agent, n) => ({ name: `${title} ${agentLetter(n)}`, pooled: false, ...agent })),
    ...ensemble.pairs.map(({ a, b, majority }) => ({
      name: count === 2 ? `${title} ensemble` : `${title} ${agentLetter(a)} + ${agentLetter(b)}`,
      pooled: true,
      passAt1: null,
      majority,
    })),
  ]);
  return { temperature, topP, samples, rows };
}
