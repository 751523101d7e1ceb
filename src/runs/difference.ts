/** What differs between a recorded run and the same run measured again, in words. */
import { DIALOGUE_METRICS } from "../learning/dialogue-metrics.ts";
import { AGENT_COLUMNS, type AgentColumn, type PackedPart, rowWidth, same, unanimityPosition } from "./packed.ts";
import { type Ensemble, type Estimate, type Final, type HeldOut, pairsOf } from "./record.ts";

const WIDTH = AGENT_COLUMNS.length;
const HELD_OUT: ReadonlySet<AgentColumn | undefined> = new Set(["heldOutMean", "heldOutLow", "heldOutHigh"]);

const letterOf = (n: number): string => String.fromCharCode(65 + n);

/** The name of a number of a row: "agent A’s loss", "agreement of A and B". */
function nameOf(index: number, agents: number): string {
  if (index < agents * WIDTH) return `agent ${letterOf(Math.floor(index / WIDTH))}’s ${AGENT_COLUMNS[index % WIDTH]}`;
  const behind = index - unanimityPosition(agents) - 1;
  if (behind >= 0)
    return `agent ${letterOf(Math.floor(behind / DIALOGUE_METRICS.length))}’s ${DIALOGUE_METRICS[behind % DIALOGUE_METRICS.length]}`;
  const pair = pairsOf(agents)[Math.floor((index - agents * WIDTH) / 2)];
  if (!pair) return "unanimity";
  const what = (index - agents * WIDTH) % 2 === 0 ? "agreement" : "labelled prompts";
  return `${what} of ${letterOf(pair[0])} and ${letterOf(pair[1])}`;
}

/**
 * What differs first between a step of a packed cohort and the same step measured again, as a clause; null where nothing does. Held-out accuracy that
 * had not come when the run ended is no difference.
 */
export function stepDifference(part: PackedPart, step: number, row: ArrayLike<number>): string | null {
  const width = rowWidth(part);
  const start = (step - 1) * width;
  const shown = (value: number): string => (Number.isNaN(value) ? "not defined" : String(value));
  for (let index = 0; index < width; index++) {
    const [now, before] = [row[index] ?? Number.NaN, part.numbers[start + index] ?? Number.NaN];
    const never = Number.isNaN(before) && index < part.agents * WIDTH && HELD_OUT.has(AGENT_COLUMNS[index % WIDTH]);
    if (!never && !same(now, before)) return `${nameOf(index, part.agents)} is ${shown(now)}, was ${shown(before)}`;
  }
  return null;
}

/** The same of two evaluations. */
export function heldOutDifference(before: HeldOut | null, now: HeldOut | null): string | null {
  if (!before || !now) return before === now ? null : `an evaluation is ${now ? "there and was not" : "missing"}`;
  for (const [n, { heldOut }] of before.agents.entries()) {
    const other = now.agents[n]?.heldOut;
    for (const name of ["mean", "low", "high"] as const)
      if (!other || !same(other[name], heldOut[name]))
        return `agent ${String.fromCharCode(65 + n)}’s held-out accuracy (${name}) is ${other?.[name] ?? "missing"}, was ${heldOut[name]}`;
  }
  return null;
}

/** The same of two final evaluations; where only one of them has an ensemble (records made before there was one have none), it is passed over. */
export function finalDifference(before: Final | null, now: Final | null): string | null {
  const heldOut = heldOutDifference(before, now);
  if (heldOut !== null || !before?.ensemble || !now?.ensemble) return heldOut;
  const flat = ({ agents, pairs }: Ensemble): readonly (readonly [string, Estimate])[] => [
    ...agents.flatMap(({ passAt1, majority }, n): [string, Estimate][] => [
      [`agent ${letterOf(n)}’s pass@1 of the ensemble evaluation`, passAt1],
      [`agent ${letterOf(n)}’s majority accuracy`, majority],
    ]),
    ...pairs.map(({ a, b, majority }): [string, Estimate] => [`the ensemble of ${letterOf(a)} and ${letterOf(b)}`, majority]),
  ];
  const ours = flat(now.ensemble);
  for (const [n, [name, { mean }]] of flat(before.ensemble).entries()) {
    const other = ours[n]?.[1].mean;
    if (other === undefined || !same(other, mean)) return `${name} is ${other ?? "missing"}, was ${mean}`;
  }
  return null;
}
