/** Keeps address and plan the same: a shipped plan is written into the address, an address that was opened is read. */
import { useEffect } from "react";
import { formatDraftLink, isExperimentsLink, parseDraftLink } from "./link.ts";
import { experiment, isLocked, listKept, openDraft, scheduler, tell } from "./state.ts";

function write(): void {
  const link = formatDraftLink(experiment.getState().draft);
  if (isExperimentsLink(window.location.hash) && window.location.hash !== link)
    window.history.replaceState(window.history.state, "", link);
}

function read(): void {
  if (!isExperimentsLink(window.location.hash)) return;
  const { draft, problems } = parseDraftLink(window.location.hash);
  // The plain address is the page as it stands.
  const other = window.location.hash.includes("?") && formatDraftLink(draft) !== formatDraftLink(experiment.getState().draft);
  if (other && isLocked(scheduler.store.getState().phase))
    tell("The address names another experiment than the one at work: stop this one, then open the address again.");
  else if (other) void openDraft(draft, problems);
  else if (problems.length > 0) tell(...problems);
  write();
}

let begun = false;

export function useAddress(): void {
  useEffect(() => {
    if (!begun) {
      begun = true;
      const { draft, problems } = experiment.getState();
      void openDraft(draft, problems);
      void listKept();
    } else read();
    write();
    const stop = experiment.subscribe((state, before) => {
      if (state.draft !== before.draft) write();
    });
    window.addEventListener("hashchange", read);
    return () => {
      stop();
      window.removeEventListener("hashchange", read);
    };
  }, []);
}

/** While runs are at work that the browser does not store, leaving is asked about. Set for the page: they go on in other labs. */
function guard(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let guarded = false;
function watch(): void {
  const { runs } = scheduler.store.getState();
  const loses = experiment.getState().unstored !== null && runs.some(({ state }) => state === "running" || state === "done");
  if (loses === guarded) return;
  guarded = loses;
  if (loses) window.addEventListener("beforeunload", guard);
  else window.removeEventListener("beforeunload", guard);
}
experiment.subscribe(watch);
scheduler.store.subscribe(watch);
