/** The basin page: the theorem one can touch, and what lies beyond it. */
import { useMediaQuery } from "@mantine/hooks";
import { memo, useCallback, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { latePart } from "../../ui/late-part.tsx";
import { ProblemList } from "../../ui/ProblemList.tsx";
import "./basins.css";
import { play, reducedMotion } from "./clock.ts";
import { Explanations } from "./Explanations.tsx";
import { FRAMES, promptsOf, titlesOf } from "./exports.ts";
import { After } from "./later.tsx";
import { AccuracyBars, PointsTable, VerdictLine } from "./Outcomes.tsx";
import { PopulationPanel, withPrompt } from "./PopulationPanel.tsx";
import { Portrait } from "./Portrait.tsx";
import type { PopulationResult } from "./protocol.ts";
import { Settings } from "./Settings.tsx";
import { StartPanel } from "./StartPanel.tsx";
import type { Start } from "./scene.ts";
import { thresholdMap } from "./shading.ts";
import { shown } from "./shown.ts";
import { type BasinState, isTwoOutcome, LIMITS, settingOf, snap } from "./state.ts";
import { choices, choose, useAddress } from "./store.ts";
import { TopBar } from "./TopBar.tsx";
import { useJob, useSettled, useStable } from "./use-job.ts";
import { type Scene, useScene } from "./use-scene.ts";

// recharts is large: the portraits stand before it has come.
const TimeCharts = latePart(
  "The courses over time",
  async () => (await import("./TimeCharts.tsx")).TimeCharts,
  <p className="loading">Loading the charts.</p>,
);

/** Charts and runs wait until a drag has rested this long: they may lag, the portraits may not. */
const REST = 200;
/** Cells of the self-rewarding map: its borders are straight lines. */
const SELF_CELLS = 256;

/** The stochastic runs of the settled start, and why there are none. */
function useRuns(state: BasinState, start: Start | null) {
  const setting = useStable(settingOf(state));
  const finite = useStable(state.finite);
  const p = start?.p;
  const possible = isTwoOutcome(state) && finite.repeats > 0 && state.mode === "prompt" && p !== undefined;
  const { horizon } = state;
  const job = useMemo(
    () => (possible && p ? { kind: "finite" as const, setting, p, horizon, finite } : null),
    [possible, setting, p, horizon, finite],
  );
  const { result, progress, problem, current } = useJob<"finite">(job, REST);
  const note = !isTwoOutcome(state)
    ? "The line is the differential equation's. Stochastic runs are simulated for two answers only."
    : finite.repeats === 0
      ? "The line is the differential equation's. No stochastic runs: set Repeats R above 0."
      : (problem ??
        (progress === null ? "Stochastic runs are on their way." : `Stochastic runs: ${Math.round(100 * progress)} % done.`));
  return { fan: current && result ? result.fan : null, repeats: result?.repeats ?? 0, note };
}

function usePopulation(state: BasinState) {
  const setting = useStable(settingOf(state));
  const population = useStable(state.population);
  const { mode, horizon } = state;
  const prompts = useMemo(() => (mode === "population" ? promptsOf({ population }) : []), [mode, population]);
  const job = useMemo(
    () => (prompts.length > 0 ? { kind: "population" as const, setting, prompts, horizon, frames: FRAMES } : null),
    [prompts, setting, horizon],
  );
  return { ...useJob<"population">(job), prompts: prompts.length };
}

function useShown(state: BasinState, scene: Scene, population: PopulationResult | null): void {
  useEffect(() => {
    shown.current = { state, scene, population };
    return () => {
      shown.current = null;
    };
  }, [state, scene, population]);
}

function Problems() {
  const problems = useStore(choices, ({ problems: found }) => found);
  return <ProblemList problems={problems} onDismiss={() => choices.setState({ problems: [] })} />;
}

function crossCaption(state: BasinState): string {
  if (state.answers > 2)
    return "The slice on which the wrong mass is laid out as the settings say; each point is followed by integration and coloured by where it ends (ours).";
  if (state.p.length > 2)
    return "A plane through the cube of starts; the others stand where their sliders say. The trajectory leaves the plane and is shown as its shadow (ours).";
  if (state.exchange !== "cross")
    return "Labels come partly from the own vote: agents may then end apart (striped). Found by integration (ours).";
  const [a, b] = state.rates;
  return a === b
    ? "At equal rates the basins meet on p_A + p_B = 1, a straight line whatever K is (Co-RL, T1)."
    : "At unequal rates the basins meet where eta_B F(p_A) = eta_A F(p_B): the slower agent's opinion weighs more (ours).";
}

function selfCaption(state: BasinState): string {
  return state.answers > 2
    ? "Each agent is rewarded for agreeing with its own vote and ends at the answer that it gives most often; where its wrong answers scatter, that is the right one already below one half (ours). Striped: one ends right, one wrong."
    : "Each agent is rewarded for agreeing with its own vote: it goes to the nearer of right and wrong, whatever its peer does (Co-RL, P2). Striped: one ends right, one wrong.";
}

export function BasinLab() {
  useAddress();
  const state = useStore(choices, (all) => all.state);
  const scene = useScene(state);
  const population = usePopulation(state);
  useShown(state, scene, population.current ? population.result : null);
  const start = scene.starts[0] ?? null;
  const settled = useSettled(start, REST);
  const runs = useRuns(state, settled);
  const axes = useStable(state.axes);
  const many = state.mode === "population";
  const titles = titlesOf(state);
  const self = useMemo(() => thresholdMap(scene.threshold, SELF_CELLS), [scene.threshold]);
  const move = useCallback(
    (x: number, y: number) =>
      choose((before) => ({
        ...before,
        p: before.p.map((value, n) => snap(n === before.axes[0] ? x : n === before.axes[1] ? y : value, LIMITS.p, 3)),
      })),
    [],
  );
  const draw = useCallback((x: number, y: number) => choose((before) => withPrompt(before, x, y)), []);
  useEffect(() => {
    // The first screen moves, unless motion is unwanted; then the end is one press away.
    if (!reducedMotion()) play(choices.getState().state.horizon);
  }, []);
  const shared = {
    axes,
    p: state.p,
    starts: scene.starts,
    population: population.result,
    horizon: state.horizon,
    onMove: move,
    onDraw: many ? draw : null,
  };
  return (
    <div className="basin-lab">
      <h1 className="visually-hidden">Basin lab</h1>
      <TopBar horizon={state.horizon} start={start} />
      <Problems />
      <div className="basin-columns">
        <div className="basin-start">
          <StartPanel />
          <PopulationPanel />
        </div>
        <div className="basin-results">
          <VerdictLine
            start={start}
            problem={scene.problem}
            prompts={population.prompts}
            accuracy={many && population.current && population.result ? population.result.accuracy : null}
          />
          <div className="portraits">
            <Portrait
              {...shared}
              rule="self"
              title={titles.self}
              map={self}
              busy={false}
              field={scene.field.self}
              border={scene.border.self}
              caption={selfCaption(state)}
            />
            <Portrait
              {...shared}
              rule="cross"
              title={titles.cross}
              map={scene.map}
              busy={!scene.mapCurrent}
              field={scene.field.cross}
              border={scene.border.cross}
              caption={crossCaption(state)}
            />
          </div>
          <MapProgress share={scene.mapProgress} />
          <p className="look-for shading-key">
            <span className="key key-right" /> ends right <span className="key key-wrong" /> ends wrong{" "}
            <span className="key key-neither" /> nothing decides. Arrows: the way p moves on average, longer where faster. Thick
            line: where basins meet.
          </p>
          {many ? (
            <AccuracyBars
              result={population.result}
              prompts={population.prompts}
              progress={population.progress}
              problem={population.problem}
            />
          ) : (
            <>
              <PointsTable starts={scene.starts} />
              {settled ? (
                <After ms={100}>
                  <TimeCharts start={settled} horizon={state.horizon} fan={runs.fan} repeats={runs.repeats} note={runs.note} />
                </After>
              ) : null}
            </>
          )}
          <After ms={300}>
            <Explanations />
          </After>
        </div>
        <Folded />
      </div>
    </div>
  );
}

/** The settings, folded on a narrow screen. By itself: the hook asks the browser anew whenever its component is drawn, which a drag would feel. */
const Folded = memo(function Folded() {
  const wide = useMediaQuery("(min-width: 900px)", true, { getInitialValueInEffect: false });
  return (
    <details className="basin-settings" open={wide}>
      <summary>Settings</summary>
      <After ms={60}>
        <Settings />
      </After>
    </details>
  );
});

function MapProgress({ share }: { readonly share: number | null }) {
  return (
    <div className="map-progress">{share === null ? null : <progress aria-label="Basins computed" value={share} max={1} />}</div>
  );
}
