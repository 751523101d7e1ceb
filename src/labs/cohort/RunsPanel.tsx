/** The runs panel: the run shown and the past ones beside each other, runs read from files, and how a replay stands. */
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { seenInShort } from "../../runs/health-words.ts";
import type { PackedRun } from "../../runs/packed.ts";
import { pastHealth } from "../../stores/past-health.ts";
import type { PastRun } from "../../stores/past-runs.ts";
import { isActive } from "../../stores/run.ts";
import type { RunData } from "../../stores/run-data.ts";
import { ProblemList } from "../../ui/ProblemList.tsx";
import { type RunRow, RunsTable } from "./RunsTable.tsx";
import { replayText } from "./replay-text.ts";
import { importFiles, replayRun, saveRun, shownRun, takeSettings } from "./run-actions.ts";
import { factsOf, figuresOf } from "./run-facts.ts";
import { Storage } from "./Storage.tsx";
import { controller, pastRuns, redraws, replays, runName } from "./state.ts";
import "./runs.css";

/** The run that the charts show, read anew when its turn comes. */
function useShownRow(): RunRow | null {
  const [row, setRow] = useState<RunRow | null>(null);
  useEffect(
    () =>
      redraws.add(() => {
        const { data, started, environment } = controller.store.getState();
        const next =
          data && started && data.heldOut.length > 0
            ? {
                past: null,
                name: runName(started),
                facts: factsOf({ config: data.config, changes: data.changes, ...(environment ? { environment } : {}) }),
                figures: figuresOf(data),
                seen: seenInRun(data),
              }
            : null;
        startTransition(() => setRow(next));
      }),
    [],
  );
  return row;
}

function seenInRun({ cohorts, findings }: RunData): readonly string[] {
  return cohorts.flatMap(({ name, agents }) =>
    seenInShort(
      Array.from({ length: agents }, (_, n) => findings(name, n)),
      name === "compare" ? "compared " : "",
    ),
  );
}

/** What was seen in each past run, by its number, as it is looked at. */
function usePastSeen(past: readonly PastRun[]): ReadonlyMap<number, readonly string[]> {
  const [seen, setSeen] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  useEffect(() => {
    let gone = false;
    void (async () => {
      for (const { id, run } of past) {
        const { main, compare } = await pastHealth(run);
        if (gone) return;
        const texts = [...seenInShort(main), ...seenInShort(compare, "compared ")];
        setSeen((before) => (before.has(id) ? before : new Map(before).set(id, texts)));
      }
    })();
    return () => {
      gone = true;
    };
  }, [past]);
  return seen;
}

/** Files dropped beside the panel would replace the page, and with it all runs. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const keep = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => {
      window.removeEventListener("dragover", keep);
      window.removeEventListener("drop", keep);
    };
  }, []);
}

function ReplayLine() {
  const replay = useStore(replays.store);
  const environment = useStore(controller.store, (state) => state.environment);
  const settled = replay === null || replay.done || replay.difference !== null;
  return (
    // While steps come in, a screen reader is not told each of them.
    <p className="replay" aria-live={settled ? "polite" : "off"}>
      {replay ? replayText(replay, environment) : ""}
    </p>
  );
}

export function RunsPanel() {
  const past = useStore(pastRuns.store, (state) => state.runs);
  const notes = useStore(pastRuns.store, (state) => state.notes);
  const active = useStore(controller.store, (state) => isActive(state.phase));
  const shown = useShownRow();
  const seen = usePastSeen(past);
  const [reading, setReading] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useNoStrayDrops();
  const rows = useMemo(
    (): readonly RunRow[] => [
      ...(shown ? [shown] : []),
      ...past.map((one) => ({
        past: one,
        name: one.name,
        facts: factsOf(one.run.head),
        figures: figuresOf(one.data),
        seen: seen.get(one.id) ?? null,
      })),
    ],
    [shown, past, seen],
  );
  const take = async (list: FileList | null): Promise<void> => {
    if (!list || list.length === 0) return;
    await importFiles([...list], setReading);
    setReading(null);
  };
  // The button that was pressed is gone with its row.
  const afterwards = (change: () => void): void => {
    change();
    button.current?.focus();
  };
  const busy = active ? "A run is going on: wait for its end, or Reset." : undefined;
  const actions = (row: RunRow) => {
    const { past: one, name } = row;
    const what = one ? `run ${one.id}, ${one.name}` : `the run shown, ${name}`;
    // The run shown is packed when something is done with it, not at each drawing.
    const act = (does: (run: PackedRun) => void) => (): void => {
      const run = one?.run ?? shownRun();
      if (run) does(run);
    };
    return (
      <>
        <button
          type="button"
          disabled={active}
          title={busy}
          aria-label={`Use these settings: ${what}`}
          onClick={act(takeSettings)}
        >
          Use these settings
        </button>
        <button
          type="button"
          disabled={active}
          title={busy ?? "The same settings, backend and changes again; says whether the numbers are the same."}
          aria-label={`Replay: ${what}`}
          onClick={act((run) => replayRun(run, one ? `${one.id} ${name}` : name))}
        >
          Replay
        </button>
        {one ? (
          <>
            <button type="button" aria-label={`Export: ${what}`} onClick={() => void saveRun(one)}>
              Export
            </button>
            <button type="button" aria-label={`Remove: ${what}`} onClick={() => afterwards(() => pastRuns.remove(one.id))}>
              Remove
            </button>
          </>
        ) : null}
      </>
    );
  };
  return (
    <section
      className={over ? "runs runs-over" : "runs"}
      aria-labelledby="runs-title"
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files);
      }}
    >
      <div className="runs-top">
        <h2 id="runs-title">Runs</h2>
        <div className="button-row">
          <button
            ref={button}
            type="button"
            className="plain-button"
            disabled={reading !== null}
            onClick={() => input.current?.click()}
          >
            Import runs
          </button>
          <button
            type="button"
            className="plain-button"
            disabled={past.length === 0}
            onClick={() => afterwards(() => pastRuns.clear())}
          >
            Clear past runs
          </button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          multiple
          hidden
          onChange={(event) => {
            void take(event.currentTarget.files);
            // The same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
        <p className="hint" aria-live="polite">
          {reading === null
            ? "A run stays here, and in the charts as dotted grey lines that end in its number, when the next one begins. “Run (JSON)” files can be dropped here."
            : `Reading ${reading}.`}
        </p>
      </div>
      <ReplayLine />
      <ProblemList problems={notes} onDismiss={() => pastRuns.note()} />
      {rows.length === 0 ? null : <RunsTable rows={rows} actions={actions} onRename={pastRuns.rename} onShow={pastRuns.show} />}
      {rows.length === 1 ? <p className="hint">What differs between runs gets columns here once there are two.</p> : null}
      <Storage />
    </section>
  );
}
