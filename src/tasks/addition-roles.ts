/**
 * The task "two-digit addition, with judging and answering again": the prompts, splits and truths of `addition`, and three more roles, so
 * that methods in which agents judge and debate (CoMAS, MAPoRL, CoVerRL) have something to be built on.
 *
 *   solve     37+58=            15,09#95$       as in `addition`
 *   evaluate  37+58=095?        15,09#YYY#Y$    the judge's own sums, a flag per shown digit (as in its own answer?), the verdict
 *   score     37+58=095?N>      15,09#YYY#2$    the same with a verdict on it: Y, N, or - for none; then 3 right, 2 doubtful, 1 wrong
 *   debate    37+58=095|093|    15,09#95$       own last answer, a peer's; answered as in solve
 *
 * A shown answer has three digits, most significant first, whatever order its author writes; ??? where there is none. What the flags are
 * for: without them a small policy's verdicts stay at chance (docs/recipe.md).
 */
import { addition } from "./addition.ts";
import type { Answer, Roles, Score, Task, Verdict } from "./task.ts";

/** Both addends, and what a role's prompt shows after the plain one. */
const PROMPT = /^([1-9]\d)\+([1-9]\d)=(|(?:\d{3}|\?{3})(?:\?|\?[YN-]>|\|(?:\d{3}|\?{3})\|))$/;
const SHOWN = /^\d{1,3}$/;
const VERDICT = /#([YN])\$$/;
const SCORE = /#([123])\$$/;

/** An answer as a prompt shows it. Throws RangeError on one of more than three digits, which no completion can have. */
export function shownAnswer(answer: Answer): string {
  if (answer === null) return "???";
  if (!SHOWN.test(answer)) throw new RangeError(`"${answer}" is no answer of one to three digits, so no prompt can show it.`);
  return answer.padStart(3, "0");
}

function verdictOf(completion: string): Verdict | null {
  const match = VERDICT.exec(completion);
  if (!match) return null;
  return match[1] === "Y" ? "Y" : "N";
}

function scoreOf(completion: string): Score | null {
  const match = SCORE.exec(completion);
  if (!match) return null;
  if (match[1] === "1") return 1;
  return match[1] === "2" ? 2 : 3;
}

const roles: Roles = {
  evaluate: (prompt, shown) => `${prompt}${shownAnswer(shown)}?`,
  score: (prompt, shown, verdict) => `${prompt}${shownAnswer(shown)}?${verdict ?? "-"}>`,
  debate: (prompt, own, peer) => `${prompt}${shownAnswer(own)}|${shownAnswer(peer)}|`,
  verdictOf,
  scoreOf,
};

const { vocabulary } = addition;
/** What `addition` may write, and the two verdicts. */
const active = [...vocabulary.active, vocabulary.characters.indexOf("Y"), vocabulary.characters.indexOf("N")];

export const additionRoles: Task = {
  ...addition,
  id: "addition-roles",
  title: "Two-digit addition, with judging and answering again",
  source:
    "this project; the roles of CoMAS (arXiv 2510.08529), MAPoRL (arXiv 2502.18439) and CoVerRL (arXiv 2603.17775) at toy scale",
  vocabulary: { ...vocabulary, active },
  // The longest prompt is a debate's: 37+58=095|093|
  promptLength: 14,
  paraphrase(prompt) {
    const match = PROMPT.exec(prompt);
    if (!match) throw new RangeError(`"${prompt}" is not a prompt of this task, such as "37+58=" or "37+58=095?".`);
    return `${match[2]}+${match[1]}=${match[3]}`;
  },
  roles,
};
