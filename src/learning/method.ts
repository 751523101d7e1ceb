/**
 * What a method is: a rule that turns a step's rollouts into labels and rewards. One file a method, each exporting one
 * object; the list is in methods/index.ts. Formulas: docs/methods.md.
 *
 * The truth is not among a label-free method's arguments, so a method that peeks does not compile.
 */
import type { Answer } from "../tasks/task.ts";
import type { DialogueMethod } from "./dialogue.ts";
import type { LabelRuleId } from "./label-rules/rule.ts";
import type { Supervisors } from "./topology.ts";
import type { Vote, VoteOptions } from "./vote.ts";

export const METHODS = [
  "base",
  "gt-reward",
  "ttrl",
  "rent",
  "intuitor",
  "co-rewarding-1",
  "co-rewarding-2",
  "co-rl",
  "rlccf",
  "comas",
  "maporl",
  "coverrl",
] as const;
export type MethodId = (typeof METHODS)[number];

/** One group of rollouts for each prompt of a step: P prompts, K rollouts each. */
export interface RolloutGroups {
  /** Parsed answers, [P * K]; rollout k of prompt p stands at p * K + k. */
  readonly answers: readonly Answer[];
  /** The vote on each prompt, [P]. */
  readonly votes: readonly Vote[];
  /** Mean token entropy of each completion, nats, [P * K]. */
  readonly entropies: Float32Array;
  /** Mean over the tokens of KL(U || p), nats, [P * K] (policies/engine.ts, Rollouts). */
  readonly certainties: Float32Array;
}

/** What one agent sampled in a step. */
export interface AgentRollouts extends RolloutGroups {
  /** What the method's second view gave (MethodFacts.second); null where it has none. */
  readonly second: RolloutGroups | null;
}

/**
 * A second group of K rollouts for each prompt, where a method needs it. other-phrasing: the policy itself on the prompt phrased the other
 * way (an agent that trains on paraphrases: as it stands). slow-copy: the policy's slowly following copy, on the prompt as the agent sees it;
 * slow-copy-other-phrasing: the copy on the other phrasing. Copies do not learn from their rollouts.
 */
export const SECOND_VIEWS = ["other-phrasing", "slow-copy", "slow-copy-other-phrasing"] as const;
export type SecondView = (typeof SECOND_VIEWS)[number];

/** A step as a label-free method sees it. */
export interface MethodStep {
  readonly prompts: number;
  readonly perPrompt: number;
  readonly agents: readonly AgentRollouts[];
  readonly supervisors: Supervisors;
  /** How several supervisors of one agent give it one label. */
  readonly labelRule: LabelRuleId;
  /** How votes are taken, for methods that take more than the agents' own. */
  readonly voting: VoteOptions;
}

/** What the method decided for one agent. */
export interface Exchange {
  /** The pseudo-label per prompt, [P]; null where unlabelled. */
  readonly labels: readonly Answer[];
  /** Reward per rollout, [P * K]. */
  readonly rewards: Float32Array;
  /** The same for the second view's rollouts, where the agent learns from them too. */
  readonly second?: { readonly labels: readonly Answer[]; readonly rewards: Float32Array };
}

export interface MethodFacts {
  readonly id: MethodId;
  readonly title: string;
  /** Paper and equation. */
  readonly source: string;
  /** One or two sentences for the page: who labels whom. */
  readonly description: string;
  /** Fewest and most agents a cohort of this method may have. */
  readonly agents: readonly [number, number];
  /** False for Base: it is only evaluated. */
  readonly trains: boolean;
  /** True where agents judge or answer again (dialogue.ts): the method needs a task with roles (tasks/task.ts). */
  readonly roles: boolean;
  /** True where rollouts are rewarded for agreeing with a label; false where the reward is something else, or there is none. */
  readonly labels: boolean;
  /** What each agent is, as a sentence goes on after "each agent is"; null where it depends on who supervises whom. */
  readonly rewarded: string | null;
  /** A second group of rollouts that it needs; of a slow copy the cohort's configuration says which phrasing it answers. */
  readonly second?: "other-phrasing" | "slow-copy";
  /** Its own topology, for a cohort of `agents` agents. */
  readonly topology: (agents: number) => Supervisors;
  /** True where a cohort may have another topology and label rule than its own: who supervises whom is no part of the method's definition. */
  readonly anyTopology: boolean;
  /** Its own label rule, where that is part of its definition. */
  readonly labelRule?: LabelRuleId;
}

/** A method that no label ever reaches. */
export interface LabelFreeMethod extends MethodFacts {
  readonly needsTruth: false;
  readonly roles: false;
  /** One exchange per agent, in order. */
  readonly exchange: (step: MethodStep) => readonly Exchange[];
}

/** A method whose definition needs the truth, such as GT-Reward. `truths` has one answer per prompt, [P]. */
export interface SupervisedMethod extends MethodFacts {
  readonly needsTruth: true;
  readonly roles: false;
  readonly exchange: (step: MethodStep, truths: readonly string[]) => readonly Exchange[];
}

/** All agents sample once, then votes are exchanged; otherwise it is a dialogue. */
export type VotingMethod = LabelFreeMethod | SupervisedMethod;
export type Method = VotingMethod | DialogueMethod;
