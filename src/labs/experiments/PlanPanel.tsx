/** The plan: its question, its rows, what the grid varies, the baseline; and the experiments that were begun in this browser. */
import { useState } from "react";
import { useStore } from "zustand";
import { PLAN_SETTINGS, type PlanSetting } from "../../runs/plan-settings.ts";
import type { PresetId } from "../../runs/presets.ts";
import { chosen } from "../../stores/between-labs.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { count } from "../../ui/format.ts";
import { presetOptions } from "../../ui/preset-options.ts";
import { Term } from "../../ui/Term.tsx";
import { parseValues, withAxis, withBaseline, withChosenRow, withoutRow, withPresetRow, withSeeds } from "./draft.ts";
import { LateField } from "./LateField.tsx";
import { shippedOf } from "./link.ts";
import { formatSeeds, parseSeeds } from "./seeds.ts";
import { settingHint, settingLabel } from "./setting-words.ts";
import { edit, experiment, forget, isLocked, openDraft } from "./state.ts";
import { useScheduler } from "./use-scheduler.ts";

const NONE = "none";
const COHORT_LAB = "cohort-lab";

function Rows() {
  const plan = useStore(experiment, (state) => state.draft.plan);
  const cohort = useStore(chosen);
  const [adding, setAdding] = useState<PresetId | typeof COHORT_LAB>("co-rl-different");
  const add = (): void => {
    if (adding !== COHORT_LAB) edit(withPresetRow(plan, adding));
    else if (cohort.link) edit(withChosenRow(plan, cohort.link.config, `${cohort.title}, as in the cohort lab`));
  };
  return (
    <>
      <ul className="experiment-rows" aria-label="Rows of the plan">
        {plan.rows.map(({ id, title }) => (
          <li key={id}>
            <span>
              {title}
              {id === plan.baseline ? <span className="hint"> (baseline)</span> : null}
            </span>
            <button
              type="button"
              className="plain-button"
              aria-label={`Remove the row ${title}`}
              onClick={() => edit(withoutRow(plan, id))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <div className="experiment-add">
        <ChoiceField
          label="Another row"
          description="A cohort by name, or the one chosen in the cohort lab with its settings."
          value={adding}
          options={[
            ...(cohort.link ? [{ value: COHORT_LAB, label: "As in the cohort lab now" } as const] : []),
            ...presetOptions(),
          ]}
          onChange={setAdding}
        />
        <button type="button" className="plain-button" onClick={add}>
          Add the row
        </button>
      </div>
      <ChoiceField
        label="Baseline"
        description="The row that differences are taken against, seed by seed."
        value={plan.baseline ?? ""}
        options={[{ value: "", label: "None" }, ...plan.rows.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(id) => edit(withBaseline(plan, id === "" ? null : id))}
      />
    </>
  );
}

/** One axis of the grid. */
function Axis({ n }: { readonly n: number }) {
  const plan = useStore(experiment, (state) => state.draft.plan);
  const axis = plan.grid[n];
  const [wanted, setWanted] = useState<PlanSetting | null>(null);
  const setting = axis?.setting ?? wanted;
  const name = n === 0 ? "Vary" : "And vary";
  const others = plan.grid.flatMap((one, index) => (index === n ? [] : [one.setting]));
  return (
    <div className="experiment-axis">
      <ChoiceField
        label={name}
        value={setting ?? NONE}
        options={[
          { value: NONE, label: "Nothing" },
          ...PLAN_SETTINGS.filter((one) => !others.includes(one)).map((one) => ({ value: one, label: settingLabel(one) })),
        ]}
        onChange={(value) => {
          const next = PLAN_SETTINGS.find((known) => known === value) ?? null;
          setWanted(next);
          if (axis) edit(withAxis(plan, n, null, []));
        }}
      />
      {setting ? (
        <LateField
          label={`Values of ${settingLabel(setting)}`}
          description={`${settingHint(setting)} Commas between them.`}
          value={axis?.values.join(", ") ?? ""}
          onCommit={(text) => {
            const values = parseValues(text);
            if (values.length === 0) return "Name at least one value.";
            const changed = withAxis(plan, n, setting, values);
            if ("problems" in changed) return changed.problems.join(" ").replace(/^The plan's [\w.]+: /, "");
            edit(changed);
            return null;
          }}
        />
      ) : null}
    </div>
  );
}

/** The experiments that were begun in this browser. */
function Kept() {
  const kept = useStore(experiment, (state) => state.kept);
  const draft = useStore(experiment, (state) => state.draft);
  if (kept.length === 0) return null;
  return (
    <section aria-labelledby="kept-title" className="experiment-panel">
      <h2 id="kept-title">Begun in this browser</h2>
      <ul className="experiment-rows">
        {kept.map(({ id, plan, backend }) => (
          <li key={id}>
            <span>
              {plan.title} <span className="hint">{`seeds ${formatSeeds(plan.seeds)}, ${backend}`}</span>
            </span>
            <span className="button-row">
              <button
                type="button"
                className="plain-button"
                aria-label={`Open ${plan.title}, seeds ${formatSeeds(plan.seeds)}, ${backend}`}
                onClick={() => void openDraft({ plan, backend })}
              >
                Open
              </button>
              <button
                type="button"
                className="plain-button"
                aria-label={`Delete ${plan.title}, seeds ${formatSeeds(plan.seeds)}, ${backend}, with its runs`}
                onClick={() => void forget(id).then(() => openDraft(draft))}
              >
                Delete
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">Open one to see its results or to run what is missing. Deleting one deletes the runs made for it.</p>
    </section>
  );
}

export function PlanPanel() {
  const plan = useStore(experiment, (state) => state.draft.plan);
  const runs = useStore(experiment, (state) => state.expansion.runs.length);
  const { phase } = useScheduler();
  const sizes = [
    count(plan.rows.length, "row"),
    ...plan.grid.map(({ values }) => count(values.length, "value")),
    count(plan.seeds.length, "seed"),
    ...(plan.samplingSeeds.length > 1 ? [`${plan.samplingSeeds.length} sampling seeds`] : []),
  ];
  // The plan's own axes, and a free one where there is room.
  const axes = [...plan.grid.map(({ setting }) => setting), "free"].slice(0, 2);
  return (
    <fieldset className="experiment-plan" disabled={isLocked(phase)}>
      <legend className="visually-hidden">Plan</legend>
      <section aria-labelledby="plan-title" className="experiment-panel">
        <h2 id="plan-title">{plan.title}</h2>
        <p>{plan.description}</p>
        <p className="hint">
          {`${sizes.join(" × ")}: ${count(runs, "run")}, the same one counted once.`}
          {plan.later.length > 0 ? ` Not in this version: ${plan.later.join(", ")}.` : ""}
        </p>
        {shippedOf(plan) ? null : <p className="hint">A plan of your own: the address does not hold it. Export it to keep it.</p>}
        <Rows />
      </section>
      <section aria-labelledby="grid-title" className="experiment-panel">
        <h2 id="grid-title">Grid</h2>
        <p className="hint">Every row is run at every value, or at every pair of values.</p>
        {plan.grid.length > 2 ? (
          <p>{plan.grid.map(({ setting, values }) => `${settingLabel(setting)}: ${values.join(", ")}`).join("; ")}</p>
        ) : (
          axes.map((name, n) => <Axis key={name} n={n} />)
        )}
        <LateField
          label="Sampling seeds"
          description={
            <>
              Repeats in the same world, such as 0-2; the <Term id="cohort seed">cohort seeds</Term> stand above.
            </>
          }
          value={formatSeeds(plan.samplingSeeds)}
          onCommit={(text) => {
            const parsed = parseSeeds("Sampling seeds", text);
            if ("problem" in parsed) return parsed.problem;
            edit(withSeeds(plan, "samplingSeeds", parsed.seeds));
            return null;
          }}
        />
      </section>
      <Kept />
    </fieldset>
  );
}
