/** What a running session tells its listeners: one tagged union, matched exhaustively. */
import type { CohortStep, Environment, HeldOut } from "../runs/record.ts";

/** idle: nothing loaded. preparing: workers, backend, checkpoints, first evaluation. evaluating: the final evaluation. */
export type RunPhase = "idle" | "preparing" | "running" | "paused" | "evaluating" | "finished" | "failed";

export type RunEvent =
  /** `message` says what is going on, or for `failed` what went wrong and what to do. */
  | { readonly type: "phase"; readonly phase: RunPhase; readonly message: string }
  | { readonly type: "ready"; readonly environment: Environment }
  | { readonly type: "initial"; readonly cohort: HeldOut; readonly compare: HeldOut | null }
  /** One step of both cohorts, in lockstep. `milliseconds` is the wall time of the step without evaluation. */
  | { readonly type: "step"; readonly cohort: CohortStep; readonly compare: CohortStep | null; readonly milliseconds: number }
  | { readonly type: "final"; readonly cohort: HeldOut; readonly compare: HeldOut | null };

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
  /** Ends the workers. The session cannot be used again; make a new one to start over. */
  dispose(): void;
}
