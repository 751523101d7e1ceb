/** The tour's card never covers what it explains, and stays in the viewport. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, EDGE, placeCard, SHEET_WIDTH, type Size, scrollFor } from "./place.ts";

const box = (size: number): fc.Arbitrary<Box> =>
  fc.record({
    left: fc.integer({ min: -50, max: 2000 }),
    top: fc.integer({ min: -size, max: size }),
    width: fc.integer({ min: 1, max: 1500 }),
    height: fc.integer({ min: 1, max: 1500 }),
  });
const CARD: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 200, max: 400 }),
  height: fc.integer({ min: 100, max: 400 }),
});
const VIEWPORT: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 320, max: 2560 }),
  height: fc.integer({ min: 300, max: 1440 }),
});

function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

test("a card overlaps its anchor nowhere and lies in the viewport", () => {
  let cards = 0;
  fc.assert(
    fc.property(box(1500), CARD, VIEWPORT, (anchor, card, viewport) => {
      const placed = placeCard(anchor, card, viewport);
      if (placed.kind === "sheet") return;
      cards++;
      expect(viewport.width).toBeGreaterThanOrEqual(SHEET_WIDTH);
      expect(overlap({ ...placed, ...card }, anchor)).toBe(false);
      expect(placed.left).toBeGreaterThanOrEqual(EDGE);
      expect(placed.top).toBeGreaterThanOrEqual(EDGE);
      expect(placed.left + card.width).toBeLessThanOrEqual(viewport.width - EDGE);
      expect(placed.top + card.height).toBeLessThanOrEqual(viewport.height - EDGE);
    }),
    { numRuns: 2000 },
  );
  expect(cards).toBeGreaterThan(200);
});

test("sides in order; a phone, and an anchor that fills the screen, get the sheet", () => {
  const viewport = { width: 1200, height: 800 };
  const card = { width: 320, height: 200 };
  const anchor = { left: 400, top: 300, width: 100, height: 150 };
  expect(placeCard(anchor, card, viewport)).toEqual({ kind: "card", left: 514, top: 300 });
  expect(placeCard({ ...anchor, left: 900 }, card, viewport)).toEqual({ kind: "card", left: 566, top: 300 });
  expect(placeCard({ ...anchor, left: 20, width: 1160 }, card, viewport)).toEqual({ kind: "card", left: 20, top: 464 });
  expect(placeCard({ ...anchor, left: 20, top: 550, width: 1160 }, card, viewport)).toEqual({ kind: "card", left: 20, top: 336 });
  expect(placeCard({ ...anchor, height: 40 }, card, viewport)).toEqual({ kind: "card", left: 400, top: 354 });
  expect(placeCard({ left: 0, top: 0, width: 1200, height: 800 }, card, viewport)).toEqual({ kind: "sheet" });
  expect(placeCard(anchor, card, { width: 390, height: 844 })).toEqual({ kind: "sheet" });
});

test("scrolled until the anchor is to be seen clear of the sheet, and no further", () => {
  fc.assert(
    fc.property(box(3000), fc.integer({ min: 100, max: 1400 }), (anchor, free) => {
      const top = anchor.top - scrollFor(anchor, free);
      expect(top).toBeGreaterThanOrEqual(EDGE);
      if (anchor.height + 2 * EDGE <= free) expect(top + anchor.height).toBeLessThanOrEqual(free - EDGE);
      else expect(top).toBe(EDGE);
      expect(scrollFor({ ...anchor, top }, free) === 0 || anchor.height + 2 * EDGE > free).toBe(true);
    }),
  );
});
