/** What the rules of the health line saw over a cell's runs: which agent, which rule, in how many runs, from which step on in each. */
import { HEALTH_RULES, type HealthRuleId } from "../learning/health.ts";
import type { CondensedRun } from "./experiment-run.ts";
import type { PlanCell } from "./plan-expand.ts";

export interface SeenSummary {
  /** A, B, C ... */
  readonly agent: string;
  readonly rule: HealthRuleId;
  /** The runs in which it was seen, in the plan's order: the first step at which the rule was met, and whether it was at the end. */
  readonly runs: readonly {
    readonly seed: number;
    readonly samplingSeed: number;
    readonly since: number;
    readonly atEnd: boolean;
  }[];
}

/** Agent by agent, rule by rule; what was never seen is left out. */
export function seenSummaries(cell: PlanCell, runs: ReadonlyMap<string, CondensedRun>): readonly SeenSummary[] {
  return cell.cohort.agents.flatMap((_, n) =>
    HEALTH_RULES.flatMap((rule): SeenSummary[] => {
      const seen = cell.runs.flatMap(({ seed, samplingSeed, key }) => {
        const own = (runs.get(key)?.seen[n] ?? []).filter((finding) => finding.rule === rule);
        const [first] = own;
        return first ? [{ seed, samplingSeed, since: first.since, atEnd: own.some(({ until }) => until === null) }] : [];
      });
      return seen.length === 0 ? [] : [{ agent: String.fromCharCode(65 + n), rule, runs: seen }];
    }),
  );
}
