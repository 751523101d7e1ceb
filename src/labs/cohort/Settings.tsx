/** The run's settings: the few that one changes often in sight, the rest folded. */
import { memo, useState } from "react";
import { methodById } from "../../learning/methods/index.ts";
import { BACKENDS, type BackendId } from "../../policies/engine.ts";
import { LIMITS, type LimitName } from "../../runs/config.ts";
import type { LinkState } from "../../runs/link.ts";
import { CHANGEABLE } from "../../runs/record.ts";
import { withBackend, withSeed, withTraining } from "../../stores/choices.ts";
import { type Choice, ChoiceField } from "../../ui/ChoiceField.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { RangeField } from "../../ui/RangeField.tsx";
import { Term } from "../../ui/Term.tsx";
import { cautions } from "./cautions.ts";
import {
  DDOF_OPTIONS,
  ESTIMATOR_OPTIONS,
  MAIN_FIELDS,
  MORE_FIELDS,
  NORMALISATION_OPTIONS,
  type NumberFieldSpec,
  SCHEDULE_OPTIONS,
  TIE_OPTIONS,
} from "./fields.tsx";
import { LiveField } from "./LiveField.tsx";
import { Lock } from "./Lock.tsx";
import { choose } from "./state.ts";

const BACKEND_LABELS = {
  auto: "auto: the fastest, measured",
  webgpu: "webgpu (our own engine)",
  simd: "simd (our own engine)",
  wasm: "wasm (tfjs)",
  "webgpu-plain": "webgpu-plain (tfjs, slower)",
  cpu: "cpu (tfjs, slow)",
} as const;
const BACKEND_OPTIONS: readonly Choice<"auto" | BackendId>[] = (["auto", ...BACKENDS] as const).map((value) => ({
  value,
  label: BACKEND_LABELS[value],
}));

interface SettingsProps {
  readonly link: LinkState;
}

function Numbers({ fields, link }: SettingsProps & { readonly fields: readonly NumberFieldSpec[] }) {
  const warned: Partial<Record<LimitName, string>> = cautions(link.config);
  return fields.map(({ name, label, description }) => {
    const live = CHANGEABLE.find((changeable) => changeable === name);
    return live ? (
      <LiveField
        key={name}
        name={live}
        label={label}
        description={description}
        value={link.config.training[name]}
        caution={warned[name]}
      />
    ) : (
      <Lock key={name}>
        <NumberField
          label={label}
          description={description}
          value={link.config.training[name]}
          range={LIMITS[name]}
          caution={warned[name]}
          onCommit={(value) => choose((before) => withTraining(before, { [name]: value }))}
        />
      </Lock>
    );
  });
}

/** True where one of the cohorts is rewarded for the truth. */
function teachesTruth({ config: { cohort, compare } }: LinkState): boolean {
  return [cohort, ...(compare ? [compare] : [])].some(({ method }) => methodById(method).needsTruth);
}

function WrongLabels({ value }: { readonly value: number }) {
  return (
    <Lock>
      <RangeField
        label="Wrong labels"
        description={
          <>
            Share of the training prompts whose truth is taught wrong: <Term id="wrong labels">fixed slips</Term> of 1 or 10.
          </>
        }
        value={value}
        range={LIMITS.wrongLabels}
        step={0.05}
        onCommit={(wrongLabels) => choose((before) => withTraining(before, { wrongLabels }))}
      />
    </Lock>
  );
}

function MoreSettings({ link }: SettingsProps) {
  const { training, samplingSeed } = link.config;
  return (
    <Lock className="field-grid">
      <NumberField
        label="Sampling seed"
        description="Prompt order and samples; runs that differ in it alone are repeats."
        value={samplingSeed}
        range={LIMITS.samplingSeed}
        onCommit={(value) => choose((before) => withSeed(before, "samplingSeed", value))}
      />
      <ChoiceField
        label="Schedule"
        description="The learning rate after warm-up; cosine ends at a tenth."
        value={training.schedule}
        options={SCHEDULE_OPTIONS}
        onChange={(schedule) => choose((before) => withTraining(before, { schedule }))}
      />
      <ChoiceField
        className="wide-field"
        label="Estimator"
        description={
          <>
            How rewards become <Term id="advantage">advantages</Term>: <Term id="estimator">GRPO or REINFORCE++</Term>. CoMAS has
            its own, REINFORCE++.
          </>
        }
        value={training.estimator}
        options={ESTIMATOR_OPTIONS}
        onChange={(estimator) => choose((before) => withTraining(before, { estimator }))}
      />
      <ChoiceField
        className="wide-field"
        label="Loss normalisation"
        description={
          <>
            What the sum over tokens is divided by: <Term id="bnpo" />.
          </>
        }
        value={training.normalisation}
        options={NORMALISATION_OPTIONS}
        onChange={(normalisation) => choose((before) => withTraining(before, { normalisation }))}
      />
      <ChoiceField
        className="wide-field"
        label="Standard deviation"
        description={
          <>
            Of a group’s rewards: its divisor (<Term id="ddof" /> 1 or 0).
          </>
        }
        value={training.ddof === 1 ? "1" : "0"}
        options={DDOF_OPTIONS}
        onChange={(ddof) => choose((before) => withTraining(before, { ddof: ddof === "1" ? 1 : 0 }))}
      />
      <ChoiceField
        label="Ties"
        description="When two answers have equally many votes."
        value={training.tieRule}
        options={TIE_OPTIONS}
        onChange={(tieRule) => choose((before) => withTraining(before, { tieRule }))}
      />
      <Numbers fields={MORE_FIELDS} link={link} />
    </Lock>
  );
}

export const Settings = memo(function Settings({ link }: SettingsProps) {
  // Folded settings are not in the page at all: a reader of labels would otherwise pass twenty of them.
  const [more, setMore] = useState(false);
  return (
    <section aria-labelledby="settings-title" className="panel">
      <h2 id="settings-title">Settings</h2>
      <div className="field-grid">
        <Lock>
          <NumberField
            label="Seed"
            description={
              <>
                Of the <Term id="cohort seed">cohort</Term>: corpora, <Term id="checkpoint">checkpoints</Term>, prompts. 0 to{" "}
                {link.config.task === "addition" ? 4 : 2} are shipped, others are pretrained under Base policies.
              </>
            }
            value={link.config.seed}
            range={LIMITS.seed}
            onCommit={(value) => choose((before) => withSeed(before, "seed", value))}
          />
        </Lock>
        <Numbers fields={MAIN_FIELDS} link={link} />
        {teachesTruth(link) ? <WrongLabels value={link.config.training.wrongLabels} /> : null}
        <Lock>
          <ChoiceField
            className="wide-field"
            label="Backend"
            description="What computes. Numbers repeat bit for bit on wasm, and on simd with the same build and processor. simd is our own engine, written in AssemblyScript; auto takes it unless a graphics card is faster. A shared link with auto may compute on another backend elsewhere, with slightly different numbers."
            value={link.backend}
            options={BACKEND_OPTIONS}
            onChange={(backend) => choose((before) => withBackend(before, backend))}
          />
        </Lock>
      </div>
      <details className="more" onToggle={(event) => setMore(event.currentTarget.open)}>
        <summary>More settings</summary>
        {more ? <MoreSettings link={link} /> : null}
      </details>
    </section>
  );
});
