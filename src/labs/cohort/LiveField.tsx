/**
 * A setting that may be changed while a run goes on: before a run it is a choice like the others, during one it is the run's own value, which
 * acts from the next step on. The choice stays what the run was started with, and so do the link and the next run.
 */
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { LIMITS } from "../../runs/config.ts";
import type { Changeable } from "../../runs/record.ts";
import { withTraining } from "../../stores/choices.ts";
import { isActive } from "../../stores/run.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { liveValue } from "./changes.ts";
import { choose, controller } from "./state.ts";

interface LiveFieldProps {
  readonly name: Changeable;
  readonly label: string;
  readonly description: ReactNode;
  /** The choice. */
  readonly value: number;
  readonly caution: string | undefined;
}

export function LiveField({ name, label, description, value, caution }: LiveFieldProps) {
  const active = useStore(controller.store, (state) => isActive(state.phase));
  const training = useStore(controller.store, (state) => state.started?.config.training);
  const changes = useStore(controller.store, (state) => state.data?.changes);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (!active) setRefusal(null);
  }, [active]);
  if (!active || !training)
    return (
      <NumberField
        label={label}
        description={description}
        value={value}
        range={LIMITS[name]}
        caution={caution}
        onCommit={(next) => choose((before) => withTraining(before, { [name]: next }))}
      />
    );
  const live = liveValue(name, training, changes ?? []);
  const change = (next: number): void => {
    try {
      if (next !== live.value) controller.change(name, next);
      setRefusal(null);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    }
  };
  const since =
    live.since === null
      ? "Enter changes it: acts from the next step."
      : `${live.value} from step ${live.since}; started with ${training[name]}, which Reset, the link and the next run go back to.`;
  return (
    <NumberField
      key="live"
      label={label}
      description={since}
      value={live.value}
      range={LIMITS[name]}
      caution={refusal ?? undefined}
      late
      onCommit={change}
    />
  );
}
