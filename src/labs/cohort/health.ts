/** What is going on, in words, computed from what the run has measured. Says what is so, not what was expected. */

import type { ChartedMetric, CohortShape, RunData } from "../../stores/run-data.ts";
import { agentColumn } from "../../stores/run-data.ts";
import { agentLetter, fixed, interval, list, percent } from "../../ui/format.ts";
import { cautions } from "./cautions.ts";

/** Steps over which a noisy measure is averaged before anything is said about it. */
const RECENT = 10;
/** Below this share of its first value the reward std counts as nearly gone. */
const LOW_STD = 0.25;

function agents(cohort: CohortShape): number[] {
  return Array.from({ length: cohort.agents }, (_, n) => n);
}

/** "After 41 of 200 steps, held-out: Co-RL A 71.2 [67.1, 75.0], B ...; TTRL A ..." Null before the first evaluation. */
export function headline(data: RunData, step: number, total: number): string | null {
  const { last } = data.heldOut;
  if (!last) return null;
  let position = 0;
  const parts = data.cohorts.map((cohort) => {
    const each = agents(cohort).map((n) => {
      const estimate = last.estimates[position++];
      return `${agentLetter(n)} ${estimate ? interval(estimate) : fixed(null, 1)}`;
    });
    return `${cohort.title} ${each.join(", ")}`;
  });
  const measured = last.step === step ? "" : ` (measured at step ${last.step})`;
  const when = step === 0 ? "Before training" : `After ${step} of ${total} steps`;
  return `${when}, held-out accuracy in %${measured}: ${parts.join("; ")}.`;
}

/** Where each agent of the two cohorts stands against the same agent of the other, if both have it. */
function comparison(data: RunData): string | null {
  const [main, compare] = data.cohorts;
  const last = data.heldOut.last;
  if (!main || !compare || !last || last.step === 0) return null;
  const apart = agents(main).flatMap((n) => {
    const own = last.estimates[n];
    const other = n < compare.agents ? last.estimates[main.agents + n] : undefined;
    if (!own || !other) return [];
    const difference = 100 * (own.mean - other.mean);
    const overlap = own.low <= other.high && other.low <= own.high;
    return [
      `${agentLetter(n)} ${difference >= 0 ? "+" : "−"}${fixed(Math.abs(difference), 1)} points (intervals ${overlap ? "overlap" : "apart"})`,
    ];
  });
  return apart.length === 0 ? null : `${main.title} against ${compare.title}: ${list(apart)}.`;
}

function recent(data: RunData, cohort: CohortShape, agent: number, metric: ChartedMetric): number {
  return data.steps.recent(data.steps.column(agentColumn(cohort.name, agent, metric)), RECENT);
}

function labels(data: RunData): string | null {
  const parts = data.cohorts
    .filter((cohort) => cohort.labels)
    .map(
      (cohort) =>
        `${cohort.title} ${agents(cohort)
          .map((n) => `${agentLetter(n)} ${percent(recent(data, cohort, n, "pseudoLabelAccuracy"))}`)
          .join(", ")}`,
    );
  if (data.steps.length === 0 || parts.length === 0) return null;
  const over = Math.min(RECENT, data.steps.length);
  return `Labels that were right, in % (mean of the last ${over === 1 ? "step" : `${over} steps`}): ${parts.join("; ")}.`;
}

/** Warnings: one sentence per kind of trouble, naming the agents it concerns. */
export function warnings(data: RunData): string[] {
  const { steps } = data;
  if (steps.length === 0) return [];
  const everyone = data.cohorts
    .filter((cohort) => cohort.trains)
    .flatMap((cohort) => agents(cohort).map((n) => ({ cohort, n, name: `${cohort.title} ${agentLetter(n)}` })));
  const who = (test: (cohort: CohortShape, n: number) => boolean): string[] =>
    everyone.filter(({ cohort, n }) => test(cohort, n)).map(({ name }) => name);
  const firstOf = (cohort: CohortShape, n: number, metric: ChartedMetric): number =>
    steps.at(steps.column(agentColumn(cohort.name, n, metric)), 1);

  const found: string[] = [];
  const quiet = who((cohort, n) => recent(data, cohort, n, "rewardStd") < LOW_STD * firstOf(cohort, n, "rewardStd"));
  if (quiet.length > 0)
    found.push(`Reward std of ${list(quiet)} is under a quarter of its first value: few groups still teach anything.`);
  const none = who((cohort, n) => cohort.labels && recent(data, cohort, n, "labelledShare") === 0);
  if (none.length > 0)
    found.push(
      `${list(none)}: no prompt has had a label lately, so there is no reward and nothing is learnt${data.config.training.threshold > 0 ? "; lower the vote threshold" : ""}.`,
    );
  const lost = who((cohort, n) => {
    const share = recent(data, cohort, n, "labelledShare");
    return share > 0 && share < 0.5;
  });
  if (lost.length > 0) found.push(`${list(lost)}: under half of the prompts have a label; the others reward nobody.`);
  return found;
}

/** All that can be said now, in order. */
export function healthSentences(data: RunData, step: number, total: number): string[] {
  const foreseen = data.heldOut.last ? Object.values(cautions(data.config)) : [];
  return [headline(data, step, total), ...foreseen, comparison(data), labels(data), ...warnings(data)].filter(
    (sentence) => sentence !== null,
  );
}
