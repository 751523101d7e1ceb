/** Who supervises whom. supervisors[n] is the agent whose vote labels agent n's rollouts. */

/** Everybody labels their own rollouts: self-rewarding. */
export function selfTopology(agents: number): readonly number[] {
  return Array.from({ length: agents }, (_, n) => n);
}

/** The directed ring n <- n - 1 (Co-RL, section 4.3); with two agents, each supervises the other. */
export function ringTopology(agents: number): readonly number[] {
  return Array.from({ length: agents }, (_, n) => (n - 1 + agents) % agents);
}
