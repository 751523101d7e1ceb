/**
 * MAPoRL (arXiv 2502.18439): two agents debate over T turns; from the second on each is shown its own last answer and its peer's. A verifier
 * scores every answer. The reward of turn t looks ahead, at its own score and at how all fare later:
 *
 *   R_t = [own score_t + sum over u > t of gamma^(u - t) * mean over agents of score_u] / sum over u >= t of gamma^(u - t)
 *
 * K debates a prompt, gamma .3, 2 turns. An answer that does not parse has score 0.
 *
 * Simplified: GRPO's group baseline in place of PPO with a value head, the group being the K debates of a prompt at one turn; without the
 * paper's bonuses for changing to the right answer; 2 turns (3 in the paper) and 2 agents. The verifier: in the paper a model trained on
 * labels; here the truth, which is therefore not label-free, or a judge tuned on few labels (cohort/tuned-judge.ts). What is evaluated on
 * held-out prompts is the first turn.
 */
import {
  askAll,
  type DialogueAgent,
  type DialogueRole,
  type DialogueTable,
  type Remark,
  type Said,
  type VerifiedDialogue,
} from "../dialogue.ts";
import { ringTopology } from "../topology.ts";

const TURNS: readonly DialogueRole[] = ["solve", "debate-2", "debate-3", "debate-4"];

/**
 * Rewards of one turn, from the scores of it and of all later turns: scores[u][n][row] is agent n's. `turn` counts from 0.
 */
export function turnRewards(
  scores: readonly (readonly Float32Array[])[],
  turn: number,
  agent: number,
  discount: number,
): Float32Array {
  const rewards = Float32Array.from(scores[turn]?.[agent] ?? []);
  let weights = 1;
  for (let later = turn + 1; later < scores.length; later++) {
    const weight = discount ** (later - turn);
    weights += weight;
    const all = scores[later] ?? [];
    for (let row = 0; row < rewards.length; row++) {
      const mean = all.reduce((sum, own) => sum + (own[row] ?? 0), 0) / all.length;
      rewards[row] = (rewards[row] ?? 0) + weight * mean;
    }
  }
  return rewards.map((reward) => reward / weights);
}

interface Turn {
  readonly role: DialogueRole;
  /** What each agent was asked, [P * K]; empty for the first turn, where it is the prompts. */
  readonly asked: readonly (readonly string[])[];
  readonly said: readonly Said[];
}

/** All turns of all debates; rollout p * K + k of each agent belongs to debate k of prompt p. */
async function debate(table: DialogueTable): Promise<Turn[]> {
  const { prompts, perPrompt, roles, agents } = table;
  const turns: Turn[] = [{ role: "solve", asked: [], said: await askAll(table, "solve", () => prompts, perPrompt) }];
  for (const role of TURNS.slice(1, table.options.turns)) {
    const before = turns.at(-1)?.said ?? [];
    const asked = before.map((own, n) => {
      const peer = before[(n + 1) % agents];
      return own.answers.map((answer, row) =>
        roles.debate(prompts[Math.floor(row / perPrompt)] ?? "", answer, peer?.answers[row] ?? null),
      );
    });
    turns.push({ role, asked, said: await askAll(table, role, (n) => asked[n] ?? [], 1) });
  }
  return turns;
}

export const maporl: VerifiedDialogue = {
  id: "maporl",
  title: "MAPoRL",
  source: "arXiv 2502.18439, section 3; group baseline instead of PPO, two agents, without the bonuses",
  description:
    "Two agents answer, see each other’s answers and answer again; a verifier’s scores of this and later turns are the reward. Not label-free: the verifier is the truth, or a judge tuned on 64 labels.",
  agents: [2, 2],
  trains: true,
  roles: true,
  labels: false,
  rewarded: "rewarded for a verifier’s scores of its answers, those after a debate too",
  needsTruth: true,
  topology: ringTopology,
  anyTopology: false,
  choices: ["verifier", "turns", "discount"],
  update: {},
  async play(table, verifier) {
    const { prompts, perPrompt, options } = table;
    const turns = await debate(table);
    const scores: Float32Array[][] = [];
    for (const { said } of turns) {
      const row: Float32Array[] = [];
      // One after the other: the verifier is one policy.
      for (const { answers } of said) row.push(await verifier(answers, perPrompt));
      scores.push(row);
    }
    return Array.from({ length: table.agents }, (_, n): DialogueAgent => {
      const rewards = turns.map((_, t) => turnRewards(scores, t, n, options.discount));
      const remarks = turns.slice(1).flatMap(({ role, asked, said }, later): Remark[] =>
        (said[n]?.texts ?? []).map((text, row) => ({
          row,
          by: n,
          role,
          asked: asked[n]?.[row] ?? "",
          text,
          said: said[n]?.answers[row] ?? null,
          reward: rewards[later + 1]?.[row] ?? 0,
          counts: true,
        })),
      );
      return {
        perPrompt,
        answers: turns[0]?.said[n]?.answers ?? [],
        exchange: { labels: prompts.map(() => null), rewards: rewards[0] ?? new Float32Array(0) },
        credit: scores[0]?.[n] ?? new Float32Array(0),
        parts: turns.map(({ role }, t) => ({ role, rewards: rewards[t] ?? new Float32Array(0), counts: null, group: perPrompt })),
        remarks,
      };
    });
  },
};
