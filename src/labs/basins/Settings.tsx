/** Everything but the start: who votes and learns how, the answers, and the stochastic runs. Each control bears its symbol. */
import { memo, type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { agentLook } from "../../ui/agents.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { agentLetter, fixed } from "../../ui/format.ts";
import { Letter } from "../../ui/mathml.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import type { NumberRange } from "../../ui/number-input.ts";
import { SliderField } from "../../ui/SliderField.tsx";
import { type BasinState, EXCHANGES, type ExchangeKind, type FiniteChoice, LIMITS, largestK, snap, withAgents } from "./state.ts";
import { choices, choose } from "./store.ts";
import { useStable } from "./use-job.ts";

const EXCHANGE_LABELS: Readonly<Record<ExchangeKind, string>> = {
  cross: "the peer's vote",
  mixture: "own or peer's vote, by weight w",
  pooled: "one vote of both",
};

/** A slider over one number of the state. */
function Slide(props: {
  readonly name: string;
  readonly symbol?: ReactNode;
  readonly words: string;
  readonly field: "K" | "tau" | "answers" | "share" | "own";
  readonly range: NumberRange;
  readonly step: number;
  readonly digits: number;
  readonly disabled?: boolean;
}) {
  const { field, range, step, digits, ...rest } = props;
  const value = useStore(choices, ({ state }) => state[field]);
  return (
    <SliderField
      {...rest}
      value={value}
      min={range.min}
      max={range.max}
      step={step}
      shown={fixed(value, digits)}
      onChange={(next) => choose({ [field]: snap(next, range, digits) })}
    />
  );
}

function Rates({ rates }: { readonly rates: readonly number[] }) {
  return rates.map((rate, n) => {
    const letter = agentLetter(n);
    return (
      <SliderField
        key={letter}
        name={`eta_${letter}`}
        symbol={<Letter base="η" index={letter} />}
        words={`learning rate of ${letter}`}
        value={rate}
        min={LIMITS.eta.min}
        max={LIMITS.eta.max}
        step={0.05}
        fine={0.01}
        colour={agentLook(n).colour}
        shown={fixed(rate, 2)}
        onChange={(next) =>
          choose((state) => ({ ...state, rates: state.rates.map((old, m) => (m === n ? snap(next, LIMITS.eta, 2) : old)) }))
        }
      />
    );
  });
}

/** Which two agents span the picture; the others stand at their p. */
function Plane({ agents, axes }: { readonly agents: number; readonly axes: readonly [number, number] }) {
  const options: { value: string; label: string }[] = [];
  for (let x = 0; x < agents; x++)
    for (let y = x + 1; y < agents; y++)
      options.push({ value: `${x},${y}`, label: `p_${agentLetter(x)} across, p_${agentLetter(y)} up` });
  return (
    <ChoiceField
      className="wide-field"
      label="Plane through the cube"
      description="The other agents stand at their p: move their sliders to move the plane."
      value={axes.join(",")}
      options={options}
      onChange={(value) => {
        const [x = 0, y = 1] = value.split(",").map(Number);
        choose({ axes: [x, y] });
      }}
    />
  );
}

/** The settings that a change of the start leaves alone. */
type Rest = Pick<BasinState, "rates" | "axes" | "answers" | "shared" | "exchange" | "ddof" | "horizon" | "finite" | "mode">;

function Stochastic({ finite, disabled }: { readonly finite: FiniteChoice; readonly disabled: boolean }) {
  const number = (field: "repeats" | "seed" | "updates" | "clip" | "beta", label: string, description: string): ReactNode => (
    <NumberField
      key={field}
      label={label}
      description={description}
      value={finite[field]}
      range={LIMITS[field]}
      onCommit={(value) => choose((state) => ({ ...state, finite: { ...state.finite, [field]: value } }))}
    />
  );
  return (
    <fieldset className="bare basin-fields" disabled={disabled}>
      {number("repeats", "Repeats R", "Stochastic runs drawn; 0 for none.")}
      {number("seed", "Seed", "The same seed, the same runs.")}
      {number("updates", "Updates per batch", "The clip matters from the second on.")}
      {number("clip", "Clip", "Half-width of PPO's interval.")}
      {number("beta", "KL weight beta", "Penalty for leaving the start.")}
      <ChoiceField
        label="KL form"
        description="k3: GRPO's estimator; reverse: exact."
        value={finite.klForm}
        options={[
          { value: "k3", label: "k3" },
          { value: "reverse", label: "reverse" },
        ]}
        onChange={(klForm) => choose((state) => ({ ...state, finite: { ...state.finite, klForm } }))}
      />
    </fieldset>
  );
}

export const Settings = memo(function Settings() {
  const rest = useStore(choices, ({ state }) => state);
  const [open, setOpen] = useState(false);
  const shown = useStable<Rest>({
    rates: rest.rates,
    axes: rest.axes,
    answers: rest.answers,
    shared: rest.shared,
    exchange: rest.exchange,
    ddof: rest.ddof,
    horizon: rest.horizon,
    finite: rest.finite,
    mode: rest.mode,
  });
  return <SettingsBody shown={shown} open={open} onOpen={setOpen} />;
});

interface BodyProps {
  readonly shown: Rest;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

const SettingsBody = memo(function SettingsBody({ shown, open, onOpen }: BodyProps) {
  const { rates, axes, answers, shared, exchange, ddof, horizon, finite, mode } = shown;
  const agents = rates.length;
  const many = answers > 2;
  return (
    <section className="basin-panel" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <Slide
        name="K"
        symbol={<Letter base="K" />}
        words="rollouts per vote"
        field="K"
        range={{ ...LIMITS.K, max: largestK(answers) }}
        step={1}
        digits={0}
      />
      {many ? (
        <p className="hint">
          With {answers} answers K is at most {largestK(answers)} here: the exact plurality is costly.
        </p>
      ) : null}
      <Rates rates={rates} />
      <SliderField
        name="Number of agents"
        symbol={<Letter base="N" />}
        words="agents on the ring"
        value={agents}
        min={LIMITS.agents.min}
        max={LIMITS.agents.max}
        step={1}
        disabled={mode === "population"}
        shown={String(agents)}
        onChange={(value) => choose((state) => withAgents(state, snap(value, LIMITS.agents, 0)))}
      />
      {agents > 2 ? <Plane agents={agents} axes={axes} /> : null}
      <Slide
        name="Answers M"
        symbol={<Letter base="M" />}
        words="answers, one of them right"
        field="answers"
        range={LIMITS.answers}
        step={1}
        digits={0}
      />
      <div className="basin-fields">
        <fieldset className="bare" disabled={!many}>
          <ChoiceField
            label="Wrong answers"
            description="The agents' favourite wrong answer."
            value={shared ? "shared" : "scattered"}
            options={[
              { value: "shared", label: "shared" },
              { value: "scattered", label: "scattered" },
            ]}
            onChange={(value) => choose({ shared: value === "shared" })}
          />
        </fieldset>
        <fieldset className="bare" disabled={many}>
          <ChoiceField
            label="Label from"
            description="Who labels an agent's rollouts."
            value={exchange}
            options={EXCHANGES.map((value) => ({ value, label: EXCHANGE_LABELS[value] }))}
            onChange={(value) => choose({ exchange: value })}
          />
        </fieldset>
      </div>
      <Slide
        name="Share s"
        symbol={<Letter base="s" />}
        words="of the wrong mass on the favourite"
        field="share"
        range={LIMITS.share}
        step={0.01}
        digits={2}
        disabled={!many}
      />
      {exchange === "mixture" ? (
        <Slide
          name="Weight w"
          symbol={<Letter base="w" />}
          words="of the own vote"
          field="own"
          range={LIMITS.own}
          step={0.01}
          digits={2}
        />
      ) : null}
      <Slide
        name="tau"
        symbol={<Letter base="τ" />}
        words="least share of the winner"
        field="tau"
        range={LIMITS.tau}
        step={0.01}
        digits={2}
      />
      <div className="basin-fields">
        <NumberField
          label="Time T"
          description="Updates shown, to scrub through."
          value={horizon}
          range={LIMITS.horizon}
          onCommit={(value) => choose({ horizon: value })}
        />
        <ChoiceField
          label="Standard deviation"
          description="0: as the theory; 1: as TRL and verl."
          value={ddof === 1 ? "1" : "0"}
          options={[
            { value: "0", label: "ddof 0" },
            { value: "1", label: "ddof 1" },
          ]}
          onChange={(value) => choose({ ddof: value === "1" ? 1 : 0 })}
        />
      </div>
      <details className="basin-more" onToggle={(event) => onOpen(event.currentTarget.open)}>
        <summary>Stochastic runs</summary>
        {open ? <Stochastic finite={finite} disabled={many} /> : null}
      </details>
    </section>
  );
});
