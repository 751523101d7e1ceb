/** The measurement of error decoupling that the lab shows, and what is chosen for it. */
import { createStore } from "zustand/vanilla";
import { startDecoupling } from "../../cohort/decoupler.ts";
import { createDecoupling } from "../../stores/decoupling.ts";
import { bases } from "./bases.ts";
import type { NamedSubject, SubjectsChoice } from "./decoupling-subjects.ts";
import type { MapMeasure } from "./decoupling-words.ts";

export const decoupling = createDecoupling<NamedSubject>({
  start: startDecoupling,
  find: bases.find,
  unstored: bases.unstored,
  checkpointBase: () => new URL("checkpoints/", document.baseURI).href,
});

/** Samples a prompt. */
export const SAMPLES = { min: 1, max: 64, default: 8, whole: true } as const;

export interface DecouplingChoice {
  readonly subjects: SubjectsChoice;
  readonly samples: number;
  readonly measure: MapMeasure;
}

export const decouplingChoice = createStore<DecouplingChoice>(() => ({
  subjects: "both",
  samples: SAMPLES.default,
  measure: "kappa",
}));
