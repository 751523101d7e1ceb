/** The base policies as the lab uses them: what stands in the way of a run, and the way to it. */
import { createStore } from "zustand/vanilla";
import type { LinkState } from "../../runs/link.ts";
import { type BaseNeed, neededPolicies } from "../../stores/bases.ts";

export { bases, PARALLEL } from "../../stores/page-bases.ts";

/** The policies that a run of this link would miss; none where it is not known yet, for the agents will say it then. */
export function missingPolicies({ config }: Pick<LinkState, "config">, needs: readonly BaseNeed[]): BaseNeed[] {
  const wanted = new Set(neededPolicies(config).map(({ id }) => id));
  return needs.filter(({ id, place }) => place === "missing" && wanted.has(id));
}

/** The trained policies that a run of this link would start from and that were not imported here. */
export function absentPolicies({ config }: Pick<LinkState, "config">, needs: readonly BaseNeed[]): BaseNeed[] {
  const wanted = new Set(neededPolicies(config).map(({ id }) => id));
  return needs.filter(({ id, place }) => place === "absent" && wanted.has(id));
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
