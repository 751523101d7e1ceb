/**
 * How far the errors of base policies are decoupled before any training: each answers the held-out prompts, and sample s of one is paired with
 * sample s of the other (docs/methods.md, error decoupling; Co-RL, arXiv 2608.17253, appendix A and tables 6 and 7).
 */
import { bootstrapOutcomes, type DiversityIntervals } from "../diversity/bootstrap.ts";
import { type Cells, countOutcomes, outcomesOf } from "../diversity/cells.ts";
import { type Diversity, diversityOf } from "../diversity/measures.ts";
import { hashString, mixSeed } from "../math/rng.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import { type BaseRecipe, ownBase, type PolicySpec, specOf, startId } from "../policies/spec.ts";
import { LIMITS } from "../runs/config.ts";
import { taskById } from "../tasks/index.ts";
import type { Answer, TaskId } from "../tasks/task.ts";
import { createGrader } from "./grader.ts";
import type { AgentApi } from "./protocol.ts";

/** Who answers, and which phrasing it is asked. */
export interface Subject {
  readonly spec: PolicySpec;
  readonly paraphrase: boolean;
  /** Weak share of its own corpus, where not as the question's base says for all. */
  readonly weakShare?: number | undefined;
  /** The trained policy that it is, by the SHA-256 of its file; absent: the base policy of this make. */
  readonly weights?: string | undefined;
}

/** Two subjects by their place, the first asked for its first draw of samples and the second for its second; a subject may stand beside itself. */
export type SubjectPair = readonly [a: number, b: number];

export interface PairDecoupling {
  readonly pair: SubjectPair;
  readonly cells: Cells;
  readonly measured: Diversity;
  readonly intervals: DiversityIntervals;
}

export interface DecouplingQuestion {
  readonly taskId: TaskId;
  readonly subjects: readonly Subject[];
  readonly pairs: readonly SubjectPair[];
  readonly cohortSeed: number;
  readonly base: BaseRecipe;
  /** Samples a prompt: the cells of all pairs of samples are counted together. */
  readonly samples: number;
  readonly checkpointBase: string;
  /** Policies that only the page has, by checkpoint id. */
  readonly kept?: ReadonlyMap<string, CheckpointFile>;
}

/** The held-out prompts that decoupling is measured on: those of the recipe, whatever a run trains on. */
export const DECOUPLING_PROMPTS = LIMITS.heldOutPrompts.default;

/** Every two of N subjects, each beside itself too, the first subject's pairs first. */
export function allPairs(subjects: number): SubjectPair[] {
  return Array.from({ length: subjects }, (_, a) =>
    Array.from({ length: subjects - a }, (_, step): SubjectPair => [a, a + step]),
  ).flat();
}

/**
 * Measures pairs with one agent that nobody else uses, on simd's plain build: the same numbers on every machine. `report` gets how many of the
 * parts (draws of samples, then pairs) are done. Throws CheckpointError on a policy that is not there, RangeError without pairs.
 */
export async function measureDecoupling(
  agent: AgentApi,
  { taskId, subjects, pairs, cohortSeed, base, samples, checkpointBase, kept }: DecouplingQuestion,
  report: (done: number, total: number) => void = () => {},
): Promise<PairDecoupling[]> {
  const task = taskById(taskId);
  const { heldOut } = task.splits(cohortSeed, LIMITS.trainPrompts.default, DECOUPLING_PROMPTS);
  const truths = createGrader(task).truths(heldOut);
  /** Two draws of a subject, and of two subjects, share no random number. */
  const wanted = [...new Set(pairs.flatMap(([a, b]) => [`${a} 0`, `${b} 1`]))];
  const total = wanted.length + pairs.length;
  let done = 0;
  const answers = new Map<string, readonly Answer[]>();
  for (const name of wanted) {
    const [n = 0, draw = 0] = name.split(" ").map(Number);
    const subject = subjects[n];
    if (!subject) throw new RangeError(`There is no policy ${n} among ${subjects.length}.`);
    const { spec, weights } = subject;
    const own = ownBase(base, subject);
    const file = kept?.get(startId({ ...spec, weights }, cohortSeed, own, taskId));
    await agent.setup({
      taskId: task.id,
      spec: specOf(spec),
      weights,
      cohortSeed,
      base: own,
      backend: "simd",
      build: "plain",
      checkpointBase,
      ...(file ? { kept: { entry: file.entry, file: file.file } } : {}),
      samplingSeed: mixSeed(hashString("diversity"), cohortSeed, draw),
      paraphrase: false,
    });
    const prompts = heldOut.map(({ text }) => (subject.paraphrase ? task.paraphrase(text) : text));
    answers.set(name, (await agent.evaluate({ step: 0, prompts, samples, temperature: 1 })).answers);
    report(++done, total);
  }
  return pairs.map((pair) => {
    const [a, b] = pair;
    const outcomes = outcomesOf(answers.get(`${a} 0`) ?? [], answers.get(`${b} 1`) ?? [], truths, samples);
    const cells = countOutcomes(outcomes);
    const measured = diversityOf(cells);
    if (!measured) throw new RangeError("There are no held-out prompts to measure on.");
    const intervals = bootstrapOutcomes(outcomes, samples, { seed: mixSeed(hashString("bootstrap"), cohortSeed) });
    report(++done, total);
    return { pair, cells, measured, intervals };
  });
}
