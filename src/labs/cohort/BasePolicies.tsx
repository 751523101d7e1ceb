/** What the agents start from: which policies are there, pretraining those that are missing, how they are pretrained, which ones are kept. */
import { memo, useEffect, useState } from "react";
import { useStore } from "zustand";
import { defaultBase, sameBase, weightsWords } from "../../policies/spec.ts";
import { baseOf, LIMITS } from "../../runs/config.ts";
import type { LinkState } from "../../runs/link.ts";
import { withBase } from "../../stores/choices.ts";
import { baseWords, PLACE_WORDS, policyWords, pretrainSeconds, specWords } from "../../stores/policy-words.ts";
import { count, duration, fixed, list, percent, roughDuration } from "../../ui/format.ts";
import { RangeField } from "../../ui/RangeField.tsx";
import { Term } from "../../ui/Term.tsx";
import { BASE_FIELDS } from "./base-fields.tsx";
import { bases, missingPolicies, PARALLEL, PRETRAIN_BUTTON } from "./bases.ts";
import { KeptPolicies } from "./KeptPolicies.tsx";
import { Lock } from "./Lock.tsx";
import { choose } from "./state.ts";

/** The policies that the chosen cohorts need. */
function Needs({ link }: { readonly link: LinkState }) {
  const needs = useStore(bases.store, (state) => state.needs);
  const jobs = useStore(bases.store, (state) => state.jobs);
  const missing = missingPolicies(link, needs);
  const usual = baseOf(link.config).weakShare;
  const left = missing.filter(({ id }) => !jobs.some((job) => job.id === id));
  return (
    <>
      {needs.length > 0 && needs.every(({ place }) => place === "shipped") ? (
        <p className="hint">
          {needs.length === 1 ? "It is" : `All ${needs.length} are`} shipped; base pass@1{" "}
          {list(needs.map(({ accuracy }) => percent(accuracy?.mean ?? null)))}&nbsp;%, measured on other samples than step 0 of
          the chart.
        </p>
      ) : (
        <ul className="policy-list">
          {needs.map(({ id, spec, weights, base, place, accuracy }) => (
            <li key={id} className={place === "missing" || place === "absent" ? "policy-missing" : undefined}>
              <span>
                {specWords(spec)}
                {weights !== undefined || base.weakShare === usual ? "" : ` · weak share ${base.weakShare}`}
                {weights === undefined ? "" : ` · ${weightsWords(weights)}`}
              </span>
              <span className="hint">
                {PLACE_WORDS[place]}
                {accuracy ? `, base pass@1 ${percent(accuracy.mean)}\u00a0%` : ""}
              </span>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 ? (
        <button type="button" id={PRETRAIN_BUTTON} className="plain-button" onClick={() => bases.pretrain()}>
          Pretrain {left.length === 1 ? "the missing policy" : `the ${left.length} missing policies`} (about{" "}
          {roughDuration(pretrainSeconds(left, PARALLEL))})
        </button>
      ) : null}
    </>
  );
}

function Jobs() {
  const jobs = useStore(bases.store, (state) => state.jobs);
  if (jobs.length === 0) return null;
  return (
    <ul className="policy-list" aria-label="Pretraining">
      {jobs.map(({ id, base, running, step, loss, secondsLeft }) => (
        <li key={id}>
          <span>{policyWords(id)}</span>
          <progress max={base.steps} value={step} aria-label={`Pretraining ${policyWords(id)}`} />
          <span className="hint">
            {running ? `step ${step} of ${base.steps}` : "waits for a free worker"}
            {loss === null ? "" : `, loss ${fixed(loss, 3)} nats`}
            {secondsLeft === null ? "" : `, about ${duration(secondsLeft)} left`}
          </span>
          <button
            type="button"
            className="plain-button"
            aria-label={`Stop pretraining ${policyWords(id)}`}
            onClick={() => bases.stop(id)}
          >
            Stop
          </button>
        </li>
      ))}
      {jobs.length > 1 ? (
        <li>
          <button type="button" className="plain-button" onClick={() => bases.stop()}>
            Stop all
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** How the policies are pretrained. */
function Recipe({ link }: { readonly link: LinkState }) {
  const base = baseOf(link.config);
  const shipped = defaultBase(link.config.task);
  return (
    <>
      <Lock className="field-grid">
        {BASE_FIELDS.map(({ name, limit, label, description, step }) => (
          <RangeField
            key={name}
            label={label}
            description={description}
            value={base[name]}
            range={LIMITS[limit]}
            step={step}
            onCommit={(value) => choose((before) => withBase(before, { ...baseOf(before.config), [name]: value }))}
          />
        ))}
      </Lock>
      <Lock className="button-row">
        <button
          type="button"
          className="plain-button"
          disabled={sameBase(base, shipped)}
          onClick={() => choose((before) => withBase(before, defaultBase(before.config.task)))}
        >
          As the shipped ones
        </button>
      </Lock>
    </>
  );
}

export const BasePolicies = memo(function BasePolicies({ link }: { readonly link: LinkState }) {
  const problem = useStore(bases.store, (state) => state.problem);
  const news = useStore(bases.store, (state) => state.news);
  const { config } = link;
  useEffect(() => void bases.look(config), [config]);
  const changed = config.base ? baseWords(config.base, config.task) : "";
  const [open, setOpen] = useState(changed !== "");
  return (
    <section aria-labelledby="bases-title" className="panel" id="base-policies" tabIndex={-1}>
      <h2 id="bases-title">Base policies</h2>
      <p className="hint">
        The <Term id="checkpoint">checkpoints</Term> that the agents start from, for{" "}
        {config.task === "addition" ? "" : "the task with roles and "}seed {config.seed}
        {changed === "" ? "" : `, with ${changed}`}. What is not shipped is pretrained here, in the browser.
      </p>
      <Needs link={link} />
      <Jobs />
      {problem === null ? null : (
        <div className="notice" role="alert">
          <p>{problem}</p>
          <button type="button" className="plain-button" onClick={() => bases.dismiss()}>
            Dismiss
          </button>
        </div>
      )}
      <p className="hint" aria-live="polite">
        {news}
      </p>
      <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>How they are pretrained{changed === "" ? "" : ` (${count(changed.split(", ").length, "change")})`}</summary>
        {open ? <Recipe link={link} /> : null}
      </details>
      <KeptPolicies />
    </section>
  );
});
