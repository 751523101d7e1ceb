/** The choices that a configuration stands for: the link with the fewest words among those that say the same. */
import type { BackendId } from "../policies/engine.ts";
import { type CohortConfig, type RunConfig, runConfigSchema } from "./config.ts";
import { formatLink, type LinkState } from "./link.ts";
import { sortedJson } from "./packed.ts";
import { compareCohort, DEFAULT_PRESET, PRESETS, type PresetId, presetById } from "./presets.ts";

function same(a: CohortConfig | null, b: CohortConfig | null): boolean {
  return sortedJson(a) === sortedJson(b);
}

/**
 * The state of a link for a run's configuration. `left` is a sentence where the page's choices cannot say all of it (a compared cohort that is
 * no preset's, for one); the rest is taken over.
 */
export function linkOf(
  config: RunConfig,
  backend: "auto" | BackendId,
): { readonly link: LinkState; readonly left: string | null } {
  const options: readonly (PresetId | "none")[] = ["none", ...PRESETS];
  const compare = options.find((id) => same(id === "none" ? null : compareCohort(config.cohort, id), config.compare));
  const taken: RunConfig = runConfigSchema.parse(compare === undefined ? { ...config, compare: null } : config);
  // A preset is named only where its cohort is this one; a cohort of one's own stands on the default, whatever would be shorter.
  const equal = PRESETS.filter((id) => same(presetById(id).cohort, config.cohort));
  const links = (equal.length > 0 ? equal : [DEFAULT_PRESET]).map(
    (preset): LinkState => ({ preset, compare: compare ?? "none", config: taken, backend }),
  );
  const [first, ...others] = links.map((link) => ({ link, words: formatLink(link).length }));
  if (!first) throw new Error("There is no preset.");
  const { link } = others.reduce((best, next) => (next.words < best.words ? next : best), first);
  const left =
    compare === undefined ? "Its compared cohort is none of those that the page offers, so nothing is compared." : null;
  return { link, left };
}
