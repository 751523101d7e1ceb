/** Population mode: which prompts there are. The paper's example, prompts drawn with the pointer or added by key, or a correlated Beta pair. */
import { SegmentedControl } from "@mantine/core";
import { useStore } from "zustand";
import type { BetaPair } from "../../theory/populations.ts";
import { count } from "../../ui/format.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { type BasinState, DEFAULT_PAIR, LIMITS, MAX_PROMPTS, PAPER_PROMPTS, type Population } from "./state.ts";
import { choices, choose } from "./store.ts";

/** A state with one more prompt; a drawn one joins placed ones, and replaces a Beta pair. */
export function withPrompt(state: BasinState, x: number, y: number): BasinState {
  const before = state.population.kind === "prompts" ? state.population.prompts : [];
  if (before.length >= MAX_PROMPTS) return state;
  return { ...state, population: { kind: "prompts", prompts: [...before, { p: [x, y], weight: 1 }] } };
}

const set = (population: Population): void => choose({ population });

function Placed({ prompts }: { readonly prompts: Extract<Population, { kind: "prompts" }>["prompts"] }) {
  return (
    <>
      <p className="hint">
        {count(prompts.length, "prompt")}. Draw more with the pointer in either square, or add one at the point.
      </p>
      <div className="button-row">
        <button
          type="button"
          className="plain-button"
          onClick={() => choose((state) => withPrompt(state, state.p[0] ?? 0.5, state.p[1] ?? 0.5))}
        >
          Add a prompt at the point
        </button>
        <button type="button" className="plain-button" onClick={() => set({ kind: "prompts", prompts: PAPER_PROMPTS })}>
          Load the paper's example
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={prompts.length === 0}
          onClick={() => set({ kind: "prompts", prompts: prompts.slice(0, -1) })}
        >
          Remove the last
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={prompts.length === 0}
          onClick={() => set({ kind: "prompts", prompts: [] })}
        >
          Remove all
        </button>
      </div>
    </>
  );
}

function Pair({ pair }: { readonly pair: BetaPair }) {
  const change = (changes: Partial<BetaPair>): void => set({ kind: "pair", pair: { ...pair, ...changes } });
  const [meanA, meanB] = pair.means;
  const [cA, cB] = pair.concentrations;
  const { mean, concentration, correlation, count: many, seed } = LIMITS;
  return (
    <div className="basin-fields">
      <NumberField
        label="Mean of p_A"
        description="Of A's Beta law."
        value={meanA}
        range={mean}
        onCommit={(value) => change({ means: [value, meanB] })}
      />
      <NumberField
        label="Mean of p_B"
        description="Of B's Beta law."
        value={meanB}
        range={mean}
        onCommit={(value) => change({ means: [meanA, value] })}
      />
      <NumberField
        label="Concentration of A"
        description="a + b: large is narrow."
        value={cA}
        range={concentration}
        onCommit={(value) => change({ concentrations: [value, cB] })}
      />
      <NumberField
        label="Concentration of B"
        description="a + b: large is narrow."
        value={cB}
        range={concentration}
        onCommit={(value) => change({ concentrations: [cA, value] })}
      />
      <NumberField
        label="Correlation"
        description="Below 0 mistakes complement."
        value={pair.correlation}
        range={correlation}
        onCommit={(value) => change({ correlation: value })}
      />
      <NumberField
        label="Prompts"
        description="How many are drawn."
        value={pair.count}
        range={many}
        onCommit={(value) => change({ count: value })}
      />
      <NumberField
        label="Seed of the prompts"
        description="The same seed, the same prompts."
        value={pair.seed}
        range={seed}
        onCommit={(value) => change({ seed: value })}
      />
    </div>
  );
}

export function PopulationPanel() {
  const mode = useStore(choices, ({ state }) => state.mode);
  const population = useStore(choices, ({ state }) => state.population);
  return (
    <section className="basin-panel" aria-labelledby="prompts-title">
      <h2 id="prompts-title">Prompts</h2>
      <SegmentedControl
        size="xs"
        aria-label="One prompt or a population"
        value={mode}
        data={[
          { value: "prompt", label: "One prompt" },
          { value: "population", label: "Population" },
        ]}
        transitionDuration={0}
        onChange={(value) => choose({ mode: value === "population" ? "population" : "prompt" })}
      />
      {mode === "population" ? (
        <>
          <SegmentedControl
            size="xs"
            aria-label="Where the prompts come from"
            value={population.kind}
            data={[
              { value: "prompts", label: "Placed" },
              { value: "pair", label: "Beta pair" },
            ]}
            transitionDuration={0}
            onChange={(value) =>
              set(value === "pair" ? { kind: "pair", pair: DEFAULT_PAIR } : { kind: "prompts", prompts: PAPER_PROMPTS })
            }
          />
          {population.kind === "prompts" ? <Placed prompts={population.prompts} /> : <Pair pair={population.pair} />}
        </>
      ) : null}
    </section>
  );
}
