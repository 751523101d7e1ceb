/** The charts of the cohort lab: what each shows, what to look for in it, and how it may be shown. */
import type { RangeRule } from "../../ui/axis.ts";
import type { TermId } from "../../ui/glossary.ts";

export type ChartId = "held-out" | "labels" | "agreement" | "reward-std" | "length";

export interface ChartSpec {
  readonly id: ChartId;
  readonly term: TermId;
  /** Unit of the axis. */
  readonly unit: string;
  /** Factor from the stored values to the axis. */
  readonly scale: number;
  readonly digits: number;
  readonly rule: RangeRule;
  /** Drawn and read as the mean over the last SMOOTHING steps: a step's few prompts scatter too much for a line. */
  readonly smooth: boolean;
  /** What to look for, one sentence. */
  readonly lookFor: string;
  /** What this scale can and cannot show, one sentence, from what was measured (docs/results.md). */
  readonly thisScale: string;
}

/** Steps that a smoothed line is a moving mean of. 32 prompts make a share jump by 8 points from step to step. */
export const SMOOTHING = 10;

const ACCURACY: RangeRule = { empty: { min: 0, max: 100 }, span: 30, floor: 0, ceiling: 100 };

export const CHARTS: readonly ChartSpec[] = [
  {
    id: "held-out",
    term: "held-out accuracy",
    unit: "%",
    scale: 100,
    digits: 1,
    rule: ACCURACY,
    smooth: false,
    lookFor:
      "The result: does a cohort climb above where it started, and do the bands, the 95 % intervals, of the two cohorts part?",
    thisScale:
      "Measured at this scale with the presets as they come (200 steps, mean of three seeds), different families end above TTRL; single seeds vary by some points, and how large the difference is says nothing of language models.",
  },
  {
    id: "labels",
    term: "pseudo-label accuracy",
    unit: "%",
    scale: 100,
    digits: 1,
    rule: ACCURACY,
    smooth: true,
    lookFor:
      "The reason: labels that get better carry a cohort up, labels that stay where they were only confirm what it believes (an agent’s line is the labels it is given: under Co-RL its peer’s votes).",
    thisScale:
      "Measured at this scale with the presets as they come (200 steps, mean of three seeds), TTRL’s labels end at 57 to 58 % right and those of different families at 78 to 80 %; single seeds vary by some points, other settings by more.",
  },
  {
    id: "agreement",
    term: "agreement",
    unit: "%",
    scale: 100,
    digits: 1,
    rule: ACCURACY,
    smooth: true,
    lookFor: "Agents that agree on everything have nothing left to correct in each other.",
    thisScale:
      "Measured at this scale with the presets as they come (200 steps, mean of three seeds), every Co-RL cohort ends at 94 to 100 %, whether its labels are good or not, so that peers stay apart, as in the paper, cannot be shown here.",
  },
  {
    id: "reward-std",
    term: "reward std",
    unit: "",
    scale: 1,
    digits: 3,
    rule: { empty: { min: 0, max: 0.5 }, span: 0.4, floor: 0, ceiling: Number.POSITIVE_INFINITY, include: 0 },
    smooth: true,
    lookFor: "Near 0 a group’s rollouts are all rewarded alike and nothing is learnt.",
    thisScale:
      "At this scale it falls where training converges, in healthy runs too, so it does not tell the methods apart as it does in the paper.",
  },
  {
    id: "length",
    term: "completion length",
    unit: "tokens",
    scale: 1,
    digits: 2,
    rule: { empty: { min: 0, max: 24 }, span: 4, floor: 0, ceiling: Number.POSITIVE_INFINITY },
    smooth: false,
    lookFor: "Growing towards the cap of 24 tokens, or shrinking to a stub, means that the reward is gamed.",
    thisScale:
      "At this scale it hardly moves where agents are rewarded for right or voted answers, for a sum takes few tokens; Intuitor shrank it from ten tokens to three in one agent (seed 0).",
  },
];

/** How a chart is shown, where it offers a choice. */
export interface ChartView {
  readonly rewardAccuracy: boolean;
  readonly relativeStd: boolean;
}

/** The unit as it is shown. */
export function unitOf(spec: ChartSpec, view: ChartView): string {
  return spec.id === "reward-std" && view.relativeStd ? "of its first value" : spec.unit;
}
