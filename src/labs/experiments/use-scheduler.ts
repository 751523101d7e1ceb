/** The scheduler's state for drawing: at most four times a second, however many steps come in; what a person does shows at once. */
import { useEffect, useState } from "react";
import type { SchedulerState } from "./scheduler.ts";
import { scheduler } from "./state.ts";

const INTERVAL = 250;

export function useScheduler(): SchedulerState {
  const [state, setState] = useState(() => scheduler.store.getState());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState(scheduler.store.getState());
    const stop = scheduler.store.subscribe((next, before) => {
      // Phases, and runs that begin or end, are few.
      if (next.phase !== before.phase || next.parallel !== before.parallel) {
        setState(next);
        return;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        setState(scheduler.store.getState());
      }, INTERVAL);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return state;
}
