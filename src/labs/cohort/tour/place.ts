/**
 * Where the card of a tour stands: beside what it explains, never over it. Pure. All lengths in CSS pixels; rectangles relative to the
 * viewport.
 */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A card at a place, or, where no side has room, a sheet along the bottom. */
export type Placement = { readonly kind: "card"; readonly left: number; readonly top: number } | { readonly kind: "sheet" };

/** Between the card and what it explains. */
export const GAP = 14;
/** Between the card and the edges of the viewport. */
export const EDGE = 8;
/** Narrower than this there is no room beside anything. */
export const SHEET_WIDTH = 640;

/** The nearest number to `value` in [low, high]; low where the interval is empty. */
function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** A lower anchor is a row of controls: its neighbours in the row are left in sight. */
const LOW = 120;

/**
 * The first side with room: right, left, below, above; for a low anchor below and above first. Along that side the card starts where its
 * anchor does, as far as the viewport allows.
 */
export function placeCard(anchor: Box, card: Size, viewport: Size): Placement {
  const [farLeft, farTop] = [viewport.width - card.width - EDGE, viewport.height - card.height - EDGE];
  if (viewport.width < SHEET_WIDTH || farLeft < EDGE || farTop < EDGE) return { kind: "sheet" };
  const left = within(anchor.left, EDGE, farLeft);
  const top = within(anchor.top, EDGE, farTop);
  const right = Math.max(EDGE, anchor.left + anchor.width + GAP);
  const before = Math.min(farLeft, anchor.left - GAP - card.width);
  const below = Math.max(EDGE, anchor.top + anchor.height + GAP);
  const above = Math.min(farTop, anchor.top - GAP - card.height);
  const beside = [...(right <= farLeft ? [{ left: right, top }] : []), ...(before >= EDGE ? [{ left: before, top }] : [])];
  const over = [...(below <= farTop ? [{ left, top: below }] : []), ...(above >= EDGE ? [{ left, top: above }] : [])];
  const [first] = anchor.height < LOW ? [...over, ...beside] : [...beside, ...over];
  return first ? { kind: "card", ...first } : { kind: "sheet" };
}

/**
 * How far the page has to be scrolled so that the anchor is to be seen, clear of a sheet of that height: its end if it fits, else its
 * beginning. 0 where it is to be seen already.
 * @param free height of the viewport that is not covered
 */
export function scrollFor(anchor: Box, free: number): number {
  const bottom = anchor.top + anchor.height;
  if (anchor.top >= EDGE && bottom <= free - EDGE) return 0;
  if (anchor.height + 2 * EDGE > free || anchor.top < EDGE) return anchor.top - EDGE;
  return bottom - (free - EDGE);
}
