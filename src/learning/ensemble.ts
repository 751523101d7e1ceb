/**
 * The matched-budget evaluation (Co-RL, arXiv 2608.17253, tables 10 and 11): several rollouts of a prompt at temperature 0.6 and top-p 0.95,
 * and one majority vote over them, of one agent alone (maj@8) or of two agents together, four rollouts from each. Pure.
 */
import type { Answer } from "../tasks/task.ts";
import { vote } from "./vote.ts";

/** How the rollouts are sampled; those of the paper's ensemble rows. */
export const ENSEMBLE = { temperature: 0.6, topP: 0.95, samples: 8 } as const;

/** As in training: the first answer seen wins a tie. */
const VOTING = { threshold: 0, tieRule: "first-seen" } as const;

/**
 * For each prompt 1 where the vote over all agents' answers is the truth, else 0, [P]. Each agent gives the first `samples / agents` of its
 * `samples` rollouts of a prompt. The agents' answers are seen in turns, one of each, and the agent that is seen first changes from prompt to
 * prompt, so that no agent wins more ties than another by its place. `answers`: an entry per agent, [P * samples]. Throws RangeError where the
 * agents cannot give equally many.
 */
export function majorityRight(answers: readonly (readonly Answer[])[], truths: readonly string[], samples: number): number[] {
  const agents = answers.length;
  if (agents === 0 || samples % agents !== 0)
    throw new RangeError(`${samples} rollouts cannot be shared equally among ${agents} agents.`);
  return truths.map((truth, p) => {
    const seen: Answer[] = [];
    for (let k = 0; k < samples / agents; k++)
      for (let n = 0; n < agents; n++) seen.push(answers[(n + p) % agents]?.[p * samples + k] ?? null);
    return vote(seen, VOTING).label === truth ? 1 : 0;
  });
}
