/** The glossary as a list in the order in which it is read, and the search in it. Pure. */
import { GLOSSARY, slugOf } from "../../ui/glossary.ts";
import { DETAILS, type Detail, MORE_WORDS, type WordId } from "./more.ts";

export interface Word extends Detail {
  /** Its place in the address: `#/glossary/slug`. */
  readonly slug: string;
  readonly title: string;
  readonly definition: string;
}

export interface WordGroup {
  readonly title: string;
  readonly words: readonly Word[];
}

/** Groups in the order of a first reading. A word of the page that stands in none comes last, so that none can be forgotten. */
const GROUPS: readonly (readonly [title: string, ids: readonly WordId[]])[] = [
  [
    "Who trains",
    ["agent", "cohort", "policy", "family", "architecture", "size", "digit order", "lockstep", "task", "role", "verdict"],
  ],
  [
    "Where mistakes come from",
    [
      "corpus",
      "corruption table",
      "weak share",
      "overlap",
      "symmetry",
      "contrast",
      "pretraining",
      "checkpoint",
      "replica",
      "cohort seed",
      "sampling seed",
    ],
  ],
  [
    "A step",
    [
      "prompt",
      "paraphrase",
      "completion",
      "rollouts",
      "k",
      "answer",
      "vote",
      "tie",
      "vote threshold",
      "pseudo-label",
      "topology",
      "label rule",
      "ring",
      "reward",
      "advantage",
      "step",
      "grpo",
      "estimator",
      "bnpo",
      "ddof",
      "kl penalty",
      "learning-rate factor",
      "backend",
    ],
  ],
  [
    "Methods",
    [
      "self-rewarding",
      "ttrl",
      "rent",
      "intuitor",
      "co-rewarding-1",
      "co-rewarding-2",
      "slow copy",
      "cross supervision",
      "co-rl",
      "rlccf",
      "gt-reward",
      "base",
    ],
  ],
  [
    "What is measured",
    [
      "truth",
      "wrong labels",
      "held-out accuracy",
      "interval",
      "ensemble",
      "pseudo-label accuracy",
      "reward accuracy",
      "agreement",
      "reward std",
      "completion length",
      "distinct majorities",
    ],
  ],
  [
    "Theory",
    [
      "p",
      "consensus",
      "basin",
      "separatrix",
      "direction",
      "update size",
      "many answers",
      "kappa",
      "complementarity",
      "oracle accuracy",
      "same wrong answer",
    ],
  ],
];

const ALL: Readonly<Record<WordId, readonly [title: string, definition: string]>> = { ...MORE_WORDS, ...GLOSSARY };

function isWord(id: string): id is WordId {
  return id in ALL;
}

function wordFor(id: WordId): Word {
  const [title, definition] = ALL[id];
  return { slug: slugOf(id), title, definition, ...DETAILS[id] };
}

export const WORD_GROUPS: readonly WordGroup[] = (() => {
  const placed = new Set<string>(GROUPS.flatMap(([, ids]) => ids));
  const others = Object.keys(ALL)
    .filter(isWord)
    .filter((id) => !placed.has(id));
  const groups = others.length > 0 ? [...GROUPS, ["More words of the page", others] as const] : GROUPS;
  return groups.map(([title, ids]) => ({ title, words: ids.map(wordFor) }));
})();

export const WORD_COUNT = WORD_GROUPS.reduce((sum, { words }) => sum + words.length, 0);

/** For comparison: without case, accents and the hyphens and indices that a person leaves out. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[-_]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The words that hold every word of the query; those that hold it in their title first, then by what is said of them. */
export function searchWords(query: string): Word[] {
  const parts = plain(query).split(" ").filter(Boolean);
  const all = WORD_GROUPS.flatMap(({ words }) => words);
  if (parts.length === 0) return all;
  const holds = (text: string): boolean => parts.every((part) => plain(text).includes(part));
  const inTitle = all.filter(({ title }) => holds(title));
  const elsewhere = all.filter(
    ({ title, definition, symbol = "", source = "" }) => !holds(title) && holds([title, definition, symbol, source].join(" ")),
  );
  // A title that begins so before one that only holds it.
  const starts = ({ title }: Word): number => (plain(title).startsWith(parts.join(" ")) ? 0 : 1);
  return [...inTitle.sort((a, b) => starts(a) - starts(b)), ...elsewhere];
}
