/**
 * How agents look: colour, dash and marker each tell them apart alone. A blue, B violet, C rose as in the paper's figures; the others
 * keep away from green and orange, which mean right and wrong. Colours are variables of app.css, lighter on dark ground.
 */

export type MarkerShape = "circle" | "square" | "triangle" | "diamond" | "cross" | "bar" | "down" | "ring";

export interface AgentLook {
  readonly colour: string;
  /** SVG stroke-dasharray; empty for a solid line. */
  readonly dash: string;
  readonly marker: MarkerShape;
}

const MARKERS: readonly MarkerShape[] = ["circle", "square", "triangle", "diamond", "cross", "bar", "down", "ring"];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "9 3 2 3 2 3"];

/** The look of agent n; from the ninth on it repeats (a cohort has at most eight). */
export function agentLook(n: number): AgentLook {
  const index = n % MARKERS.length;
  return { colour: `var(--agent-${index})`, dash: DASHES[index] ?? "", marker: MARKERS[index] ?? "circle" };
}

/** The look of the n-th pair of agents: ink, for a pair is nobody's colour. */
export function pairLook(n: number): AgentLook {
  const index = n % MARKERS.length;
  return { colour: `var(--pair-${n % 3})`, dash: DASHES[index] ?? "", marker: MARKERS[index] ?? "circle" };
}
