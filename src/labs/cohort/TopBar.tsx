/** Run, pause, step, reset; which cohort, compared with which; what is going on; export. */
import { Button } from "@mantine/core";
import { memo } from "react";
import { useStore } from "zustand";
import type { LinkState } from "../../runs/link.ts";
import { PRESET_LIST, type PresetId, presetById } from "../../runs/presets.ts";
import { isChanged, withCompare, withPreset } from "../../stores/choices.ts";
import { isActive } from "../../stores/run.ts";
import { type Choice, ChoiceField } from "../../ui/ChoiceField.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { Lock } from "./Lock.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { choose, controller, orderOf } from "./state.ts";

const PRESET_OPTIONS: readonly Choice<PresetId>[] = PRESET_LIST.map(({ id, title }) => ({ value: id, label: title }));
const COMPARE_OPTIONS: readonly Choice<PresetId | "none">[] = [{ value: "none", label: "Nothing" }, ...PRESET_OPTIONS];

function Buttons({ link }: { readonly link: LinkState }) {
  const phase = useStore(controller.store, (state) => state.phase);
  const busy = phase === "preparing" || phase === "running" || phase === "evaluating";
  const order = orderOf(link);
  return (
    <div className="button-row">
      <Button size="sm" disabled={busy} onClick={() => controller.run(order)}>
        Run
      </Button>
      <Button
        size="sm"
        variant="default"
        disabled={phase !== "running" && phase !== "preparing"}
        onClick={() => controller.pause()}
      >
        Pause
      </Button>
      <Button size="sm" variant="default" disabled={busy || phase === "finished"} onClick={() => controller.step(order)}>
        Step
      </Button>
      <Button size="sm" variant="default" disabled={phase === "idle"} onClick={() => controller.reset()}>
        Reset
      </Button>
    </div>
  );
}

function Note({ link }: { readonly link: LinkState }) {
  const locked = useStore(controller.store, (state) => isActive(state.phase));
  return (
    <p className="top-note">
      {presetById(link.preset).description}
      {link.compare === "none" ? "" : ` Compared: ${presetById(link.compare).description}`}
      {locked ? " Settings are fixed while a run goes on; Reset to change them." : ""}
    </p>
  );
}

export const TopBar = memo(function TopBar({ link }: { readonly link: LinkState }) {
  return (
    <section className="top-bar" aria-label="Controls">
      <Buttons link={link} />
      <Lock>
        <ChoiceField
          className="top-select"
          label={isChanged(link) ? "Preset (changed)" : "Preset"}
          value={link.preset}
          options={PRESET_OPTIONS}
          onChange={(preset) => choose((before) => withPreset(before, preset))}
        />
        <ChoiceField
          className="top-select"
          label="Compare with"
          value={link.compare}
          options={COMPARE_OPTIONS}
          onChange={(compare) => choose((before) => withCompare(before, compare))}
        />
      </Lock>
      <StatusLine seed={link.config.seed} />
      <ExportMenu link={link} />
      <Note link={link} />
    </section>
  );
});
