/** The page's base policies: one store for all labs, so that what one lab pretrains another has. */
import { measureFile, startPretraining } from "../cohort/pretrainer.ts";
import { loadManifest } from "../policies/manifest.ts";
import { forgetCheckpoint, keepCheckpoint, keptCheckpoints } from "../runs/kept-checkpoints.ts";
import { createBases } from "./bases.ts";

/** A worker a core, two at most: the page itself wants to go on. */
export const PARALLEL = Math.min(2, Math.max(1, navigator.hardwareConcurrency || 1));

export const bases = createBases({
  start: startPretraining,
  measure: measureFile,
  manifest: (seed) => loadManifest(new URL("checkpoints/", document.baseURI).href, seed),
  storage: { all: keptCheckpoints, keep: keepCheckpoint, forget: forgetCheckpoint },
  parallel: PARALLEL,
  now: () => performance.now(),
});
