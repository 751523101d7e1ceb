/** Drafts that do not count are settled once, in order. */
import { expect, test } from "vitest";
import { addBadDraft, settleDrafts } from "./drafts.ts";

test("each bad draft is settled once; one that was mended is not told", () => {
  addBadDraft({ settle: () => "Steps was not a number." });
  const mend = addBadDraft({ settle: () => "mended" });
  addBadDraft({ settle: () => "Seed was not a number." });
  mend();
  expect(settleDrafts()).toEqual(["Steps was not a number.", "Seed was not a number."]);
  expect(settleDrafts()).toEqual([]);
});
