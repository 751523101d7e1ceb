/**
 * How long to wait for an answer of an agent: much longer than its calls of that kind have taken lately, by the rollouts asked for. Waiting
 * too long costs time and giving up too early only a restart in fresh workers, with the same numbers; still, nobody should be given up
 * for a busy machine. In most browsers a death shows at once by the lifeline, and this is for a worker that hangs.
 */
import type { AgentApi } from "./protocol.ts";

/** Seconds, awake. */
export interface Allowances {
  /** For a worker's script. */
  readonly start: number;
  /** For setup, and for measuring a backend: files are fetched, shaders compiled. The session gives up agents that are not ready sooner. */
  readonly setup: number;
  /** For the first call of a kind at least, and for each rollout of it: an emulated GPU compiles for a minute. */
  readonly first: number;
  readonly firstRollout: number;
  /** For a later call: at least so long, or so many times the longest of the recent ones. */
  readonly least: number;
  readonly times: number;
}

export const ALLOWANCES: Allowances = { start: 60, setup: 300, first: 300, firstRollout: 1, least: 60, times: 20 };

/** Calls of a kind that are remembered. */
const RECENT = 20;

export interface Patience {
  /** Seconds that a call may take. `units` is what its time grows with: its rollouts. */
  allow(kind: keyof AgentApi, units: number): number;
  /** A call has taken so many seconds. */
  took(kind: keyof AgentApi, units: number, seconds: number): void;
}

export function createPatience(allowances: Allowances): Patience {
  const recent = new Map<keyof AgentApi, number[]>();
  return {
    allow(kind, units) {
      const { setup, first, firstRollout, least, times } = allowances;
      if (kind === "setup" || kind === "measure") return setup;
      const known = recent.get(kind);
      if (!known) return Math.max(first, firstRollout * units);
      return Math.max(least, times * Math.max(...known) * units);
    },
    took(kind, units, seconds) {
      const known = recent.get(kind) ?? [];
      recent.set(kind, [...known.slice(1 - RECENT), seconds / Math.max(1, units)]);
    },
  };
}
