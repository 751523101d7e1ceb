/**
 * The rollouts of a step as data: which prompts a filter lets through, what each agent made of a prompt, completions grouped, and the
 * structure of a completion. Pure, so that it can be tested without a browser. Truths come from the grader; no agent has seen them.
 */
import { type AgentStepRollouts, perPromptOf, type StepRollouts } from "../../cohort/events.ts";
import type { Remark } from "../../learning/dialogue.ts";
import { labelRuleById } from "../../learning/label-rules/index.ts";
import { methodById } from "../../learning/methods/index.ts";
import { type CohortConfig, labelRuleOf, supervisorsOf } from "../../runs/config.ts";
import type { CohortName } from "../../stores/run-data.ts";
import { type Mark, markOf, NONE, RIGHT, WRONG } from "../../stores/visit-log.ts";
import type { Answer, Task } from "../../tasks/task.ts";
import { agentLetter, list } from "../../ui/format.ts";

export const FILTERS = ["all", "disagree", "label-wrong", "rescued", "spoiled", "unparsed"] as const;
export type FilterId = (typeof FILTERS)[number];

/** What one agent made of one prompt. */
export interface AgentView {
  readonly vote: Answer;
  readonly voteMark: Mark;
  readonly label: Answer;
  readonly labelMark: Mark;
  /** K: its completions of the prompt. */
  readonly completions: number;
  /** How many of them have the right answer. */
  readonly right: number;
  /** Completions without an answer, those cut at the cap among them. */
  readonly unparsed: number;
}

/** One prompt of a step. */
export interface PromptView {
  /** Its place in the step's batch: one prompt can be there twice. */
  readonly index: number;
  readonly id: number;
  readonly text: string;
  readonly truth: string;
  readonly agents: readonly AgentView[];
}

/** What the agents of a cohort wrote in a step; null where there is no such cohort. */
export function agentsOf(rollouts: StepRollouts, cohort: CohortName): readonly AgentStepRollouts[] | null {
  return cohort === "main" ? rollouts.cohort : rollouts.compare;
}

/** All prompts of a step, in the order of its batch. */
export function promptViews(rollouts: StepRollouts, cohort: CohortName): PromptView[] {
  const { prompts, truths } = rollouts;
  const agents = agentsOf(rollouts, cohort) ?? [];
  return prompts.map((prompt, index) => {
    const truth = truths[index] ?? "";
    return {
      index,
      id: prompt.id,
      text: prompt.text,
      truth,
      agents: agents.map((agent): AgentView => {
        const perPrompt = perPromptOf(rollouts, agent);
        const answers = agent.answers.slice(index * perPrompt, (index + 1) * perPrompt);
        const vote = agent.votes[index]?.label ?? null;
        const label = agent.labels[index] ?? null;
        return {
          vote,
          voteMark: markOf(vote, truth),
          label,
          labelMark: markOf(label, truth),
          completions: answers.length,
          right: answers.filter((answer) => answer === truth).length,
          unparsed: answers.filter((answer) => answer === null).length,
        };
      }),
    };
  });
}

/**
 * Whether a filter lets a prompt through. Rescued and spoiled ask of each agent what rewarding itself would have made of it: its own
 * vote against the label it was given. Who cast no vote, or was given no label, is neither. A tie that the rule breaks is a vote like any other.
 */
export function passes(filter: FilterId, { agents }: Pick<PromptView, "agents">): boolean {
  switch (filter) {
    case "all":
      return true;
    case "disagree":
      return new Set(agents.flatMap(({ vote }) => (vote === null ? [] : [vote]))).size > 1;
    case "label-wrong":
      return agents.some(({ labelMark }) => labelMark === WRONG);
    case "rescued":
      return agents.some(isRescued);
    case "spoiled":
      return agents.some(isSpoiled);
    case "unparsed":
      return agents.some(({ unparsed }) => unparsed > 0);
  }
}

export function isRescued({ voteMark, labelMark }: Pick<AgentView, "voteMark" | "labelMark">): boolean {
  return voteMark === WRONG && labelMark === RIGHT;
}

export function isSpoiled({ voteMark, labelMark }: Pick<AgentView, "voteMark" | "labelMark">): boolean {
  return voteMark === RIGHT && labelMark === WRONG;
}

/** How many prompts each filter lets through. */
export function filterCounts(views: readonly PromptView[]): Record<FilterId, number> {
  const of = (filter: FilterId): number => views.filter((view) => passes(filter, view)).length;
  return {
    all: views.length,
    disagree: of("disagree"),
    "label-wrong": of("label-wrong"),
    rescued: of("rescued"),
    spoiled: of("spoiled"),
    unparsed: of("unparsed"),
  };
}

