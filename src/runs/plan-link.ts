/** The share link of a planned run: the cohort lab opens it with exactly that configuration. */
import { formatLink } from "./link.ts";
import type { PlannedRun } from "./plan-expand.ts";
import { PRESET_LIST, type PresetId } from "./presets.ts";

/** The preset whose cohort this is, else one of its method: the link then writes the agents out. */
function nearestPreset({ cohort }: PlannedRun["config"]): PresetId {
  const text = JSON.stringify(cohort);
  const same = PRESET_LIST.find((preset) => JSON.stringify(preset.cohort) === text);
  return (same ?? PRESET_LIST.find((preset) => preset.cohort.method === cohort.method))?.id ?? "co-rl-different";
}

/** The link's hash, from `#` on. */
export function runLink({ config, backend }: PlannedRun): string {
  return formatLink({ preset: nearestPreset(config), compare: "none", config, backend });
}
