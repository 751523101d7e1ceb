/**
 * CoMAS (arXiv 2510.08529): in each round of a question one agent solves, one evaluates the solution, told to find its flaws, and one scores
 * it: tau of 1, 2 or 3, which nobody else sees.
 *
 *   solution     (tau - 1) / 2;  0 where it does not parse
 *   evaluation   1 - the solution's;  0 where its verdict does not parse
 *   score        0, or -1 where it does not parse; then solution and evaluation of the round are left out
 *
 * REINFORCE++ (arXiv 2501.03262) for each agent and role by itself, advantages clipped at 3, KL weight .03.
 *
 * Simplified: the agents of a cohort solve every question equally often, so that rollout groups are regular (a random solver each round in
 * the paper), K rounds a question in all; one evaluation a round; evaluator and scorer are drawn at random and may be the solver.
 * Ablations, the paper's: without the scorer a verdict is the score and the evaluator has the scorer's reward; without the evaluator the
 * scorer hears no verdict.
 */
import type { Answer, Roles, Score, Verdict } from "../../tasks/task.ts";
import {
  askAll,
  askNamed,
  countedPart,
  type DialogueAgent,
  type DialogueTable,
  type Heard,
  heardPart,
  type Judges,
  type LabelFreeDialogue,
  type Remark,
} from "../dialogue.ts";
import { everybodyTopology } from "../topology.ts";

interface Round {
  readonly solver: number;
  /** Which of the solver's rollouts this is. */
  readonly row: number;
  readonly prompt: string;
  readonly answer: Answer;
  readonly evaluator: number;
  readonly scorer: number;
}

/** Rewards of one round, and which of them count. */
export interface RoundRewards {
  readonly solution: number;
  readonly evaluation: number;
  readonly score: number;
  /** False where nothing scored the solution: it has no reward. */
  readonly scored: boolean;
  /** False where the evaluation has none. */
  readonly judged: boolean;
}

/** Rewards of a round from what was said, each null where it did not parse or was not asked for. */
export function roundRewards(answer: Answer, verdict: Verdict | null, score: Score | null, judges: Judges): RoundRewards {
  const bySelf = verdict === null ? null : verdict === "Y" ? 3 : 1;
  const tau = judges === "evaluator" ? bySelf : score;
  const scored = tau !== null;
  const solution = tau === null || answer === null ? 0 : (tau - 1) / 2;
  const parsed = scored ? 0 : -1;
  // The evaluator in the scorer's place: an unparsed verdict is what is punished, so it counts.
  if (judges === "evaluator") return { solution, evaluation: parsed, score: 0, scored, judged: true };
  return { solution, evaluation: scored && verdict !== null ? 1 - solution : 0, score: parsed, scored, judged: scored };
}

/** Every agent's answers as rounds. Both judges are always drawn, so that an ablation leaves the other's draw as it was. */
function roundsOf(table: DialogueTable, solved: readonly { readonly answers: readonly Answer[] }[], each: number): Round[] {
  const { agents, prompts, rng } = table;
  return solved.flatMap(({ answers }, solver) =>
    answers.map((answer, row) => {
      const prompt = prompts[Math.floor(row / each)] ?? "";
      return { solver, row, prompt, answer, evaluator: rng.int(agents), scorer: rng.int(agents) };
    }),
  );
}

/** What the judges of a step said. */
interface Judged {
  readonly evaluations: Heard | null;
  readonly scores: Heard | null;
  readonly questions: { readonly evaluate: readonly string[]; readonly score: readonly string[] };
  readonly rewards: readonly RoundRewards[];
}

