/** Presets, time (play, pause, scrubber) and Export. */
import { Button } from "@mantine/core";
import { memo, useCallback, useRef } from "react";
import { useStore } from "zustand";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { agentLetter, fixed } from "../../ui/format.ts";
import { clock, moveTo, pause, play, useClock, useTime } from "./clock.ts";
import { pathAt } from "./dynamics.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { PRESETS, presetOf } from "./presets.ts";
import type { Start } from "./scene.ts";
import { choices } from "./store.ts";

const CUSTOM = "custom";
const OPTIONS = PRESETS.map(({ id, title }) => ({ value: id, label: title }));

const Presets = memo(function Presets() {
  const preset = useStore(choices, ({ state }) => presetOf(state));
  return (
    <>
      <ChoiceField
        className="basin-select"
        label="Preset"
        value={preset?.id ?? CUSTOM}
        options={preset ? OPTIONS : [{ value: CUSTOM, label: "Your own setting" }, ...OPTIONS]}
        onChange={(id) => {
          const chosen = PRESETS.find((candidate) => candidate.id === id);
          if (!chosen) return;
          choices.setState({ state: chosen.state, problems: [] });
          moveTo(0);
          play(chosen.state.horizon);
        }}
      />
      <p className="basin-note">{preset ? preset.lesson : "Your own setting. The address holds it: share the link."}</p>
    </>
  );
});

/** The scrubber moves with the clock without React; its words say where the start is by then. */
function Time({ horizon, start }: { readonly horizon: number; readonly start: Start | null }) {
  const playing = useStore(clock, (state) => state.playing);
  useClock(horizon);
  const slider = useRef<HTMLInputElement>(null);
  const reading = useRef<HTMLParagraphElement>(null);
  const moveSlider = useCallback((element: HTMLInputElement, t: number) => {
    element.value = String(t);
    element.setAttribute("aria-valuetext", `${fixed(t, 1)} updates`);
  }, []);
  const write = useCallback(
    (element: HTMLParagraphElement, t: number) => {
      const where = (rule: "self" | "cross"): string =>
        start
          ? pathAt(start.path[rule], t)
              .map((value, n) => `${agentLetter(n)} ${fixed(value, 3)}`)
              .join(", ")
          : "–";
      element.textContent = `t = ${fixed(t, 1)}: alone ${where("self")}; together ${where("cross")}`;
    },
    [start],
  );
  useTime(slider, moveSlider);
  useTime(reading, write);
  return (
    <div className="time-box">
      <Button size="sm" onClick={() => (playing ? pause() : play(horizon))}>
        {playing ? "Pause" : "Play"}
      </Button>
      <div className="time-slider">
        <input
          ref={slider}
          type="range"
          aria-label="Time"
          min={0}
          max={horizon}
          step="any"
          defaultValue={0}
          onChange={(event) => moveTo(Number(event.currentTarget.value))}
          onKeyDown={(event) => {
            const { t } = clock.getState();
            const targets: Record<string, number> = {
              ArrowLeft: t - horizon / 60,
              ArrowDown: t - horizon / 60,
              ArrowRight: t + horizon / 60,
              ArrowUp: t + horizon / 60,
              PageDown: t - horizon / 6,
              PageUp: t + horizon / 6,
              Home: 0,
              End: horizon,
            };
            const target = targets[event.key];
            if (target === undefined) return;
            event.preventDefault();
            moveTo(Math.min(horizon, Math.max(0, target)));
          }}
        />
        <p ref={reading} className="time-reading" />
      </div>
    </div>
  );
}

interface TopBarProps {
  readonly horizon: number;
  readonly start: Start | null;
}

export const TopBar = memo(function TopBar({ horizon, start }: TopBarProps) {
  return (
    <section className="basin-bar" aria-label="Controls">
      <Presets />
      <Time horizon={horizon} start={start} />
      <ExportMenu />
    </section>
  );
});
