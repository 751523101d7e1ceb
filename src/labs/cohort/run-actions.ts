/** What can be done with a run that is over: its settings taken, done again, saved; and runs read from files. */
import { methodById } from "../../learning/methods/index.ts";
import { linkOf } from "../../runs/link-of.ts";
import { type PackedRun, samePacked } from "../../runs/packed.ts";
import type { PastRun } from "../../stores/past-runs.ts";
import type { RunOrder } from "../../stores/run.ts";
import { downloadBlob } from "../../ui/download-blob.ts";
import { choices, choose, controller, files, orderOf, pastRuns, replays } from "./state.ts";

/** The order that starts the same run. Its compared cohort may be one that the page's choices do not offer. */
export function orderOfRun({ head }: PackedRun): RunOrder {
  const { config, environment } = head;
  const order = orderOf(linkOf(config, environment.backend).link);
  const compare = order.titles.compare || (config.compare ? methodById(config.compare.method).title : "");
  return { ...order, config, titles: { main: order.titles.main, compare } };
}

/** Takes over a run's settings, with the backend that computed it. */
export function takeSettings({ head }: PackedRun): void {
  const { link, left } = linkOf(head.config, head.environment.backend);
  choose(() => link);
  choices.setState({ problems: left === null ? [] : [left] });
}

/** Does a run again. The run on the page, which must not be going on, joins the past ones. */
export function replayRun(run: PackedRun, name: string): void {
  replays.start(name, run, orderOfRun(run));
}

/** Letters, digits and hyphens: a name as a file has it. */
export function fileNameOf({ id, name }: Pick<PastRun, "id" | "name">): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `run-${id}${plain ? `-${plain}` : ""}.json`;
}

/** The run that the charts show, packed; null where none has begun. */
export function shownRun(): PackedRun | null {
  const { data, environment } = controller.store.getState();
  return data && environment ? data.packed(environment) : null;
}

export async function saveRun(past: PastRun): Promise<void> {
  try {
    downloadBlob(fileNameOf(past), await files.write(past.run, "json"));
    pastRuns.saved(past.id);
  } catch (error) {
    pastRuns.note(error instanceof Error ? error.message : String(error));
  }
}

/** True for the run that the page shows. */
function isShown(run: PackedRun): boolean {
  const shown = shownRun();
  return shown !== null && samePacked(shown, run);
}

/** Reads runs from files, one after the other; what cannot be added is said, a sentence a file. */
export async function importFiles(given: readonly File[], onProgress: (name: string) => void): Promise<void> {
  const notes: string[] = [];
  for (const file of given) {
    onProgress(file.name);
    const result = await files.read(file);
    const problem =
      "problem" in result
        ? result.problem
        : isShown(result.run)
          ? "It is the run that the charts show."
          : pastRuns.add(result.run, file.name.replace(/\.json$/i, ""));
    if (problem !== null) notes.push(`${file.name}: ${problem}`);
  }
  pastRuns.note(...notes);
}
