/** A stored run that goes on after it was broken off: where from, and what the record says of it. */
import type { Environment, Fault } from "../runs/record.ts";
import type { KeptState } from "./keeper.ts";

/** A run that was broken off. */
export interface Resume {
  readonly state: KeptState;
  /** Steps that had been done. */
  readonly reached: number;
  /** What it ran on: the record's, also from here on. */
  readonly environment: Environment;
}

/**
 * What the record says of a run that goes on after it was broken off. Throws Error where its policies are others by now: their numbers would not be
 * the run's.
 */
export function takenUp({ state, reached, environment: before }: Resume, now: Environment): Fault {
  const policies = ({ agents, compareAgents }: Environment): Environment["agents"] => [...agents, ...compareAgents];
  const other = policies(before).find(({ sha256 }, n) => policies(now)[n]?.sha256 !== sha256);
  if (other) throw new Error(`The run cannot go on: the base policy ${other.checkpoint} is not the one it began with.`);
  const changed = TAKEN_UP.filter(([key]) => before[key] !== now[key]).map(([, name]) => name);
  const so = changed.length > 0 ? ` Since it began, ${changed.join(", ")} changed: its numbers may too.` : "";
  return { step: reached, reason: `The page was closed in the middle of the run.${so}`, resumedFrom: state.step };
}

/** What a run's numbers may hang on, and how it is called. */
const TAKEN_UP = [
  ["app", "the page"],
  ["tfjs", "tfjs"],
  ["backend", "the backend"],
  ["adapter", "the adapter"],
  ["userAgent", "the browser"],
] as const satisfies readonly (readonly [keyof Environment, string])[];

/** What a run's numbers hang on beside its configuration. */
export function madeOf({ backend, adapter, agents, compareAgents }: Environment): string {
  return JSON.stringify([backend, adapter, agents, compareAgents]);
}
