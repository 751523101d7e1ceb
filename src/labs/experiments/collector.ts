/** Gathers what a session tells of a planned run into a packed record, and how long the run was at work. */
import type { RunEvent, RunPhase } from "../../cohort/events.ts";
import { createPackedRows, type PackedRun, rowShape, unpack } from "../../runs/packed.ts";
import type { PlannedRun } from "../../runs/plan-expand.ts";
import {
  type Change,
  type Environment,
  type Fault,
  type Final,
  type HeldOut,
  RUN_SCHEMA,
  RUN_VERSION,
} from "../../runs/record.ts";

export interface Collector {
  hear(event: RunEvent): void;
  /** The record so far. Throws Error with a sentence where the run never came to begin. */
  packed(): PackedRun;
  /** Seconds at work: pauses do not count. */
  seconds(): number;
  /** Milliseconds of the steps, evaluations aside. */
  readonly steps: readonly number[];
}

const AT_WORK: readonly RunPhase[] = ["preparing", "running", "evaluating"];

/** A collector of a new run, or of one that goes on from `before`. `now` in milliseconds. */
export function createCollector(
  { config }: PlannedRun,
  before: { readonly run: PackedRun; readonly seconds: number } | null = null,
  now: () => number = () => performance.now(),
): Collector {
  const shape = rowShape(config.cohort);
  const rows = createPackedRows(shape);
  if (before) for (const step of unpack(before.run).steps) rows.add(step);
  let environment: Environment | null = before?.run.head.environment ?? null;
  let initial: HeldOut | null = before?.run.main.initial ?? null;
  let final: Final | null = null;
  let changes: Change[] = [...(before?.run.head.changes ?? [])];
  const faults: Fault[] = [...(before?.run.head.faults ?? [])];
  let seconds = before?.seconds ?? 0;
  let since: number | null = null;
  const steps: number[] = [];
  const settle = (): void => {
    if (since !== null) seconds += (now() - since) / 1000;
    since = null;
  };
  return {
    steps,
    hear(event) {
      switch (event.type) {
        case "phase":
          settle();
          if (AT_WORK.includes(event.phase)) since = now();
          break;
        case "ready":
          environment = event.environment;
          break;
        case "initial":
          initial = event.cohort;
          break;
        case "step":
          rows.add(event.cohort);
          steps.push(event.milliseconds);
          break;
        case "held-out":
          rows.setHeldOut(event.step, event.cohort);
          break;
        case "final":
          final = event.cohort;
          break;
        case "change":
          changes.push(event.change);
          break;
        case "fault":
          faults.push(event.fault);
          break;
        case "rewound":
          rows.truncate(event.step);
          final = null;
          changes = changes.filter((change) => change.step <= event.step);
          break;
        case "kept":
          break;
      }
    },
    packed() {
      if (!environment) throw new Error("The run ended before its agents were ready.");
      const finished = final !== null;
      return {
        head: { schema: RUN_SCHEMA, version: RUN_VERSION, config, environment, changes, faults, finished },
        main: { initial, final, ...shape, numbers: rows.numbers() },
        compare: null,
      };
    },
    seconds() {
      if (since === null) return seconds;
      return seconds + (now() - since) / 1000;
    },
  };
}
