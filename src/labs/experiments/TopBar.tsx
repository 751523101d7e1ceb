/** Run, pause, stop; which plan, which seeds, on what and how many at once; files in and out; how it stands. */
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useStore } from "zustand";
import { planJson } from "../../runs/plan.ts";
import { PLAN_LIST, planById } from "../../runs/plans/index.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { download } from "../../ui/download.ts";
import { downloadBlob } from "../../ui/download-blob.ts";
import { settleDrafts } from "../../ui/drafts.ts";
import { type ExportItem, ExportMenu } from "../../ui/ExportMenu.tsx";
import { count } from "../../ui/format.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import type { FileForm } from "./books.ts";
import { saveCharts } from "./charts-file.ts";
import { withSeeds } from "./draft.ts";
import { LateField } from "./LateField.tsx";
import { BACKEND_OPTIONS, shippedOf } from "./link.ts";
import { formatSeeds, parseSeeds } from "./seeds.ts";
import { edit, experiment, fileOf, importFile, isLocked, openDraft, run, scheduler } from "./state.ts";
import { useScheduler } from "./use-scheduler.ts";

function Buttons() {
  const { phase, runs } = useScheduler();
  const opening = useStore(experiment, (state) => state.opening);
  const waiting = runs.filter(({ state }) => state === "waiting").length;
  const done = runs.filter(({ state }) => state === "done").length;
  const start = phase === "paused" ? "Go on" : done > 0 && waiting > 0 ? "Run what is missing" : "Run";
  const atWork = phase === "running" || phase === "pausing";
  return (
    <div className="button-row">
      <Button
        size="sm"
        disabled={atWork || opening || (phase !== "paused" && waiting === 0)}
        onClick={() => {
          settleDrafts();
          run();
        }}
      >
        {start}
      </Button>
      <Button size="sm" variant="default" disabled={phase !== "running"} onClick={() => void scheduler.pause()}>
        Pause
      </Button>
      <Button size="sm" variant="default" disabled={!isLocked(phase)} onClick={() => scheduler.stop()}>
        Stop
      </Button>
    </div>
  );
}

/** How the experiment stands, in a sentence. */
function statusText(state: ReturnType<typeof useScheduler>, opening: boolean): string {
  const { phase, runs } = state;
  const of = (which: string): number => runs.filter((one) => one.state === which).length;
  const [done, failed, skipped, running] = [of("done"), of("failed"), of("skipped"), of("running")];
  const parts = [`${done} of ${count(runs.length, "run")} ${done === 1 ? "is" : "are"} in`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} left out`);
  const all = parts.join(", ");
  if (opening) return "Looking for runs of this plan that are stored here.";
  if (runs.length === 0) return "There is nothing to run.";
  if (phase === "running") return `At work on ${running}: ${all}.`;
  if (phase === "pausing") return `Pausing after the steps in progress: ${all}.`;
  if (phase === "paused") return `Paused: ${all}.`;
  if (phase === "ended") return `${failed + skipped > 0 ? "Ended" : "Finished"}: ${all}.`;
  return done > 0 ? `Not at work: ${all}; the others can be run.` : `Not begun: ${all}.`;
}

function Status() {
  const state = useScheduler();
  const opening = useStore(experiment, ({ opening: now }) => now);
  const busy = useStore(experiment, (one) => one.busy);
  const steps = state.runs.reduce((sum, { step }) => sum + step, 0);
  const total = state.runs.reduce((sum, one) => sum + one.total, 0);
  const share = total > 0 ? steps / total : state.phase === "ended" ? 1 : 0;
  return (
    <div className="experiment-status">
      <p role="status" className="experiment-status-text">
        {busy ?? statusText(state, opening)}
      </p>
      <progress className="experiment-progress" max={1} value={share} aria-label="Steps done of all runs" />
    </div>
  );
}

const FILES: readonly (readonly [title: string, form: FileForm])[] = [
  ["Experiment (JSON)", "experiment.json"],
  ["Summary (CSV)", "summary.csv"],
  ["Curves (CSV)", "curves.csv"],
  ["Report (Markdown)", "report.md"],
];

function Files() {
  const input = useRef<HTMLInputElement>(null);
  const { phase } = useScheduler();
  const plan = useStore(experiment, (state) => state.draft.plan);
  const results = useStore(experiment, (state) => state.results);
  const begun = (results?.summary.runs.done ?? 0) > 0;
  const saved: readonly ExportItem[] = FILES.map(([title, form]) => [
    title,
    async () => {
      experiment.setState({ busy: `Writing ${form}.` });
      try {
        downloadBlob(form === "experiment.json" ? `${plan.id}.experiment.json` : `${plan.id}-${form}`, await fileOf(form));
      } finally {
        experiment.setState({ busy: null });
      }
    },
  ]);
  const items: readonly ExportItem[] = [
    ["Plan (JSON)", () => download(`${plan.id}.plan.json`, "application/json", planJson(plan))],
    ...(begun ? saved : []),
    ...(begun && results ? [["Charts (SVG)", () => saveCharts(results)] as const] : []),
  ];
  return (
    <div className="button-row">
      <ExportMenu items={items} />
      <Button
        size="sm"
        variant="default"
        disabled={isLocked(phase)}
        title={isLocked(phase) ? "The experiment is at work: stop it first." : undefined}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again.
          event.currentTarget.value = "";
          if (file) void importFile(file);
        }}
      />
    </div>
  );
}

/** A plan of one's own stands at the top of the list. */
const OWN = "own";

export function TopBar() {
  const draft = useStore(experiment, (state) => state.draft);
  const { phase, parallel } = useScheduler();
  const locked = isLocked(phase);
  const { plan, backend } = draft;
  const shipped = shippedOf(plan);
  const options = [
    ...(shipped ? [] : [{ value: OWN, label: plan.title }]),
    ...PLAN_LIST.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <section className="experiment-bar" aria-label="Controls">
      <Buttons />
      <fieldset className="experiment-fields" disabled={locked}>
        <ChoiceField
          label="Plan"
          description="Which question the runs are to answer."
          value={shipped ? plan.id : OWN}
          options={options}
          onChange={(id) => {
            const next = planById(id);
            if (next) void openDraft({ ...draft, plan: next });
          }}
        />
        <LateField
          label="Seeds"
          description="Cohort seeds, such as 0-4: each is another world of mistakes."
          value={formatSeeds(plan.seeds)}
          onCommit={(text) => {
            const parsed = parseSeeds("Seeds", text);
            if ("problem" in parsed) return parsed.problem;
            edit(withSeeds(plan, "seeds", parsed.seeds));
            return null;
          }}
        />
        <ChoiceField
          label="Backend"
          description="Where it is computed; simd is fast everywhere."
          value={backend}
          options={BACKEND_OPTIONS.map((value) => ({ value, label: value }))}
          onChange={(next) => void openDraft({ ...draft, backend: next })}
        />
      </fieldset>
      <div className="experiment-parallel">
        <NumberField
          label="Runs at once"
          description={`This machine has ${count(navigator.hardwareConcurrency || 1, "core")}; an agent takes one.`}
          value={parallel}
          range={{ min: 1, max: 32, whole: true }}
          onCommit={(next) => scheduler.setParallel(next)}
        />
      </div>
      <Files />
      <Status />
    </section>
  );
}
