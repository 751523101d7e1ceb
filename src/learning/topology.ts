/**
 * Who supervises whom. `supervisors[n]` lists the agents whose votes label agent n's rollouts, ascending; n itself for
 * self-rewarding. One of them: its vote is the label. Several: the plurality of their votes (rewards.ts).
 */
export type Supervisors = readonly (readonly number[])[];

/** Everybody labels their own rollouts: self-rewarding. */
export function selfTopology(agents: number): Supervisors {
  return Array.from({ length: agents }, (_, n) => [n]);
}

/** The directed ring n <- n - 1 (Co-RL, section 4.3); with two agents, each supervises the other. */
export function ringTopology(agents: number): Supervisors {
  return Array.from({ length: agents }, (_, n) => [(n - 1 + agents) % agents]);
}

/** A and B label each other, C and D, and so on; the last of an odd number is labelled by its predecessor. */
export function pairTopology(agents: number): Supervisors {
  return Array.from({ length: agents }, (_, n) => [n % 2 === 0 && n + 1 < agents ? n + 1 : Math.max(0, n - 1)]);
}

/** Each is labelled by the plurality of all the others' votes; an agent alone, by itself. */
export function othersTopology(agents: number): Supervisors {
  if (agents === 1) return selfTopology(1);
  return Array.from({ length: agents }, (_, n) => Array.from({ length: agents }, (_, m) => m).filter((m) => m !== n));
}

export interface Topology {
  readonly id: "ring" | "pairs" | "all-others" | "self";
  readonly title: string;
  readonly description: string;
  readonly supervisors: (agents: number) => Supervisors;
}

/** The patterns that have a name. Where two coincide (ring, pairs and all others of two agents), the first one names it. */
export const TOPOLOGY_LIST: readonly Topology[] = [
  {
    id: "ring",
    title: "Ring",
    description: "Each agent is labelled by its predecessor; two agents label each other.",
    supervisors: ringTopology,
  },
  {
    id: "pairs",
    title: "Pairs",
    description: "A and B label each other, C and D, and so on.",
    supervisors: pairTopology,
  },
  {
    id: "all-others",
    title: "All others",
    description: "Each agent is labelled by the plurality of all the others' votes.",
    supervisors: othersTopology,
  },
  { id: "self", title: "Self", description: "Each agent is labelled by its own majority vote.", supervisors: selfTopology },
];

/** True if both name the same supervisors. */
export function sameSupervisors(a: Supervisors, b: Supervisors): boolean {
  return a.length === b.length && a.every((list, n) => list.length === b[n]?.length && list.every((m, i) => m === b[n]?.[i]));
}

/** The named pattern that this is, or null for one drawn by hand. */
export function topologyOf(supervisors: Supervisors): Topology | null {
  return TOPOLOGY_LIST.find((topology) => sameSupervisors(topology.supervisors(supervisors.length), supervisors)) ?? null;
}
