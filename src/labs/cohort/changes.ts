/** Settings changed by hand while a run goes on, in words: at their lines in the charts, at the fields, in the table of runs. */
import type { TrainingConfig } from "../../runs/config.ts";
import type { Change, Changeable } from "../../runs/record.ts";
import { list } from "../../ui/format.ts";
import type { StepMark } from "../../ui/plot.ts";

const SHORT: Readonly<Record<Changeable, string>> = { learningRate: "lr", temperature: "temp" };
const LONG: Readonly<Record<Changeable, string>> = { learningRate: "learning rate", temperature: "temperature" };

/** Those that hold: of two changes of one setting at one step the later. */
function holding(changes: readonly Change[]): readonly Change[] {
  return changes.filter(
    (change, n) => !changes.some((other, m) => m > n && other.step === change.step && other.name === change.name),
  );
}

/** One mark per step at which something was changed: "lr 0.0003, temp 0.8". */
export function changeMarks(changes: readonly Change[]): StepMark[] {
  const steps = [...new Set(changes.map((change) => change.step))];
  return steps.map((step) => ({
    step,
    label: holding(changes)
      .filter((change) => change.step === step)
      .map(({ name, value }) => `${SHORT[name]} ${value}`)
      .join(", "),
  }));
}

/** "learning rate 0.0003 from step 12 and temperature 0.8 from step 20"; empty where nothing was changed. */
export function changesSaid(changes: readonly Change[]): string {
  return list(holding(changes).map(({ step, name, value }) => `${LONG[name]} ${value} from step ${step}`));
}

/** The value that a setting has now and since which step; since is null while it is what the run was started with. */
export function liveValue(
  name: Changeable,
  training: TrainingConfig,
  changes: readonly Change[],
): { readonly value: number; readonly since: number | null } {
  const last = changes.findLast((change) => change.name === name);
  return last ? { value: last.value, since: last.step } : { value: training[name], since: null };
}
