/** Error decoupling before training: which policies to compare, the measurement, a map and a table of the pairs, the paper's beside. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { DECOUPLING_PROMPTS } from "../../cohort/decoupling.ts";
import { defaultBase, sameBase, startId } from "../../policies/spec.ts";
import { baseOf, type RunConfig } from "../../runs/config.ts";
import type { LinkState } from "../../runs/link.ts";
import { absentText, baseWords, pretrainSeconds, specWords } from "../../stores/policy-words.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { download } from "../../ui/download.ts";
import { count, list, roughDuration } from "../../ui/format.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { bases, PARALLEL } from "./bases.ts";
import { DecouplingMap } from "./DecouplingMap.tsx";
import { DecouplingTable } from "./DecouplingTable.tsx";
import { decoupling, decouplingChoice, SAMPLES } from "./decoupling.ts";
import { type NamedSubject, type SubjectsChoice, subjectsOf } from "./decoupling-subjects.ts";
import { decouplingCsv } from "./decoupling-view.ts";
import { MAP_MEASURES, type MapMeasure, MEASURE_WORDS } from "./decoupling-words.ts";
import { PaperPairs } from "./PaperPairs.tsx";
import "./decoupling.css";

const SUBJECT_OPTIONS: readonly { readonly value: SubjectsChoice; readonly label: string }[] = [
  { value: "both", label: "the agents, and the ladder from agent A" },
  { value: "agents", label: "the cohort’s agents" },
  { value: "ladder", label: "the ladder from agent A" },
];
const MEASURE_OPTIONS: readonly { readonly value: MapMeasure; readonly label: string }[] = MAP_MEASURES.map((value) => ({
  value,
  label: `${MEASURE_WORDS[value].symbol}: ${MEASURE_WORDS[value].words.replace(", %", "")}`,
}));

/** What the last measurement left out, and the way to it. */
function Missing() {
  const all = useStore(decoupling.store, (state) => state.missing);
  const absent = all.filter(({ place }) => place === "absent");
  const missing = all.filter(({ place }) => place === "missing");
  const jobs = useStore(bases.store, (state) => state.jobs);
  const [first] = missing;
  if (!first)
    return absent.length === 0 ? null : (
      <div className="notice">
        <p className="absent-policies">{absentText(absent)}</p>
      </div>
    );
  const names = list(missing.map(({ spec }) => specWords(spec)));
  const left = missing.filter(({ id }) => !jobs.some((job) => job.id === id));
  return (
    <div className="notice">
      <p>
        Left out, for there is no checkpoint for seed {first.cohortSeed} yet: {names}. Pretrain{" "}
        {missing.length === 1 ? "it" : "them"} here, which shows under Base policies, and measure again.
      </p>
      {left.length > 0 ? (
        <button type="button" className="plain-button" onClick={() => bases.pretrain(missing)}>
          Pretrain {count(left.length, "policy", "policies")} (about {roughDuration(pretrainSeconds(left, PARALLEL))})
        </button>
      ) : null}
    </div>
  );
}

/** True where other policies are chosen by now than were measured. */
function isOther(
  measured: NonNullable<ReturnType<typeof decoupling.store.getState>["measured"]>,
  config: RunConfig,
  now: readonly NamedSubject[],
): boolean {
  const { seed, task } = config;
  if (measured.seed !== seed || measured.task !== task || !sameBase(measured.base, baseOf(config))) return true;
  const key = ({ spec, weights, weakShare, paraphrase, label }: NamedSubject): string =>
    `${startId({ ...spec, weights }, seed)} ${weakShare} ${paraphrase} ${label}`;
  const chosen = new Set(now.map(key));
  return !measured.subjects.every((subject) => chosen.has(key(subject)));
}

function Results({ config, subjects }: { readonly config: RunConfig; readonly subjects: readonly NamedSubject[] }) {
  const measured = useStore(decoupling.store, (state) => state.measured);
  const measure = useStore(decouplingChoice, (state) => state.measure);
  if (!measured) return null;
  const { seed, task, base, samples, pairs } = measured;
  const changed = sameBase(base, defaultBase(task)) ? "" : `, ${baseWords(base, task)}`;
  const undefinedKappa = pairs.some((pair) => pair.measured.kappa === null);
  return (
    <>
      <p className="hint">
        Seed {seed}
        {changed}: {count(measured.subjects.length, "policy", "policies")}, {DECOUPLING_PROMPTS} held-out prompts, {samples}{" "}
        {samples === 1 ? "sample" : "samples"} a prompt and policy at temperature 1, 95&nbsp;% bootstrap intervals over prompts.
        {isOther(measured, config, subjects) ? " Other policies are chosen by now: measure again for those." : ""}
      </p>
      <ChoiceField
        label="Shown in the map"
        value={measure}
        options={MEASURE_OPTIONS}
        onChange={(next) => decouplingChoice.setState({ measure: next })}
        className="decoupling-choice"
      />
      <DecouplingMap measured={measured} measure={measure} />
      {undefinedKappa ? (
        <p className="hint">
          κ is undefined where two policies are both right, or both wrong, on everything: then nothing lies beyond chance.
        </p>
      ) : null}
      <DecouplingTable measured={measured} />
      <div className="button-row">
        <button
          type="button"
          className="plain-button"
          onClick={() => download(`decoupling-seed${seed}.csv`, "text/csv", decouplingCsv(measured))}
        >
          Export the pairs (CSV)
        </button>
      </div>
    </>
  );
}

export function DecouplingPanel({ link }: { readonly link: LinkState }) {
  const { config } = link;
  const { subjects: chosen, samples } = useStore(decouplingChoice);
  const progress = useStore(decoupling.store, (state) => state.progress);
  const problem = useStore(decoupling.store, (state) => state.problem);
  const subjects = useMemo(() => subjectsOf(config, chosen), [config, chosen]);
  return (
    <section className="decoupling" aria-labelledby="decoupling-title">
      <h2 id="decoupling-title">Error decoupling before training</h2>
      <p className="hint">
        How far two <a href="#/glossary/checkpoint">checkpoints</a> are wrong on the same prompts, before any of them is trained:
        the lower <a href="#/glossary/kappa">κ</a> and w, and the higher c, the more a peer’s vote can teach. The ladder changes
        one thing of agent A at a time, then its family, then the prompt’s phrasing too.
      </p>
      <div className="decoupling-controls">
        <ChoiceField
          label="Policies compared"
          description="Each with every other, and with itself."
          value={chosen}
          options={SUBJECT_OPTIONS}
          onChange={(next) => decouplingChoice.setState({ subjects: next })}
        />
        <NumberField
          label="Samples a prompt"
          description="Of each policy; more of them change the intervals little, which count prompts."
          value={samples}
          range={SAMPLES}
          onCommit={(next) => decouplingChoice.setState({ samples: next })}
        />
        {progress ? (
          <button type="button" className="plain-button" onClick={() => decoupling.stop()}>
            Stop measuring
          </button>
        ) : (
          <button type="button" className="plain-button" onClick={() => void decoupling.measure(config, subjects, samples)}>
            Measure {count(subjects.length, "policy", "policies")}
          </button>
        )}
      </div>
      {progress ? <progress max={progress.total || 1} value={progress.done} aria-label="Measuring error decoupling" /> : null}
      {problem === null ? null : (
        <div className="notice" role="alert">
          <p>Not measured: {problem}</p>
          <button type="button" className="plain-button" onClick={() => decoupling.dismiss()}>
            Dismiss
          </button>
        </div>
      )}
      <Missing />
      <Results config={config} subjects={subjects} />
      <PaperPairs />
    </section>
  );
}
