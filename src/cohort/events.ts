/** What a running session tells its listeners: one tagged union, matched exhaustively. */
import type { Remark } from "../learning/dialogue.ts";
import type { Vote } from "../learning/vote.ts";
import type { Change, Changeable, CohortStep, Environment, Fault, Final, HeldOut } from "../runs/record.ts";
import type { Answer, UnlabelledPrompt } from "../tasks/task.ts";
import type { KeptState } from "./keeper.ts";

/** idle: nothing loaded. preparing: workers, backend, checkpoints, first evaluation. evaluating: the final evaluation. */
export type RunPhase = "idle" | "preparing" | "running" | "paused" | "evaluating" | "finished" | "failed";

/** What one agent did in a step, row r = p * K + k; K is its own, perPromptOf. */
export interface AgentStepRollouts {
  /** Completions as written, [P * K]; the end token is the last character unless cut at the cap. */
  readonly texts: readonly string[];
  /** Parsed answers, [P * K]. */
  readonly answers: readonly Answer[];
  /** [P * K]. */
  readonly rewards: Float32Array;
  /** The exchanged label per prompt, [P]; null where unlabelled. */
  readonly labels: readonly Answer[];
  /** The agent's own vote per prompt, [P]. */
  readonly votes: readonly Vote[];
  /** What judges and debaters said about these rollouts; absent where nobody did. */
  readonly remarks?: readonly Remark[];
}

/** A step's rollouts, for looking at. `truths` comes from the grader: no agent has seen it. */
export interface StepRollouts {
  readonly step: number;
  /** [P]; both cohorts have the same. */
  readonly prompts: readonly UnlabelledPrompt[];
  readonly truths: readonly string[];
  readonly cohort: readonly AgentStepRollouts[];
  readonly compare: readonly AgentStepRollouts[] | null;
}

/** K of one agent: how many rollouts of each of the step's prompts it has. Agents of two cohorts may differ. */
export function perPromptOf({ prompts }: Pick<StepRollouts, "prompts">, agent: Pick<AgentStepRollouts, "answers">): number {
  return prompts.length === 0 ? 0 : agent.answers.length / prompts.length;
}

export type RunEvent =
  /** `message` says what is going on, or for `failed` what went wrong and what to do. */
  | { readonly type: "phase"; readonly phase: RunPhase; readonly message: string }
  | { readonly type: "ready"; readonly environment: Environment }
  | { readonly type: "initial"; readonly cohort: HeldOut; readonly compare: HeldOut | null }
  /**
   * One step of both cohorts, in lockstep. `measuring`: held-out accuracy after it is being measured, and comes as an event of its own; until then
   * it is null. `milliseconds` is the wall time of the step without evaluation.
   */
  | {
      readonly type: "step";
      readonly cohort: CohortStep;
      readonly compare: CohortStep | null;
      readonly measuring: boolean;
      readonly rollouts: StepRollouts;
      readonly milliseconds: number;
    }
  /**
   * Held-out accuracy after a step that was told before, maybe many steps ago; in the order of the steps, and all before the final one. Those of
   * void steps never come.
   */
  | { readonly type: "held-out"; readonly step: number; readonly cohort: HeldOut; readonly compare: HeldOut | null }
  | { readonly type: "final"; readonly cohort: Final; readonly compare: Final | null }
  /** A setting was changed; it holds from change.step on. */
  | { readonly type: "change"; readonly change: Change }
  /** The states of all agents after these steps are kept, ascending: the run can be restarted from each. `latest` is the last one. */
  | { readonly type: "kept"; readonly steps: readonly number[]; readonly latest: KeptState }
  /** Everything measured after this step is void (final evaluation and changes included); the run goes on from there. */
  | { readonly type: "rewound"; readonly step: number }
  | { readonly type: "fault"; readonly fault: Fault };

export type RunListener = (event: RunEvent) => void;

/** A run that can be driven by hand. Made by createSession in session.ts; the page and the tests use nothing else. */
export interface RunSession {
  readonly phase: RunPhase;
  /** Trains until paused, finished or failed. From idle it prepares first. */
  run(): void;
  /** Stops after the step in progress; resolves when it stands still. */
  pause(): Promise<void>;
  /** One step (prepares first if needed), then stands still. */
  step(): Promise<void>;
  /** Changes a setting from the next step on. Throws RangeError with a sentence where the value is out of range or the run is over. */
  change(name: Changeable, value: number): void;
  /** Stops, takes every agent back to its kept state after `step`, and stands paused there. Throws RangeError where none is kept. */
  restartFrom(step: number): Promise<void>;
  /** The state of all agents that is kept after `step`; null where none is. To be read only. */
  keptAt(step: number): KeptState | null;
  /** Ends the workers. The session cannot be used again; make a new one to start over. */
  dispose(): void;
}
