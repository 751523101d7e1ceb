/** A strong policy with a weak one, at equal and unequal rates. */
import { type PresetId, presetById } from "../presets.ts";
import { definePlan } from "./define.ts";

/** The presets' agents at the rates of their recipes. */
const { agents } = presetById("co-rl-strong-weak").cohort;

const RATES: readonly (readonly [PresetId, title: string])[] = [
  ["co-rl-strong-weak", "Co-RL"],
  ["co-rl-strong-weak-slow-strong", "Co-RL, strong slow"],
  ["co-rl-strong-weak-slow-weak", "Co-RL, weak slow"],
  ["co-rl-strong-weak-both-slow", "Co-RL, both slow"],
];

export const STRONG_WEAK = definePlan({
  id: "strong-weak",
  title: "Strong with weak",
  description:
    "A strong Q (weak share .15) and a weak L (.6), 16 prompts a step: does the slower learner's opinion weigh more, as the theory of two outcomes says? Slow is a quarter of the recipe's rate; both slow is the control. The policies are shipped for cohort seeds 0 to 2.",
  rows: [
    { id: "base", title: "Base", cohort: { method: "base", agents } },
    { id: "ttrl", title: "TTRL", cohort: { method: "ttrl", agents } },
    ...RATES.map(([preset, title]) => ({ id: preset, title, preset })),
  ],
  seeds: [0, 1, 2],
  training: { promptsPerStep: 16 },
  baseline: "co-rl-strong-weak",
});
