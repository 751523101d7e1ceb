/**
 * How well base policies of a task with roles do each role, on answers that they really give to held-out prompts: what a judge says of right and
 * of wrong answers, its own and its peers'; what scores it gives under each verdict; what a turn of debate does to pass@1.
 */
import { FAMILIES, type FamilyId } from "../policies/families.ts";
import { defaultBase } from "../policies/spec.ts";
import { LIMITS } from "../runs/config.ts";
import { taskById } from "../tasks/index.ts";
import type { Answer, TaskId, Verdict } from "../tasks/task.ts";
import type { AgentApi } from "./protocol.ts";

/** A judge and whose answers it judges. Shares and mean scores; null where there is nothing to take a mean of. */
export interface JudgeSkill {
  readonly judge: FamilyId;
  readonly author: FamilyId;
  /** Share of verdicts that are right; none counts as wrong. */
  readonly accuracy: number;
  /** Share of right, and of wrong, answers that are called right. */
  readonly yesOfRight: number | null;
  readonly yesOfWrong: number | null;
  readonly unparsed: number;
  /** Mean score of right and of wrong answers, under each verdict shown. */
  readonly scores: readonly { readonly shown: Verdict | null; readonly right: number | null; readonly wrong: number | null }[];
}

export interface FamilySkill {
  readonly family: FamilyId;
  readonly solve: number;
  /** After one turn of debate with each other family, its first answers and theirs shown. */
  readonly debate: readonly { readonly peer: FamilyId; readonly passAt1: number }[];
}

export interface RoleSkill {
  readonly families: readonly FamilySkill[];
  readonly judges: readonly JudgeSkill[];
}

/** Prompts at once. */
const PART = 1024;

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function share<T>(values: readonly T[], holds: (value: T, n: number) => boolean): number | null {
  return mean(values.map((value, n) => (holds(value, n) ? 1 : 0)));
}

/**
 * Measures families of a cohort seed with one agent that nobody else uses, on simd's plain build. Throws CheckpointError where a policy is missing,
 * RangeError where the task has no roles.
 */
export async function measureRoles(
  agent: AgentApi,
  { taskId, cohortSeed, families, samples, checkpointBase }: RoleQuestion,
): Promise<RoleSkill> {
  const task = taskById(taskId);
  const { roles } = task;
  if (!roles) throw new RangeError(`The policies of the task "${taskId}" only solve.`);
  const { heldOut } = task.splits(cohortSeed, LIMITS.trainPrompts.default, LIMITS.heldOutPrompts.default);
  const prompts = heldOut.flatMap((prompt) => new Array<string>(samples).fill(prompt.text));
  const truths = heldOut.flatMap((prompt) => new Array<string>(samples).fill(task.truth(prompt)));
  let step = 0;

  const become = (family: FamilyId): Promise<unknown> =>
    agent.setup({
      taskId,
      spec: FAMILIES[family].spec,
      cohortSeed,
      base: defaultBase(taskId),
      backend: "simd",
      build: "plain",
      checkpointBase,
      samplingSeed: cohortSeed,
      paraphrase: false,
    });
  const ask = async (texts: readonly string[]): Promise<{ readonly answers: Answer[]; readonly texts: string[] }> => {
    const answers: Answer[] = [];
    const written: string[] = [];
    for (let start = 0; start < texts.length; start += PART) {
      const report = await agent.sample({
        step: ++step,
        part: 0,
        alone: false,
        otherPhrasing: false,
        prompts: texts.slice(start, start + PART),
        perPrompt: 1,
        temperature: 1,
        keepText: true,
      });
      answers.push(...report.answers);
      written.push(...(report.texts ?? []));
    }
    return { answers, texts: written };
  };
  const passAt1 = (answers: readonly Answer[]): number => share(answers, (answer, n) => answer === truths[n]) ?? 0;

  const first = new Map<FamilyId, readonly Answer[]>();
  for (const family of families) {
    await become(family);
    first.set(family, (await ask(prompts)).answers);
  }
  const skills: FamilySkill[] = [];
  const judges: JudgeSkill[] = [];
  for (const judge of families) {
    await become(judge);
    const own = first.get(judge) ?? [];
    const debate: { peer: FamilyId; passAt1: number }[] = [];
    for (const author of families) {
      const answers = first.get(author) ?? [];
      const right = answers.map((answer, n) => answer === truths[n]);
      const verdicts = (await ask(prompts.map((text, n) => roles.evaluate(text, answers[n] ?? null)))).texts.map(roles.verdictOf);
      const scores: { shown: Verdict | null; right: number | null; wrong: number | null }[] = [];
      for (const shown of ["Y", "N", null] as const) {
        const given = (await ask(prompts.map((text, n) => roles.score(text, answers[n] ?? null, shown)))).texts.map(
          roles.scoreOf,
        );
        const of = (kind: boolean): number | null =>
          mean(given.flatMap((score, n) => (score !== null && right[n] === kind ? score : [])));
        scores.push({ shown, right: of(true), wrong: of(false) });
      }
      const yesOf = (kind: boolean): number | null =>
        share(
          verdicts.filter((_, n) => right[n] === kind),
          (said) => said === "Y",
        );
      judges.push({
        judge,
        author,
        accuracy: share(verdicts, (said, n) => said === (right[n] ? "Y" : "N")) ?? 0,
        yesOfRight: yesOf(true),
        yesOfWrong: yesOf(false),
        unparsed: share(verdicts, (said) => said === null) ?? 0,
        scores,
      });
      if (author === judge) continue;
      const again = await ask(prompts.map((text, n) => roles.debate(text, own[n] ?? null, answers[n] ?? null)));
      debate.push({ peer: author, passAt1: passAt1(again.answers) });
    }
    skills.push({ family: judge, solve: passAt1(own), debate });
  }
  return { families: skills, judges };
}

export interface RoleQuestion {
  readonly taskId: TaskId;
  readonly cohortSeed: number;
  readonly families: readonly FamilyId[];
  /** Answers a held-out prompt. */
  readonly samples: number;
  readonly checkpointBase: string;
}
