/**
 * What goes wrong in a run, named by rules that a person can read, each with the step where it began. A rule looks at means over the last
 * WINDOW steps, because one step's 32 prompts scatter by 8 points, and speaks only once it has been met in HOLD steps running; it takes as many
 * that do not meet it until it falls silent. Ours; the thresholds were set on what cohort seeds 0 to 2 did at 0.0006 and 0.0012
 * (docs/results.md). Pure, and a step costs the same at step 10,000 as at step 1.
 */
import type { DialogueMetrics } from "./dialogue-metrics.ts";
import type { AgentMetrics } from "./metrics.ts";

/** Steps whose mean a rule looks at; the first value of a metric is the mean over as many steps. */
export const WINDOW = 10;
/** Steps running in which a rule is met before it speaks, and is not met before it falls silent. */
export const HOLD = 10;

/** Labels are flat where their accuracy is no more than this above its first value: half the scatter of a difference of two such means. */
export const FLAT = 0.03;
/** Above this accuracy labels have little left to gain. */
export const GOOD_LABELS = 0.9;
/** Reward std has fallen where it is under this share of its first value. */
export const LOW_STD = 0.5;
/** Labels are lost where their accuracy is this far below its first value. */
export const LOST = 0.15;
/** Majority answers repeat where fewer than this share of the first value are different. A healthy run stays above 0.9. */
export const FEW_MAJORITIES = 0.75;
/** Nats. Base policies write at about 0.2, a run that has converged at 0.02. */
export const NO_ENTROPY = 0.005;
export const AT_CAP = 0.5;
export const UNPARSED = 0.25;
export const ALWAYS_NO = 0.9;

/** The metrics that rules read, in the order in which a watch keeps them. */
export const WATCHED = [
  "pseudoLabelAccuracy",
  "rewardStd",
  "distinctMajorities",
  "entropy",
  "truncatedShare",
  "unparsedShare",
  "wrongVerdicts",
] as const satisfies readonly (keyof AgentMetrics | keyof DialogueMetrics)[];
export type WatchedMetric = (typeof WATCHED)[number];
/** `wrongVerdicts` is null of an agent that judges nothing. */
export type HealthSample = Pick<AgentMetrics, Exclude<WatchedMetric, "wrongVerdicts">> & Pick<DialogueMetrics, "wrongVerdicts">;

/** Means of an agent's metrics over some steps; null where nothing was defined. */
type Means = Readonly<Record<WatchedMetric, number | null>>;

export const HEALTH_RULES = [
  "self-confirmation",
  "labels-lost",
  "constant-answers",
  "entropy-gone",
  "length-at-cap",
  "unparsed",
  "always-no",
] as const;
export type HealthRuleId = (typeof HEALTH_RULES)[number];

export interface HealthRule {
  readonly id: HealthRuleId;
  readonly title: string;
  /** What is the case where the rule is met, with its thresholds. */
  readonly text: string;
  /** Whether it is met; `first` is null until the first window is full. */
  readonly met: (now: Means, first: Means | null) => boolean;
}

const percent = (share: number): string => String(Math.round(100 * share));

/** now < share * first, where both are known. */
function under(now: number | null, first: number | null | undefined, share: number): boolean {
  return now !== null && first !== null && first !== undefined && now < share * first;
}

export const HEALTH_RULE_LIST: readonly HealthRule[] = [
  {
    id: "self-confirmation",
    title: "Self-confirmation",
    text: `The reward std has fallen under ${percent(LOW_STD)} % of its first value while the labels are not ${percent(FLAT)} points better than at first, and under ${percent(GOOD_LABELS)} % right: what is learnt is what was believed already.`,
    met: ({ pseudoLabelAccuracy: labels, rewardStd }, first) =>
      under(rewardStd, first?.rewardStd, LOW_STD) &&
      labels !== null &&
      labels < GOOD_LABELS &&
      labels <= (first?.pseudoLabelAccuracy ?? Number.NEGATIVE_INFINITY) + FLAT,
  },
  {
    id: "labels-lost",
    title: "Labels get worse",
    text: `The accuracy of the labels is ${percent(LOST)} points or more below its first value: the votes unlearn what the policy knew.`,
    met: ({ pseudoLabelAccuracy: labels }, first) =>
      labels !== null && labels <= (first?.pseudoLabelAccuracy ?? Number.NEGATIVE_INFINITY) - LOST,
  },
  {
    id: "constant-answers",
    title: "Constant answers",
    text: `Under ${percent(FEW_MAJORITIES)} % as many different majority answers as at first: different prompts get the same answers, which is collapse.`,
    met: ({ distinctMajorities }, first) => under(distinctMajorities, first?.distinctMajorities, FEW_MAJORITIES),
  },
  {
    id: "entropy-gone",
    title: "Entropy gone",
    text: `The mean token entropy is under ${NO_ENTROPY} nats: an agent writes the same completion every time, so a vote says no more than one sample.`,
    met: ({ entropy }) => entropy !== null && entropy < NO_ENTROPY,
  },
  {
    id: "length-at-cap",
    title: "Length at the cap",
    text: `Over ${percent(AT_CAP)} % of the completions are cut at the cap before they end, and cast no vote.`,
    met: ({ truncatedShare }) => truncatedShare !== null && truncatedShare > AT_CAP,
  },
  {
    id: "unparsed",
    title: "Unparsed answers",
    text: `Over ${percent(UNPARSED)} % of the completions hold no answer that parses, those cut at the cap included; they cast no vote.`,
    met: ({ unparsedShare }) => unparsedShare !== null && unparsedShare > UNPARSED,
  },
  {
    id: "always-no",
    title: "Judge says no",
    text: `Over ${percent(ALWAYS_NO)} % of an agent’s verdicts say wrong, whatever the answer: such a judge tells nothing apart.`,
    met: ({ wrongVerdicts }) => wrongVerdicts !== null && wrongVerdicts > ALWAYS_NO,
  },
];

