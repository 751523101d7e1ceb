/** How a replay stands, in a sentence or two. */
import type { Environment } from "../../runs/record.ts";
import type { Replay } from "../../stores/replay.ts";
import { count } from "../../ui/format.ts";

/** Why numbers may differ, where the two were not computed by the same. */
function machines(before: Environment, now: Environment | null): string {
  if (!now || (before.backend === now.backend && before.adapter === now.adapter && before.app === now.app)) return "";
  const of = ({ backend, adapter, app }: Environment): string => `${backend} (${adapter}), page ${app}`;
  return ` The record was computed by ${of(before)}; this by ${of(now)}.`;
}

export function replayText({ of, run, equal, total, difference, done }: Replay, now: Environment | null): string {
  const { environment } = run.head;
  if (difference) {
    const where = difference.step === 0 ? "before the first step" : `at step ${difference.step}`;
    return `Replay of ${of}: not the same numbers. The first difference is ${where}: ${difference.what}.${machines(environment, now)}`;
  }
  if (done) {
    const steps = total === 0 ? "the evaluation is" : `all ${count(total, "recorded step")} and the evaluations are`;
    return `Replay of ${of}: ${steps} equal, bit for bit.`;
  }
  return `Replay of ${of}: ${equal} of ${count(total, "step")} compared, all equal so far.`;
}
