/** The lab's state, one for the page: a run goes on while another lab is looked at. */
import { createStore } from "zustand/vanilla";
import { createSession } from "../../cohort/session.ts";
import { formatLink, isCohortLink, type LinkState } from "../../runs/link.ts";
import { chosen, handed } from "../../stores/between-labs.ts";
import { cohortTitles, createChoices } from "../../stores/choices.ts";
import { createKeeping } from "../../stores/keeping.ts";
import { createPastRuns, hasResults, type PastRun } from "../../stores/past-runs.ts";
import { createRecordFiles } from "../../stores/record-files.ts";
import { createRedraws } from "../../stores/redraws.ts";
import { createReplays } from "../../stores/replay.ts";
import { createRunController, isActive, type RunOrder, type RunState } from "../../stores/run.ts";
import { watchSleep } from "../../stores/sleep.ts";
import { bases } from "./bases.ts";
import type { ChartView } from "./chart-specs.ts";
import type { Behind } from "./charts.ts";

export const choices = createChoices(isCohortLink(window.location.hash) ? window.location.hash : "");
export const pastRuns = createPastRuns();
export const files = createRecordFiles();
/** Runs in the page's database: the one on the page, the past ones, and those that were broken off. */
export const keeping = createKeeping(pastRuns, (order) => runName(order));

/** A run that the next one takes the place of joins the past runs, if there is something to see of it. */
function leave({ data, environment, started, unsaved }: RunState): void {
  if (!started) return;
  const run = data && environment ? data.packed(environment) : null;
  const stored = run && hasResults(run) ? keeping.idOf(started) : null;
  if (stored === null) keeping.drop(started);
  if (run && hasResults(run)) pastRuns.keep(run, runName(started), !unsaved, stored);
}

export const controller = createRunController(
  (options) => keeping.session(options, (all) => createSession({ ...all, checkpoints: bases.unstored })),
  undefined,
  leave,
);
export const replays = createReplays(controller);

/** How the page calls the run that was started so. */
export function runName(order: RunOrder): string {
  const replay = replays.store.getState();
  return replay?.order === order ? `Replay of ${replay.of}` : order.titles.main;
}

/** The charts as they are shown, the same in an exported picture. */
export const chartView = createStore<ChartView>(() => ({ rewardAccuracy: true, relativeStd: false }));

export function setChartView(view: ChartView): void {
  chartView.setState(view);
}

/** The past runs that are drawn, oldest first. */
export function behindOf(runs: readonly PastRun[]): readonly Behind[] {
  return runs
    .filter((run) => run.shown)
    .map(({ id, data }) => ({ label: String(id), data }))
    .reverse();
}

export const redraws = createRedraws();

controller.store.subscribe((state, before) => {
  if (state.version !== before.version) redraws.announce();
  const { started, unsaved } = state;
  if (started && started === before.started && unsaved !== before.unsaved) keeping.saved(started, !unsaved && state.step > 0);
});

void keeping.open();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") keeping.settle();
  else void keeping.look();
});
window.addEventListener("pagehide", () => keeping.settle());

watchSleep((seconds) => controller.slept(seconds));

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

/** What another lab may take over of the choices. */
function tellChoices({ link }: { readonly link: LinkState }): void {
  chosen.setState({ link, title: cohortTitles(link).main });
}
tellChoices(choices.getState());
choices.subscribe(tellChoices);

/** Runs that another lab hands over join the past ones; what stands in the way is said there. */
handed.subscribe(({ runs }) => {
  if (runs.length === 0) return;
  handed.setState({ runs: [] });
  const notes = runs.flatMap(({ run, name }) => {
    const problem = pastRuns.add(run, name);
    return problem === null ? [] : [`${name}: ${problem}`];
  });
  pastRuns.note(...notes);
});