/** A rule by id. */
export function healthRule(id: HealthRuleId): HealthRule {
  const found = HEALTH_RULE_LIST.find((rule) => rule.id === id);
  if (!found) throw new RangeError(`There is no rule "${id}".`);
  return found;
}

/** Something that a rule saw. */
export interface Finding {
  readonly rule: HealthRuleId;
  /** The first step at which the rule was met. */
  readonly since: number;
  /** The first step at which it was no longer met; null where it still is. */
  readonly until: number | null;
}

/** Watches one agent's steps as they come. */
export interface HealthWatch {
  /** The next step, counted from 1. */
  push(sample: HealthSample): void;
  /** All that was seen, ascending by `since`; those still so have `until` null. A new array only where something has changed. */
  readonly findings: readonly Finding[];
  /** Another watch that stands where this one does. */
  copy(): HealthWatch;
}

/** Where a watch stands. */
interface Standing {
  /** Steps so far. */
  readonly step: number;
  /** The last WINDOW values of each metric, metric by metric; NaN for null. */
  readonly last: Float64Array;
  readonly first: Means | null;
  readonly running: readonly Omit<Running, "rule">[];
  readonly findings: readonly Finding[];
}

interface Running {
  readonly rule: HealthRule;
  /** Steps running in which the rule was other than what is told. */
  turned: number;
  open: boolean;
}

const START: Standing = {
  step: 0,
  last: new Float64Array(WATCHED.length * WINDOW).fill(Number.NaN),
  first: null,
  running: [],
  findings: [],
};

/** A watch at the start of a run. */
export function createHealthWatch(): HealthWatch {
  return watchFrom(START);
}

function watchFrom(standing: Standing): HealthWatch {
  const rules = HEALTH_RULE_LIST.map((rule, n): Running => ({ rule, turned: 0, open: false, ...standing.running[n] }));
  const last = standing.last.slice();
  let { first, step, findings } = standing;

  /** Of the n-th metric. */
  const mean = (n: number): number | null => {
    let sum = 0;
    let defined = 0;
    for (let at = n * WINDOW; at < (n + 1) * WINDOW; at++) {
      const value = last[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      defined++;
    }
    return defined === 0 ? null : sum / defined;
  };

  return {
    get findings() {
      return findings;
    },
    copy: () => watchFrom({ step, last, first, running: rules.map(({ turned, open }) => ({ turned, open })), findings }),
    push(sample) {
      for (let n = 0; n < WATCHED.length; n++) {
        const metric = WATCHED[n];
        last[n * WINDOW + (step % WINDOW)] = (metric && sample[metric]) ?? Number.NaN;
      }
      step++;
      const now: Means = {
        pseudoLabelAccuracy: mean(0),
        rewardStd: mean(1),
        distinctMajorities: mean(2),
        entropy: mean(3),
        truncatedShare: mean(4),
        unparsedShare: mean(5),
        wrongVerdicts: mean(6),
      };
      if (step === WINDOW) first = now;
      for (const running of rules) {
        const { rule, open } = running;
        running.turned = rule.met(now, first) === open ? 0 : running.turned + 1;
        if (running.turned < HOLD) continue;
        const at = step - HOLD + 1;
        running.turned = 0;
        running.open = !open;
        findings = open
          ? findings.map((finding) => (finding.rule === rule.id && finding.until === null ? { ...finding, until: at } : finding))
          : [...findings, { rule: rule.id, since: at, until: null }];
      }
    },
  };
}
