/** Who supervises whom, as the analysis knows it: directed rings, alone or side by side. */

/**
 * The rings of a topology in which each agent has one supervisor and supervises one: lists of agents, each supervised by the one before it
 * in its list and the first by the last. An agent that supervises itself is a ring of one: self-rewarding. Null for any other topology.
 */
export function ringsOf(supervisors: readonly (readonly number[])[]): number[][] | null {
  const follower = new Map<number, number>();
  for (const [agent, list] of supervisors.entries()) {
    const [supervisor] = list;
    if (supervisor === undefined || list.length !== 1 || follower.has(supervisor)) return null;
    follower.set(supervisor, agent);
  }
  const rings: number[][] = [];
  const placed = new Set<number>();
  for (const first of supervisors.keys()) {
    if (placed.has(first)) continue;
    const ring: number[] = [];
    for (let agent: number | undefined = first; agent !== undefined && !placed.has(agent); agent = follower.get(agent)) {
      placed.add(agent);
      ring.push(agent);
    }
    rings.push(ring);
  }
  return rings;
}
