/**
 * What a method is: a rule that turns a step's rollouts into labels and rewards. One file a method, each exporting one
 * object; the list is in methods/index.ts. Formulas: docs/methods.md.
 *
 * The truth is not among a label-free method's arguments, so a method that peeks does not compile.
 */
import type { Answer } from "../tasks/task.ts";
import type { Supervisors } from "./topology.ts";
import type { Vote, VoteOptions } from "./vote.ts";

export const METHODS = ["base", "gt-reward", "ttrl", "co-rl"] as const;
export type MethodId = (typeof METHODS)[number];

/** What one agent sampled in a step: P prompts, K rollouts each. */
export interface AgentRollouts {
  /** Parsed answers, [P * K]; rollout k of prompt p stands at p * K + k. */
  readonly answers: readonly Answer[];
  /** The vote on each prompt, [P]. */
  readonly votes: readonly Vote[];
}

/** A step as a label-free method sees it. */
export interface MethodStep {
  readonly prompts: number;
  readonly perPrompt: number;
  readonly agents: readonly AgentRollouts[];
  readonly supervisors: Supervisors;
  /** How votes are taken, for methods that take more than the agents' own. */
  readonly voting: VoteOptions;
}

/** What the method decided for one agent. */
export interface Exchange {
  /** The pseudo-label per prompt, [P]; null where unlabelled. */
  readonly labels: readonly Answer[];
  /** Reward per rollout, [P * K]. */
  readonly rewards: Float32Array;
}

interface MethodFacts {
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
  /** Its own topology, for a cohort of `agents` agents. */
  readonly topology: (agents: number) => Supervisors;
  /** True where a cohort may have another topology than its own: who supervises whom is no part of the method's definition. */
  readonly anyTopology: boolean;
}

/** A method that no label ever reaches. */
export interface LabelFreeMethod extends MethodFacts {
  readonly needsTruth: false;
  /** One exchange per agent, in order. */
  readonly exchange: (step: MethodStep) => readonly Exchange[];
}

/** A method whose definition needs the truth, such as GT-Reward. `truths` has one answer per prompt, [P]. */
export interface SupervisedMethod extends MethodFacts {
  readonly needsTruth: true;
  readonly exchange: (step: MethodStep, truths: readonly string[]) => readonly Exchange[];
}

export type Method = LabelFreeMethod | SupervisedMethod;
