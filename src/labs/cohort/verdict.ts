/**
 * The verdict: where each cohort stands, how far it climbed, how good its labels are, and which climbed more, in two or three plain
 * sentences. Everything is read from what was measured; a winner is named only where the interval of the difference leaves zero out, and a
 * reason given only where the labels bear it out.
 */

import type { Evaluation } from "../../stores/evaluation-table.ts";
import type { CohortShape, RunData } from "../../stores/run-data.ts";
import { agentColumn } from "../../stores/run-data.ts";
import { agentLetter, fixed, interval, percent } from "../../ui/format.ts";

/** Steps that the accuracy of labels is a mean of, at most. */
const RECENT = 10;
/** Points of label accuracy under which two cohorts' labels count as equally good. */
const ALIKE = 2;

interface Standing {
  readonly cohort: CohortShape;
  /** Mean points of held-out accuracy gained since the start. */
  readonly gain: number;
  /** Half of a 95 % interval of the mean over its agents, points: at the start and now. */
  readonly half: readonly [start: number, now: number];
  /** Mean share of right labels lately; NaN where there are none. */
  readonly labels: number;
  /** Position of its first agent among the estimates. */
  readonly offset: number;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function signed(points: number): string {
  const text = fixed(Math.abs(points), 1);
  return `${points < 0 && text !== "0.0" ? "−" : "+"}${text}`;
}

function standings(data: RunData): Standing[] {
  const first = data.heldOut.before(0);
  const { last } = data.heldOut;
  let offset = 0;
  return data.cohorts.map((cohort) => {
    const from = offset;
    offset += cohort.agents;
    const agents = Array.from({ length: cohort.agents }, (_, n) => n);
    const gains = agents.map(
      (n) => 100 * ((last?.estimates[from + n]?.mean ?? Number.NaN) - (first?.estimates[from + n]?.mean ?? Number.NaN)),
    );
    const labels = cohort.labels
      ? agents.map((n) => data.steps.recent(data.steps.column(agentColumn(cohort.name, n, "pseudoLabelAccuracy")), RECENT))
      : [Number.NaN];
    // Agents answer the same held-out prompts, so their errors go together: halves are averaged, not divided by the root of their number.
    const half = (of: Evaluation | null): number =>
      mean(
        agents.map((n) => {
          const estimate = of?.estimates[from + n];
          return estimate ? 50 * (estimate.high - estimate.low) : Number.NaN;
        }),
      );
    return {
      cohort,
      gain: mean(gains),
      half: [half(first), half(last)],
      labels: mean(labels.filter((value) => !Number.isNaN(value))),
      offset: from,
    };
  });
}

/** "Co-RL: A 75.8 [73.1, 78.3], +20.9 points from its start, B ..." */
function account(data: RunData, { cohort, offset }: Standing): string {
  const first = data.heldOut.before(0);
  const each = Array.from({ length: cohort.agents }, (_, n) => {
    const now = data.heldOut.last?.estimates[offset + n];
    const start = first?.estimates[offset + n];
    if (!now) return agentLetter(n);
    const gain = start ? `, ${signed(100 * (now.mean - start.mean))} ${n === 0 ? "points from its start" : "points"}` : "";
    return `${agentLetter(n)} ${interval(now)}${gain}`;
  });
  return `${cohort.title}: ${each.join("; ")}.`;
}

/** The mean gain of the main cohort less that of the other, points, with its 95 % interval. */
interface Difference {
  readonly points: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Taken as if the two cohorts were measured on different prompts. They answer the same ones, so the interval is rather too wide than too
 * narrow; prompt by prompt, which would make it narrower, is not in the record. The start counts only where it is not the same for both.
 */
function differenceOf(data: RunData, main: Standing, other: Standing): Difference {
  const start = data.heldOut.before(0)?.estimates ?? [];
  const sameStart =
    main.cohort.agents === other.cohort.agents &&
    Array.from({ length: main.cohort.agents }, (_, n) => n).every(
      (n) => start[main.offset + n]?.mean === start[other.offset + n]?.mean,
    );
  const halves = [main, other].flatMap(({ half: [before, now] }) => (sameStart ? [now] : [before, now]));
  const half = Math.hypot(...halves);
  const points = main.gain - other.gain;
  return { points, low: points - half, high: points + half };
}

function shows({ low, high }: Difference): boolean {
  return low > 0 || high < 0;
}

/** True if a run that has finished has a winner: two cohorts, and an interval of their difference that leaves zero out. */
export function differenceShows(data: RunData): boolean {
  const [main, other] = standings(data);
  return main !== undefined && other !== undefined && data.steps.length > 0 && shows(differenceOf(data, main, other));
}

/** "Co-RL climbed 12.4 points more than TTRL"; where one fell, that it fell. */
function comparison(more: Standing, less: Standing): string {
  const [high, low] = [more.gain, less.gain].map((gain) => fixed(Math.abs(gain), 1));
  const [winner, loser] = [more.cohort.title, less.cohort.title];
  if (less.gain >= 0) return `${winner} climbed ${fixed(more.gain - less.gain, 1)} points more than ${loser} on average`;
  if (more.gain >= 0) return `${winner} climbed ${high} points on average, ${loser} fell ${low}`;
  return `${loser} fell ${low} points on average, ${winner} ${high}`;
}

/** Who climbed more, and whether its labels say why; or that no difference shows. */
function judgement(data: RunData, main: Standing, other: Standing): string {
  const difference = differenceOf(data, main, other);
  if (!shows(difference)) {
    const { points, low, high } = difference;
    return `No difference shows between ${main.cohort.title} and ${other.cohort.title}: ${signed(points)} points on average, 95 % interval [${signed(low)}, ${signed(high)}].`;
  }
  const [more, less] = main.gain >= other.gain ? [main, other] : [other, main];
  const ahead = comparison(more, less);
  const margin = 100 * (more.labels - less.labels);
  if (!Number.isFinite(margin)) return `${ahead}.`;
  const whose = `${more.cohort.title}’s labels`;
  const why =
    margin > ALIKE
      ? `${whose} were right more often, and an agent can only learn what its labels say`
      : margin < -ALIKE
        ? `${whose} were right less often, so the labels do not explain it`
        : "labels were about equally right in both, so they do not explain it";
  return `${ahead}: ${why}.`;
}

/** Labels lately: "Labels that were right, last 10 steps: 74.1 % against 61.0 %." Null where there are none. */
function labels(data: RunData, all: readonly Standing[]): string | null {
  const known = all.filter((one) => Number.isFinite(one.labels));
  if (known.length === 0) return null;
  const over = Math.min(RECENT, data.steps.length);
  const shares = known.map((one) => `${percent(one.labels)} %${known.length < all.length ? ` (${one.cohort.title})` : ""}`);
  return `Labels that were right, ${over === 1 ? "last step" : `last ${over} steps`}: ${shares.join(" against ")}.`;
}

/** The verdict on a run that has finished. Empty before the last evaluation. */
export function finalVerdict(data: RunData): string[] {
  if (!data.heldOut.last) return [];
  const all = standings(data);
  const [main, other] = all;
  if (!main) return [];
  return [
    ...all.map((one) => account(data, one)),
    labels(data, all),
    other && data.steps.length > 0 ? judgement(data, main, other) : null,
  ].filter((sentence) => sentence !== null);
}

/** Where it stands while training goes on, in one line. Empty before the first step. */
export function runningVerdict(data: RunData): string[] {
  const { last } = data.heldOut;
  if (!last || data.steps.length === 0) return [];
  const all = standings(data);
  const gains = all.map((one) => `${one.cohort.title} ${signed(one.gain)}`).join(", ");
  const soFar = last.step === 0 ? null : `So far (held-out, step ${last.step}), points gained on average: ${gains}.`;
  return [soFar, labels(data, all)].filter((sentence) => sentence !== null);
}
