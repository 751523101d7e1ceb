/** The page's state, one for the page: what was chosen stays while another lab is looked at. Choices go into the address after a pause. */
import { useEffect } from "react";
import { createStore } from "zustand/vanilla";
import { formatLink, parseLink } from "./link.ts";
import { type BasinState, reconcile } from "./state.ts";

export interface BasinChoices {
  readonly state: BasinState;
  /** What was wrong with the link that was opened; empty once dismissed. */
  readonly problems: readonly string[];
}

const inLab = (): boolean => /^#\/basins\b/.test(window.location.hash);

export const choices = createStore<BasinChoices>(() => parseLink(inLab() ? window.location.hash : ""));

/** Applies a choice; what no longer fits beside it is changed too (state.ts). */
export function choose(change: Partial<BasinState> | ((state: BasinState) => BasinState)): void {
  choices.setState(({ state }) => ({
    state: reconcile(typeof change === "function" ? change(state) : { ...state, ...change }).state,
  }));
}

/** Written when a drag has rested: browsers limit how often an address may be replaced (Safari: 100 times in 30 s), and each time costs half a frame. */
const ADDRESS_DELAY = 250;

/** Keeps address and choices the same: choices are written into the address, an address that was opened is read. */
export function useAddress(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const link = formatLink(choices.getState().state);
      if (inLab() && window.location.hash !== link) window.history.replaceState(window.history.state, "", link);
    };
    const read = (): void => {
      if (!inLab()) return;
      const opened = parseLink(window.location.hash);
      if (formatLink(opened.state) !== formatLink(choices.getState().state)) choices.setState(opened);
      else choices.setState({ problems: opened.problems });
    };
    // Back from another lab by its plain link: what was chosen before still stands. An address with values may have changed meanwhile.
    if (window.location.hash.includes("?")) read();
    else write();
    const stop = choices.subscribe(({ state }, before) => {
      if (state === before.state) return;
      clearTimeout(timer);
      timer = setTimeout(write, ADDRESS_DELAY);
    });
    window.addEventListener("hashchange", read);
    return () => {
      if (timer !== undefined) write();
      stop();
      window.removeEventListener("hashchange", read);
    };
  }, []);
}
