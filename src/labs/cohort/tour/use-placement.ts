/** Follows what a step of the tour explains: scrolls there once, then keeps card and ring in place while the page changes. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type Box, type Placement, placeCard, scrollFor } from "./place.ts";
import type { TourStep } from "./steps.ts";

/** As in tour.css. */
const CARD_WIDTH = 320;
/** Until a card has been measured. */
const CARD_HEIGHT = 240;

export interface Stand {
  readonly placement: Placement;
  /** Around what is explained; null where it has gone from the page. */
  readonly ring: Box | null;
}

/** The elements that a step explains: those of its first selector with any to be seen. */
export function anchorsOf({ anchors }: TourStep): Element[] {
  for (const selector of anchors) {
    const seen = [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
    if (seen.length > 0) return seen;
  }
  return [];
}

function boxOf(elements: readonly Element[]): Box | null {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.right)) - left,
    height: Math.max(...boxes.map((box) => box.bottom)) - top,
  };
}

/** At once: a page that glides would be motion for its own sake. */
function scroll(top: number): void {
  if (top !== 0) window.scrollBy({ top, behavior: "instant" });
}

export function usePlacement(step: TourStep, card: RefObject<HTMLElement | null>): Stand {
  const [stand, setStand] = useState<Stand>({ placement: { kind: "sheet" }, ring: null });
  // A card's height while it is a card: a sheet is lower, and would seem to fit where the card does not.
  const height = useRef(CARD_HEIGHT);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const place = (): Stand => {
      const ring = boxOf(anchorsOf(step));
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      return {
        ring,
        placement: ring ? placeCard(ring, { width: CARD_WIDTH, height: height.current }, viewport) : { kind: "sheet" },
      };
    };
    const follow = (): void => {
      if (element.dataset.kind === "card") height.current = element.offsetHeight;
      else document.body.style.paddingBottom = `${element.offsetHeight}px`;
      const next = place();
      setStand((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const { ring } = place();
    if (ring) scroll(scrollFor(ring, window.innerHeight));
    const first = place();
    if (first.ring && first.placement.kind === "sheet") {
      // Room under the end of the page, so that its last part can be scrolled clear of the sheet.
      document.body.style.paddingBottom = `${element.offsetHeight}px`;
      scroll(scrollFor(first.ring, window.innerHeight - element.offsetHeight));
    }
    follow();
    const sizes = new ResizeObserver(follow);
    for (const watched of [document.body, element, ...anchorsOf(step)]) sizes.observe(watched);
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
      document.body.style.paddingBottom = "";
    };
  }, [step, card]);
  return stand;
}
