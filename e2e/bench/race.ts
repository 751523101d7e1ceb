/**
 * Contenders on one workload in one page, each in a worker of its own, taking turns: round by round everybody does one step, in an order that
 * turns too. Held to be the same policy by their log-probabilities before anything is timed.
 */
import { expect, type Page } from "@playwright/test";
import { type ContenderId, TITLES } from "./lab/contender.ts";
import type { Part, Step, Traffic } from "./lab/contender.worker.ts";
import type { Workload } from "./lab/workload.ts";
import { type Contestant, enter, firstOf, leave, logProbsOf, reason, stepOf } from "./lab.ts";
import { type BenchGap, type BenchRow, spread } from "./report.ts";

export interface Raced {
  readonly id: ContenderId;
  readonly opened: Contestant["opened"];
  readonly first: { readonly milliseconds: number; readonly rollout: Traffic; readonly update: Traffic };
  readonly part: Part;
  readonly steps: readonly Step[];
}

export interface Race {
  readonly raced: readonly Raced[];
  /** Who did not run, and why. */
  readonly missing: ReadonlyMap<ContenderId, string>;
}

export interface RaceOptions {
  readonly rounds: number;
  /** What to time of a contender: whole steps unless said. */
  readonly part?: (id: ContenderId) => Part;
}

/** Largest difference of log-probabilities at which two policies are one: rounding adds up differently. */
const SAME = 1e-3;

export async function race(page: Page, ids: readonly ContenderId[], workload: Workload, options: RaceOptions): Promise<Race> {
  const missing = new Map<ContenderId, string>();
  const ready: { contestant: Contestant; first: Raced["first"]; part: Part; steps: Step[] }[] = [];
  let oracle: readonly number[] | null = null;
  for (const id of ids) {
    const part = options.part?.(id) ?? "step";
    try {
      const contestant = await enter(page, id, workload);
      const logProbs = await logProbsOf(page, contestant);
      const first = await firstOf(page, contestant, part);
      ready.push({ contestant, first, part, steps: [] });
      const wanted: readonly number[] = oracle ?? logProbs;
      oracle = wanted;
      const gap = logProbs.reduce((most, x, i) => Math.max(most, Math.abs(x - (wanted[i] ?? Number.NaN))), 0);
      expect.soft(gap, `${TITLES[id]} computes the same policy`).toBeLessThan(SAME);
    } catch (error) {
      missing.set(id, reason(error));
      await leave(page, id);
    }
  }
  for (let round = 0; round < options.rounds; round++) {
    for (let i = 0; i < ready.length; i++) {
      const turn = ready[(i + round) % ready.length];
      if (turn) turn.steps.push(await stepOf(page, turn.contestant, 1 + round, turn.part));
    }
  }
  for (const { contestant } of ready) await leave(page, contestant.name);
  const raced = ready.map(({ contestant, first, part, steps }) => ({
    ...{ id: contestant.id, opened: contestant.opened, first, part, steps },
  }));
  return { raced, missing };
}

/** A contender's steps, times in ms: the whole where it does whole steps. */
export const stepTimes = ({ steps }: Raced): number[] => steps.map(({ rollout, update }) => rollout + update);

const kB = (bytes: number): number => bytes / 1000;
const isGpu = (id: ContenderId): boolean => id.includes("webgpu");

/** Rows of the tables "times", "start" and "moved" of a race. */
export function raceRows(title: string, note: string, { raced, missing }: Race): (BenchRow | BenchGap)[] {
  const rows: (BenchRow | BenchGap)[] = [];
  for (const { id, opened, first, part, steps, ...rest } of raced) {
    const who = TITLES[id];
    const put = (table: string, column: string, unit: string, value: Pick<BenchRow, "value" | "low" | "high">): void => {
      rows.push({ name: `${table}: ${who}: ${column}`, ...value, unit, note, at: [table, who, column] });
    };
    const times = `${title}: times`;
    if (part === "step") put(times, "rollout", "ms", spread(steps.map(({ rollout }) => rollout)));
    put(times, "update", "ms", spread(steps.map(({ update }) => update)));
    if (part === "step") put(times, "step", "ms", spread(stepTimes({ id, opened, first, part, steps, ...rest })));
    else
      rows.push({ name: `${times}: ${who}: rollout`, gap: "its sampling ends the software device", at: [times, who, "rollout"] });
    if (isGpu(id)) {
      if (part === "step") put(times, "dispatches, rollout", "", { value: first.rollout.dispatches });
      put(times, "dispatches, update", "", { value: first.update.dispatches });
      if (part === "step") put(times, "submits, rollout", "", { value: first.rollout.submits });
      put(times, "submits, update", "", { value: first.update.submits });
    }
    const start = `${title}: start`;
    put(start, "backend opens", "ms", { value: opened.backend });
    put(start, "policy is put on it", "ms", { value: opened.policy });
    put(start, "first step", "ms", { value: first.milliseconds });
    const moved = `${title}: bytes moved a step`;
    const sum = (key: keyof Traffic): number => kB(first.rollout[key] + first.update[key]);
    if (isGpu(id)) {
      put(moved, "to the device", "kB", { value: sum("bytesWritten") });
      put(moved, "from the device", "kB", { value: sum("bytesRead") });
      put(moved, "readbacks", "", { value: first.rollout.readbacks + first.update.readbacks });
    } else {
      put(moved, "into wasm", "kB", { value: sum("bytesIn") });
      put(moved, "out of wasm", "kB", { value: sum("bytesOut") });
    }
  }
  for (const [id, why] of missing)
    rows.push({ name: `${title}: ${TITLES[id]}`, gap: why, at: [`${title}: times`, TITLES[id], "step"] });
  return rows;
}
