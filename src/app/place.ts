/**
 * Which lab an address names, and whether the glossary is open over it. Pure; router.ts follows the browser's address with it. The
 * glossary, `#/glossary` or `#/glossary/pseudo-label`, opens over the lab that was there before, so that a run stays in sight's reach;
 * closing it goes back to that lab's address.
 */
import { wordOf } from "../ui/glossary.ts";

export interface Place {
  /** The lab that is shown; empty where no address has named one yet. */
  readonly lab: string;
  /** The glossary's word, empty for all of them; null while the glossary is closed. */
  readonly word: string | null;
  /** The lab's address as the glossary was opened: where closing it goes. */
  readonly back: string;
}

/** The lab that a hash names; empty where it names none. */
export function labOf(hash: string): string {
  return /^#\/([a-z0-9-]*)/.exec(hash)?.[1] ?? "";
}

/**
 * The place of an address.
 * @param hash the address from its # on
 * @param before the place until now; null on loading
 * @param left the hash until now: a lab writes its settings into the address without telling anybody
 */
export function placeOf(hash: string, before: Place | null, left: string): Place {
  const word = wordOf(hash);
  if (word === null) return { lab: labOf(hash), word: null, back: "#/" };
  if (!before) return { lab: "", word, back: "#/" };
  return { lab: before.lab, word, back: before.word === null ? left || "#/" : before.back };
}
