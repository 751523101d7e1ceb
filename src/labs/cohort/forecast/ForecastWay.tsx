/** The way of the prompts from p before training to their outcome: the map, the step shown, play and pause, and which prompts stand out. */
import { useEffect, useMemo, useState } from "react";
import { forecastRings, forecastSetting } from "../../../cohort/forecast-measure.ts";
import type { CohortConfig } from "../../../runs/config.ts";
import { pairsOf } from "../../../stores/run-data.ts";
import { ChoiceField } from "../../../ui/ChoiceField.tsx";
import { agentLetter, count } from "../../../ui/format.ts";
import { OutcomeMark } from "../OutcomeMark.tsx";
import { OUTCOMES, type Pair, SIDES } from "../prompt-map.ts";
import { ForecastMap } from "./ForecastMap.tsx";
import type { Measured } from "./forecast-state.ts";
import { countSides, dotsAt, ENDS, groundOf, MARKING_WORDS, MARKINGS, type Marking, markedPrompts } from "./forecast-view.ts";

/** Milliseconds that a step is shown for: the dots come to rest in a third of a second. */
const FRAME = 800;

function stepWords(step: number): string {
  return step === 0 ? "before training" : `after step ${step}`;
}

/** The place among the measured steps that is shown; it starts before training and stays in range while more are measured. */
function usePlayback(steps: readonly number[]) {
  // Kept as a step, not as a place: the steps between come in later.
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(false);
  const found = steps.findLastIndex((each) => each <= step);
  const place = Math.max(0, found);
  const last = steps.length - 1;
  useEffect(() => {
    if (!playing) return;
    if (place >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setStep(steps[place + 1] ?? 0), FRAME);
    return () => clearTimeout(timer);
  }, [playing, place, last, steps]);
  return {
    place,
    playing,
    goTo(next: number) {
      setPlaying(false);
      setStep(steps[next] ?? 0);
    },
    toggle() {
      if (!playing && place >= last) setStep(0);
      setPlaying(!playing);
    },
  };
}

export function ForecastWay({ measured, cohort }: { readonly measured: Measured; readonly cohort: CohortConfig }) {
  const { data, steps, result } = measured;
  const [pairText, setPairText] = useState("0,1");
  const [marking, setMarking] = useState<Marking>("all");
  const agents = cohort.agents.length;
  const pair: Pair = useMemo(() => pairsOf(agents).find((each) => each.join() === pairText) ?? [0, 1], [agents, pairText]);
  const numbers = useMemo(() => steps.map(({ step }) => step), [steps]);
  const { place, playing, goTo, toggle } = usePlayback(numbers);
  const now = steps[place];
  const judged = result?.judged ?? [];
  const samples = result?.samples ?? 1;
  const dots = useMemo(() => (now ? dotsAt(now, samples, judged, pair) : []), [now, samples, judged, pair]);
  const strong = useMemo(() => markedPrompts(judged, pair, marking), [judged, pair, marking]);
  const counts = useMemo(() => countSides(strong ? dots.filter(({ prompt }) => strong.has(prompt)) : dots), [dots, strong]);
  const { setting, ground } = useMemo(() => {
    const found = forecastRings(cohort);
    const rings = "rings" in found ? found.rings : [];
    return { setting: forecastSetting(data.config, rings), ground: groundOf(rings, pair) };
  }, [cohort, data, pair]);
  if (!now || !result) return null;
  const [a, b] = pair.map(agentLetter);
  const shown = strong ? `${count(strong.size, "prompt")} ${MARKING_WORDS[marking]}` : count(dots.length, "prompt");
  return (
    <div className="forecast-way">
      <div className="forecast-controls">
        {agents > 2 ? (
          <ChoiceField
            label="Forecast axes"
            description="The two agents that the square is drawn for."
            value={pair.join()}
            options={pairsOf(agents).map(([x, y]) => ({
              value: `${x},${y}`,
              label: `${agentLetter(x)} across, ${agentLetter(y)} up`,
            }))}
            onChange={setPairText}
          />
        ) : null}
        <ChoiceField
          label="Prompts that stand out"
          description="The others are drawn faintly; the table counts those that stand out."
          value={marking}
          options={MARKINGS.map((value) => ({ value, label: MARKING_WORDS[value] }))}
          onChange={setMarking}
        />
      </div>
      <ForecastMap
        pair={pair}
        dots={dots}
        strong={strong}
        setting={setting}
        ground={ground}
        label={`${shown} between agents ${a} and ${b}, ${stepWords(now.step)}`}
      />
      <div className="forecast-play">
        <button type="button" className="plain-button" onClick={toggle} disabled={steps.length < 2}>
          {playing ? "Pause the way" : "Play the way"}
        </button>
        <label className="forecast-slider">
          <span>Measured step</span>
          <input
            type="range"
            min={0}
            max={Math.max(1, steps.length - 1)}
            step={1}
            value={place}
            aria-valuetext={stepWords(now.step)}
            onChange={(event) => goTo(Number(event.currentTarget.value))}
          />
          <span className="forecast-at">{stepWords(now.step)}</span>
        </label>
      </div>
      <table className="map-table">
        <caption className="visually-hidden">
          Prompts by side of the line p_{a} + p_{b} = 1, {stepWords(now.step)}, and by how they ended
        </caption>
        <thead>
          <tr>
            <th scope="col">{stepWords(now.step)}</th>
            {SIDES.map((side) => (
              <th key={side} scope="col">
                {side === "on" ? "on the line" : `${side} it`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.map((outcome) => (
            <tr key={outcome}>
              <th scope="row" className="map-label">
                <OutcomeMark outcome={outcome} /> {ENDS[outcome]}
              </th>
              {SIDES.map((side) => (
                <td key={side}>{counts[side][outcome]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {ground === "ring" ? (
        <p className="hint">
          In a larger ring the border hangs on the other agents too: the line is a guide here, not the border.
        </p>
      ) : null}
      {ground === "apart" ? (
        <p className="hint">These two agents have nothing to do with each other: no basin lies between them.</p>
      ) : null}
    </div>
  );
}
