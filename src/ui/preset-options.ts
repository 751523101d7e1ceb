/** The menu of presets: grouped, as runs/presets lists them. */
import { PRESET_GROUPS, PRESET_LIST, type Preset, type PresetId } from "../runs/presets.ts";
import type { ChoiceGroup } from "./ChoiceField.tsx";

/** The presets that pass, by group; groups without any are left out. */
export function presetOptions(passes: (preset: Preset) => boolean = () => true): readonly ChoiceGroup<PresetId>[] {
  return PRESET_GROUPS.map((group) => ({
    group,
    items: PRESET_LIST.filter((preset) => preset.group === group && passes(preset)).map(({ id, title }) => ({
      value: id,
      label: title,
    })),
  })).filter(({ items }) => items.length > 0);
}