async function judge(table: DialogueTable, rounds: readonly Round[]): Promise<Judged> {
  const { roles } = table;
  const { judges } = table.options;
  const toEvaluate = rounds.map(({ prompt, answer }) => roles.evaluate(prompt, answer));
  const evaluators = rounds.map(({ evaluator }) => evaluator);
  const evaluations = judges === "scorer" ? null : await askNamed(table, "evaluate", toEvaluate, evaluators);
  const verdicts = rounds.map((_, i) => (evaluations ? roles.verdictOf(evaluations.texts[i] ?? "") : null));
  const toScore = rounds.map(({ prompt, answer }, i) => roles.score(prompt, answer, verdicts[i] ?? null));
  const scorers = rounds.map(({ scorer }) => scorer);
  const scores = judges === "evaluator" ? null : await askNamed(table, "score", toScore, scorers);
  const rewards = rounds.map(({ answer }, i) =>
    roundRewards(answer, verdicts[i] ?? null, scores ? roles.scoreOf(scores.texts[i] ?? "") : null, judges),
  );
  return { evaluations, scores, questions: { evaluate: toEvaluate, score: toScore }, rewards };
}

/** What was said about one round, for looking at. */
function remarksOf(round: Round, i: number, judged: Judged, roles: Roles): Remark[] {
  const { evaluations, scores, questions } = judged;
  const reward = judged.rewards[i];
  const remarks: Remark[] = [];
  if (!reward) return remarks;
  const { row } = round;
  if (evaluations) {
    const text = evaluations.texts[i] ?? "";
    const asked = questions.evaluate[i] ?? "";
    const said = roles.verdictOf(text);
    remarks.push({
      row,
      by: round.evaluator,
      role: "evaluate",
      asked,
      text,
      said,
      reward: reward.evaluation,
      counts: reward.judged,
    });
  }
  if (scores) {
    const text = scores.texts[i] ?? "";
    const said = roles.scoreOf(text)?.toString() ?? null;
    remarks.push({
      row,
      by: round.scorer,
      role: "score",
      asked: questions.score[i] ?? "",
      text,
      said,
      reward: reward.score,
      counts: true,
    });
  }
  return remarks;
}

export const comas: LabelFreeDialogue = {
  id: "comas",
  title: "CoMAS",
  source: "arXiv 2510.08529, section 3; all agents solve equally often, one evaluation a round",
  description:
    "Agents solve, look for flaws in each other’s solutions and score them. What a solution gains its evaluation loses; no vote, no label.",
  agents: [2, 8],
  trains: true,
  roles: true,
  labels: false,
  rewarded: "rewarded for what its peers’ verdicts and scores make of it",
  needsTruth: false,
  topology: everybodyTopology,
  anyTopology: false,
  choices: ["judges", "beta"],
  update: { estimator: "reinforce-plus-plus", advantageClip: 3, beta: 0.03 },
  async play(table) {
    const each = Math.max(1, Math.floor(table.perPrompt / table.agents));
    const solved = await askAll(table, "solve", () => table.prompts, each);
    const rounds = roundsOf(table, solved, each);
    const judged = await judge(table, rounds);
    const { evaluations, scores, rewards } = judged;
    const rewardsBy = (of: (round: RoundRewards) => number): Float32Array => Float32Array.from(rewards, of);
    const evaluationCounts = Uint8Array.from(rewards, (round) => (round.judged ? 1 : 0));
    const scoreCounts = new Uint8Array(rounds.length).fill(1);
    return solved.map(({ answers }, n): DialogueAgent => {
      const own = rounds.flatMap(({ solver }, i) => (solver === n ? [i] : []));
      const solutions = Float32Array.from(own, (i) => rewards[i]?.solution ?? 0);
      const counts = Uint8Array.from(own, (i) => (rewards[i]?.scored ? 1 : 0));
      const parts = [
        countedPart("solve", solutions, counts, each),
        evaluations &&
          heardPart(
            "evaluate",
            evaluations.asked[n] ?? [],
            rewardsBy((round) => round.evaluation),
            evaluationCounts,
          ),
        scores &&
          heardPart(
            "score",
            scores.asked[n] ?? [],
            rewardsBy((round) => round.score),
            scoreCounts,
          ),
      ];
      return {
        perPrompt: each,
        answers,
        exchange: { labels: table.prompts.map(() => null), rewards: solutions },
        credit: solutions.map((reward, row) => (counts[row] === 1 ? reward : Number.NaN)),
        parts: parts.filter((part) => part !== null),
        remarks: own.flatMap((i) => {
          const round = rounds[i];
          return round ? remarksOf(round, i, judged, table.roles) : [];
        }),
      };
    });
  },
};
