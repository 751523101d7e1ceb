/**
 * The matched-budget evaluation over seeds (learning/ensemble.ts): each agent of a cell alone, then each pair's rollouts pooled, with intervals
 * and differences to the baseline's that began as the same policies.
 */
import type { AgentConfig } from "./config.ts";
import type { EnsembleDigest } from "./digest.ts";
import type { CondensedRun } from "./experiment-run.ts";
import type { PlanCell } from "./plan-expand.ts";
import { pairsOf } from "./record.ts";
import {
  type Difference,
  differenceOf,
  type Figure,
  type Observations,
  observeRuns,
  shareFigure,
  type Unit,
} from "./summary-figures.ts";

export interface EnsembleSummary {
  /** The agents whose rollouts vote together: one, or two. */
  readonly members: readonly number[];
  /** "A", or "A + B". */
  readonly name: string;
  /** Of an agent alone; null for a pair, and where no run has it. */
  readonly passAt1: Figure | null;
  readonly majority: Figure | null;
  /** `majority` minus that of the baseline's same policies, seed by seed. */
  readonly difference: Difference | null;
}

/** Finds, for an agent of the cell, the baseline's of the same policy; -1 where there is none. */
type Counterpart = (agents: readonly AgentConfig[], n: number, baseline: readonly AgentConfig[]) => number;

function read(members: readonly number[], value: (digest: EnsembleDigest) => number | null) {
  const wanted = members.join();
  return (run: CondensedRun): number | null => {
    const found = run.ensemble.find((digest) => digest.members.join() === wanted);
    return found ? value(found) : null;
  };
}

/** The lines of a cell: agents in order, then pairs in order. Empty where no run that is in has the evaluation. */
export function ensembleSummaries(
  cell: PlanCell,
  baseline: PlanCell | null,
  runs: ReadonlyMap<string, CondensedRun>,
  kind: Unit,
  counterpart: Counterpart,
): readonly EnsembleSummary[] {
  const { agents } = cell.cohort;
  const majorityOf = (of: PlanCell, members: readonly number[]): Observations =>
    observeRuns(
      of,
      runs,
      read(members, (digest) => digest.majority),
    );
  const all: readonly (readonly number[])[] = [...agents.map((_, n) => [n]), ...pairsOf(agents.length)];
  const lines = all.map((members): EnsembleSummary => {
    const own = majorityOf(cell, members);
    const others = baseline ? members.map((n) => counterpart(agents, n, baseline.cohort.agents)) : [];
    // One checkpoint twice has one counterpart, which is no pair.
    const paired = others.length > 0 && others.every((n) => n >= 0) && new Set(others).size === others.length;
    return {
      members,
      name: members.map((n) => String.fromCharCode(65 + n)).join(" + "),
      passAt1: shareFigure(
        observeRuns(
          cell,
          runs,
          read(members, (digest) => digest.passAt1),
        ),
        kind,
      ),
      majority: shareFigure(own, kind),
      difference:
        baseline && paired
          ? differenceOf(
              own,
              majorityOf(
                baseline,
                [...others].sort((a, b) => a - b),
              ),
              kind,
            )
          : null,
    };
  });
  return lines.some(({ majority }) => majority !== null) ? lines : [];
}
