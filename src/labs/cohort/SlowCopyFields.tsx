/** The slow copy of a method that has one: what it answers, how it follows, how strongly it holds the policy. */
import { COPY_PHRASINGS, COPY_SCHEDULES, type CopyPhrasing, type CopySchedule } from "../../learning/slow-copy.ts";
import { type CohortConfig, LIMITS, slowCopyOf } from "../../runs/config.ts";
import { withSlowCopy } from "../../stores/choices.ts";
import { type Choice, ChoiceField } from "../../ui/ChoiceField.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { Term } from "../../ui/Term.tsx";
import { choose } from "./state.ts";

const PHRASING_OPTIONS: readonly Choice<CopyPhrasing>[] = COPY_PHRASINGS.map((value) => ({
  value,
  label: { same: "the prompt as its agent (released)", other: "the other phrasing" }[value],
}));
const SCHEDULE_OPTIONS: readonly Choice<CopySchedule>[] = COPY_SCHEDULES.map((value) => ({
  value,
  label: { cosine: "cosine, 0.01 to 0.00001 (released)", constant: "constant, 0.01" }[value],
}));

export function SlowCopyFields({ cohort }: { readonly cohort: CohortConfig }) {
  const copy = slowCopyOf(cohort);
  if (!copy) return null;
  return (
    <div className="field-grid">
      <ChoiceField
        className="wide-field"
        label="Slow copy answers"
        description={
          <>
            Which phrasing the <Term id="slow copy">slow copy</Term> of each agent samples its votes on.
          </>
        }
        value={copy.phrasing}
        options={PHRASING_OPTIONS}
        onChange={(phrasing) => choose((link) => withSlowCopy(link, { phrasing }))}
      />
      <ChoiceField
        className="wide-field"
        label="Slow copy follows"
        description="Share of the way to the policy that it goes after each update; over the run the cosine nearly stops it."
        value={copy.schedule}
        options={SCHEDULE_OPTIONS}
        onChange={(schedule) => choose((link) => withSlowCopy(link, { schedule }))}
      />
      <NumberField
        label="KL to the copy"
        description="Weight of the penalty for leaving the copy; Beta in the settings, where it is not 0, takes its place."
        value={copy.beta}
        range={LIMITS.copyBeta}
        onCommit={(beta) => choose((link) => withSlowCopy(link, { beta }))}
      />
    </div>
  );
}
