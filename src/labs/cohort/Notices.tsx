/** What has to be said above the charts: a link with problems, what Run will do, what is being prepared, what failed. */

import { useStore } from "zustand";
import type { LinkState } from "../../runs/link.ts";
import { absentText, pretrainSeconds, specWords } from "../../stores/policy-words.ts";
import { isActive } from "../../stores/run.ts";
import { count, list, roughDuration } from "../../ui/format.ts";
import { ProblemList } from "../../ui/ProblemList.tsx";
import { absentPolicies, bases, held, missingPolicies, PARALLEL, showBasePolicies } from "./bases.ts";
import { introduction } from "./estimate.ts";
import { KeptRuns } from "./KeptRuns.tsx";
import { Restart } from "./Restart.tsx";
import { choices, controller, keepRun, loadPending } from "./state.ts";
import { recoveryText } from "./status.ts";

/** What went wrong in the middle of the run, where it went on. */
function Recovered() {
  const fault = useStore(controller.store, (state) => state.fault);
  if (!fault || fault.resumedFrom === null) return null;
  return (
    <div className="notice" role="alert">
      <p>{recoveryText(fault.step, fault.reason, fault.resumedFrom)}</p>
      <button type="button" className="plain-button" onClick={() => controller.store.setState({ fault: null })}>
        Dismiss
      </button>
    </div>
  );
}

/** Run was pressed while base policies are missing: which, how long they take, where they are made. */
function Missing({ link }: { readonly link: LinkState }) {
  const pressed = useStore(held, (state) => state.held);
  const needs = useStore(bases.store, (state) => state.needs);
  const jobs = useStore(bases.store, (state) => state.jobs);
  const missing = missingPolicies(link, needs);
  if (!pressed || missing.length === 0) return null;
  const which = list(missing.map(({ spec }) => specWords(spec)));
  const going = missing.every(({ id }) => jobs.some((job) => job.id === id));
  return (
    <div className="notice" role="alert">
      <p>
        The run has not started: {count(missing.length, "base policy has", "base policies have")} no checkpoint for seed{" "}
        {link.config.seed} yet, {which}.{" "}
        {going
          ? "They are being pretrained; press Run when they are there."
          : `Pretraining takes about ${roughDuration(pretrainSeconds(missing, PARALLEL))} on a two-core laptop; the button is under Base policies.`}
      </p>
      <button type="button" className="plain-button" onClick={showBasePolicies}>
        Show Base policies
      </button>
    </div>
  );
}

/** Trained policies that are to be imported first; once Run was pressed, as an alert. */
function Absent({ link }: { readonly link: LinkState }) {
  const pressed = useStore(held, (state) => state.held);
  const needs = useStore(bases.store, (state) => state.needs);
  const absent = absentPolicies(link, needs);
  if (absent.length === 0) return null;
  return (
    <div className="notice" role={pressed ? "alert" : undefined}>
      <p className="absent-policies">
        {pressed ? "The run has not started. " : ""}
        {absentText(absent)}
      </p>
      <button type="button" className="plain-button" onClick={showBasePolicies}>
        Show Base policies
      </button>
    </div>
  );
}

/** What Run will do; where policies are missing, what has to be done before. */
function Introduction({ link }: { readonly link: LinkState }) {
  const pressed = useStore(held, (state) => state.held);
  const needs = useStore(bases.store, (state) => state.needs);
  const going = useStore(bases.store, (state) => state.jobs.length > 0);
  const missing = missingPolicies(link, needs);
  if (absentPolicies(link, needs).length > 0) return null;
  if (missing.length === 0) return <p className="introduction">{introduction(link)}</p>;
  // The notice says it, and more, once Run was pressed.
  if (pressed) return null;
  return (
    <div className="introduction">
      {count(missing.length, "base policy", "base policies")} of this cohort {missing.length === 1 ? "is" : "are"} not there yet
      for seed {link.config.seed}.{" "}
      {going
        ? "Pretraining goes on; Run can be pressed when it is done."
        : `Pretrain ${missing.length === 1 ? "it" : "them"} first, in the browser: about ${roughDuration(pretrainSeconds(missing, PARALLEL))} on a two-core laptop.`}{" "}
      <button type="button" className="plain-button" onClick={showBasePolicies}>
        Show Base policies
      </button>
    </div>
  );
}

export function Notices({ link }: { readonly link: LinkState }) {
  const problems = useStore(choices, (state) => state.problems);
  const phase = useStore(controller.store, (state) => state.phase);
  const message = useStore(controller.store, (state) => state.message);
  const measured = useStore(controller.store, (state) => state.step > 0);
  const pending = useStore(choices, (state) => state.pending);
  return (
    <>
      {pending ? (
        <div className="notice" role="alert">
          <p>
            The address names other settings.{" "}
            {isActive(phase)
              ? "Loading them ends the run."
              : phase === "idle"
                ? "Those chosen here still stand."
                : "The run shown has not been exported."}
          </p>
          <div className="button-row">
            <button type="button" className="plain-button" onClick={loadPending}>
              Load them
            </button>
            <button type="button" className="plain-button" onClick={keepRun}>
              {phase === "idle" ? "Keep those chosen" : "Keep this run"}
            </button>
          </div>
        </div>
      ) : null}
      <ProblemList problems={problems} onDismiss={() => choices.setState({ problems: [] })} />
      <Missing link={link} />
      <Absent link={link} />
      <KeptRuns />
      <Recovered />
      {phase === "failed" ? (
        <div className="notice notice-failed">
          <p role="alert">
            <strong>The run has stopped.</strong> {message}
            {measured ? " What was measured so far stays in the charts until Run or Reset." : ""}
          </p>
          <Restart />
        </div>
      ) : null}
      {phase === "idle" ? <Introduction link={link} /> : null}
      {phase === "preparing" ? <p className="introduction">{message}</p> : null}
    </>
  );
}
