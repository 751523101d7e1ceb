/** A session for tests that emits what it is told to; nothing of it is in the page. */
import type { AgentStepRollouts, RunEvent, RunPhase, RunSession, StepRollouts } from "../cohort/events.ts";
import { fixtureAgentStep } from "../runs/fixture.ts";
import type { CohortStep, Environment, HeldOut } from "../runs/record.ts";
import type { SessionFactory } from "./run.ts";

export const ENVIRONMENT: Environment = {
  app: "0.1.0+test",
  tfjs: "4.22.0",
  backend: "wasm",
  adapter: "test",
  backendReason: "Chosen by hand.",
  userAgent: "test",
  startedAt: "2026-11-29T12:00:00.000Z",
  agents: [],
  compareAgents: [],
};

export function heldOut(...means: number[]): HeldOut {
  return { agents: means.map((mean) => ({ heldOut: { mean, low: mean - 0.02, high: mean + 0.02 } })) };
}

/** A step of two agents with numbers that differ in every place. */
export function cohortStep(step: number, offset = 0, changes: Partial<CohortStep["agents"][number]> = {}): CohortStep {
  const agents = [0, 1].map((n) => ({ ...fixtureAgentStep(step % 5, n, offset), heldOut: null, ...changes }));
  return { step, agents, agreement: [{ a: 0, b: 1, agreement: 0.5, prompts: 32 }], unanimity: null };
}

/** Rollouts of a step of two agents: one prompt, two rollouts each. */
export function stepRollouts(step: number): StepRollouts {
  const agent: AgentStepRollouts = {
    texts: ["15,09#95$", "#96$"],
    answers: ["95", "96"],
    rewards: new Float32Array([1, 0]),
    labels: ["95"],
    votes: [{ label: "95", plurality: "95", share: 0.5, parsed: 2, distinct: 2, tied: true }],
  };
  return { step, prompts: [{ id: 0, text: "37+58=" }], truths: ["95"], cohort: [agent, agent], compare: null };
}

export interface FakeSession {
  readonly session: RunSession;
  readonly emit: (event: RunEvent) => void;
  readonly calls: string[];
}

/** A factory and the sessions that it has made. */
export function fakeSessions(): { readonly factory: SessionFactory; readonly made: FakeSession[] } {
  const made: FakeSession[] = [];
  return {
    made,
    factory: ({ listener }) => {
      let phase: RunPhase = "idle";
      const calls: string[] = [];
      const session: RunSession = {
        get phase() {
          return phase;
        },
        run: () => void calls.push("run"),
        pause: async () => void calls.push("pause"),
        step: async () => void calls.push("step"),
        change: (name, value) => void calls.push(`change ${name} ${value}`),
        restartFrom: async (step) => void calls.push(`restart ${step}`),
        keptAt: (step) => (step % 2 === 0 ? { step, cohort: [], compare: null } : null),
        dispose: () => void calls.push("dispose"),
      };
      const emit = (event: RunEvent): void => {
        if (event.type === "phase") phase = event.phase;
        listener(event);
      };
      made.push({ session, emit, calls });
      return session;
    },
  };
}
