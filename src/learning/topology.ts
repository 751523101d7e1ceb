/**
 * Who supervises whom. `supervisors[n]` lists the agents whose votes label agent n's rollouts, ascending; n itself for
 * self-rewarding. One of them: its vote is the label. Several: by a label rule (label-rules/).
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

/** Each is labelled by all the others; an agent alone, by itself. */
export function othersTopology(agents: number): Supervisors {
  if (agents === 1) return selfTopology(1);
  return Array.from({ length: agents }, (_, n) => Array.from({ length: agents }, (_, m) => m).filter((m) => m !== n));
}

/** Everybody has a say on everybody, oneself included. */
export function everybodyTopology(agents: number): Supervisors {
  const everybody = Array.from({ length: agents }, (_, m) => m);
  return everybody.map(() => everybody);
}

export interface Topology {
  readonly id: "ring" | "pairs" | "all-others" | "everybody" | "self";
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
    description: "Each agent is labelled by all the others together.",
    supervisors: othersTopology,
  },
  {
    id: "everybody",
    title: "Everybody",
    description: "All agents together, oneself included: one label for all.",
    supervisors: everybodyTopology,
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

/** The named patterns of so many agents, those left out that coincide with an earlier one. */
export function namedTopologies(agents: number): readonly Topology[] {
  return TOPOLOGY_LIST.filter((topology) => topologyOf(topology.supervisors(agents)) === topology);
}

/** With `from` labelling `to` where it did not, or no longer where it did; null where it was the only one, for an agent keeps at least one. */
export function toggled(supervisors: Supervisors, from: number, to: number): Supervisors | null {
  const before = supervisors[to] ?? [];
  const after = before.includes(from) ? before.filter((m) => m !== from) : [...before, from].sort((a, b) => a - b);
  return after.length === 0 ? null : supervisors.map((list, n) => (n === to ? after : list));
}

/** With one agent more at the end: a named pattern stays that pattern, else the new one is labelled by its predecessor. */
export function grown(supervisors: Supervisors): Supervisors {
  const { length } = supervisors;
  return topologyOf(supervisors)?.supervisors(length + 1) ?? [...supervisors, [Math.max(0, length - 1)]];
}

/**
 * Without agent n: a named pattern stays that pattern. Else its arrows go with it, and who was labelled by it alone is labelled by the one
 * before, as on the ring.
 */
export function without(supervisors: Supervisors, n: number): Supervisors {
  const agents = supervisors.length - 1;
  const pattern = topologyOf(supervisors);
  if (pattern) return pattern.supervisors(agents);
  const left = supervisors.filter((_, index) => index !== n);
  return left.map((list, to) => {
    const kept = list.filter((m) => m !== n).map((m) => (m > n ? m - 1 : m));
    return kept.length > 0 ? kept : [(to - 1 + agents) % agents];
  });
}
