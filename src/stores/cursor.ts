/** The one cursor of all charts: the step under the pointer or chosen by keyboard; null shows the latest. */
import { createStore } from "zustand/vanilla";

export interface Cursor {
  readonly step: number | null;
}

export const cursorStore = createStore<Cursor>(() => ({ step: null }));

/** Moves the cursor; a step that it already has changes nothing. */
export function moveCursor(step: number | null): void {
  if (cursorStore.getState().step !== step) cursorStore.setState({ step });
}
