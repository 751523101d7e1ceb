/** What an experiment costs before it is run, and the policies that it would miss. */
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { roomWords, type StorageUse, storageUse } from "../../runs/storage-use.ts";
import { bases, PARALLEL } from "../../stores/page-bases.ts";
import { absentText, policyWords, pretrainSeconds } from "../../stores/policy-words.ts";
import { count, duration, roughDuration } from "../../ui/format.ts";
import { costOf, type Speed, speedOf } from "./cost.ts";
import { experiment, isLocked, lackingRuns, measureSpeed, run, timedRuns } from "./state.ts";
import { useScheduler } from "./use-scheduler.ts";
import { bytesText } from "./words.ts";

const SOURCES: Readonly<Record<Speed["source"], string>> = {
  finished: "from the time that finished runs of this plan took",
  measured: "from a few steps measured here; evaluations are estimated",
  laptop: "as a two-core laptop would take; nothing has been measured here yet",
};

export function CostPanel() {
  const state = useStore(experiment);
  const { phase, runs, parallel } = useScheduler();
  const [use, setUse] = useState<StorageUse | null>(null);
  const done = runs.filter((one) => one.state === "done").length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run that is in takes room
  useEffect(() => void storageUse().then(setUse), [done]);
  const open = new Set(runs.filter((one) => one.state === "waiting" || one.state === "running").map(({ key }) => key));
  const left = state.expansion.runs.filter(({ key }) => open.has(key));
  const speed = speedOf(state.draft.backend, timedRuns(state), state.measured);
  const cost = costOf(left, speed, parallel);
  if (left.length === 0) return null;
  const time =
    cost.seconds === null
      ? "How long it takes depends on the graphics card; measure it"
      : `About ${roughDuration(cost.seconds)} with ${count(parallel, "run")} at once, ${SOURCES[speed?.source ?? "laptop"]}`;
  return (
    <section aria-labelledby="cost-title" className="experiment-panel">
      <h2 id="cost-title">What {done > 0 ? "is left" : "it"} costs</h2>
      <p>
        {`${count(cost.runs, "run")}, ${count(cost.steps, "step")}. ${time}. ${bytesText(cost.bytes)} of storage in this browser`}
        {use ? `, of which this page uses ${roomWords(use)}` : ""}.
      </p>
      {speed?.source === "finished" || isLocked(phase) ? null : (
        <button type="button" className="plain-button" disabled={state.measuring} onClick={() => void measureSpeed()}>
          {state.measuring ? "Measuring" : "Measure this machine"}
        </button>
      )}
      {state.unstored === null ? null : (
        <p role="alert" className="experiment-alert">
          {state.unstored}
        </p>
      )}
    </section>
  );
}

/** What is said and offered where base policies are missing. */
export function MissingPolicies() {
  const held = useStore(experiment, (state) => state.held);
  const all = useStore(experiment, (state) => state.expansion.runs);
  const needs = useStore(bases.store, (state) => state.needs);
  const jobs = useStore(bases.store, (state) => state.jobs);
  const problem = useStore(bases.store, (state) => state.problem);
  const { runs } = useScheduler();
  const missing = needs.filter(({ place }) => place === "missing");
  const waiting = new Set(runs.filter(({ state }) => state === "waiting").map(({ key }) => key));
  const absent = needs.filter(({ place }) => place === "absent");
  const ids = useMemo(
    () => new Set(needs.flatMap(({ id, place }) => (place === "missing" || place === "absent" ? [id] : []))),
    [needs],
  );
  const needy = useMemo(() => (ids.size > 0 ? lackingRuns(all, ids) : []), [all, ids]);
  const lacking = needy.filter(({ key }) => waiting.has(key));
  const left = missing.filter(({ id }) => !jobs.some((job) => job.id === id));
  if (lacking.length === 0 && jobs.length === 0) return null;
  return (
    <section aria-labelledby="missing-title" className="experiment-panel">
      <h2 id="missing-title">Base policies</h2>
      {lacking.length === 0 || missing.length === 0 ? null : (
        <p role={held ? "alert" : undefined} className={held ? "experiment-alert" : undefined}>
          {held ? "The experiment has not started: " : ""}
          {`${count(missing.length, "base policy", "base policies")} that ${lacking.length} of these runs start from ${missing.length === 1 ? "is" : "are"} not shipped and not kept here. Pretrain ${missing.length === 1 ? "it" : "them"} in the page, or leave those runs out.`}
        </p>
      )}
      {absent.length > 0 && lacking.length > 0 ? <p className="absent-policies">{absentText(absent)}</p> : null}
      <div className="button-row">
        {left.length > 0 && lacking.length > 0 ? (
          <button type="button" className="plain-button" onClick={() => bases.pretrain()}>
            Pretrain {count(left.length, "policy", "policies")} (about {roughDuration(pretrainSeconds(left, PARALLEL))})
          </button>
        ) : null}
        {lacking.length > 0 && jobs.length === 0 ? (
          <button type="button" className="plain-button" onClick={() => run(true)}>
            Run without {lacking.length === 1 ? "that run" : `those ${lacking.length} runs`}
          </button>
        ) : null}
        {jobs.length > 0 ? (
          <button type="button" className="plain-button" onClick={() => bases.stop()}>
            Stop pretraining
          </button>
        ) : null}
      </div>
      {jobs.length === 0 ? null : (
        <ul className="experiment-rows" aria-label="Pretraining">
          {jobs
            .filter((job) => job.running)
            .map(({ id, base, step, secondsLeft }) => (
              <li key={id}>
                <span>{policyWords(id)}</span>
                <progress max={base.steps} value={step} aria-label={`Pretraining ${policyWords(id)}`} />
                <span className="hint">
                  {`step ${step} of ${base.steps}`}
                  {secondsLeft === null ? "" : `, about ${duration(secondsLeft)} left`}
                </span>
              </li>
            ))}
          {jobs.some((job) => !job.running) ? (
            <li className="hint">
              {count(jobs.filter((job) => !job.running).length, "more waits", "more wait")} for a free worker.
            </li>
          ) : null}
        </ul>
      )}
      {problem === null ? null : (
        <div className="notice" role="alert">
          <p>{problem}</p>
          <button type="button" className="plain-button" onClick={() => bases.dismiss()}>
            Dismiss
          </button>
        </div>
      )}
    </section>
  );
}
