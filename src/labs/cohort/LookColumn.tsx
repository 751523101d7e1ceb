/** A look inside the run: the prompt map over the rollouts of a prompt. Loaded after the controls. */
import { useDeferredValue, useEffect } from "react";
import { useStore } from "zustand";
import "./look.css";
import type { RunData } from "../../stores/run-data.ts";
import { forgetLook } from "./look.ts";
import { PromptMap } from "./PromptMap.tsx";
import { Rollouts } from "./Rollouts.tsx";
import { controller } from "./state.ts";

/** What stands in for dots and rollouts while there are none. */
function emptyText(trains: boolean, phase: string): string {
  if (!trains) return "Base alone does not train: it has no steps to look into.";
  if (phase === "failed") return "No step was done.";
  return "Comes with the first step.";
}

export function LookColumn(given: { readonly data: RunData }) {
  const data = useDeferredValue(given.data);
  const phase = useDeferredValue(useStore(controller.store, (state) => state.phase));
  const trains = data.cohorts.some((cohort) => cohort.trains);
  const run = useStore(controller.store, (state) => state.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen in one run means nothing in another
  useEffect(forgetLook, [run]);
  return (
    <div className="look-panels">
      <PromptMap data={data} empty={emptyText(trains, phase)} />
      <Rollouts data={data} empty={emptyText(trains, phase)} />
    </div>
  );
}
