/**
 * What two policies do on the same prompts, as five counts: both right, one right, or both wrong, with the same answer or not. All
 * measures of error decoupling follow from them (docs/methods.md; Co-RL, arXiv 2608.17253, appendix A).
 */

/** One pair of samples on one prompt. `same-wrong`: both are wrong and give the same answer. */
export const OUTCOMES = ["both", "only-a", "only-b", "same-wrong", "other-wrong"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Counts of pairs of samples. */
export interface Cells {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** Both wrong. */
  readonly neither: number;
  /** Of `neither`, those with the same wrong answer; null where answers are not known, only whether they are right. */
  readonly sameWrong: number | null;
}

/**
 * The outcome of one prompt from two normalised answers. An answer that did not parse (null) is wrong, and the same as no other: two
 * policies that both say nothing do not agree on anything.
 */
export function outcomeOf(a: string | null, b: string | null, truth: string): Outcome {
  if (a === truth) return b === truth ? "both" : "only-a";
  if (b === truth) return "only-b";
  return a !== null && a === b ? "same-wrong" : "other-wrong";
}

/**
 * Outcomes of P prompts with S samples each, [P * S]: sample s of A is paired with sample s of B. `answersA`, `answersB`: [P * S], sample s of
 * prompt p at p * S + s. `truths`: [P]. Throws RangeError where the lengths do not fit together.
 */
export function outcomesOf(
  answersA: readonly (string | null)[],
  answersB: readonly (string | null)[],
  truths: readonly string[],
  samples = 1,
): Outcome[] {
  const rows = truths.length * samples;
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`There must be a whole number of samples, not ${samples}.`);
  if (answersA.length !== rows || answersB.length !== rows)
    throw new RangeError(
      `${truths.length} prompts with ${samples} samples have ${rows} answers, not ${answersA.length} and ${answersB.length}.`,
    );
  return truths.flatMap((truth, p) =>
    Array.from({ length: samples }, (_, s) =>
      outcomeOf(answersA[p * samples + s] ?? null, answersB[p * samples + s] ?? null, truth),
    ),
  );
}

/** Counts outcomes. */
export function countOutcomes(outcomes: Iterable<Outcome>): Cells {
  const counts: Record<Outcome, number> = { both: 0, "only-a": 0, "only-b": 0, "same-wrong": 0, "other-wrong": 0 };
  for (const outcome of outcomes) counts[outcome]++;
  return {
    both: counts.both,
    onlyA: counts["only-a"],
    onlyB: counts["only-b"],
    neither: counts["same-wrong"] + counts["other-wrong"],
    sameWrong: counts["same-wrong"],
  };
}

/** The same counts with A and B exchanged. */
export function swapped(cells: Cells): Cells {
  return { ...cells, onlyA: cells.onlyB, onlyB: cells.onlyA };
}

/** Throws RangeError with a sentence unless the counts are whole, not negative, and sameWrong is part of neither. */
export function checkCells(cells: Cells): void {
  const { both, onlyA, onlyB, neither, sameWrong } = cells;
  for (const count of [both, onlyA, onlyB, neither, sameWrong ?? 0])
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`A count is a whole number from 0 on, not ${count}.`);
  if (sameWrong !== null && sameWrong > neither)
    throw new RangeError(`${sameWrong} prompts with the same wrong answer cannot be among ${neither} that both got wrong.`);
}
