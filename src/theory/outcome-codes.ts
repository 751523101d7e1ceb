/** How an outcome is written in a map's cell. */

/** All agents end wrong. */
export const WRONG = 0;
/** All agents end right. */
export const RIGHT = 1;
/** On a separatrix, nothing moves, or no end in sight within the steps allowed. */
export const UNDECIDED = 2;
/** The agents end apart: some right, some wrong. */
export const SPLIT = 3;

export type OutcomeCode = typeof WRONG | typeof RIGHT | typeof UNDECIDED | typeof SPLIT;

/** Where one agent ends: 1 right, 0 wrong, null if neither. */
export type AgentOutcome = 0 | 1 | null;

/** The code of a list of outcomes, one per agent. */
export function codeOf(outcomes: readonly AgentOutcome[]): OutcomeCode {
  if (outcomes.some((outcome) => outcome === null)) return UNDECIDED;
  if (outcomes.every((outcome) => outcome === 1)) return RIGHT;
  return outcomes.every((outcome) => outcome === 0) ? WRONG : SPLIT;
}
