/**
 * Fields that hold nonsense just now. Whoever starts something with the values that are kept settles them first: each field shows its
 * kept value again, and what was wrong is told where it is read.
 */

/** A field's draft that does not count: `settle` shows the kept value again and says what happened, in a sentence. */
export interface BadDraft {
  readonly settle: () => string;
}

const bad = new Set<BadDraft>();

/** Remembers a draft that does not count; returns what forgets it. */
export function addBadDraft(draft: BadDraft): () => void {
  bad.add(draft);
  return () => void bad.delete(draft);
}

/** Settles all of them; the sentences, in the order in which the drafts went wrong. */
export function settleDrafts(): string[] {
  const drafts = [...bad];
  bad.clear();
  return drafts.map(({ settle }) => settle());
}
