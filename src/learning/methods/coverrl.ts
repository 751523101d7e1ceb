/**
 * CoVerRL (arXiv 2603.17775): one policy is generator and verifier by turns. It answers a question K times, then judges each answer once.
 *
 *   answer    1[it parses] + 1[it is the majority's]
 *   verdict   1[it parses] + 1[it says right of the majority's answer, or wrong of another]
 *
 * A question is left out unless more verdicts on the majority's answers say right than say wrong. Each agent of a cohort does so by itself.
 *
 * Simplified: one verdict an answer and one update for both roles together, advantages by group and role (K answers, K verdicts).
 */
import type { Answer, Verdict } from "../../tasks/task.ts";
import { askAll, countedPart, type DialogueAgent, type LabelFreeDialogue } from "../dialogue.ts";
import { selfTopology } from "../topology.ts";
import { voteAll } from "../vote.ts";

/** Whether a question is learned from: its K answers, the verdicts on them, and the majority's answer (null where there is none). */
export function keeps(answers: readonly Answer[], verdicts: readonly (Verdict | null)[], label: Answer): boolean {
  if (label === null) return false;
  let lead = 0;
  for (const [k, answer] of answers.entries()) {
    if (answer !== label) continue;
    if (verdicts[k] === "Y") lead++;
    if (verdicts[k] === "N") lead--;
  }
  return lead > 0;
}

/** Rewards of one answer and of the verdict on it, 0 to 2 each. */
export function pairRewards(
  answer: Answer,
  verdict: Verdict | null,
  label: string,
): { readonly answer: number; readonly verdict: number } {
  const agrees = answer === label;
  const judged = verdict !== null && (verdict === "Y") === agrees;
  return { answer: (answer === null ? 0 : 1) + (agrees ? 1 : 0), verdict: (verdict === null ? 0 : 1) + (judged ? 1 : 0) };
}

export const coverrl: LabelFreeDialogue = {
  id: "coverrl",
  title: "CoVerRL",
  source: "arXiv 2603.17775, section 3; one verdict an answer, one update for both roles",
  description:
    "Each agent answers, then judges its own answers; rewarded for its majority’s answer and for verdicts that fit it. A question counts only where its verdicts speak for the majority.",
  agents: [1, 8],
  trains: true,
  roles: true,
  labels: true,
  rewarded: "labelled by its own majority vote where its own verdicts speak for it",
  needsTruth: false,
  topology: selfTopology,
  anyTopology: false,
  choices: [],
  update: {},
  async play(table) {
    const { prompts, perPrompt, roles } = table;
    const promptOf = (row: number): number => Math.floor(row / perPrompt);
    const solved = await askAll(table, "solve", () => prompts, perPrompt);
    const questions = solved.map(({ answers }) =>
      answers.map((answer, row) => roles.evaluate(prompts[promptOf(row)] ?? "", answer)),
    );
    const judged = await askAll(table, "evaluate", (n) => questions[n] ?? [], 1);
    return solved.map(({ answers }, n): DialogueAgent => {
      const texts = judged[n]?.texts ?? [];
      const verdicts = texts.map((text) => roles.verdictOf(text));
      const votes = voteAll(answers, perPrompt, table.voting);
      // The label of a question that is left out counts for nothing: it has none.
      const labels = votes.map(({ label }, p) => {
        const rows = [p * perPrompt, (p + 1) * perPrompt] as const;
        return keeps(answers.slice(...rows), verdicts.slice(...rows), label) ? label : null;
      });
      const pairs = answers.map((answer, row) => {
        const label = labels[promptOf(row)] ?? null;
        return label === null ? null : pairRewards(answer, verdicts[row] ?? null, label);
      });
      const counts = Uint8Array.from(pairs, (pair) => (pair ? 1 : 0));
      const answered = Float32Array.from(pairs, (pair) => pair?.answer ?? 0);
      const verdict = Float32Array.from(pairs, (pair) => pair?.verdict ?? 0);
      const parts = [countedPart("solve", answered, counts, perPrompt), countedPart("evaluate", verdict, counts, perPrompt)];
      return {
        perPrompt,
        answers,
        exchange: { labels, rewards: answered },
        credit: Float32Array.from(answers, (answer, row) => {
          const label = labels[promptOf(row)] ?? null;
          return label === null ? Number.NaN : answer === label ? 1 : 0;
        }),
        parts: parts.filter((part) => part !== null),
        remarks: texts.map((text, row) => ({
          row,
          by: n,
          role: "evaluate",
          asked: questions[n]?.[row] ?? "",
          text,
          said: verdicts[row] ?? null,
          reward: verdict[row] ?? 0,
          counts: counts[row] === 1,
        })),
      };
    });
  },
};
