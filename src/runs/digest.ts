/**
 * What an experiment keeps of a run in memory: final figures, means over the last steps, and curves of at most some fifty points. A record
 * has every step of every metric; a thousand of them would not fit.
 */
import type { AgentStep, CohortStep, RunRecord } from "./record.ts";

/** Steps at the end of a run that late means are taken over. */
export const LATE_STEPS = 20;
/** Points of a curve: steps are averaged in bins of equal width so that there are no more. */
const MOST_POINTS = 50;

/** What is averaged over the last steps and drawn as a curve. Shares, but for completionLength (tokens) and rewardStd (reward). */
export const LATE_METRICS = [
  "pseudoLabelAccuracy",
  "rewardAccuracy",
  "agreement",
  "rewardStd",
  "distinctMajorities",
  "completionLength",
] as const;
export type LateMetric = (typeof LATE_METRICS)[number];

/** The same for each late metric. */
export function eachMetric<T>(what: (metric: LateMetric) => T): Record<LateMetric, T> {
  return {
    pseudoLabelAccuracy: what("pseudoLabelAccuracy"),
    rewardAccuracy: what("rewardAccuracy"),
    agreement: what("agreement"),
    rewardStd: what("rewardStd"),
    distinctMajorities: what("distinctMajorities"),
    completionLength: what("completionLength"),
  };
}

/** [step, value], ascending by step. */
export type Curve = readonly (readonly [step: number, value: number])[];

export interface AgentDigest {
  /** Held-out pass@1 before the first update, of fewer samples than the final one. */
  readonly before: number | null;
  /** Held-out pass@1 after the last update. */
  readonly final: number;
  /** Means over the last steps where measured; null where nothing was. */
  readonly late: Readonly<Record<LateMetric, number | null>>;
  /** Held-out pass@1 at each evaluation, the first at step 0. */
  readonly heldOut: Curve;
  readonly curves: Readonly<Record<LateMetric, Curve>>;
}

/** The matched-budget evaluation of one agent alone, or of two whose rollouts vote together. */
export interface EnsembleDigest {
  /** Ascending. */
  readonly members: readonly number[];
  /** Null for two. */
  readonly passAt1: number | null;
  readonly majority: number;
}

/** The main cohort's matched-budget evaluation: agents, then pairs; empty where the record has none. */
export function ensembleOf({ final }: Pick<RunRecord, "final">): readonly EnsembleDigest[] {
  if (!final?.ensemble) return [];
  const { agents, pairs } = final.ensemble;
  return [
    ...agents.map(({ passAt1, majority }, n) => ({ members: [n], passAt1: passAt1.mean, majority: majority.mean })),
    ...pairs.map(({ a, b, majority }) => ({ members: [a, b], passAt1: null, majority: majority.mean })),
  ];
}

/** One agent's value of a metric in a step; agreement is the mean over the pairs it is in. */
function metricOf(step: CohortStep, agent: AgentStep, n: number, metric: LateMetric): number | null {
  if (metric !== "agreement") return agent[metric];
  return average(step.agreement.filter(({ a, b }) => a === n || b === n).map(({ agreement }) => agreement));
}

function average(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** Bins of equal width; a point stands at its bin's last step. Steps without a value are passed over. */
function binned(values: readonly (number | null)[]): Curve {
  const width = Math.max(1, Math.ceil(values.length / MOST_POINTS));
  const points: (readonly [number, number])[] = [];
  for (let start = 0; start < values.length; start += width) {
    const value = average(values.slice(start, start + width));
    if (value !== null) points.push([Math.min(start + width, values.length), value]);
  }
  return points;
}

/** The main cohort's digest, an entry per agent. Throws RangeError where the run is not finished. */
export function digestOf(record: RunRecord): readonly AgentDigest[] {
  const { initial, steps, final } = record;
  if (!record.finished || !final) throw new RangeError("A run that is not finished has no final figures.");
  return final.agents.map(({ heldOut }, n): AgentDigest => {
    const series = eachMetric((metric) =>
      steps.map((step) => {
        const agent = step.agents[n];
        return agent ? metricOf(step, agent, n, metric) : null;
      }),
    );
    const before = initial?.agents[n]?.heldOut.mean ?? null;
    const measured = steps.flatMap((step): Curve => {
      const at = step.agents[n]?.heldOut;
      // The final evaluation, with more samples, stands in for the last step's.
      return at && step.step < steps.length ? [[step.step, at.mean]] : [];
    });
    return {
      before,
      final: heldOut.mean,
      late: eachMetric((metric) => average(series[metric].slice(-LATE_STEPS))),
      heldOut: [
        ...(before === null || steps.length === 0 ? [] : [[0, before] as const]),
        ...measured,
        [steps.length, heldOut.mean],
      ],
      curves: eachMetric((metric) => binned(series[metric])),
    };
  });
}
