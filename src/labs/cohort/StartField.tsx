/** What an agent starts from: the base policy of its make, or a trained one that was imported, which brings its own make. */
import { useStore } from "zustand";
import { LEARNING_RATE_SCALE } from "../../policies/families.ts";
import { specOf, weightsWords } from "../../policies/spec.ts";
import type { AgentConfig } from "../../runs/config.ts";
import type { KeptRow } from "../../stores/bases.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { bases } from "./bases.ts";
import { choices } from "./state.ts";

/** The agent, started from a kept trained policy. The rate goes with the architecture. */
export function startingFrom(agent: AgentConfig, { spec, weights }: Pick<KeptRow, "spec" | "weights">): AgentConfig {
  const { weights: _, weakShare, ...rest } = agent;
  const learningRateScale =
    spec.architecture === agent.architecture ? agent.learningRateScale : LEARNING_RATE_SCALE[spec.architecture];
  // A trained policy brings the corpus that it learned from.
  const own = weakShare === undefined ? {} : { weakShare };
  return { ...rest, ...specOf(spec), learningRateScale, ...(weights === null ? own : { weights }) };
}

interface StartFieldProps {
  readonly agent: AgentConfig;
  readonly letter: string;
  readonly onChange: (agent: AgentConfig) => void;
}

export function StartField({ agent, letter, onChange }: StartFieldProps) {
  const kept = useStore(bases.store, (state) => state.kept);
  const task = useStore(choices, (state) => state.link.config.task);
  const seed = useStore(choices, (state) => state.link.config.seed);
  const trained = kept.filter((row) => row.weights !== null && row.task === task);
  const { weights } = agent;
  const chosen = trained.find((row) => row.weights === weights);
  const gone = weights !== undefined && !chosen;
  const options = [
    { value: "base", label: "the base policy of this make" },
    ...trained.map((row) => ({ value: row.weights ?? "", label: row.words })),
    ...(gone ? [{ value: weights, label: `${weightsWords(weights)}, not in this browser` }] : []),
  ];
  const choose = (value: string): void => {
    const row = trained.find((each) => each.weights === value);
    if (row) onChange(startingFrom(agent, row));
    else if (value === "base") onChange(startingFrom(agent, { spec: agent, weights: null }));
  };
  return (
    <ChoiceField
      className="wide-field"
      label="Starts from"
      fullLabel={`Starts from, agent ${letter}`}
      description={
        chosen && chosen.seed !== seed
          ? `It was trained for cohort seed ${chosen.seed}: prompts that seed ${seed} holds out may have been among those it trained on.`
          : "A policy that a run has trained and exported can be imported under Base policies, and chosen here."
      }
      value={weights ?? "base"}
      options={options}
      onChange={choose}
    />
  );
}
