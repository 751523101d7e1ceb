/** What the rules of the health line saw (learning/health.ts), in words and as marks in the charts. Pure. */
import { type Finding, HEALTH_RULE_LIST, type HealthRule, type HealthRuleId } from "../../learning/health.ts";
import { whenText } from "../../runs/health-words.ts";
import type { Change } from "../../runs/record.ts";
import type { ChartData } from "../../stores/past-data.ts";
import { agentLetter, list } from "../../ui/format.ts";
import type { StepMark } from "../../ui/plot.ts";
import { changeMarks } from "./changes.ts";
import type { ChartId } from "./chart-specs.ts";

/** The charts in which a rule's beginning is marked: where one sees it. */
const CHARTS_OF: Readonly<Record<HealthRuleId, readonly ChartId[]>> = {
  "self-confirmation": ["labels", "reward-std"],
  "labels-lost": ["held-out", "labels"],
  "constant-answers": ["held-out", "labels"],
  "entropy-gone": ["reward-std"],
  "length-at-cap": ["length"],
  unparsed: ["length"],
  "always-no": ["labels"],
};

/** One agent's findings of one rule: "since step 131, before at steps 82 to 96". */
function whensText(findings: readonly Finding[]): string {
  const open = findings.find(({ until }) => until === null);
  const over = findings.filter(({ until }) => until !== null).map(whenText);
  if (!open) return over.join(" and ");
  return [whenText(open), ...(over.length > 0 ? [`before at ${over.join(" and ")}`] : [])].join(", ");
}

export interface Seen {
  readonly rule: HealthRule;
  /** Who, and when: "TTRL A since step 50 and TTRL B since step 61". */
  readonly text: string;
  /** Whether it is so of anybody now. */
  readonly now: boolean;
}

/** What was seen so far of all agents of both cohorts, a line a rule; what is still so first. */
export function seenLines(data: Pick<ChartData, "cohorts" | "findings">): readonly Seen[] {
  const lines = HEALTH_RULE_LIST.flatMap((rule): Seen[] => {
    let now = false;
    const whos = data.cohorts.flatMap(({ name, title, agents }) =>
      Array.from({ length: agents }, (_, n) => {
        const own = data.findings(name, n).filter((finding) => finding.rule === rule.id);
        if (own.some(({ until }) => until === null)) now = true;
        return own.length === 0 ? "" : `${title} ${agentLetter(n)} ${whensText(own)}`;
      }).filter(Boolean),
    );
    return whos.length === 0 ? [] : [{ rule, text: list(whos), now }];
  });
  return [...lines.filter((line) => line.now), ...lines.filter((line) => !line.now)];
}

/** All findings, to see whether anything has changed: the arrays of findings change only then. */
export function findingsOf({ cohorts, findings }: Pick<ChartData, "cohorts" | "findings">): readonly (readonly Finding[])[] {
  return cohorts.flatMap(({ name, agents }) => Array.from({ length: agents }, (_, n) => findings(name, n)));
}

/** The marks of a chart, ascending by step: what was changed by hand, and where a rule was first met in a cohort, "TTRL: constant answers". */
export function chartMarks(
  chart: ChartId,
  changes: readonly Change[],
  data: Pick<ChartData, "cohorts" | "findings">,
): readonly StepMark[] {
  const begun = data.cohorts.flatMap(({ name, title, agents }) =>
    HEALTH_RULE_LIST.filter(({ id }) => CHARTS_OF[id].includes(chart)).flatMap((rule) => {
      const steps = Array.from({ length: agents }, (_, n) => data.findings(name, n))
        .flat()
        .filter((finding) => finding.rule === rule.id)
        .map(({ since }) => since);
      return steps.length === 0 ? [] : [{ step: Math.min(...steps), label: `${title}: ${rule.title.toLowerCase()}` }];
    }),
  );
  const marks = [...changeMarks(changes), ...begun];
  const steps = [...new Set(marks.map(({ step }) => step))].sort((a, b) => a - b);
  return steps.map((step) => ({
    step,
    label: marks
      .filter((mark) => mark.step === step)
      .map(({ label }) => label)
      .join(", "),
  }));
}
