/** Bases that are not as the shipped ones: errors that coincide as the paper's, and policies that are mostly wrong. */
import { type PresetId, presetById } from "../presets.ts";
import { definePlan } from "./define.ts";

/** The four methods from one base, on the families Q and L. */
const ROWS = [
  { id: "base", title: "Base", preset: "base" },
  { id: "ttrl", title: "TTRL", preset: "ttrl" },
  { id: "co-rl", title: "Co-RL, different families", preset: "co-rl-different" },
  { id: "gt-reward", title: "GT-Reward (not label-free)", preset: "gt-reward" },
] as const;

/** The base that a preset brings. */
function baseOf(preset: PresetId) {
  const { base } = presetById(preset);
  if (!base) throw new RangeError(`The preset "${preset}" has no base of its own.`);
  return base;
}

export const KAPPA_38 = definePlan({
  id: "kappa-38",
  title: "Kappa as the paper's",
  description:
    "Does Co-RL still help where two families' errors coincide about as much as those of the paper's Qwen2.5-3B and Llama-3.2-3B (kappa of correctness .38)? The policies of the preset co-rl-kappa-38, which are shipped.",
  rows: [...ROWS],
  base: baseOf("co-rl-kappa-38"),
  seeds: [0, 1, 2],
  baseline: "ttrl",
});

export const WEAK_BASES = definePlan({
  id: "weak-bases",
  title: "Weak bases",
  description:
    "Does peer voting still work from policies that are right less than 30 % of the time? Every entry of both corpora is mostly wrong. The policies of the preset co-rl-weak, which are shipped.",
  rows: [...ROWS],
  base: baseOf("co-rl-weak"),
  seeds: [0, 1, 2],
  baseline: "ttrl",
});