/** Who gave agent n of a cohort its labels, as a clause: "from B", "from itself". Empty where nobody is labelled. */
export function labelSource(cohort: CohortConfig, n: number): string {
  const method = methodById(cohort.method);
  if (!method.labels) return "";
  if (method.needsTruth) return "the truth itself";
  if (method.second === "other-phrasing") return "from its other phrasing";
  if (method.second === "slow-copy") return "from its slow copy";
  const from = supervisorsOf(cohort)[n] ?? [];
  if (from.length === 1) return from[0] === n ? "from itself" : `from ${agentLetter(from[0] ?? 0)}`;
  const rule = labelRuleById(labelRuleOf(cohort));
  return `from ${list(from.map((m) => (m === n ? "itself" : agentLetter(m))))} (${rule.title.toLowerCase()})`;
}

export const GROUPINGS = ["text", "answer", "none"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Completions that are alike. */
export interface CompletionGroup {
  /** The first of them as written. */
  readonly text: string;
  readonly answer: Answer;
  readonly mark: Mark;
  readonly cut: boolean;
  readonly reward: number;
  readonly count: number;
  /** How many different texts there are among them. */
  readonly texts: number;
  /** The first one's place among the K. */
  readonly first: number;
}

/** An agent's completions of a prompt, the most frequent first, as often as sampled first among equals; ungrouped as sampled. */
export function completionsOf(
  rollouts: StepRollouts,
  agent: AgentStepRollouts,
  index: number,
  grouping: Grouping,
  isCut: (text: string) => boolean,
): CompletionGroup[] {
  const truth = rollouts.truths[index] ?? "";
  const groups = new Map<string, CompletionGroup & { readonly seen: Set<string> }>();
  const perPrompt = perPromptOf(rollouts, agent);
  for (let k = 0; k < perPrompt; k++) {
    const row = index * perPrompt + k;
    const text = agent.texts[row] ?? "";
    const answer = agent.answers[row] ?? null;
    const cut = isCut(text);
    const key = grouping === "none" ? String(k) : grouping === "text" ? text : (answer ?? (cut ? " cut" : " none"));
    const before = groups.get(key);
    const seen = (before?.seen ?? new Set<string>()).add(text);
    groups.set(key, {
      ...(before ?? { text, answer, mark: markOf(answer, truth), cut, reward: agent.rewards[row] ?? 0, first: k }),
      count: (before?.count ?? 0) + 1,
      texts: seen.size,
      seen,
    });
  }
  const all = [...groups.values()].map(({ seen: _, ...group }) => group);
  return grouping === "none" ? all : all.sort((a, b) => b.count - a.count || a.first - b.first);
}

/** What was said of an agent's completions of a prompt, in the order of its rollouts. */
export function remarksOn(rollouts: StepRollouts, agent: AgentStepRollouts, index: number): readonly Remark[] {
  const perPrompt = perPromptOf(rollouts, agent);
  return (agent.remarks ?? []).filter(({ row }) => Math.floor(row / perPrompt) === index).sort((a, b) => a.row - b.row);
}

/** What a piece of a completion is: a partial sum, a sign between, the answer that counts, the end, or something else. */
export type PieceKind = "ones" | "tens" | "sign" | "answer" | "end" | "other";

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** The scratchpad's two sums before the first #. */
const SUMS = /^(\d+)(,)(\d+)$/;

/** A completion in pieces: ones sum, tens sum, answers, end. The answer after the last # is the one that counts. Nothing is left out. */
export function piecesOf(completion: string): Piece[] {
  const ended = completion.endsWith("$");
  const [head = "", ...answers] = (ended ? completion.slice(0, -1) : completion).split("#");
  const pieces: Piece[] = [];
  const add = (kind: PieceKind, text: string): void => {
    if (text !== "") pieces.push({ kind, text });
  };
  const sums = SUMS.exec(head);
  if (sums) {
    add("ones", sums[1] ?? "");
    add("sign", sums[2] ?? "");
    add("tens", sums[3] ?? "");
  } else add("other", head);
  for (const [n, answer] of answers.entries()) {
    add("sign", "#");
    add(ended && n === answers.length - 1 && /^\d{1,3}$/.test(answer) ? "answer" : "other", answer);
  }
  if (ended) add("end", "$");
  return pieces;
}

/** Whether a task's completion was cut at the cap: it has no end token. */
export function cutBy(task: Task): (text: string) => boolean {
  const end = task.vocabulary.characters[task.vocabulary.end] ?? "";
  return (text) => !text.endsWith(end);
}

/** The prompt shown: the chosen one if it is in the list, else the first of the list; null for an empty list. */
export function promptShown(list: readonly PromptView[], chosen: number | null): PromptView | null {
  return list.find(({ id }) => id === chosen) ?? list[0] ?? null;
}

/** The word for a mark. */
export function markWord(mark: Mark): string {
  return mark === NONE ? "none" : mark === RIGHT ? "right" : "wrong";
}
