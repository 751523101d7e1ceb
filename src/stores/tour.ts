/** Whether the tour of the first screen is going on, and whether it still has to be offered. */
import { createStore } from "zustand/vanilla";

export interface TourState {
  readonly open: boolean;
  /** Where it was started: there the focus goes back. */
  readonly from: "offer" | "help";
  /** Offered on a first visit until it is started or declined, and then never again. */
  readonly offered: boolean;
}

const KEY = "co-rl-playground/tour";

/** Remembered in localStorage. Where the browser denies it, even asking for it throws; then it is offered on each visit. */
function wasAnswered(): boolean {
  try {
    return globalThis.localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function rememberAnswer(answer: "started" | "declined"): void {
  try {
    globalThis.localStorage.setItem(KEY, answer);
  } catch {
    // Denied or full: this visit does not offer it again all the same.
  }
}

export const tour = createStore<TourState>(() => ({ open: false, from: "offer", offered: !wasAnswered() }));

export function startTour(from: TourState["from"]): void {
  rememberAnswer("started");
  tour.setState({ open: true, from, offered: false });
}

export function declineTour(): void {
  rememberAnswer("declined");
  tour.setState({ offered: false });
}

export function endTour(): void {
  tour.setState({ open: false });
}
