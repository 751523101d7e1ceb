/** Who labels whom, as arrows from the agent that votes to the agent that is rewarded, and in one sentence. */

import { methodById } from "../../learning/methods/index.ts";
import { topologyOf } from "../../learning/topology.ts";
import { type CohortConfig, supervisorsOf } from "../../runs/config.ts";
import { agentLook } from "../../ui/agents.ts";
import { agentLetter } from "../../ui/format.ts";

const HEIGHT = 64;
const RADIUS = 12;

/** The arrows in words. */
export function supervisionSentence(cohort: CohortConfig): string {
  const method = methodById(cohort.method);
  if (!method.trains) return "Nobody is labelled: the policies are only evaluated.";
  if (method.needsTruth) return "Every agent is rewarded for the true answer.";
  const supervisors = supervisorsOf(cohort);
  if (topologyOf(supervisors)?.id === "self") return "Every agent is labelled by its own majority vote.";
  const who = supervisors.map((list, n) => `${agentLetter(n)} by ${list.map(agentLetter).join(" + ")}`).join(", ");
  const several = supervisors.some((list) => list.length > 1);
  return `${who}: each is labelled by ${several ? "the plurality of their majority votes" : "a peer's majority vote"}.`;
}

export function SupervisionGraph({ cohort }: { readonly cohort: CohortConfig }) {
  const count = cohort.agents.length;
  const method = methodById(cohort.method);
  const arrows = supervisorsOf(cohort).flatMap((list, to) => list.map((from) => ({ from, to })));
  const gap = Math.min(72, 220 / Math.max(1, count - 1));
  const width = gap * (count - 1) + 4 * RADIUS;
  const at = (n: number): number => 2 * RADIUS + n * gap;
  const middle = HEIGHT / 2 + 4;
  const arrow = (from: number, to: number): string => {
    if (method.needsTruth) return `M${at(to)},4 V${middle - RADIUS - 4}`;
    if (from === to) return `M${at(to) - 6},${middle - RADIUS} c-8,-22 20,-22 13,-4`;
    // Forward arrows bend over the agents, backward ones under them.
    const side = from < to ? -1 : 1;
    const reach = side * (RADIUS + 4 + 6 * Math.min(2, Math.abs(from - to)));
    const start = at(from) + (from < to ? 8 : -8);
    const stop = at(to) + (from < to ? -10 : 10);
    return `M${start},${middle + side * 9} Q${(start + stop) / 2},${middle + 1.4 * reach} ${stop},${middle + side * 10}`;
  };
  return (
    <figure className="supervision">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <defs>
          <marker
            id="arrow-head"
            viewBox="0 0 8 8"
            refX="6"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0,0.5 L8,4 L0,7.5 Z" fill="var(--ink-soft)" />
          </marker>
        </defs>
        {method.trains
          ? arrows.map(({ from, to }) => (
              <path
                key={`${from}-${to}`}
                d={arrow(from, to)}
                fill="none"
                stroke="var(--ink-soft)"
                strokeWidth="1.5"
                markerEnd="url(#arrow-head)"
              />
            ))
          : null}
        {cohort.agents.map((_, n) => (
          <g key={agentLetter(n)}>
            <circle cx={at(n)} cy={middle} r={RADIUS} fill={agentLook(n).colour} />
            <text x={at(n)} y={middle + 4.5} textAnchor="middle" fontSize="13" fontWeight="600" fill="var(--ground)">
              {agentLetter(n)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{supervisionSentence(cohort)}</figcaption>
    </figure>
  );
}
