/**
 * The settings of a run that change while it goes on, by step. Those of a recorded run are told when their step begins, those made by
 * hand at once; of two of one name at one step the later made holds.
 */
import type { TrainingConfig } from "../runs/config.ts";
import { type Change, changeSchema } from "../runs/record.ts";
import type { StepSettings } from "./cohort.ts";

export interface Changes {
  /** What a step runs with. */
  at(step: number): StepSettings;
  /** Adds one made by hand. Throws RangeError with a sentence where the value is out of range. */
  add(step: number, name: Change["name"], value: number): Change;
  /** Recorded ones to be told now that this step begins. */
  due(step: number): readonly Change[];
  /** Those made by hand for the steps after this one, to be told again when the run goes on from there. */
  byHandAfter(step: number): readonly Change[];
  /** Lets go of all after a step. */
  rewind(step: number): void;
}

/** The changeable settings as a sentence begins with them. */
const NAMES: Readonly<Record<Change["name"], string>> = { learningRate: "The learning rate", temperature: "The temperature" };

export function createChanges(training: TrainingConfig, recorded: readonly Change[] = []): Changes {
  const replayed = new Set<Change>(recorded);
  let all: readonly Change[] = [...recorded];
  const last = (name: Change["name"], holds: (change: Change) => boolean): Change | undefined =>
    all.findLast((change) => change.name === name && holds(change));
  return {
    at(step) {
      const value = (name: Change["name"]): number => last(name, (change) => change.step <= step)?.value ?? training[name];
      return { learningRate: value("learningRate"), temperature: value("temperature") };
    },
    add(step, name, value) {
      const change = changeSchema.safeParse({ step, name, value });
      if (!change.success) throw new RangeError(`${NAMES[name]} ${change.error.issues[0]?.message ?? "is not allowed"}.`);
      all = [...all, change.data].sort((a, b) => a.step - b.step);
      return change.data;
    },
    due: (step) =>
      all.filter(
        (change) => change.step === step && replayed.has(change) && last(change.name, (other) => other.step === step) === change,
      ),
    byHandAfter: (step) => all.filter((change) => change.step > step && !replayed.has(change)),
    rewind(step) {
      all = all.filter((change) => change.step <= step);
    },
  };
}
