/** When the map and the rollouts redraw: in their turn among the charts; while a run goes on, only if they can be seen. */
import { startTransition, useDeferredValue, useEffect, useState } from "react";
import { useStore } from "zustand";
import { cursorStore } from "../../stores/cursor.ts";
import type { RunData } from "../../stores/run-data.ts";
import { look, shownStep } from "./look.ts";
import { controller, redraws } from "./state.ts";

/** What has been measured, as a word that changes with it. */
const stateOf = ({ visits, steps }: RunData): string => `${visits.length} ${visits.generation} ${steps.length}`;

/** Redraws the caller in its turn after something was measured, while `visible` or when the run stands still. */
function useTurn(data: RunData, visible: boolean): void {
  const [, draw] = useState("");
  const running = useStore(controller.store, (state) => state.phase === "running");
  const wanted = visible || !running;
  useEffect(() => {
    if (!wanted) return;
    // A transition: React may interrupt the drawing for what a person does.
    return redraws.add(() => startTransition(() => draw(stateOf(data))));
  }, [data, wanted]);
}

export interface Shown {
  readonly step: number;
  /** Why this step. */
  readonly because: "cursor" | "chosen" | "latest";
}

/** The step to show, kept up to date. Moving the cursor quickly leaves out steps instead of holding up the pointer. */
export function useShownStep(data: RunData, visible: boolean): Shown {
  useTurn(data, visible);
  const chosen = useStore(look, (state) => state.step);
  const cursor = useDeferredValue(useStore(cursorStore, (state) => state.step));
  return {
    step: shownStep(data, cursor, chosen),
    because: cursor !== null ? "cursor" : chosen !== null ? "chosen" : "latest",
  };
}
