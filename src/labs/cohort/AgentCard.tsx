/** One agent: what it is in a line, and folded under it what it is made of. */
import type { AgentConfig } from "../../runs/config.ts";
import { LIMITS } from "../../runs/config.ts";
import { agentLook } from "../../ui/agents.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { agentLetter } from "../../ui/format.ts";
import { Swatch } from "../../ui/Marker.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { shownNumber } from "../../ui/number-input.ts";
import { Term } from "../../ui/Term.tsx";
import {
  ARCHITECTURE_OPTIONS,
  agentSummary,
  CORPUS_OPTIONS,
  DIGIT_ORDER_OPTIONS,
  REPLICA_OPTIONS,
  SIZE_OPTIONS,
  VIEW_OPTIONS,
  withWeakShare,
} from "./agent-options.ts";
import { StartField } from "./StartField.tsx";

/** An agent of another make, which a trained policy no longer fits. */
function otherMake({ weights: _, ...agent }: AgentConfig, changes: Partial<AgentConfig>): AgentConfig {
  return { ...agent, ...changes };
}

interface AgentCardProps {
  readonly index: number;
  readonly agent: AgentConfig;
  readonly onChange: (agent: AgentConfig) => void;
  /** Of the run, before this agent's factor. */
  readonly learningRate: number;
  /** Of the run's base policies, where the agent has none of its own. */
  readonly weakShare: number;
  /** Absent where the method takes no more agents. */
  readonly onDuplicate: (() => void) | null;
  /** Absent where the method needs this many agents. */
  readonly onRemove: (() => void) | null;
}

export function AgentCard({ index, agent, onChange, learningRate, weakShare, onDuplicate, onRemove }: AgentCardProps) {
  const letter = agentLetter(index);
  const look = agentLook(index);
  const of = (label: string): { label: string; fullLabel: string } => ({ label, fullLabel: `${label} of agent ${letter}` });
  const replicas = REPLICA_OPTIONS.some(({ value }) => value === String(agent.replica))
    ? REPLICA_OPTIONS
    : [...REPLICA_OPTIONS, { value: String(agent.replica), label: String(agent.replica) }];
  return (
    <details className="agent-card" style={{ borderInlineStartColor: look.colour }}>
      <summary>
        <span className="agent-letter" style={{ color: look.colour }}>
          {letter}
        </span>
        <Swatch look={look} width={2.5} hollow={false} />
        <span className="agent-summary">{agentSummary(agent)}</span>
      </summary>
      <div className="field-grid">
        <ChoiceField
          {...of("Architecture")}
          value={agent.architecture}
          options={ARCHITECTURE_OPTIONS}
          onChange={(architecture) => onChange(otherMake(agent, { architecture }))}
        />
        <ChoiceField
          {...of("Corpus")}
          value={agent.corpus}
          options={CORPUS_OPTIONS}
          onChange={(corpus) => onChange(otherMake(agent, { corpus }))}
        />
        <ChoiceField
          className="wide-field"
          {...of("Digit order")}
          value={agent.digitOrder}
          options={DIGIT_ORDER_OPTIONS}
          onChange={(digitOrder) => onChange(otherMake(agent, { digitOrder }))}
        />
        <ChoiceField
          {...of("Size")}
          value={agent.size}
          options={SIZE_OPTIONS}
          onChange={(size) => onChange(otherMake(agent, { size }))}
        />
        <ChoiceField
          {...of("Replica")}
          value={String(agent.replica)}
          options={replicas}
          onChange={(replica) => onChange(otherMake(agent, { replica: Number(replica) }))}
        />
        <ChoiceField
          className="wide-field"
          {...of("Prompt view")}
          value={agent.paraphrase ? "paraphrase" : "original"}
          options={VIEW_OPTIONS}
          onChange={(view) => onChange({ ...agent, paraphrase: view === "paraphrase" })}
        />
        <StartField agent={agent} letter={letter} onChange={onChange} />
        <NumberField
          label={`Rate factor of ${letter}`}
          description={
            <>
              <Term id="learning-rate factor">Times the learning rate</Term>:{" "}
              {shownNumber(learningRate * agent.learningRateScale)}.
            </>
          }
          value={agent.learningRateScale}
          range={LIMITS.learningRateScale}
          onCommit={(learningRateScale) => onChange({ ...agent, learningRateScale })}
        />
        <NumberField
          label={`Weak share of ${letter}`}
          description={
            <>
              Share of digit pairs that its <Term id="corpus">corpus</Term> mostly gets wrong;{" "}
              {agent.weakShare === undefined ? "as all have it" : `its own, all others ${shownNumber(weakShare)}`}.
            </>
          }
          value={agent.weakShare ?? weakShare}
          range={LIMITS.weakShare}
          late
          onCommit={(value) => onChange(withWeakShare(otherMake(agent, {}), value, weakShare))}
        />
      </div>
      <p className="hint">
        A policy is a <Term id="checkpoint">checkpoint</Term> of the <Term id="cohort seed">cohort seed</Term>. Its{" "}
        <Term id="corpus">corpus</Term> (Q, L or P) holds its mistakes; its <Term id="size">size</Term>, its{" "}
        <Term id="digit order">digit order</Term> (msb or lsb) and its <Term id="replica">replica</Term> tell it from others of
        that corpus. Not every combination is shipped; one that is not can be pretrained under Base policies.
      </p>
      <div className="button-row">
        {onDuplicate ? (
          <button type="button" className="plain-button" onClick={onDuplicate}>
            Duplicate agent {letter}
          </button>
        ) : null}
        {onRemove ? (
          <button type="button" className="plain-button" onClick={onRemove}>
            Take agent {letter} out
          </button>
        ) : null}
      </div>
    </details>
  );
}
