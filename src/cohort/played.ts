/** What a step of any method came to before anybody learns: what is measured and shown, and what each agent learns from. */
import type { Remark } from "../learning/dialogue.ts";
import type { Exchange } from "../learning/method.ts";
import type { Vote } from "../learning/vote.ts";
import type { UnlabelledPrompt } from "../tasks/task.ts";
import type { Grader } from "./grader.ts";
import type { AgentApi, LearnPart, SampleReport } from "./protocol.ts";

/** One agent's answers to the step's prompts: P prompts, K each. */
export interface PlayedAgent {
  /** K: rollouts of each prompt. */
  readonly perPrompt: number;
  /** The sample that these rollouts came in; its texts are kept. */
  readonly sample: SampleReport;
  /** The agent's own vote on each prompt, [P]. */
  readonly votes: readonly Vote[];
  /** Labels [P] and rewards [P * K]. */
  readonly exchange: Exchange;
  /** How right the reward takes each answer to be, [P * K], NaN where it says nothing; null: the rewards say it. */
  readonly credit: Float32Array | null;
  /** What was said about its rollouts. */
  readonly remarks: readonly Remark[];
  /** What the update learns from; empty where there is none. */
  readonly parts: readonly LearnPart[];
}

/** What a step is played with. */
export interface Table {
  readonly agents: readonly AgentApi[];
  /** Counts from 1. */
  readonly step: number;
  readonly batch: readonly UnlabelledPrompt[];
  readonly temperature: number;
  /** The truth, which only methods whose definition needs it are given. */
  readonly grader: Grader;
  /** Asks agent n for a sample; a failure names the agent and the step, and numbers that are not finite are a NotFiniteError. */
  readonly sample: (n: number, order: SampleWish) => Promise<SampleReport>;
}

/** A sample to ask for; the rest of the order is the step's. */
export interface SampleWish {
  readonly part: number;
  readonly alone: boolean;
  readonly otherPhrasing: boolean;
  /** Of the agent's slow copy. */
  readonly copy?: boolean;
  readonly prompts: readonly string[];
  readonly perPrompt: number;
}
