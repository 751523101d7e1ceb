/**
 * What is measured of a dialogue, beside what is measured of every method (metrics.ts): whether judges can judge, and what of a step is learned
 * from. All diagnostic, so the truth may be used.
 */
import type { Answer } from "../tasks/task.ts";
import type { DialogueAgent, Remark } from "./dialogue.ts";

/** One agent in one step; null where there is nothing to divide by. Shares are 0 to 1. */
export interface DialogueMetrics {
  /** Share of the verdicts that this agent gave that say wrong (N). Near 1: a judge that always says no. */
  readonly wrongVerdicts: number | null;
  /** Share of its verdicts that are right of the answer they are about. */
  readonly verdictAccuracy: number | null;
  /** Share of what it was asked a verdict for in which there is none. */
  readonly unparsedVerdicts: number | null;
  /** The same of scores. */
  readonly unparsedScores: number | null;
  /** Share of its own answers that are learned from: scored ones (CoMAS), those of kept questions (CoVerRL). */
  readonly keptShare: number;
  /** Share of its answers in the debate's last turn that are the truth. */
  readonly lastTurnPassAt1: number | null;
}

export const DIALOGUE_METRICS = [
  "wrongVerdicts",
  "verdictAccuracy",
  "unparsedVerdicts",
  "unparsedScores",
  "keptShare",
  "lastTurnPassAt1",
] as const satisfies readonly (keyof DialogueMetrics)[];

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** A remark with the answer that it is about, and the truth of its question. */
interface Held {
  readonly remark: Remark;
  readonly answer: Answer;
  readonly truth: string;
}

/** Measures all agents of a step, in order; `truths` has one answer per prompt, [P]. */
export function dialogueMetrics(
  played: readonly Pick<DialogueAgent, "answers" | "perPrompt" | "credit" | "remarks">[],
  truths: readonly string[],
): DialogueMetrics[] {
  const all: Held[] = played.flatMap(({ answers, perPrompt, remarks }) =>
    remarks.map((remark) => ({
      remark,
      answer: answers[remark.row] ?? null,
      truth: truths[Math.floor(remark.row / perPrompt)] ?? "",
    })),
  );
  return played.map(({ credit }, n) => {
    const own = all.filter(({ remark }) => remark.by === n);
    const verdicts = own.filter(({ remark }) => remark.role === "evaluate");
    const given = verdicts.filter(({ remark }) => remark.said !== null);
    const right = given.filter(({ remark, answer, truth }) => (remark.said === "Y") === (answer === truth));
    const scores = own.filter(({ remark }) => remark.role === "score");
    const last = own.map(({ remark }) => remark.role).findLast((role) => role.startsWith("debate"));
    const again = own.filter(({ remark }) => remark.role === last);
    const kept = credit.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0);
    return {
      wrongVerdicts: share(given.filter(({ remark }) => remark.said === "N").length, given.length),
      verdictAccuracy: share(right.length, given.length),
      unparsedVerdicts: share(verdicts.length - given.length, verdicts.length),
      unparsedScores: share(scores.filter(({ remark }) => remark.said === null).length, scores.length),
      keptShare: kept / Math.max(1, credit.length),
      lastTurnPassAt1: last ? share(again.filter(({ remark, truth }) => remark.said === truth).length, again.length) : null,
    };
  });
}
