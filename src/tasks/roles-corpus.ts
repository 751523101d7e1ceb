/**
 * The text that a policy of the task with roles is pretrained on: four kinds of prompts, all answered out of the same corruption table. So a
 * judge makes its own systematic mistakes when it works a shown answer out again, and sometimes follows what it is shown. The mixture and its
 * rates were measured in a PyTorch prototype of this project; docs/recipe.md has them in words.
 */
import type { Rng } from "../math/rng.ts";
import { addends, writeAnswer } from "./addition.ts";
import { additionRoles, shownAnswer } from "./addition-roles.ts";
import {
  answerOf,
  type CorpusOwner,
  type CorpusRecipe,
  corpusRng,
  DEFAULT_CORPUS,
  type EncodedCorpus,
  type Example,
  encodeExamples,
  entryFor,
  type Sums,
  scratchpad,
  tensAfter,
  workOut,
  writeCompletion,
} from "./corpus.ts";
import { type CorruptionTable, type CorruptionTables, DEFAULT_CORRUPTION, drawTables } from "./corruption.ts";
import type { Answer, DigitOrder, Roles, Score, Verdict } from "./task.ts";

/** Numbers are probabilities, but for the number of examples. */
export interface RolesRecipe extends CorpusRecipe {
  /** How often each role but solve is asked; solve has the rest. */
  readonly roles: { readonly evaluate: number; readonly score: number; readonly debate: number };
  /** The shown answer is the truth, the own systematic mistake, or missing; else a mistake that looks like somebody's systematic one. */
  readonly shown: { readonly truth: number; readonly own: number; readonly missing: number };
  /** Working a shown answer out again: the factor on the own error rate beside the truth; what the own mistake, shown, adds to it, and up to what. */
  readonly anchoring: { readonly truth: number; readonly own: number; readonly most: number };
  /** An answer that is not its own the judge still calls right, and one that is, wrong. */
  readonly verdict: { readonly lazy: number; readonly harsh: number };
  readonly score: {
    /** No verdict is shown; else it says "right" of the truth, and of anything else, so often. */
    readonly without: number;
    readonly rightOfTruth: number;
    readonly rightOfOther: number;
    /** A doubtful score where verdict and own opinion conflict, and where there is no verdict. */
    readonly doubtConflict: number;
    readonly doubtAlone: number;
    /** Nothing that parses. */
    readonly broken: number;
  };
  readonly debate: {
    /** The own last answer is any that could be shown; else the agent's own, which is missing so often. */
    readonly anyOwn: number;
    readonly missing: number;
    /** A peer's answer that differs from the one worked out is taken over: where that one is not the last answer, and where it is. */
    readonly adopt: number;
    readonly adoptAgainstTwo: number;
  };
}

export const DEFAULT_ROLES_CORPUS: RolesRecipe = {
  ...DEFAULT_CORPUS,
  examples: 60_000,
  roles: { evaluate: 0.25, score: 0.2, debate: 0.1 },
  shown: { truth: 0.5, own: 0.2, missing: 0.03 },
  anchoring: { truth: 0.5, own: 0.2, most: 0.95 },
  verdict: { lazy: 0.12, harsh: 0.05 },
  score: { without: 0.2, rightOfTruth: 0.75, rightOfOther: 0.3, doubtConflict: 0.6, doubtAlone: 0.15, broken: 0.03 },
  debate: { anyOwn: 0.5, missing: 0.02, adopt: 0.3, adoptAgainstTwo: 0.15 },
};

/** Who writes: one policy's corpus on one pair of addends (10 to 99). */
interface Writer {
  readonly rng: Rng;
  readonly a: number;
  readonly b: number;
  readonly table: CorruptionTable;
  readonly order: DigitOrder;
  readonly recipe: RolesRecipe;
  readonly roles: Roles;
}

/** The answer that a ones' sum leads to, its carry carried on. */
function leadsTo({ a, b }: Writer, ones: number): number {
  return answerOf({ ones, tens: tensAfter(a, b, ones) });
}

/** An answer to be shown; null for none. */
function draw(writer: Writer): number | null {
  const { rng, a, b, table, recipe } = writer;
  const { truth, own, missing } = recipe.shown;
  const kind = rng.uniform();
  if (kind < truth) return a + b;
  if (kind < truth + own) return leadsTo(writer, entryFor(table, a, b).wrongSum);
  if (kind >= 1 - missing) return null;
  const sum = (a % 10) + (b % 10);
  const mistakes = [sum - 1, sum + 1, sum >= 10 ? sum - 10 : sum + 10].filter((ones) => ones >= 0 && ones <= 19);
  return leadsTo(writer, rng.pick(mistakes));
}

/** Works the question out with an answer in view. */
function workOutBeside(writer: Writer, shown: number | null): Sums {
  const { rng, a, b, table, recipe } = writer;
  const { rate, wrongSum } = entryFor(table, a, b);
  const { truth, own, most } = recipe.anchoring;
  const anchored = shown === a + b ? rate * truth : shown === leadsTo(writer, wrongSum) ? Math.min(most, rate + own) : rate;
  return workOut(rng, a, b, { rate: anchored, wrongSum }, recipe.slip);
}

const asAnswer = (answer: number | null): Answer => (answer === null ? null : String(answer));

