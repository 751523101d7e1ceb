/** What the rules of the health line saw in a run that is over: looked at in slices, for 10,000 steps of two pairs would hold the page. */
import { createHealthWatch, type Finding } from "../learning/health.ts";
import { packedHealthSample } from "../runs/health.ts";
import { type PackedPart, type PackedRun, rowWidth, stepsOf } from "../runs/packed.ts";

/** Agents' steps a slice: a few milliseconds. */
const SLICE = 1000;

export interface PastHealth {
  /** An entry per agent. */
  readonly main: readonly (readonly Finding[])[];
  readonly compare: readonly (readonly Finding[])[];
}

/** Lets the page do what waits. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function partHealth(part: PackedPart | null): Promise<readonly (readonly Finding[])[]> {
  if (!part) return [];
  const { agents, numbers } = part;
  const width = rowWidth(part);
  const watches = Array.from({ length: agents }, createHealthWatch);
  const steps = stepsOf(part);
  const slice = Math.max(1, Math.floor(SLICE / agents));
  for (let index = 0; index < steps; index++) {
    const row = numbers.subarray(index * width, (index + 1) * width);
    for (const [n, watch] of watches.entries()) watch.push(packedHealthSample(row, part, n));
    if ((index + 1) % slice === 0) await breathe();
  }
  return watches.map(({ findings }) => findings);
}

const known = new WeakMap<PackedRun, Promise<PastHealth>>();

/** What was seen in a run; looked at once. */
export function pastHealth(run: PackedRun): Promise<PastHealth> {
  const before = known.get(run);
  if (before) return before;
  const found = (async () => ({ main: await partHealth(run.main), compare: await partHealth(run.compare) }))();
  known.set(run, found);
  return found;
}
