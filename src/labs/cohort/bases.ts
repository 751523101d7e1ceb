/** The lab's base policies: the store with the page's own tools, and what stands in the way of a run. */
import { createStore } from "zustand/vanilla";
import { measureFile, startPretraining } from "../../cohort/pretrainer.ts";
import { loadManifest } from "../../policies/manifest.ts";
import { forgetCheckpoint, keepCheckpoint, keptCheckpoints } from "../../runs/kept-checkpoints.ts";
import type { LinkState } from "../../runs/link.ts";
import { type BaseNeed, createBases, neededPolicies } from "../../stores/bases.ts";

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

/** The policies that a run of this link would miss; none where it is not known yet, for the agents will say it then. */
export function missingPolicies({ config }: Pick<LinkState, "config">, needs: readonly BaseNeed[]): BaseNeed[] {
  const wanted = new Set(neededPolicies(config).map(({ id }) => id));
  return needs.filter(({ id, place }) => place === "missing" && wanted.has(id));
}

/** Whether Run was pressed while policies are missing. */
export const held = createStore<{ readonly held: boolean }>(() => ({ held: false }));

/** The button that pretrains, by which one is led to it. */
export const PRETRAIN_BUTTON = "pretrain-missing";

/** Opens what the button stands in, and gives it the focus. */
export function showBasePolicies(): void {
  const target = document.getElementById(PRETRAIN_BUTTON) ?? document.getElementById("base-policies");
  for (let box = target?.closest("details"); box; box = box.parentElement?.closest("details")) box.open = true;
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}
