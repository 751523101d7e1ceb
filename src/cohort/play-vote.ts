/** A step of a method that votes: all agents sample, then votes are taken and turned into labels and rewards. */
import type { LabelRuleId } from "../learning/label-rules/rule.ts";
import type { RolloutGroups, SecondView, VotingMethod } from "../learning/method.ts";
import type { Supervisors } from "../learning/topology.ts";
import { voteAll } from "../learning/vote.ts";
import type { TrainingConfig } from "../runs/config.ts";
import { exchangeOf } from "./grader.ts";
import type { PlayedAgent, Table } from "./played.ts";
import type { SampleReport } from "./protocol.ts";

/** Samples, votes and exchanges. Nothing is learned before everything is sampled (docs/methods.md, common ground). */
export async function playVotes(
  table: Table,
  method: VotingMethod,
  supervisors: Supervisors,
  labelRule: LabelRuleId,
  second: SecondView | null,
  training: TrainingConfig,
): Promise<PlayedAgent[]> {
  const { agents, batch, grader } = table;
  const perPrompt = training.rollouts;
  const prompts = batch.map((prompt) => prompt.text);
  // A policy's own second view is learned from too; a copy's is not.
  const both = second === "other-phrasing";
  const samples = await Promise.all(
    agents.map((_, n) => table.sample(n, { part: 0, alone: !both, otherPhrasing: false, prompts, perPrompt })),
  );
  const others = second
    ? await Promise.all(
        agents.map((_, n) =>
          table.sample(n, {
            part: 1,
            alone: false,
            copy: !both,
            otherPhrasing: second !== "slow-copy",
            prompts,
            perPrompt,
          }),
        ),
      )
    : [];
  const groupsOf = ({ answers, entropies, certainties }: SampleReport): RolloutGroups => ({
    answers,
    votes: voteAll(answers, perPrompt, training),
    entropies,
    certainties,
  });
  const rollouts = samples.map((sample, n) => {
    const other = others[n];
    return { ...groupsOf(sample), second: other ? groupsOf(other) : null };
  });
  const exchanges = exchangeOf(
    method,
    { prompts: batch.length, perPrompt, agents: rollouts, supervisors, labelRule, voting: training },
    batch,
    grader,
  );
  return samples.map((sample, n): PlayedAgent => {
    const exchange = exchanges[n];
    if (!exchange) throw new Error("A method returned fewer exchanges than there are agents.");
    return {
      perPrompt,
      sample,
      votes: rollouts[n]?.votes ?? [],
      exchange,
      credit: null,
      remarks: [],
      parts: method.trains
        ? [
            { part: 0, rewards: exchange.rewards, counts: null },
            ...(exchange.second ? [{ part: 1, rewards: exchange.second.rewards, counts: null }] : []),
          ]
        : [],
    };
  });
}
