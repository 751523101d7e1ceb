/** What a cohort whose agents judge or debate may choose; each method shows its own choices, and one without shows nothing. */
import { JUDGES, type Judges, VERIFIERS, type VerifierId } from "../../learning/dialogue.ts";
import { methodById } from "../../learning/methods/index.ts";
import { type CohortConfig, dialogueOf, LIMITS } from "../../runs/config.ts";
import { withDialogue } from "../../stores/choices.ts";
import { type Choice, ChoiceField } from "../../ui/ChoiceField.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { choose } from "./state.ts";

const JUDGES_OPTIONS: readonly Choice<Judges>[] = JUDGES.map((value) => ({
  value,
  label: { both: "Evaluator and scorer", evaluator: "Evaluator alone", scorer: "Scorer alone" }[value],
}));
const VERIFIER_OPTIONS: readonly Choice<VerifierId>[] = VERIFIERS.map((value) => ({
  value,
  label: { truth: "The truth", tuned: "A judge tuned on 64 labels" }[value],
}));

export function DialogueChoices({ cohort }: { readonly cohort: CohortConfig }) {
  const method = methodById(cohort.method);
  if (!method.roles || method.choices.length === 0) return null;
  const { judges, turns, discount, verifier, beta } = dialogueOf(cohort);
  const has = (name: (typeof method.choices)[number]): boolean => method.choices.includes(name);
  return (
    <>
      {has("judges") ? (
        <ChoiceField
          label="Judges of a solution"
          description="Without the scorer a verdict is the score; without the evaluator the scorer hears no verdict."
          value={judges}
          options={JUDGES_OPTIONS}
          onChange={(value) => choose((link) => withDialogue(link, { judges: value }))}
        />
      ) : null}
      {has("verifier") ? (
        <ChoiceField
          label="Verifier"
          description="Who scores the answers. The truth is not label-free; a tuned judge sees 64 labels before the first step."
          value={verifier}
          options={VERIFIER_OPTIONS}
          onChange={(value) => choose((link) => withDialogue(link, { verifier: value }))}
        />
      ) : null}
      {has("turns") ? (
        <NumberField
          label="Turns of a debate"
          description="From the second on each agent sees both last answers. The first is what is evaluated."
          value={turns}
          range={LIMITS.turns}
          onCommit={(value) => choose((link) => withDialogue(link, { turns: value }))}
        />
      ) : null}
      {has("discount") ? (
        <NumberField
          label="Discount of later turns"
          description="How much an answer is rewarded for what comes of it; 0: for itself alone."
          value={discount}
          range={LIMITS.discount}
          onCommit={(value) => choose((link) => withDialogue(link, { discount: value }))}
        />
      ) : null}
      {has("beta") ? (
        <NumberField
          label="Own beta (KL)"
          description={`Weight of the penalty for leaving the base policy, in place of the run’s; ${method.update.beta ?? 0} is the method’s.`}
          value={beta ?? method.update.beta ?? 0}
          range={LIMITS.beta}
          onCommit={(value) => choose((link) => withDialogue(link, { beta: value }))}
        />
      ) : null}
    </>
  );
}
