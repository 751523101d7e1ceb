/** The start: p of every agent, and the points dropped to be compared. */
import { useStore } from "zustand";
import { agentLook } from "../../ui/agents.ts";
import { agentLetter, fixed } from "../../ui/format.ts";
import { Letter } from "../../ui/mathml.tsx";
import { SliderField } from "../../ui/SliderField.tsx";
import { LIMITS, MAX_POINTS, snap } from "./state.ts";
import { choices, choose } from "./store.ts";

export function StartPanel() {
  const p = useStore(choices, ({ state }) => state.p);
  const points = useStore(choices, ({ state }) => state.points);
  const mode = useStore(choices, ({ state }) => state.mode);
  return (
    <section className="basin-panel" aria-labelledby="start-title">
      <h2 id="start-title">Start</h2>
      {p.map((value, n) => {
        const letter = agentLetter(n);
        return (
          <SliderField
            key={letter}
            name={`p_${letter}`}
            symbol={<Letter base="p" index={letter} />}
            words={`chance that ${letter} answers right`}
            value={value}
            min={LIMITS.p.min}
            max={LIMITS.p.max}
            step={0.01}
            fine={0.001}
            colour={agentLook(n).colour}
            shown={fixed(value, 3)}
            onChange={(next) =>
              choose((state) => ({ ...state, p: state.p.map((old, m) => (m === n ? snap(next, LIMITS.p, 3) : old)) }))
            }
          />
        );
      })}
      {mode === "prompt" ? (
        <div className="button-row">
          <button
            type="button"
            className="plain-button"
            disabled={points.length >= MAX_POINTS}
            onClick={() => choose((state) => ({ ...state, points: [...state.points, state.p] }))}
          >
            Drop this point
          </button>
          <button type="button" className="plain-button" disabled={points.length === 0} onClick={() => choose({ points: [] })}>
            Remove dropped points
          </button>
        </div>
      ) : null}
      <p className="hint">Drag the point in a picture, or use the arrow keys on it (with Shift in steps of 0.001).</p>
    </section>
  );
}
