/** Who labels whom: the picture, the named patterns, every single arrow as a checkbox, and how several labels become one. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { LABEL_RULE_LIST, labelRuleById } from "../../learning/label-rules/index.ts";
import { namedTopologies, toggled, topologyOf } from "../../learning/topology.ts";
import { type CohortConfig, labelRuleOf, rulesMatter, supervisorsOf } from "../../runs/config.ts";
import { withLabelRule, withSupervisors } from "../../stores/choices.ts";
import { isActive } from "../../stores/run.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { agentLetter } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import { SupervisionGraph } from "./SupervisionGraph.tsx";
import { choose, controller } from "./state.ts";
import { keepsOne, topologyTitle, whyFixed } from "./supervision.ts";

/** One checkbox an arrow: rows are labelled, columns vote. */
function Matrix({ cohort, onToggle }: { readonly cohort: CohortConfig; readonly onToggle: (from: number, to: number) => void }) {
  const supervisors = supervisorsOf(cohort);
  return (
    <table className="supervision-matrix">
      <caption className="visually-hidden">
        Who labels whom: a row for each agent that is labelled, a column for each that votes
      </caption>
      <thead>
        <tr>
          <th scope="col">is labelled by</th>
          {supervisors.map((_, m) => (
            <th key={agentLetter(m)} scope="col">
              {agentLetter(m)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {supervisors.map((labellers, n) => (
          <tr key={agentLetter(n)}>
            <th scope="row">{agentLetter(n)}</th>
            {supervisors.map((_, m) => (
              <td key={agentLetter(m)}>
                <label className="supervision-box">
                  <input
                    type="checkbox"
                    aria-label={m === n ? `${agentLetter(n)} labels itself` : `${agentLetter(m)} labels ${agentLetter(n)}`}
                    checked={labellers.includes(m)}
                    onChange={() => onToggle(m, n)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const RULE_OPTIONS = LABEL_RULE_LIST.map(({ id, title }) => ({ value: id, label: title }));

/** How several that label one agent give it one label. */
function RuleChoice({ cohort }: { readonly cohort: CohortConfig }) {
  const rule = labelRuleById(labelRuleOf(cohort));
  return (
    <div className="supervision-choice">
      <ChoiceField
        label="Label rule"
        description={
          <>
            {rule.description} A <Term id="label rule">label rule</Term> acts where several label one agent.
          </>
        }
        value={rule.id}
        options={RULE_OPTIONS}
        onChange={(id) => choose((link) => withLabelRule(link, id))}
      />
    </div>
  );
}

const BY_HAND = "by-hand";

export function SupervisionEditor({ cohort }: { readonly cohort: CohortConfig }) {
  const locked = useStore(controller.store, (state) => isActive(state.phase));
  const [refusal, setRefusal] = useState("");
  const supervisors = supervisorsOf(cohort);
  const fixed = whyFixed(cohort);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cohort answers what was refused
  useEffect(() => setRefusal(""), [cohort]);
  const toggle = (from: number, to: number): void => {
    const changed = toggled(supervisors, from, to);
    if (changed) choose((link) => withSupervisors(link, changed));
    setRefusal(changed ? "" : keepsOne(supervisors, to));
  };
  if (fixed !== null)
    return (
      <>
        <SupervisionGraph cohort={cohort} />
        <p className="hint">{fixed}</p>
      </>
    );
  const pattern = topologyOf(supervisors);
  const named = namedTopologies(supervisors.length);
  const options = [
    ...named.map((topology) => ({ value: topology.id, label: topologyTitle(topology, supervisors.length) })),
    ...(pattern ? [] : [{ value: BY_HAND, label: "Drawn by hand" } as const]),
  ];
  return (
    <>
      <div className="supervision-choice">
        <ChoiceField
          label="Who labels whom"
          description={
            <>
              {pattern ? pattern.description : "Arrows drawn by hand."} The <Term id="topology">topology</Term> of the cohort.
            </>
          }
          value={pattern?.id ?? BY_HAND}
          options={options}
          onChange={(id) => {
            const chosen = named.find((topology) => topology.id === id);
            if (chosen) choose((link) => withSupervisors(link, chosen.supervisors(supervisors.length)));
          }}
        />
      </div>
      <SupervisionGraph cohort={cohort} {...(locked ? {} : { onToggle: toggle })} />
      <p className="hint" aria-live="polite">
        {refusal}
      </p>
      {rulesMatter(cohort) ? <RuleChoice cohort={cohort} /> : null}
      <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Single arrows</summary>
        {open ? (
          <>
            <p className="hint">
              Drag in the picture from the agent that votes to the one it labels, or click one and then the other; the same again
              takes the arrow away. These boxes do it by keyboard. An agent always keeps at least one that labels it.
            </p>
            <Matrix cohort={cohort} onToggle={toggle} />
          </>
        ) : null}
      </details>
    </>
  );
}
