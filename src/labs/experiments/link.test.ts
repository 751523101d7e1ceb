/** Addresses of the experiments page, and seeds as they are written. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAN_LIST, planById } from "../../runs/plans/index.ts";
import { defaultDraft, formatDraftLink, isExperimentsLink, parseDraftLink, shippedOf } from "./link.ts";
import { formatSeeds, parseSeeds } from "./seeds.ts";

test("seeds read back as they were written", () => {
  expect(formatSeeds([0, 1, 2, 3, 4])).toBe("0-4");
  expect(formatSeeds([0, 1, 7])).toBe("0,1,7");
  expect(parseSeeds("Seeds", " 3, 0-1 ")).toEqual({ seeds: [0, 1, 3] });
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1 }), (given) => {
      const seeds = [...given].sort((a, b) => a - b);
      expect(parseSeeds("Seeds", formatSeeds(seeds))).toEqual({ seeds });
    }),
  );
});

test("seeds that cannot be read are told in a sentence", () => {
  for (const text of ["", "4-1", "a", "1.5", "-1", "0-", "12345", "1,,2"])
    expect(parseSeeds("Seeds", text)).toEqual({ problem: expect.stringMatching(/^Seeds: “.*” does not read like 0-4/) });
  expect(parseSeeds("Seeds", "0-9999")).toEqual({ problem: expect.stringContaining("more than 1000") });
});

test("every shipped plan has an address that reads back", () => {
  for (const plan of PLAN_LIST) {
    const draft = { plan: { ...plan, seeds: [0, 1, 2, 9] }, backend: "wasm" as const };
    const link = formatDraftLink(draft);
    expect(link).toContain(`#/experiments?plan=${plan.id}&seeds=0-2,9`);
    expect(parseDraftLink(link)).toEqual({ draft, problems: [] });
    expect(isExperimentsLink(link)).toBe(true);
  }
  expect(formatDraftLink(defaultDraft())).toBe("#/experiments?plan=table-1");
  expect(parseDraftLink("#/experiments").draft).toEqual(defaultDraft());
});

test("a plan of one's own has no address of its own", () => {
  const { plan } = defaultDraft();
  const own = { ...plan, rows: plan.rows.slice(1) };
  expect(shippedOf(own)).toBeUndefined();
  expect(formatDraftLink({ plan: own, backend: "simd" })).toBe("#/experiments");
});

test("what does not fit is told, a sentence each, and the rest counts", () => {
  const { draft, problems } = parseDraftLink("#/experiments?plan=smoke&seeds=x&backend=gpu&colour=red");
  expect(draft).toEqual({ plan: planById("smoke"), backend: "simd" });
  expect(problems).toEqual([
    "The link's parameter “colour” is unknown and was passed over.",
    "The link's seeds: “x” does not read like 0-4 or 0,2,7, whole numbers from 0 to 9999. The plan's own are used.",
    expect.stringContaining("The link's backend is “gpu” but must be one of auto,"),
  ]);
  expect(parseDraftLink("#/experiments?plan=table-99").problems[0]).toContain("“table-99” but must be one of table-1,");
});
