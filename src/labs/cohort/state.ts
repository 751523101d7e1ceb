/** The lab's state, one for the page: a run goes on while another lab is looked at. */
import { createSession } from "../../cohort/session.ts";
import { formatLink, isCohortLink, type LinkState } from "../../runs/link.ts";
import { cohortTitles, createChoices } from "../../stores/choices.ts";
import { createRedraws } from "../../stores/redraws.ts";
import { createRunController, isActive, type RunOrder } from "../../stores/run.ts";
import { bases } from "./bases.ts";

export const choices = createChoices(isCohortLink(window.location.hash) ? window.location.hash : "");
export const controller = createRunController((options) => createSession({ ...options, checkpoints: bases.unstored }));
export const redraws = createRedraws();

controller.store.subscribe((state, before) => {
  if (state.version !== before.version) redraws.announce();
});

/** What the choices say to run. */
export function orderOf(link: LinkState): RunOrder {
  return { link: formatLink(link), config: link.config, backend: link.backend, titles: cohortTitles(link) };
}

/** Applies a choice. */
export function choose(change: (link: LinkState) => LinkState): void {
  choices.setState(({ link }) => ({ link: change(link), pending: null, kept: [] }));
}

/** Takes over what another address says. A run in progress ends; one that has ended stays in the charts. */
export function loadPending(): void {
  const { pending } = choices.getState();
  if (!pending) return;
  if (isActive(controller.store.getState().phase)) controller.reset();
  choices.setState({ ...pending, pending: null, kept: [] });
}

/** Stays with the run and its settings; the address is theirs again. */
export function keepRun(): void {
  choices.setState({ pending: null });
}
