/** Who labels whom, as a picture and in words: where agents stand, how arrows run between them, and the sentences. */
import { labelRuleById } from "../../learning/label-rules/index.ts";
import { METHODS } from "../../learning/method.ts";
import { methodById } from "../../learning/methods/index.ts";
import { type Supervisors, type Topology, topologyOf } from "../../learning/topology.ts";
import { type CohortConfig, labelRuleOf, supervisorsOf } from "../../runs/config.ts";
import { agentLetter, list } from "../../ui/format.ts";

/** Radius of an agent's disc, and around its centre how near a pointer must come: 44 px to touch. */
export const DISC = 13;
export const REACH = 22;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Of each agent, pixels. */
  readonly points: readonly Point[];
  readonly centre: Point;
}

/** Two agents side by side, more on a circle, A on top and clockwise. */
export function sceneOf(agents: number): Scene {
  const width = 264;
  const margin = REACH + 18;
  if (agents <= 2) {
    const height = 2 * margin;
    const centre = { x: width / 2, y: height / 2 + 6 };
    const points = agents === 1 ? [centre] : [-1, 1].map((side) => ({ x: width / 2 + 52 * side, y: centre.y }));
    return { width, height, points, centre };
  }
  const radius = agents <= 4 ? 52 : 78;
  const height = 2 * (radius + margin);
  const centre = { x: width / 2, y: height / 2 };
  const points = Array.from({ length: agents }, (_, n) => {
    const angle = (2 * Math.PI * n) / agents - Math.PI / 2;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
  return { width, height, points, centre };
}

/** The agent at a point, or null. */
export function agentAt({ points }: Scene, { x, y }: Point): number | null {
  const near = points.findIndex((point) => Math.hypot(point.x - x, point.y - y) <= REACH);
  return near < 0 ? null : near;
}

const shown = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;

/** From one point a certain way towards another. */
function towards(from: Point, to: Point, way: number): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * way) / distance, y: from.y + ((to.y - from.y) * way) / distance };
}

/** The path of the arrow from the agent that votes to the one that is labelled; bent to one side, so that two that go both ways are apart. */
export function arrowPath({ points, centre }: Scene, from: number, to: number): string {
  const [a, b] = [points[from], points[to]];
  if (!a || !b) return "";
  if (from === to) {
    // A loop on the side away from the others; upwards where they stand in a row.
    const away = points.length <= 2 ? -Math.PI / 2 : Math.atan2(a.y - centre.y, a.x - centre.x);
    const at = (angle: number, way: number): Point => ({
      x: a.x + way * Math.cos(away + angle),
      y: a.y + way * Math.sin(away + angle),
    });
    return `M${shown(at(-0.6, DISC + 1))} C${shown(at(-0.75, 40))} ${shown(at(0.75, 40))} ${shown(at(0.6, DISC + 4))}`;
  }
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const bend = { x: (a.x + b.x) / 2 + 0.2 * dy, y: (a.y + b.y) / 2 - 0.2 * dx };
  return `M${shown(towards(a, bend, DISC + 2))} Q${shown(bend)} ${shown(towards(b, bend, DISC + 4))}`;
}

/** What a named pattern of so many agents is called: the ring of two is no ring to look at. */
export function topologyTitle({ id, title }: Topology, agents: number): string {
  return id === "ring" && agents === 2 ? "Each other" : title;
}

/** The arrows in words. */
export function supervisionSentence(cohort: CohortConfig): string {
  const method = methodById(cohort.method);
  if (!method.trains) return "Nobody is labelled: the policies are only evaluated.";
  if (method.rewarded !== null) return `Every agent is ${method.rewarded}.`;
  const supervisors = supervisorsOf(cohort);
  if (topologyOf(supervisors)?.id === "self")
    return "Every agent is labelled by its own majority vote: this is self-rewarding, the method TTRL.";
  const who = supervisors.map((labellers, n) => `${agentLetter(n)} by ${labellers.map(agentLetter).join(" + ")}`).join(", ");
  const several = supervisors.some((labellers) => labellers.length > 1);
  const alone = supervisors.flatMap((labellers, n) => (labellers.length === 1 && labellers[0] === n ? [agentLetter(n)] : []));
  const self =
    alone.length === 0 ? "" : ` ${list(alone)} ${alone.length === 1 ? "rewards itself" : "reward themselves"}, as in TTRL.`;
  return `${who}: each is labelled by ${several ? labelRuleById(labelRuleOf(cohort)).by : "a majority vote"}.${self}`;
}

/** Why the arrows cannot be moved, or null where they can. */
export function whyFixed(cohort: CohortConfig): string | null {
  const method = methodById(cohort.method);
  if (method.anyTopology) return null;
  const free = METHODS.map(methodById).filter((other) => other.anyTopology);
  const why = !method.trains
    ? `${method.title} trains nobody`
    : method.labels
      ? `who labels whom is part of what ${method.title} is`
      : `under ${method.title} nobody is labelled`;
  return `Fixed: ${why}. Choose ${list(free.map(({ title }) => title))} to draw it yourself.`;
}

/** What taking the last arrow away is answered with. */
export function keepsOne(supervisors: Supervisors, to: number): string {
  const [only = to] = supervisors[to] ?? [];
  return `${agentLetter(to)} keeps ${only === to ? "itself" : agentLetter(only)}: an agent always has at least one that labels it. Add another first.`;
}