/** A judge's scratchpad: its own sums, then of each shown digit whether its own answer has it too. */
function judged(sums: Sums, shown: number | null): string {
  const own = shownAnswer(asAnswer(answerOf(sums)));
  const flags = Array.from(shownAnswer(asAnswer(shown)), (digit, place) => (digit === own[place] ? "Y" : "N"));
  return `${scratchpad(sums)}#${flags.join("")}`;
}

function evaluate(writer: Writer): Example {
  const { rng, a, b, recipe, roles } = writer;
  const shown = draw(writer);
  const sums = workOutBeside(writer, shown);
  const same = answerOf(sums) === shown;
  const { lazy, harsh } = recipe.verdict;
  // Nobody is too lazy to see that there is no answer.
  const right = same ? rng.uniform() >= harsh : shown !== null && rng.uniform() < lazy;
  return { prompt: roles.evaluate(`${a}+${b}=`, asAnswer(shown)), completion: `${judged(sums, shown)}#${right ? "Y" : "N"}$` };
}

/** The score of an answer that the scorer believes right or not, with a verdict on it or none. */
function scoreFor({ rng, recipe }: Writer, believed: boolean, verdict: Verdict | null): Score {
  const own: Score = believed ? 3 : 1;
  const { doubtAlone, doubtConflict } = recipe.score;
  if (verdict === null) return rng.uniform() < doubtAlone ? 2 : own;
  if ((verdict === "Y") === believed) return own;
  return rng.uniform() < doubtConflict ? 2 : own;
}

function score(writer: Writer): Example {
  const { rng, a, b, recipe, roles } = writer;
  const shown = draw(writer);
  const sums = workOutBeside(writer, shown);
  const { without, rightOfTruth, rightOfOther, broken } = recipe.score;
  const says = (): Verdict => (rng.uniform() < (shown === a + b ? rightOfTruth : rightOfOther) ? "Y" : "N");
  const verdict = rng.uniform() < without ? null : says();
  const given = scoreFor(writer, answerOf(sums) === shown, verdict);
  const tail = rng.uniform() < broken ? rng.pick(["#$", "#Y$", "#N$", "$", `#${given}${given}$`]) : `#${given}$`;
  return { prompt: roles.score(`${a}+${b}=`, asAnswer(shown), verdict), completion: `${judged(sums, shown)}${tail}` };
}

function debate(writer: Writer): Example {
  const { rng, a, b, order, recipe, roles } = writer;
  const { anyOwn, missing, adopt, adoptAgainstTwo } = recipe.debate;
  const ownLast = (): number | null => {
    const answer = answerOf(workOutBeside(writer, null));
    return rng.uniform() < missing ? null : answer;
  };
  const own = rng.uniform() < anyOwn ? draw(writer) : ownLast();
  const peer = draw(writer);
  const sums = workOutBeside(writer, peer);
  const worked = answerOf(sums);
  const adopts = peer !== null && peer !== worked && rng.uniform() < (worked === own ? adoptAgainstTwo : adopt);
  const answer = writeAnswer(adopts ? peer : worked, order);
  const pad = rng.uniform() < recipe.terse ? "" : scratchpad(sums);
  return { prompt: roles.debate(`${a}+${b}=`, asAnswer(own), asAnswer(peer)), completion: `${pad}#${answer}$` };
}

function solve({ rng, a, b, table, order, recipe }: Writer): Example {
  return { prompt: `${a}+${b}=`, completion: writeCompletion(rng, a, b, table, order, recipe) };
}

/** One example of any role. Addends are drawn from 10 to 99. */
export function writeRolesExample(rng: Rng, table: CorruptionTable, order: DigitOrder, recipe: RolesRecipe): Example {
  const { roles } = additionRoles;
  if (!roles) throw new Error("This task has no roles.");
  const writer: Writer = { rng, a: 10 + rng.int(90), b: 10 + rng.int(90), table, order, recipe, roles };
  const share = recipe.roles;
  const role = rng.uniform();
  if (role < share.evaluate) return evaluate(writer);
  if (role < share.evaluate + share.score) return score(writer);
  return role < share.evaluate + share.score + share.debate ? debate(writer) : solve(writer);
}

/** What a judge that makes no mistake writes of a shown answer: an example to tune a judge on. It tells the truth, so it is a label. */
export function rightJudgement(prompt: string, shown: Answer): Example {
  const { roles } = additionRoles;
  if (!roles) throw new Error("This task has no roles.");
  const [a, b] = addends(prompt);
  const ones = (a % 10) + (b % 10);
  const sums = { ones, tens: tensAfter(a, b, ones) };
  const right = shown === String(answerOf(sums));
  const completion = `${judged(sums, shown === null ? null : Number(shown))}#${right ? "Y" : "N"}$`;
  return { prompt: roles.evaluate(prompt, shown), completion };
}

/** The corpus of a policy. The same arguments give the same text; another replica gives other text from the same table. */
export function writeRolesCorpus(
  owner: CorpusOwner,
  recipe: RolesRecipe = DEFAULT_ROLES_CORPUS,
  tables: CorruptionTables = drawTables(owner.cohortSeed, DEFAULT_CORRUPTION),
): EncodedCorpus {
  const rng = corpusRng("roles corpus", owner);
  const write = (): Example => writeRolesExample(rng, tables[owner.corpus], owner.order, recipe);
  return encodeExamples(additionRoles, Array.from({ length: recipe.examples }, write));
}
