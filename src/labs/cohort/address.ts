/**
 * Keeps address and choices the same: choices are written into the address, an address that was opened is read. An address that would
 * take a run away is asked about first, and so is leaving the page.
 */
import { useEffect } from "react";
import { formatLink, isCohortLink, parseLink } from "../../runs/link.ts";
import { holdsWork } from "../../stores/run.ts";
import { bases } from "./bases.ts";
import { choices, controller, keeping, pastRuns } from "./state.ts";

function inLab(): boolean {
  return isCohortLink(window.location.hash);
}

/** Writes the choices into the address, if it is this lab's. */
function write(): void {
  const link = formatLink(choices.getState().link);
  if (inLab() && window.location.hash !== link) window.history.replaceState(window.history.state, "", link);
}

/** Reads the address. What it says waits for an answer where a run is in progress or not exported. */
function read(): void {
  if (!inLab()) return;
  const { state, problems } = parseLink(window.location.hash);
  const { link, pending } = choices.getState();
  if (formatLink(state) !== formatLink(link)) {
    if (holdsWork(controller.store.getState())) choices.setState({ pending: { link: state, problems } });
    else choices.setState({ link: state, problems, pending: null, kept: [] });
  } else if (pending || problems.length > 0) {
    choices.setState({ pending: null, ...(problems.length > 0 ? { problems } : {}) });
  }
  // Its problems are told: from here on the address says what is used.
  if (!choices.getState().pending) write();
}

export function useAddress(): void {
  useEffect(() => {
    // Back from another lab by its plain link: what was chosen before still stands.
    if (window.location.hash.includes("?")) read();
    else write();
    const stop = choices.subscribe((state, before) => {
      if (state.link !== before.link || (before.pending && !state.pending)) write();
    });
    window.addEventListener("hashchange", read);
    return () => {
      stop();
      window.removeEventListener("hashchange", read);
    };
  }, []);
}

/** While leaving would lose something the browser asks. Set for the page, for a run goes on while another lab is looked at. */
function guard(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let guarded = false;
function watch(): void {
  // What is in the page's database stays. Policies that are being pretrained would be lost, those that the browser does not keep, and runs that
  // neither it nor a file holds.
  const holds =
    (holdsWork(controller.store.getState()) && !keeping.store.getState().kept) ||
    bases.store.getState().jobs.length > 0 ||
    bases.unstored.size > 0 ||
    pastRuns.store.getState().runs.some((run) => !run.saved && run.stored === null);
  if (holds === guarded) return;
  guarded = holds;
  if (holds) window.addEventListener("beforeunload", guard);
  else window.removeEventListener("beforeunload", guard);
}
controller.store.subscribe(watch);
bases.store.subscribe(watch);
pastRuns.store.subscribe(watch);
keeping.store.subscribe(watch);
