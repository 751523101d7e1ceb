/** What a session says: its events, and the phase that it is in. */
import type { RunEvent, RunListener, RunPhase } from "./events.ts";

export interface Telling {
  readonly phase: RunPhase;
  /** Nothing is told any more. */
  readonly silent: boolean;
  tell(event: RunEvent): void;
  /** Enters a phase, and says what is going on. */
  enter(phase: RunPhase, message: string): void;
  fallSilent(): void;
}

/** In phase idle. */
export function createTelling(listener: RunListener): Telling {
  let phase: RunPhase = "idle";
  let silent = false;
  const tell = (event: RunEvent): void => {
    if (!silent) listener(event);
  };
  return {
    get phase() {
      return phase;
    },
    get silent() {
      return silent;
    },
    tell,
    enter(next, message) {
      if (silent) return;
      phase = next;
      tell({ type: "phase", phase, message });
    },
    fallSilent() {
      silent = true;
    },
  };
}
